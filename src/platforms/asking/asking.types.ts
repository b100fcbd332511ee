import type { CallFailure } from '../calling/call-failure.js';
import type { CallLimits } from '../calling/platform-caller.js';
import type { PlatformReply } from '../reply.js';

/** What a customer wants to be asked, word for word; `country` is an ISO 3166 code of two capital letters. */
export interface PlatformQuestion {
  text: string;
  country: string | null;
}

export interface AskingOptions {
  model: string;
  /** Whether Gemini searches the web; the other platforms always do. */
  isGrounded: boolean;
}

/** What one asking cost: searches of the web, and millionths of a US dollar, at most `COST_MAX_MICRO_USD`. */
export interface AskBill {
  searches: number;
  costMicroUsd: number;
  /** The platform told neither its price nor what it used. */
  isEstimated: boolean;
}

/**
 * What came of one asking. A reply may be one that is not accepted; `reply.model` is the model that answered. A failure
 * that may have been paid for is billed by estimate.
 */
export type AskOutcome =
  | { kind: 'reply'; reply: PlatformReply; bill: AskBill }
  | { kind: 'failure'; failure: CallFailure; bill: AskBill };

/**
 * How a run calls: searched answers take up to a minute and more; whoever asks decides when again, and how many at
 * once, so that each request is counted.
 */
export const RUN_CALL_LIMITS: CallLimits = {
  inFlight: Number.POSITIVE_INFINITY,
  timeoutMs: 180_000,
  answerBytes: 4 * 1024 * 1024,
  retries: 0,
  retryMs: 1_000,
  waitMs: 0,
};
