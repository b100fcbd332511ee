import type { RunState } from './api/vocabulary.ts';
import { type Filters, readFilters } from './filters.ts';

/** States of runs as the address and the page name them, in the order in which they are always shown. */
export const RUN_STATES = [
  { word: 'answered', id: 'ACCEPTED', name: 'Answered' },
  { word: 'failed', id: 'FAILED', name: 'Failed' },
  { word: 'skipped', id: 'SKIPPED', name: 'Not asked' },
  { word: 'running', id: 'RUNNING', name: 'Being asked' },
  { word: 'queued', id: 'QUEUED', name: 'Waiting' },
] as const satisfies readonly { word: string; id: RunState; name: string }[];

export type RunStateWord = (typeof RUN_STATES)[number]['word'];

/** What the list of runs is narrowed to, besides period and platforms. Each absent: not narrowed by it. */
export interface RunFilters extends Filters {
  state?: RunStateWord | undefined;
  /** The id of a prompt of the project. */
  prompt?: string | undefined;
}

/** Undefined for what is absent or unknown, as {@link readFilters} has it. */
export function readRunFilters(search: Record<string, unknown>): RunFilters {
  const { prompt } = search;
  return {
    ...readFilters(search),
    state: RUN_STATES.find(({ word }) => word === search['state'])?.word,
    prompt: prompt === undefined || prompt === '' ? undefined : String(prompt),
  };
}

/** As the schema names it; null for all. */
export function runStateOf({ state }: RunFilters): RunState | null {
  return RUN_STATES.find(({ word }) => word === state)?.id ?? null;
}
