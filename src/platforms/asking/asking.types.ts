import type { CallFailure } from '../calling/call-failure.js';
import type { CallLimits } from '../calling/platform-caller.js';
import type { PlatformReply } from '../reply.js';

/** A customer's question, word for word; `country` is an ISO 3166 code of two capital letters. */
export interface PlatformQuestion {
  text: string;
  country: string | null;
}

export interface AskingOptions {
  model: string;
  /** Whether Gemini searches the web; the other platforms always do. */
  isGrounded: boolean;
}

/** The cost of one asking: searches of the web, and millionths of a US dollar, at most `COST_MAX_MICRO_USD`. */
export interface AskBill {
  searches: number;
  costMicroUsd: number;
  /** Whether the platform reported neither its price nor what it used. */
  isEstimated: boolean;
}

/**
 * The outcome of one asking. The reply may be one that is not accepted; `reply.model` is the model that answered. A
 * failure that may have been paid for is billed by estimate.
 */
export type AskOutcome =
  | { kind: 'reply'; reply: PlatformReply; bill: AskBill }
  | { kind: 'failure'; failure: CallFailure; bill: AskBill };

/**
 * The limits of a run's call: answers with a search take a minute or more. The caller decides about retries and how
 * many run at once, so that each request is counted.
 */
export const RUN_CALL_LIMITS: CallLimits = {
  inFlight: Number.POSITIVE_INFINITY,
  timeoutMs: 180_000,
  answerBytes: 4 * 1024 * 1024,
  retries: 0,
  retryMs: 1_000,
  waitMs: 0,
};
