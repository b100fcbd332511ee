import { z } from 'zod';
import { invalid } from './errors.js';
import { uuid } from './input.js';
import type { PagePosition } from './pages.js';
import { isRunId } from './runs/run-id.js';

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
