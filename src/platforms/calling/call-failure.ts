/**
 * Why a call gave no response body: nobody answered, nobody answered in time, too many requests, the platform is in
 * trouble, it does not accept the key or has no credit left, it does not accept the request, or its answer is too long
 * or no JSON.
 */
export type CallFault =
  | 'unreachable'
  | 'timed_out'
  | 'rate_limited'
  | 'unavailable'
  | 'denied'
  | 'not_accepted'
  | 'too_long'
  | 'unreadable';

/** Faults that pass. One that timed out may have been answered, and paid for, so it is not asked again. */
const PASSING: ReadonlySet<CallFault> = new Set(['unreachable', 'rate_limited', 'unavailable']);

/** A call without a response body. The message is a sentence that a user may see: it holds neither key nor address. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';

  constructor(
    readonly fault: CallFault,
    message: string,
    /** What the platform asks to wait before the next request, in milliseconds; null where it says nothing. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }

  get isPassing(): boolean {
    return PASSING.has(this.fault);
  }
}
