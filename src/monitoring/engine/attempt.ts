import type { RunReason } from '../../entities/vocabulary.js';
import type { CallFault } from '../../platforms/failures.js';
import type { AskOutcome } from '../../platforms/platform-client.js';
import type { PlatformReply, RejectionReason } from '../../platforms/reply.js';
import type { AskBill } from '../../platforms/usage.js';
import { ANSWER_MAX, boundedCitations } from '../ingest/import-line.js';
import type { AttemptCost, FencedRun } from './claim.js';
import type { LimitEffect } from './platform-limits.js';

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
  searches: readonly string[];
  isTruncated: boolean;
  answeredAt: Date;
  requestVersion: number;
}

/** The outcome of an attempt, for its run and for the platform's limits. */
export interface Attempt {
  ending: Ending;
  /** Null where an answer was accepted. */
  fault: RunFault | null;
  effect: LimitEffect;
}

/** The schedule's time, and a number from 0 to 1 that spreads the next attempts. */
interface Moment {
  now: Date;
  chance: number;
}

/** The outcome for a run of what a platform's client returned. */
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
  const { reason, isPaid, effect } = FAULT_RULES[fault];
  const { claimNo, attempts, expiresAt } = run;
  const at = nextAttempt({ fault, ...rest, claimNo, attempts, expiresAt }, now, chance);
  const base = { cost, isPaid, reason, message };
  const ending: Ending = at === null ? { kind: 'failed', ...base } : { kind: 'again', at, ...base };
  const { retryAfterMs } = rest;
  return { ending, fault, effect: { kind: effect, retryAfterMs, accountId: run.accountId, mayConcernQuestion } };
}

/** The fault of a question that is no run's, null where it was answered, and its effect on the platform's limits. */
export function outcomeOfQuestion(
  outcome: AskOutcome,
  accountId: string,
): { fault: RunFault | null; effect: LimitEffect; message: string | null } {
  if (outcome.kind === 'failure') {
    const { fault, message, retryAfterMs, mayConcernQuestion } = outcome.failure;
    const effect = { kind: FAULT_RULES[fault].effect, retryAfterMs, accountId, mayConcernQuestion };
    return { fault, effect, message };
  }
  const rejection = rejectionOf(outcome.reply);
  if (!rejection) return { fault: null, effect: { kind: 'success' }, message: null };
  const { fault, message } = rejection;
  const effect = { kind: FAULT_RULES[fault].effect, retryAfterMs: null, accountId, mayConcernQuestion: false };
  return { fault, effect, message };
}

/** Why a reply is no answer that can be ingested; null where it is one. The bounds are those of imported answers. */
function rejectionOf(reply: PlatformReply): { fault: RunFault; message: string } | null {
  if (!reply.accepted) return { fault: reply.reason === 'refusal' ? 'refusal' : reply.reason, message: reply.message };
  if (reply.text.length <= ANSWER_MAX) return null;
  return { fault: 'too_long', message: `The answer is longer than ${ANSWER_MAX} characters.` };
}

function accepted(reply: PlatformReply, cost: AttemptCost, requestVersion: number, { now }: Moment): Attempt {
  if (!reply.accepted) throw new Error('a reply that was not accepted is no answer');
  const { text, model, citations, searches, truncated } = reply;
  const answer = {
    text,
    model,
    citations: boundedCitations(citations),
    searches,
    isTruncated: truncated,
    answeredAt: now,
    requestVersion,
  };
  return { ending: { kind: 'accepted', cost, answer }, fault: null, effect: { kind: 'success' } };
}

function costOf({ searches, costMicroUsd }: AskBill): AttemptCost {
  return { searches, costMicroUsd };
}

/** Why an attempt has no accepted answer: the call's fault, the reply's, or the end of its worker. */
export type RunFault = CallFault | RejectionReason | 'worker_lost';

/**
 * When a run is asked again. `backing_off`: after a minute, then twice as long each time, up to an hour, until its
 * period is over. `in_steps`: after a minute, then ten, while attempts are left. `in_turn`: as soon as the platform's
 * limits allow.
 */
type Again = 'backing_off' | 'in_steps' | 'in_turn' | 'never';

interface FaultRule {
  again: Again;
  /** Attempts in all that may have been paid for, this one among them; beyond them the run fails. */
  attemptsMax: number;
  /** Whether the attempt counts as one that may have been paid for. */
  isPaid: boolean;
  reason: RunReason;
  effect: LimitEffect['kind'];
}

