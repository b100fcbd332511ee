import type { AskBill, AskOutcome } from '../../platforms/asking/asking.types.js';
import type { PlatformReply } from '../../platforms/reply.js';
import { ANSWER_MAX, boundedCitations } from '../ingest/import-line.js';
import { FAULT_RULES, nextAttempt, type RunFault } from './faults.js';
import type { GateEffect } from './gate.js';
import type { AttemptCost, Ending, FencedRun } from './run.types.js';

/** The outcome of an attempt, for its run and for the gate. */
export interface Attempt {
  ending: Ending;
  /** Null where an answer was accepted. */
  fault: RunFault | null;
  gate: GateEffect;
}

/** The schedule's time, and a number from 0 to 1 that spreads the next attempts. */
export interface Moment {
  now: Date;
  chance: number;
}

/** The outcome for a run of what a platform's asker returned. */
export function attemptOf(run: FencedRun, outcome: AskOutcome, requestVersion: number, moment: Moment): Attempt {
  const cost = costOf(outcome.bill);
  if (outcome.kind === 'failure') {
    const { fault, message, retryAfterMs, forbidsRetry, mayConcernQuestion } = outcome.failure;
    return failedAttempt(run, { fault, message, retryAfterMs, forbidsRetry, mayConcernQuestion, cost }, moment);
  }
  const { reply } = outcome;
  const rejection = rejectionOf(reply);
  if (rejection) return failedAttempt(run, { ...rejection, retryAfterMs: null, forbidsRetry: false, cost }, moment);
  return accepted(reply, cost, requestVersion, moment);
}

/**
 * An attempt whose outcome is unknown: its worker died, or stopped before the platform replied. It may have been paid
 * for, so what was reserved for it stays counted.
 */
export function lostAttempt(run: FencedRun, moment: Moment): Attempt {
  const message = 'The worker that asked ended before the answer was in.';
  const lost = { message, retryAfterMs: null, forbidsRetry: false, cost: run.reserved };
  return failedAttempt(run, { fault: 'worker_lost', ...lost }, moment);
}

interface Failure {
  fault: RunFault;
  message: string;
  retryAfterMs: number | null;
  forbidsRetry: boolean;
  /** The platform's reason may be this question alone. */
  mayConcernQuestion?: boolean;
  cost: AttemptCost;
}

function failedAttempt(
  run: FencedRun,
  { fault, message, cost, mayConcernQuestion = false, ...rest }: Failure,
  { now, chance }: Moment,
): Attempt {
  const { reason, isPaid, gate } = FAULT_RULES[fault];
  const { claimNo, attempts, expiresAt } = run;
  const at = nextAttempt({ fault, ...rest, claimNo, attempts, expiresAt }, now, chance);
  const base = { cost, isPaid, reason, message };
  const ending: Ending = at === null ? { kind: 'failed', ...base } : { kind: 'again', at, ...base };
  const { retryAfterMs } = rest;
  return { ending, fault, gate: { kind: gate, retryAfterMs, accountId: run.accountId, mayConcernQuestion } };
}

/** Why a reply is no answer that can be ingested; null where it is one. The bounds are those of imported answers. */
function rejectionOf(reply: PlatformReply): { fault: RunFault; message: string } | null {
  if (!reply.accepted) return { fault: reply.reason === 'refusal' ? 'refusal' : reply.reason, message: reply.message };
  if (reply.text.length <= ANSWER_MAX) return null;
  return { fault: 'too_long', message: `The answer is longer than ${ANSWER_MAX} characters.` };
}

function accepted(reply: PlatformReply, cost: AttemptCost, requestVersion: number, { now }: Moment): Attempt {
  if (!reply.accepted) throw new Error('a reply that was not accepted is no answer');
  const { text, model, citations, truncated } = reply;
  const answer = {
    text,
    model,
    citations: boundedCitations(citations),
    isTruncated: truncated,
    answeredAt: now,
    requestVersion,
  };
  return { ending: { kind: 'accepted', cost, answer }, fault: null, gate: { kind: 'success' } };
}

function costOf({ searches, costMicroUsd }: AskBill): AttemptCost {
  return { searches, costMicroUsd };
}
