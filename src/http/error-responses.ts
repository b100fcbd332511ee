import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { RateLimitExceeded } from '../core/admission/admission.js';
import {
  asUnavailable,
  invalid,
  messageOf,
  ProofRequired,
  ServiceError,
  toWireName,
  Unavailable,
} from '../core/errors.js';
import { TooManyAttempts } from '../core/people/sign-in-throttle.js';
import { wordsOfRefusedBody } from './json-body.js';
import { contextOf } from './request-context.js';

/**
 * The one place where a failure becomes a response. A fault of the caller gets the specification's envelope; any other
 * is logged with the request id, and its response says nothing of the inside.
 */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) return next(error);
    // The caller has hung up: work that was cancelled for it is no failure of ours.
    if (res.closed) return;
    const refusal = asRefusal(error);
    if (refusal !== error && !isClientFault(error)) reportFailure(log, error, contextOf(res).id);
    sendError(res, refusal);
  };
}

/** Logs what is no fault of the caller: a failure of ours as an error, a database out of reach as a warning. */
export function reportFailure(log: Logger, error: unknown, requestId: string | undefined): void {
  const details = { err: error, request_id: requestId };
  if (asUnavailable(error)) log.warn(details, 'request not served');
  else log.error(details, 'request failed');
}

function sendError(res: Response, error: ServiceError): void {
  if (error instanceof Unavailable || error instanceof TooManyAttempts || error instanceof RateLimitExceeded) {
    res.setHeader('Retry-After', error.retryAfterSeconds);
  }
  res.status(error.status).json(errorBody(error));
}

/** The body of every error status (specification, section 7), with its fields named as on the wire. */
export function errorBody(error: ServiceError) {
  const message = error.issues.length > 0 ? messageOf(error.issues, fieldName) : error.message;
  const reason = error instanceof ProofRequired ? { reason: error.reason } : {};
  return { success: false, error: { code: error.code, message, ...reason } } as const;
}

/** Path parameters keep their names from the specification's paths. */
const PATH_PARAMETERS = new Set(['projectId', 'promptId', 'competitorId']);

function fieldName(name: string): string {
  return PATH_PARAMETERS.has(name) ? name : toWireName(name);
}

function asRefusal(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isClientFault(error)) return invalid([], faultOfBody(error));
  const unavailable = asUnavailable(error);
  if (unavailable) return unavailable;
  return new ServiceError('INTERNAL_ERROR', 'The request could not be answered because of a failure on our side');
}

interface ClientFault {
  status: number;
  type?: string;
  /** Of a body that is too large: what may be sent, in bytes. */
  limit?: number;
}

/** The errors that Express and its body parser throw for a request that cannot be read. */
export function isClientFault(error: unknown): error is ClientFault {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;
}

export function faultOfBody(fault: ClientFault): string {
  switch (fault.type) {
    case 'entity.too.large':
      return `The request body must be at most ${sizeOf(fault.limit ?? 0)}`;
    case 'entity.parse.failed':
    case 'entity.verify.failed':
      return 'The request body must be valid JSON';
    case 'charset.unsupported':
      return 'The request body must be encoded in UTF-8';
    case 'encoding.unsupported':
      return 'Content-Encoding of the request body must be gzip, deflate, br or identity';
    default:
      return wordsOfRefusedBody(fault.type) ?? 'The request could not be read';
  }
}

const KIB = 1_024;

function sizeOf(bytes: number): string {
  return bytes < KIB * KIB ? `${bytes / KIB} KiB` : `${bytes / KIB / KIB} MiB`;
}
