/** What is wrong with one field of an input, in the words of the service. */
export interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** What somebody has to do before the same request is let through. */
export type ProofReason = 'STEP_UP_REQUIRED' | 'SECOND_FACTOR_REQUIRED' | 'SSO_REQUIRED';

interface Details {
  retryAfterSeconds?: number | null;
  issues?: readonly Issue[];
  requestId?: string | null;
  reason?: ProofReason | null;
}

/**
 * Why a request was not answered: the service's code, `UNREACHABLE`, or `TIMED_OUT`, of which it is unknown whether it
 * was carried out. The message is the service's own.
 */
export class Refused extends Error {
  readonly code: string;
  /** How long to wait before asking again; null where the service does not say. */
  readonly retryAfterSeconds: number | null;
  /** Faults by field; empty unless the code is `VALIDATION_ERROR`. */
  readonly issues: readonly Issue[];
  /** To quote when somebody asks the operator. */
  readonly requestId: string | null;
  /** Which proof is missing; null where none is. */
  readonly reason: ProofReason | null;

  constructor(
    code: string,
    message: string,
    { retryAfterSeconds = null, issues = [], requestId = null, reason = null }: Details = {},
  ) {
    super(message);
    this.name = 'Refused';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.issues = issues;
    this.requestId = requestId;
    this.reason = reason;
  }
}

/** True where the service refused for this reason. */
export function isRefusedFor(error: unknown, code: string): error is Refused {
  return error instanceof Refused && error.code === code;
}

/** True where the service wants this proof first. */
export function isRefusedUntil(error: unknown, reason: ProofReason): boolean {
  return error instanceof Refused && error.reason === reason;
}

/** What a response says of waiting and of itself, whatever its body. */
export function detailsOf({ headers }: Response): Details {
  const wait = Number(headers.get('Retry-After') ?? Number.NaN);
  return { retryAfterSeconds: Number.isFinite(wait) ? wait : null, requestId: headers.get('X-Request-Id') };
}

/** The service gives a statement of its database up after 10 s, so what lasts longer than this is not answered. */
const RESPONSE_MS_MAX = 15_000;

/**
 * Sends a request to the service, and waits 15 s at most until its response begins, or `waitMs`.
 * @throws Refused `UNREACHABLE`, `TIMED_OUT`; what the signal was aborted for.
 */
export async function send(path: string, init: RequestInit, waitMs = RESPONSE_MS_MAX): Promise<Response> {
  const wait = new AbortController();
  const timer = setTimeout(() => wait.abort(), waitMs);
  const signal = init.signal ? AbortSignal.any([init.signal, wait.signal]) : wait.signal;
  try {
    return await fetch(path, { credentials: 'same-origin', ...init, signal });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    if (wait.signal.aborted) throw new Refused('TIMED_OUT', timedOut(waitMs));
    throw new Refused('UNREACHABLE', 'The service cannot be reached.');
  } finally {
    clearTimeout(timer);
  }
}

function timedOut(waitMs: number): string {
  return `No answer came within ${waitMs / 1_000} seconds. What was sent may have been done all the same.`;
}
