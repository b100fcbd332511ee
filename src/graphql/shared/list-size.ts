import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, ROW_LIMIT_DEFAULT, ROW_LIMIT_MAX } from '../../core/page.input.js';

/** Entries that a list is asked for, by the argument with its size; null for a field without one. */
export function sizeOfList(args: Readonly<Record<string, unknown>>): number | null {
  if ('first' in args) return sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);
  if ('limit' in args) return sizeOf(args['limit'], ROW_LIMIT_DEFAULT, ROW_LIMIT_MAX);
  return null;
}

/** Whether an argument has a value. */
export function isSent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A size as it is priced: the usual one where none is sent, the most where it is out of bounds. */
export function sizeOf(asked: unknown, usual: number, most: number): number {
  if (asked === undefined) return usual;
  return typeof asked === 'number' && asked >= 1 && asked <= most ? asked : most;
}
