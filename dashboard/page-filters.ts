import { textOf } from './answer-filters.ts';
import type { Ownership, RunState } from './api/gql.ts';
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

/** Whether prompts are asked, as the address and the page name it. */
export const PROMPT_STATES = [
  { word: 'asked', isActive: true, name: 'Asked' },
  { word: 'paused', isActive: false, name: 'Paused' },
] as const;

/** What the list of prompts is narrowed to, besides period and platforms. Each absent: not narrowed by it. */
export interface PromptFilters extends Filters {
  /** Words of the question, as written. */
  search?: string | undefined;
  state?: (typeof PROMPT_STATES)[number]['word'] | undefined;
}

/** Undefined for what is absent or unknown, as {@link readFilters} has it. */
export function readPromptFilters(search: Record<string, unknown>): PromptFilters {
  return {
    ...readFilters(search),
    search: textOf(search['search']),
    state: PROMPT_STATES.find(({ word }) => word === search['state'])?.word,
  };
}

/** Competitors that a trend draws beside the brand at most. */
export const BESIDE_MAX = 5;

/** In place of ids, where the brand is drawn alone: an absent list means those in most answers. */
const NOBODY = 'none';

/** What the page of competitors is narrowed to, besides period and platforms. */
interface CompetitorFilters extends Filters {
  /** Ids of the competitors that the trend draws beside the brand; absent: those in most answers. */
  beside?: string[] | undefined;
}

const ID = /^[0-9a-f-]{36}$/;

/** Undefined for what is absent, as {@link readFilters} has it. */
export function readCompetitorFilters(search: Record<string, unknown>): CompetitorFilters {
  const { beside } = search;
  const words = Array.isArray(beside) ? beside.map(String) : String(beside ?? '').split(',');
  const ids = words.filter((word) => word === NOBODY || ID.test(word));
  return { ...readFilters(search), beside: ids.length === 0 ? undefined : ids.slice(0, BESIDE_MAX) };
}

/** The chosen competitors, of those that there are; the first of them where none was chosen. */
export function besideOf({ beside }: CompetitorFilters, ids: readonly string[], first: number): string[] {
  if (beside === undefined) return ids.slice(0, first);
  return beside.filter((id) => ids.includes(id));
}

/** A choice as the address has it, where an empty list would be none. */
export const toBeside = (ids: readonly string[]) => (ids.length === 0 ? [NOBODY] : [...ids]);

/** What the list of cited domains shows, as the address and the buttons name it. The first is the default. */
export const SHOWN = [
  { word: 'all', name: 'All', ownership: null },
  { word: 'gaps', name: 'Gaps', ownership: null },
  { word: 'yours', name: 'Yours', ownership: 'OWN' },
  { word: 'competitors', name: 'Competitors’', ownership: 'COMPETITOR' },
  { word: 'others', name: 'Third parties', ownership: 'OTHER' },
] as const satisfies readonly { word: string; name: string; ownership: Ownership | null }[];

type Shown = (typeof SHOWN)[number];
export type ShownWord = Shown['word'];

/** What the page of citations is narrowed to, besides period and platforms. */
export interface CitationFilters extends Filters {
  /** Absent: all domains. */
  show?: ShownWord | undefined;
  /** The domain whose pages are open. */
  domain?: string | undefined;
  /** Whether the pages that are gaps are open. */
  pages?: 'gaps' | undefined;
}

/** Undefined for what is absent, unknown or the default, as {@link readFilters} has it. */
export function readCitationFilters(search: Record<string, unknown>): CitationFilters {
  const shown = SHOWN.find(({ word }) => word === search['show']);
  const { domain } = search;
  return {
    ...readFilters(search),
    show: shown === SHOWN[0] ? undefined : shown?.word,
    domain: domain === undefined || domain === '' ? undefined : String(domain),
    pages: search['pages'] === 'gaps' ? 'gaps' : undefined,
  };
}

export function shownOf({ show }: CitationFilters): Shown {
  return SHOWN.find(({ word }) => word === show) ?? SHOWN[0];
}