/** However a platform fails, a run is paid for so often at most. */
const ATTEMPTS_MAX = 3;
const ONCE_MORE = 2;

/** The platform did no work, so asking again costs nothing. */
const UNPAID = { again: 'backing_off', attemptsMax: ATTEMPTS_MAX, isPaid: false, effect: 'failure' } as const;
/** The platform may have worked, and charged for it. */
const PAID = {
  again: 'in_steps',
  attemptsMax: ATTEMPTS_MAX,
  isPaid: true,
  reason: 'platform_error',
  effect: 'failure',
} as const;
/** A whole reply without usable text; the next one may be the same. */
const WITHOUT_TEXT = { ...PAID, attemptsMax: ONCE_MORE, reason: 'empty', effect: 'success' } as const;

/**
 * The one table of what an attempt without an accepted answer means for its run and for the platform's limits. A
 * refusal is a result: asking until the platform answers after all would bias the sample.
 */
const FAULT_RULES: Readonly<Record<RunFault, FaultRule>> = {
  unreachable: { ...UNPAID, reason: 'unreachable' },
  unavailable: { ...UNPAID, reason: 'platform_error' },
  rate_limited: { ...UNPAID, again: 'in_turn', reason: 'rate_limited', effect: 'rate_limited' },
  denied: { ...UNPAID, again: 'in_turn', reason: 'denied', effect: 'denied' },
  forbidden: { ...UNPAID, reason: 'denied', effect: 'forbidden' },
  timed_out: { ...PAID, reason: 'timed_out' },
  broke_off: PAID,
  too_long: PAID,
  server_error: PAID,
  error: PAID,
  unreadable: { ...PAID, attemptsMax: ONCE_MORE, reason: 'unreadable' },
  empty: WITHOUT_TEXT,
  tool_call: WITHOUT_TEXT,
  unfinished: WITHOUT_TEXT,
  refusal: { ...PAID, again: 'never', reason: 'refused', effect: 'success' },
  not_accepted: { ...UNPAID, again: 'never', reason: 'platform_error', effect: 'not_accepted' },
  worker_lost: { ...PAID, again: 'in_turn', reason: 'worker_lost', effect: 'none' },
};

const MINUTE_MS = 60_000;
const STEPS_MS = [MINUTE_MS, 10 * MINUTE_MS] as const;
const BACKOFF_MS_MAX = 60 * MINUTE_MS;
/** A pause varies at random by so much, so that runs that failed together are asked again at different times. */
const RANDOM_PART = 1 / 2;

interface FailedAttempt {
  fault: RunFault;
  /** The platform says that the same request is not to be sent again. */
  forbidsRetry: boolean;
  retryAfterMs: number | null;
  /** As the run has them, the failed attempt among them. */
  claimNo: number;
  attempts: number;
  expiresAt: Date;
}

/**
 * When a run whose attempt failed is asked again; null where it fails. A run whose next attempt would begin after its
 * period fails now, with the present reason. @param chance from 0 to 1.
 */
function nextAttempt(attempt: FailedAttempt, now: Date, chance: number): Date | null {
  const rule = FAULT_RULES[attempt.fault];
  if (rule.again === 'never') return null;
  if (rule.isPaid && attempt.attempts >= rule.attemptsMax) return null;
  if (attempt.forbidsRetry && rule.again !== 'in_turn') return null;
  const at = new Date(now.getTime() + pauseMs(rule, attempt, chance));
  return at < attempt.expiresAt ? at : null;
}

function pauseMs(
  { again, attemptsMax }: FaultRule,
  { fault, claimNo, attempts, retryAfterMs }: FailedAttempt,
  chance: number,
) {
  const spread = 1 + RANDOM_PART * (2 * chance - 1);
  switch (again) {
    case 'in_turn':
      return fault === 'rate_limited' ? (retryAfterMs ?? 0) : 0;
    case 'in_steps':
      // The only further attempt comes late: a platform that sent nothing usable rarely does so a minute later.
      return Math.max(
        retryAfterMs ?? 0,
        (STEPS_MS[attemptsMax === ONCE_MORE ? 1 : attempts - 1] ?? BACKOFF_MS_MAX) * spread,
      );
    case 'backing_off':
      return Math.max(retryAfterMs ?? 0, Math.min(BACKOFF_MS_MAX, MINUTE_MS * 2 ** (claimNo - 1)) * spread);
    case 'never':
      throw new Error(`a run that ${fault} ended has no next attempt`);
    default:
      return again satisfies never;
  }
}
