import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { invalid, ServiceError } from '../core/errors.js';
import { errorBody } from '../rest/error-body.js';

/**
 * The one place where a failure becomes an answer. What a caller caused is told in the specification's envelope; what
 * it did not is logged with the request id and answered without a word of the inside.
 */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) return next(error);
    const refusal = asRefusal(error);
    if (refusal.status >= 500 && refusal.code === 'INTERNAL_ERROR') {
      log.error({ err: error, request_id: res.getHeader('X-Request-Id') }, 'request failed');
    }
    sendError(res, refusal);
  };
}

export function sendError(res: Response, error: ServiceError): void {
  res.status(error.status).json(errorBody(error));
}

function asRefusal(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isClientFault(error)) return invalid([], faultOfBody(error));
  return new ServiceError('INTERNAL_ERROR', 'The request could not be answered because of a failure on our side');
}

export interface ClientFault {
  status: number;
  type?: string;
}

/** What Express and its body parser throw for a request that cannot be read. */
export function isClientFault(error: unknown): error is ClientFault {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;
}

export function faultOfBody(fault: ClientFault): string {
  switch (fault.type) {
    case 'entity.too.large':
      return 'The request body must be at most 1 MiB';
    case 'entity.parse.failed':
    case 'entity.verify.failed':
      return 'The request body must be valid JSON';
    case 'charset.unsupported':
      return 'The request body must be encoded in UTF-8';
    case 'encoding.unsupported':
      return 'Content-Encoding of the request body must be gzip, deflate, br or identity';
    default:
      return 'The request could not be read';
  }
}
