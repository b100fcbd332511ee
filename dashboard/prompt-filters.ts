import { textOf } from './answer-filters.ts';
import { type Filters, readFilters } from './filters.ts';

/** Whether prompts are asked, as the address and the page name it. */
export const STATES = [
  { word: 'asked', isActive: true, name: 'Asked' },
  { word: 'paused', isActive: false, name: 'Paused' },
] as const;

/** What the list of prompts is narrowed to, besides period and platforms. Each absent: not narrowed by it. */
export interface PromptFilters extends Filters {
  /** Words of the question, as written. */
  search?: string | undefined;
  tag?: string | undefined;
  state?: (typeof STATES)[number]['word'] | undefined;
}

/** Undefined for what is absent or unknown, as {@link readFilters} has it. */
export function readPromptFilters(search: Record<string, unknown>): PromptFilters {
  return {
    ...readFilters(search),
    search: textOf(search['search']),
    tag: textOf(search['tag']),
    state: STATES.find(({ word }) => word === search['state'])?.word,
  };
}
