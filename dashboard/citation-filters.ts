import type { Ownership } from './api/vocabulary.ts';
import { type Filters, readFilters } from './filters.ts';

/** What the list of cited domains shows, as the address and the buttons name it. The first is the default. */
export const SHOWN = [
  { word: 'all', name: 'All', ownership: null },
  { word: 'gaps', name: 'Gaps', ownership: null },
  { word: 'yours', name: 'Yours', ownership: 'OWN' },
  { word: 'competitors', name: 'Competitors’', ownership: 'COMPETITOR' },
  { word: 'others', name: 'Third parties', ownership: 'OTHER' },
] as const satisfies readonly { word: string; name: string; ownership: Ownership | null }[];

export type Shown = (typeof SHOWN)[number];
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
