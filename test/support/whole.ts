/** True in a full verification: tests that read much then read all of it, where an ordinary run reads a quarter. */
export const IS_WHOLE = process.env['TEST_WHOLE'] === 'true';
