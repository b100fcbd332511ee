import { z } from 'zod';

/** Entries of a page of a list, and of a table of flat rows. */
export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;
export const ROW_LIMIT_DEFAULT = 100;
export const ROW_LIMIT_MAX = 1_000;

function wholeNumber(least: number, most: number) {
  const fault = `must be a whole number from ${least} to ${most}`;
  return z.int(fault).min(least, fault).max(most, fault);
}

/** Size of a list's page. */
export const first = wholeNumber(1, PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT);

/** Size of a page of flat rows. */
export const rowLimit = wholeNumber(1, ROW_LIMIT_MAX).default(ROW_LIMIT_DEFAULT);

/** The position of an entry in a list ordered by an instant, then by id; entries added or removed do not change it. */
export interface PagePosition {
  at: string;
  id: string;
}

/** A page of a list that goes by {@link PagePosition}; `total` is of the whole list. */
export interface Page<View> {
  entries: View[];
  hasMore: boolean;
  total: number;
}
