import { PermitsExhausted } from '../database/fair-semaphore.js';
import { isUnavailable } from '../database/unavailable.js';
import { ServiceError } from './errors.js';

const RETRY_AFTER_SECONDS = 1;

/** Work that cannot be done now and may be done later: after `retryAfterSeconds` whole seconds, at least 1. */
export class Unavailable extends ServiceError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super('SERVICE_UNAVAILABLE', message);
  }
}

/** The public form of a database that could not do the work in time; null for any other error. */
export function asUnavailable(error: unknown): Unavailable | null {
  if (error instanceof Unavailable) return error;
  if (!isUnavailable(error)) return null;
  if (error instanceof PermitsExhausted && error.retryAfterSeconds > 1) {
    return new Unavailable(
      'The database is busy, and this account has used more of it in this minute than the others waiting. ' +
        'Request less at once.',
      error.retryAfterSeconds,
    );
  }
  return new Unavailable(
    'The service is busy or its database is out of reach. Try again shortly.',
    RETRY_AFTER_SECONDS,
  );
}
