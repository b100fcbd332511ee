import type { RunKey } from '../../core/runs/run-id.js';
import type { RunReason } from '../../entities/vocabulary.js';

/** Which run of all accounts. */
export interface QueuedRun extends RunKey {
  accountId: string;
}

/** A run in a state that only one process may end: whoever knows its present `claimNo`. */
export interface FencedRun extends QueuedRun {
  projectId: string;
  /** Claims up to now; each attempt is one. */
  claimNo: number;
  /** Attempts that may have been paid for, the present one among them. */
  attempts: number;
  expiresAt: Date;
  /** The month that the run holds a credit of; null where it holds none. */
  creditMonth: string | null;
}

/** A run that this process may ask; text and country are those of the moment it was claimed at. */
export interface ClaimedRun extends FencedRun {
  text: string;
  country: string | null;
}

/** What an attempt used. */
export interface AttemptCost {
  searches: number;
  costMicroUsd: number;
}

/** What becomes of a run; `message` is a sentence that a user may see. */
export type Ending = { cost: AttemptCost } & (
  | { kind: 'accepted'; answer: AcceptedAnswer }
  | { kind: 'again'; at: Date; isPaid: boolean; reason: RunReason; message: string | null }
  | { kind: 'failed'; isPaid: boolean; reason: RunReason; message: string | null }
  | { kind: 'skipped'; reason: RunReason }
);

/** An answer on its way in, and how it was asked for. */
export interface AcceptedAnswer {
  text: string;
  model: string | null;
  citations: readonly { url: string; title: string | null }[];
  isTruncated: boolean;
  answeredAt: Date;
  requestVersion: number;
}

export const NO_COST: AttemptCost = { searches: 0, costMicroUsd: 0 };

/** One text for one run, for maps and sets. */
export function nameOf({ accountId, promptId, platform, periodDate, occasion }: QueuedRun): string {
  return [accountId, promptId, platform, periodDate, occasion].join(' ');
}
