import type { RunReason } from '../../entities/vocabulary.js';
import type { CallFault } from '../../platforms/calling/call-failure.js';
import type { RejectionReason } from '../../platforms/reply.js';
import type { GateEffect } from './gate.js';

/** Why an attempt has no accepted answer: the call's fault, the reply's, or the end of its worker. */
export type RunFault = CallFault | RejectionReason | 'worker_lost';

/**
 * When a run is asked again. `backing_off`: after a minute, then twice as long each time, up to an hour, until its
 * period is over. `in_steps`: after a minute, then ten, while attempts are left. `in_turn`: as soon as the gate allows.
 */
type Again = 'backing_off' | 'in_steps' | 'in_turn' | 'never';

export interface FaultRule {
  again: Again;
  /** Attempts in all that may have been paid for, this one among them; beyond them the run fails. */
  attemptsMax: number;
  /** Whether the attempt counts as one that may have been paid for. */
  isPaid: boolean;
  reason: RunReason;
  gate: GateEffect['kind'];
}

/** However a platform fails, a run is paid for so often at most. */
export const ATTEMPTS_MAX = 3;
const ONCE_MORE = 2;

/** The platform did no work, so asking again costs nothing. */
const UNPAID = { again: 'backing_off', attemptsMax: ATTEMPTS_MAX, isPaid: false, gate: 'failure' } as const;
/** The platform may have worked, and charged for it. */
const PAID = {
  again: 'in_steps',
  attemptsMax: ATTEMPTS_MAX,
  isPaid: true,
  reason: 'platform_error',
  gate: 'failure',
} as const;
/** A whole reply without usable text; the next one may be the same. */
const WITHOUT_TEXT = { ...PAID, attemptsMax: ONCE_MORE, reason: 'empty', gate: 'success' } as const;

/**
 * The one table of what an attempt without an accepted answer means for its run and for the gate. A refusal is a
 * result: asking until the platform answers after all would bias the sample.
 */
export const FAULT_RULES: Readonly<Record<RunFault, FaultRule>> = {
  unreachable: { ...UNPAID, reason: 'unreachable' },
  unavailable: { ...UNPAID, reason: 'platform_error' },
  rate_limited: { ...UNPAID, again: 'in_turn', reason: 'rate_limited', gate: 'rate_limited' },
  denied: { ...UNPAID, again: 'in_turn', reason: 'denied', gate: 'denied' },
  forbidden: { ...UNPAID, reason: 'denied', gate: 'forbidden' },
  timed_out: { ...PAID, reason: 'timed_out' },
  broke_off: PAID,
  too_long: PAID,
  server_error: PAID,
  error: PAID,
  unreadable: { ...PAID, attemptsMax: ONCE_MORE, reason: 'unreadable' },
  empty: WITHOUT_TEXT,
  tool_call: WITHOUT_TEXT,
  unfinished: WITHOUT_TEXT,
  refusal: { ...PAID, again: 'never', reason: 'refused', gate: 'success' },
  not_accepted: { ...UNPAID, again: 'never', reason: 'platform_error', gate: 'not_accepted' },
  worker_lost: { ...PAID, again: 'in_turn', reason: 'worker_lost', gate: 'none' },
};

const MINUTE_MS = 60_000;
const STEPS_MS = [MINUTE_MS, 10 * MINUTE_MS] as const;
const BACKOFF_MS_MAX = 60 * MINUTE_MS;
/** A pause varies at random by so much, so that runs that failed together are asked again at different times. */
const RANDOM_PART = 1 / 2;

export interface FailedAttempt {
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
export function nextAttempt(attempt: FailedAttempt, now: Date, chance: number): Date | null {
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
