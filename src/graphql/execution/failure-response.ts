import type { GraphQLFormattedError } from 'graphql';
import { ServiceError } from '../../core/errors.js';
import { asUnavailable, Unavailable } from '../../core/unavailable.js';
import { Refusal } from '../gate/refusal.js';
import { type GraphqlRequest, JSON_TYPE, RESPONSE_TYPE } from '../gate/request.js';
import { extensionsOf, INTERNAL_FAILURE } from './public-error.js';
import type { CostReport, ReportFailure } from './running.js';

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
