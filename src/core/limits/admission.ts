import { DATABASE_MS_PER_MINUTE, type Database } from '../../database/database.js';
import { rows, type Statement } from '../../database/rows.js';
import type { Caller } from '../context.js';
import { Unavailable } from '../unavailable.js';
import { type Charge, readCharge } from './charge.js';
import { DOOR, type DoorRow, PREVIEW } from './door.statement.js';
import { type Credential, identify, parseCredential, unauthorized } from './identify.js';

/** A request let in: who asks, what it cost, and whether writes are switched off. */
export interface Admission extends Charge {
  caller: Caller;
  isReadOnly: boolean;
}

/**
 * Lets a request in: tells who asks by its credential, and charges `cost` requests to both windows of the account, or
 * to neither, in one statement; a cost above the tier's minute is charged as one and told as `isOverCeiling`.
 * @param credential null where none was sent.
 * @throws ServiceError UNAUTHORIZED, FORBIDDEN for a tier without API access, RateLimitExceeded;
 *   {@link Unavailable}, charged, where the account has used up its database time of the minute.
 */
export async function admit(database: Database, credential: Credential | null, cost = 1): Promise<Admission> {
  const admission = await ask(database, DOOR, credential, cost);
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
export async function preview(database: Database, credential: Credential | null): Promise<void> {
  await ask(database, PREVIEW, credential, 1);
}

/** One statement finds the key and charges its account; who asks is told first, then what it cost. */
async function ask(
  database: Database,
  door: Statement<DoorRow>,
  credential: Credential | null,
  cost: number,
): Promise<Admission> {
  const { accountId, hash } = parseCredential(credential);
  const [row] = await rows(database.openForDoor(accountId), door, [accountId, hash, cost]);
  if (!row) throw unauthorized();
  const caller = identify(accountId, row);
  return { caller, ...readCharge(row, caller.tier, cost), isReadOnly: row.is_read_only };
}
