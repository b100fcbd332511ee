import { ServiceError } from '../errors.js';
import { type Budget, type CountedWindow, reportedBudget } from './budget.js';
import type { ChargeRow } from './door.statement.js';
import { HOLDER_REQUESTS } from './holder-limits.js';
import type { SessionDoorRow } from './session-door.statement.js';

/** The windows of a tier's keys. */
export interface RequestLimits {
  perMinute: number;
  perDay: number;
}

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
  /** In words for the caller: which bound it is. */
  message: string;
}

/**
 * A request that a budget has no room for; carries the exhausted window and the whole seconds until its end.
 */
export class RateLimitExceeded extends ServiceError {
  constructor(readonly exhaustion: Readonly<Exhaustion>) {
    super('RATE_LIMIT_EXCEEDED', exhaustion.message);
  }

  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil(this.exhaustion.secondsLeft));
  }
}

const WAIT = 'Wait until the reset time before retrying.';
const KEY_REFUSAL = `Rate limit exceeded. ${WAIT}`;
const HOLDER_REFUSAL = `Rate limit exceeded: a person may send ${HOLDER_REQUESTS.perHolder} requests a minute. ${WAIT}`;
const HOLDERS_REFUSAL =
  `Rate limit exceeded: the people of an account may send ${HOLDER_REQUESTS.perMinute} requests a minute ` +
  `together. ${WAIT}`;

/**
 * What the door has charged a key for `cost` requests, or would charge.
 * @throws ServiceError {@link RateLimitExceeded}.
 */
export function readCharge(row: ChargeRow, { perMinute, perDay }: RequestLimits, cost: number): Charge {
  const { charge, minute_count, minute_resets_at, day_count, day_resets_at } = row;
  const refusal = KEY_REFUSAL;
  return chargeOf(row, cost, perMinute, [
    { limit: perMinute, count: minute_count, charge, resetsAt: minute_resets_at, refusal },
    { limit: perDay, count: day_count, charge, resetsAt: day_resets_at, refusal },
  ]);
}

/**
 * What the door has charged a holder for `cost` requests, or would charge; its own minute is that of the account.
 * @throws ServiceError {@link RateLimitExceeded}.
 */
export function readHolderCharge(row: SessionDoorRow, cost: number): Charge {
  const { perMinute, perHolder } = HOLDER_REQUESTS;
  const { charge, minute_count, holder_count, holder_charge, minute_resets_at: resetsAt } = row;
  return chargeOf(row, cost, perMinute, [
    { limit: perHolder, count: holder_count, charge: holder_charge, resetsAt, refusal: HOLDER_REFUSAL },
    { limit: perMinute, count: minute_count, charge, resetsAt, refusal: HOLDERS_REFUSAL },
  ]);
}

/** @param ceiling requests of a whole minute. */
function chargeOf(row: ChargeRow, cost: number, ceiling: number, windows: readonly CountedWindow[]): Charge {
  const { budget, secondsLeft, refusal: message } = reportedBudget(row, windows);
  const { charge } = row;
  if (!row.admitted) throw new RateLimitExceeded({ budget, secondsLeft, cost, charge, message });
  return { budget, ceiling, isOverCeiling: charge < cost };
}
