import { z } from 'zod';
import { invalid } from './errors.js';
import { uuid } from './input.js';
import { isRunId } from './runs/run-id.js';

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

const offset = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
/** From 1970 on, before any entry: the database knows no year 0. */
const instant = z.iso.datetime({ precision: 3 }).refine((at) => at >= '1970');
const place = z.tuple([instant, uuid]);
const placeOfRun = z.tuple([instant, z.string().refine(isRunId)]);

/** An offset as a cursor, of the last entry that a caller has: for lists ordered by sums. */
export function offsetCursor(at: number): string {
  return encode(String(at));
}

/** An entry's instant and id as a cursor: for lists in which entries may come and go between two pages. */
export function placeCursor({ at, id }: PagePosition): string {
  return encode(`${at} ${id}`);
}

/** The offset at which the page after a cursor begins. @throws ServiceError VALIDATION_ERROR. */
export function offsetAfter(after: string | null | undefined): number {
  return after === undefined || after === null ? 0 : narrow(offset, decode(after)) + 1;
}

/** How many entries come before the page after a cursor; none for one that is no offset. */
export function skippedBy(after: unknown): number {
  const { success, data } = offset.safeParse(typeof after === 'string' ? decode(after) : undefined);
  return success ? data + 1 : 0;
}

/** The instant and id of a cursor, null for none. @throws ServiceError VALIDATION_ERROR. */
export function placeAfter(after: string | null | undefined): PagePosition | null {
  return positionAfter(place, after);
}

/** As {@link placeAfter}, in a list of runs. @throws ServiceError VALIDATION_ERROR. */
export function runAfter(after: string | null | undefined): PagePosition | null {
  return positionAfter(placeOfRun, after);
}

function positionAfter(schema: typeof place | typeof placeOfRun, after: string | null | undefined) {
  if (after === undefined || after === null) return null;
  const [at, id] = narrow(schema, decode(after).split(' '));
  return { at, id };
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decode(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('latin1');
}

function narrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(['after'], 'must be a cursor from an earlier page');
  return result.data;
}
