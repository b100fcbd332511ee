import { DATABASE_MS_PER_MINUTE, type Database } from '../../database/database.js';
import { rows, type Statement } from '../../database/rows.js';
import type { Caller } from '../context.js';
import { ServiceError } from '../errors.js';
import { parseKey } from '../keys/key-format.js';
import { Unavailable } from '../unavailable.js';
import { type Budget, reportedBudget } from './budget.js';
import { DOOR, type DoorRow, PREVIEW } from './door.statement.js';

/** A request let in: who asks, what is left of the budget, and whether writes are switched off. */
export interface Admission {
  caller: Caller;
  budget: Budget;
  isReadOnly: boolean;
  /** The cost exceeds what a whole minute of the tier holds: one request was charged, and the work must not be done. */
  isOverCeiling: boolean;
}

/** What a refusal for want of budget goes by. */
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

const UNAUTHORIZED_MESSAGE = 'A valid API key is required: Authorization: Bearer <API_KEY>';

/**
 * Lets a request in and charges `cost` requests to both windows of the account, or to neither; a cost above the tier's
 * minute is charged as one and told as `isOverCeiling`. The message of a refusal does not tell an unknown key from a
 * revoked one or an inactive subscription.
 * @param presented the key as sent, null where none was.
 * @throws ServiceError UNAUTHORIZED, FORBIDDEN for a tier without API access, {@link RateLimitExceeded};
 *   {@link Unavailable}, charged, where the account has used up its database time of the minute.
 */
export async function admit(database: Database, presented: string | null, cost = 1): Promise<Admission> {
  const admission = await ask(database, DOOR, presented, cost);
  refuseBeyondDatabaseTime(database, admission.caller.accountId);
  return admission;
}

/**
 * The requests under way of an account that has used up its time are finished; the next ones wait for its next minute.
 */
function refuseBeyondDatabaseTime(database: Database, accountId: string): void {
  const seconds = database.secondsUntilFree(accountId);
  if (seconds === 0) return;
  const budgetSeconds = DATABASE_MS_PER_MINUTE / 1_000;
  throw new Unavailable(
    `The account has used its ${budgetSeconds} seconds of database time of this minute. Ask for less at once.`,
    seconds,
  );
}

/**
 * Refuses whom {@link admit} would refuse now, and charges nothing: for work that must come before the charge and is
 * not to be done for strangers. What it lets pass is still to be admitted.
 */
export async function preview(database: Database, presented: string | null): Promise<void> {
  await ask(database, PREVIEW, presented, 1);
}

async function ask(
  database: Database,
  door: Statement<DoorRow>,
  presented: string | null,
  cost: number,
): Promise<Admission> {
  const key = presented === null ? null : parseKey(presented);
  if (!key) throw new ServiceError('UNAUTHORIZED', UNAUTHORIZED_MESSAGE);
  const [row] = await rows(database.openForDoor(key.accountId), door, [key.accountId, key.hash, cost]);
  if (!row || row.revoked || row.subscription !== 'active') {
    throw new ServiceError('UNAUTHORIZED', UNAUTHORIZED_MESSAGE);
  }
  if (row.admitted === null) {
    throw new ServiceError('FORBIDDEN', `The ${row.tier} subscription tier has no API access`);
  }
  const { budget, secondsLeft } = reportedBudget(row, row.tier);
  if (!row.admitted) throw new RateLimitExceeded({ budget, secondsLeft, cost, charge: row.charge });
  return {
    caller: { kind: 'key', accountId: key.accountId, keyId: row.key_id, tier: row.tier },
    budget,
    isReadOnly: row.is_read_only,
    isOverCeiling: row.charge < cost,
  };
}
