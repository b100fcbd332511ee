import { type Filters, readFilters } from './filters.ts';

/** Competitors that a trend draws beside the brand at most. */
export const BESIDE_MAX = 5;

/** In place of ids, where the brand is drawn alone: an absent list means those in most answers. */
const NOBODY = 'none';

/** What the page of competitors is narrowed to, besides period and platforms. */
export interface CompetitorFilters extends Filters {
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
