import { PermitsExhausted } from '../database/fair-semaphore.js';
import { isUnavailable } from '../database/unavailable.js';

/**
 * The closed table of error codes and the HTTP status each is answered with (specification, section 7; for
 * SERVICE_UNAVAILABLE decisions.md, "Overload").
 */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 422,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMIT_EXCEEDED: 429,
  SERVICE_KILL_SWITCH_ACTIVE: 503,
  SERVICE_UNAVAILABLE: 503,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One fault of an input: `path` in the core's own camelCase names, `message` without the field's name. */
export interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** An error that a caller can cause. Its message is public; all other errors become INTERNAL_ERROR and are logged. */
export class ServiceError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly issues: readonly Issue[] = [],
  ) {
    super(message);
    this.name = 'ServiceError';
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** What a holder must do before a request that was FORBIDDEN is let through; beside the closed codes, and stable. */
type ProofReason = 'STEP_UP_REQUIRED' | 'SECOND_FACTOR_REQUIRED' | 'SSO_REQUIRED';

/** FORBIDDEN until the holder has proved who it is; `reason` is public, so that a page can ask and send it again. */
export class ProofRequired extends ServiceError {
  constructor(
    readonly reason: ProofReason,
    message: string,
  ) {
    super('FORBIDDEN', message);
  }
}

/** A VALIDATION_ERROR about one field; each surface writes the field's name as its callers know it. */
export function invalid(path: readonly (string | number)[], message: string): ServiceError {
  return validationError([{ path, message }]);
}

export function validationError(issues: readonly Issue[]): ServiceError {
  return new ServiceError('VALIDATION_ERROR', messageOf(issues), issues);
}

/**
 * The sentence of a VALIDATION_ERROR: each issue as `field: fault`, in the order found.
 * @param rename how the surface writes a field's name; the core's own name without it.
 */
export function messageOf(issues: readonly Issue[], rename: (name: string) => string = (name) => name): string {
  return issues
    .map(({ path, message }) => (path.length > 0 ? `${fieldName(path, rename)}: ${message}` : message))
    .join('; ');
}

/** The core's camelCase name as JSON has it: snake_case. */
export function toWireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function fieldName(path: readonly (string | number)[], rename: (name: string) => string): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${rename(part)}`))
    .join('');
}

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
