/**
 * Why a call returned no response body.
 *
 * - `unreachable`: nothing was sent, as no server answered, the name is not known or TLS failed.
 * - `unavailable`: the platform takes no requests for now (408, 503, 529).
 * - `rate_limited`: too many requests (429).
 * - `denied`: the key is not accepted, or nothing is left to spend (401, 402, a 403 that says so, quotas of money and
 *   of the day).
 * - `forbidden`: a 403 that does not say why, such as a firewall's: it may be about this question alone.
 * - `timed_out`, `broke_off`, `too_long`: the request was sent, and no whole reply came.
 * - `server_error`: the platform, or a proxy before it, failed (any other 5xx).
 * - `refusal`: the platform does not answer this question (400 or 403, by its code).
 * - `not_accepted`: the request is not accepted (any other status than 2xx; redirects are not followed).
 *   `mayConcernQuestion` says whether it may be about this question alone.
 * - `unreadable`: a 2xx reply that is not JSON.
 */
export const CALL_FAULTS = [
  'unreachable',
  'unavailable',
  'rate_limited',
  'denied',
  'forbidden',
  'timed_out',
  'broke_off',
  'too_long',
  'server_error',
  'refusal',
  'not_accepted',
  'unreadable',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

/** Faults after which the same call may be made again. */
const PASSING: ReadonlySet<CallFault> = new Set([
  'unreachable',
  'unavailable',
  'rate_limited',
  'broke_off',
  'server_error',
]);

/** Faults of requests that a platform may have worked on, and charged, although nothing usable came back. */
const MAYBE_PAID: ReadonlySet<CallFault> = new Set([
  'timed_out',
  'broke_off',
  'too_long',
  'server_error',
  'unreadable',
]);

export interface FailureDetails {
  /** What the platform asks to wait before the next request, in milliseconds. */
  retryAfterMs?: number | null;
  /** The platform says that the same request is not to be sent again. */
  forbidsRetry?: boolean;
  /** The reply had begun, so it was most likely paid for. */
  hasBegun?: boolean;
  /** The platform's reason may be this question alone: others may be answered. */
  mayConcernQuestion?: boolean;
}

/** A call without a response body. The message is a sentence that a user may see: it holds neither key nor address. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** In milliseconds, at most RETRY_AFTER_MAX_MS; null where the platform says nothing. */
  readonly retryAfterMs: number | null;
  /** The platform says that the same request is not to be sent again, whatever the fault. */
  readonly forbidsRetry: boolean;
  /** The platform's reason may be this question alone: others may be answered. */
  readonly mayConcernQuestion: boolean;
  private readonly hasBegun: boolean;

  constructor(
    readonly fault: CallFault,
    message: string,
    { retryAfterMs = null, forbidsRetry = false, hasBegun = false, mayConcernQuestion = false }: FailureDetails = {},
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.forbidsRetry = forbidsRetry;
    this.hasBegun = hasBegun;
    this.mayConcernQuestion = mayConcernQuestion;
  }

  /** Whether the same call may be made again at once or after a pause. */
  get isPassing(): boolean {
    return PASSING.has(this.fault) && !this.forbidsRetry && !this.hasBegun;
  }

  /** Whether the request may have been paid for. */
  get isMaybePaid(): boolean {
    return MAYBE_PAID.has(this.fault);
  }
}
