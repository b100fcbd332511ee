import { DATABASE_MS_PER_MINUTE, type Database } from '../../database/database.js';
import { rows } from '../../database/rows.js';
import { keyLimits } from '../access/api-access.js';
import type { Caller } from '../context.js';
import { Unavailable } from '../unavailable.js';
import { type Charge, readCharge } from './charge.js';
import { DOOR, PREVIEW } from './door.statement.js';
import { HOLDER_REQUESTS } from './holder-limits.js';
import {
  type Credential,
  identify,
  identifyHolder,
  type ParsedCredential,
  parseCredential,
  unauthorized,
} from './identify.js';
import { SESSION_DOOR, SESSION_PREVIEW } from './session-door.statement.js';

/** An admitted request: its caller, its charge, and whether writes are switched off. */
export interface Admission extends Charge {
  caller: Caller;
  isReadOnly: boolean;
}

/**
 * Admits a request: identifies the caller by its credential, and charges `cost` requests to the windows of the
 * account's keys, or of its holders, or to none, in one statement; a cost above a whole minute is charged as one
 * request and marked `isOverCeiling`.
 * @param credential null where none was sent.
 * @throws ServiceError UNAUTHORIZED, FORBIDDEN for a tier without API access, RateLimitExceeded;
 *   {@link Unavailable}, charged, where the account has used up its database time of the minute.
 */
export async function admit(database: Database, credential: Credential | null, cost = 1): Promise<Admission> {
  const admission = await ask(database, credential, cost, true);
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
 * Refuses what {@link admit} would refuse now, and charges nothing: for work that comes before the charge and must not
 * be done for strangers. The request must still be admitted.
 */
export async function preview(database: Database, credential: Credential | null): Promise<void> {
  await ask(database, credential, 1, false);
}

async function ask(
  database: Database,
  credential: Credential | null,
  cost: number,
  charges: boolean,
): Promise<Admission> {
  const parsed = credential && parseCredential(credential);
  if (!parsed) throw unauthorized(credential?.kind);
  return credential.kind === 'session'
    ? askForSession(database, credential, parsed, cost, charges)
    : askForKey(database, parsed, cost, charges);
}

/** One statement finds the key and charges its account; the caller is read first, then the charge. */
async function askForKey(
  database: Database,
  { accountId, hash }: ParsedCredential,
  cost: number,
  charges: boolean,
): Promise<Admission> {
  const [row] = await rows(database.openForDoor(accountId), charges ? DOOR : PREVIEW, [accountId, hash, cost]);
  if (!row) throw unauthorized();
  const caller = identify(accountId, row);
  return { caller, ...readCharge(row, keyLimits(caller.tier), cost), isReadOnly: row.is_read_only };
}

async function askForSession(
  database: Database,
  credential: Credential,
  { accountId, hash }: ParsedCredential,
  cost: number,
  charges: boolean,
): Promise<Admission> {
  const door = charges ? SESSION_DOOR : SESSION_PREVIEW;
  const [row] = await rows(database.openForDoor(accountId), door, [accountId, hash, cost]);
  if (!row) throw unauthorized('session');
  const caller = identifyHolder(accountId, row, credential);
  return { caller, ...readCharge(row, HOLDER_REQUESTS, cost), isReadOnly: row.is_read_only };
}
