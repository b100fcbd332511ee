import type { RunKey } from '../../core/runs/run-id.js';
import type { RunReason } from '../../entities/vocabulary.js';

/** Identifies a run over all accounts. */
export interface QueuedRun extends RunKey {
  accountId: string;
}

/** A run that only the process which knows its present `claimNo` may settle. */
export interface FencedRun extends QueuedRun {
  projectId: string;
  /** The number of claims so far; each attempt is one. */
  claimNo: number;
  /** Attempts that may have been paid for, including the present one. */
  attempts: number;
  expiresAt: Date;
  /** What this process added to the run's cost as it claimed it; what the attempt used takes its place. */
  reserved: AttemptCost;
  /** The month that the run holds a credit of; null where it holds none. */
  creditMonth: string | null;
}

/** A run that this process may ask; text and country are those at the moment of the claim. */
export interface ClaimedRun extends FencedRun {
  text: string;
  country: string | null;
}

/** What an attempt used. */
export interface AttemptCost {
  searches: number;
  costMicroUsd: number;
}

/** How an attempt ends its run or queues it again; `message` is a sentence that a user may see. */
export type Ending = { cost: AttemptCost } & (
  | { kind: 'accepted'; answer: AcceptedAnswer }
  | { kind: 'again'; at: Date; isPaid: boolean; reason: RunReason; message: string | null }
  | { kind: 'failed'; isPaid: boolean; reason: RunReason; message: string | null }
  | { kind: 'skipped'; reason: RunReason }
);

/** An answer to be ingested, and how it was asked for. */
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
