/** A statement was given up for want of an answer. The driver's own words; it has no code for it. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
