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

/**
 * A row of a plural list: the owner that its entry belongs to; one that owns nothing has one row whose `id` is null.
 */
export type OwnedRow<Row> = { owner_id: string } & (Row | { id: null });

/** The lists of owners, by owner, in the order of the rows; so an empty list and an owner that is not there differ. */
export function listsByOwner<Row extends { id: string }, View extends object>(
  rows: readonly OwnedRow<Row>[],
  toView: (row: Row) => View,
): Map<string, View[]> {
  return entriesByOwner(
    rows,
    ({ owner_id }) => owner_id,
    (row) => (row.id === null ? null : toView(row)),
  );
}

/**
 * The entries of rows by their owner, owners and entries in the order of the rows. An owner whose rows make no entry,
 * which is null, has an empty list: a left join has one such row for an owner without any.
 */
export function entriesByOwner<Row, Entry extends object>(
  rows: readonly Row[],
  ownerOf: (row: Row) => string,
  toEntry: (row: Row) => Entry | null,
): Map<string, Entry[]> {
  const lists = new Map<string, Entry[]>();
  for (const row of rows) {
    const owner = ownerOf(row);
    const list = lists.get(owner) ?? [];
    lists.set(owner, list);
    const entry = toEntry(row);
    if (entry !== null) list.push(entry);
  }
  return lists;
}
