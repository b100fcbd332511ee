import { z } from 'zod';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 100;

/** Whole numbers as a query string or a typed surface sends them. */
function wholeNumber(fault: string) {
  return z.union(
    [
      z.int(),
      z
        .string()
        .regex(/^-?\d{1,15}$/)
        .transform(Number),
    ],
    fault,
  );
}

const limitFault = `must be a whole number from 1 to ${LIMIT_MAX}`;
const offsetFault = 'must be a whole number, 0 or more';

/** Page size and start (specification, section 8.3). */
export const limit = wholeNumber(limitFault)
  .pipe(z.int().min(1, limitFault).max(LIMIT_MAX, limitFault))
  .default(LIMIT_DEFAULT)
  .meta({ type: 'integer', minimum: 1, maximum: LIMIT_MAX, description: 'Entries of a page' });
export const offset = wholeNumber(offsetFault)
  .pipe(z.int().min(0, offsetFault))
  .default(0)
  .meta({ type: 'integer', minimum: 0, description: 'Entries to skip' });

/**
 * A next-offset cursor as an earlier page gave it: digits; it wins over `offset`. It stays text, because an input is
 * narrowed twice, by its surface and by the core, and what came out of the first must go into the second.
 */
export const cursor = z
  .string('must be a cursor from meta.cursor')
  .regex(/^\d{1,15}$/, 'must be a cursor from meta.cursor')
  .optional()
  .meta({ description: '`meta.cursor` of the page before; wins over `offset`' });
