import { ServiceError } from '../errors.js';
import { type Budget, type RequestLimits, reportedBudget } from './budget.js';
import type { ChargeRow } from './door.statement.js';

/** What a request that was let in has cost its account. */
export interface Charge {
  /** Requests of a whole minute: what one operation may cost at most. */
  ceiling: number;
  /** What is left, after the charge. */
  budget: Budget;
  /** The cost exceeds what a whole minute of the tier holds: one request was charged, and the work must not be done. */
  isOverCeiling: boolean;
}

/** Why a budget has no room for a request. */
export interface Exhaustion {
  /** The exhausted window. */
  budget: Budget;
  /** Until it ends, unrounded. */
  secondsLeft: number;
  /** Requests asked for, and those that were to be charged for them. */
  cost: number;
  charge: number;
}

/**
 * A request that the tier's budget has no room for; carries the exhausted window and the whole seconds until its end.
 */
export class RateLimitExceeded extends ServiceError {
  constructor(readonly exhaustion: Readonly<Exhaustion>) {
    super('RATE_LIMIT_EXCEEDED', 'Rate limit exceeded. Wait until the reset time before retrying.');
  }

  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil(this.exhaustion.secondsLeft));
  }
}

/**
 * What the door has charged for `cost` requests, or would charge.
 * @throws ServiceError {@link RateLimitExceeded}.
 */
export function readCharge(row: ChargeRow, limits: RequestLimits, cost: number): Charge {
  const { budget, secondsLeft } = reportedBudget(row, limits);
  if (!row.admitted) throw new RateLimitExceeded({ budget, secondsLeft, cost, charge: row.charge });
  return { budget, ceiling: limits.perMinute, isOverCeiling: row.charge < cost };
}
