import { z } from 'zod';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 100;

const limitFault = `must be a whole number from 1 to ${LIMIT_MAX}`;
const offsetFault = 'must be a whole number, 0 or more';

/** Page size and start (specification, section 8.3). */
export const limit = z
  .int(limitFault)
  .min(1, limitFault)
  .max(LIMIT_MAX, limitFault)
  .default(LIMIT_DEFAULT)
  .describe('Entries of a page');
export const offset = z.int(offsetFault).min(0, offsetFault).default(0).describe('Entries to skip');

/** A next-offset cursor as an earlier page has it, text of digits; it wins over `offset`. */
export const cursor = z
  .string('must be a cursor from meta.cursor')
  .regex(/^\d{1,15}$/, 'must be a cursor from meta.cursor')
  .optional()
  .meta({ description: '`meta.cursor` of the page before; wins over `offset`' });
