import { type Pool, types } from 'pg';

/** The type `text[]` in PostgreSQL's catalogue, which the driver's list of types lacks. */
const TEXT_ARRAY: number = 1009;

const parseAny: (text: string) => string[] = types.getTypeParser(TEXT_ARRAY);

/**
 * A `text[]` as PostgreSQL writes it: `{chatgpt,claude}`. The driver's own parser goes letter by letter, and made a
 * quarter of all that was allocated for lists of prompts; what is quoted, nested or null is left to it. A fast path
 * (docs/architecture.md).
 */
export function parseTextArray(text: string): string[] {
  if (text === '{}') return [];
  return isPlain(text) ? text.slice(1, -1).split(',') : parseAny(text);
}

/** Nothing quoted, no null (a text of that name is quoted), one list alone and that from its usual beginning. */
function isPlain(text: string): boolean {
  return !text.includes('"') && !text.includes('NULL') && text.lastIndexOf('{') === 0;
}

/** Has the connections of a pool read `text[]` that way. */
export function readTextArrays(pool: Pool): void {
  const usual = pool.options.types ?? types;
  pool.options.types = {
    getTypeParser: (oid, format) =>
      oid === TEXT_ARRAY && format !== 'binary' ? parseTextArray : usual.getTypeParser(oid, format),
  };
}
