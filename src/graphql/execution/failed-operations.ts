import { unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import { asUnavailable, ProofRequired, ServiceError, Unavailable } from '../../core/errors.js';
import type { CostReport, ReportFailure } from '../graphql-context.js';
import { Refusal } from '../operation/operation-refusal.js';
import { type GraphqlRequest, JSON_TYPE, RESPONSE_TYPE } from '../operation/read-operation.js';

export interface GraphqlResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface PublicFailure {
  status: number;
  errors: readonly GraphQLFormattedError[];
  headers?: Readonly<Record<string, string>>;
}

/**
 * The response to an operation that did not run to its end: `{errors}` in GraphQL's form, with the status of its cause.
 * A failure of ours is reported and becomes INTERNAL_ERROR.
 * @param cost of an operation whose caller was let in.
 */
export function failureResponse(
  request: GraphqlRequest,
  error: unknown,
  report: ReportFailure,
  cost?: CostReport,
): GraphqlResponse {
  const type = request.preferredType([JSON_TYPE, RESPONSE_TYPE]) ?? JSON_TYPE;
  const { status, errors, headers } = publicFailureOf(request, error, report);
  return {
    status,
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...headers },
    body: `${JSON.stringify({ errors, ...(cost && { extensions: { cost } }) })}\n`,
  };
}

function publicFailureOf(request: GraphqlRequest, error: unknown, report: ReportFailure): PublicFailure {
  if (error instanceof Refusal) {
    const isTolerated = error.isOfDocument && request.preferredType([RESPONSE_TYPE]) === null;
    return { status: isTolerated ? 200 : error.status, errors: error.errors, headers: error.headers };
  }
  const refusal = error instanceof ServiceError ? error : asUnavailable(error);
  if (refusal !== error) report(error, request.requestId);
  if (refusal && refusal.code !== 'INTERNAL_ERROR') {
    const headers = refusal instanceof Unavailable && { 'retry-after': String(refusal.retryAfterSeconds) };
    const errors = [{ message: refusal.message, extensions: extensionsOf(refusal) }];
    return { status: refusal.status, errors, ...(headers && { headers }) };
  }
  return { status: 500, errors: [INTERNAL_FAILURE] };
}

/** The codes of Apollo and graphql-js for a caller's own mistake; their messages are written for callers. */
const CALLER_FAULTS: readonly unknown[] = [
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
];

/** All that a caller learns of a failure on our side. */
const INTERNAL_FAILURE = { message: 'Internal server error', extensions: { code: 'INTERNAL_ERROR' } } as const;

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
function extensionsOf(error: ServiceError): Record<string, unknown> {
  const { code, issues } = error;
  return {
    code,
    ...((code === 'VALIDATION_ERROR' || issues.length > 0) && {
      issues: issues.map(({ path, message }) => ({ path, message })),
    }),
    ...(error instanceof ProofRequired && { reason: error.reason }),
  };
}
