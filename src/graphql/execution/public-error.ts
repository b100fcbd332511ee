import { unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import { ProofRequired, ServiceError } from '../../core/errors.js';
import { asUnavailable } from '../../core/unavailable.js';

/** The codes of Apollo and graphql-js for a caller's own mistake; their messages are written for callers. */
const CALLER_FAULTS: readonly unknown[] = [
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
];

/** All that a caller learns of a failure on our side. */
export const INTERNAL_FAILURE = { message: 'Internal server error', extensions: { code: 'INTERNAL_ERROR' } } as const;

/** Whether an error is a failure on our side: it is logged, and its message never leaves the process. */
export function isInternal(error: unknown, code: unknown): boolean {
  const thrown = unwrapResolverError(error);
  if (thrown instanceof ServiceError) return thrown.code === 'INTERNAL_ERROR';
  // A resolver's own error may carry any code, so only unchanged errors of Apollo and graphql-js count.
  return thrown !== error || !CALLER_FAULTS.includes(code);
}

/** An error in its public form: a core error by its code, a mistake in the query by Apollo's, any other masked. */
export function toPublicError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, locations, path, extensions } = formatted;
  const where = { ...(locations && { locations }), ...(path && { path }) };
  const thrown = unwrapResolverError(error);
  const unavailable = asUnavailable(thrown);
  if (unavailable) return { message: unavailable.message, ...where, extensions: extensionsOf(unavailable) };
  if (isInternal(error, extensions?.['code'])) return { ...INTERNAL_FAILURE, ...where };
  if (thrown instanceof ServiceError) return { message, ...where, extensions: extensionsOf(thrown) };
  return { message, ...where, extensions: { code: extensions?.['code'] } };
}

/** `extensions` of a core error: its code, each fault of an input with its path, and which proof is missing. */
export function extensionsOf(error: ServiceError): Record<string, unknown> {
  const { code, issues } = error;
  return {
    code,
    ...((code === 'VALIDATION_ERROR' || issues.length > 0) && {
      issues: issues.map(({ path, message }) => ({ path, message })),
    }),
    ...(error instanceof ProofRequired && { reason: error.reason }),
  };
}
