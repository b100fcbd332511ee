import type { ErrorCode } from '../../src/core/errors.js';
import { ERROR_STATUS } from '../../src/core/errors.js';
import type { Answer } from './api.js';

export const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The envelope of every error: exactly these fields, the status of its code, a message that says something. */
export function expectError(answer: Answer, code: ErrorCode, message: string | RegExp = /\w/): void {
  expect([answer.status, answer.body]).toEqual([
    ERROR_STATUS[code],
    { success: false, error: { code, message: expect.stringMatching(message) } },
  ]);
}

/** The `data` of a success, and nothing beside it. */
export function dataOf<Wire>(answer: Answer, status = 200): Wire {
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ data: expect.anything() });
  // Each test compares the fields it relies on; this names their shape in the specification.
  return (answer.body as { data: Wire }).data;
}

/** The first of a list that must not be empty. */
export function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error('the list is empty');
  return item;
}
