import type { Database } from '../../database/database.js';
import { rows } from '../../database/rows.js';
import { keyLimits } from '../access/api-access.js';
import type { Caller } from '../context.js';
import { type Charge, readCharge, readHolderCharge } from './charge.js';
import { type DoorRow, PREVIEW } from './door.statement.js';
import {
  type Credential,
  identify,
  identifyHolder,
  type ParsedCredential,
  parseCredential,
  unauthorized,
} from './identify.js';
import { type AskDoor, askAlone, DEAREST, type KeyRequest } from './key-request.js';
import { SESSION_DOOR, SESSION_PREVIEW } from './session-door.statement.js';

/** An admitted request: its caller and its charge. */
export interface Admission extends Charge {
  caller: Caller;
}

/**
 * Admits a request: identifies the caller by its credential, and charges `cost` requests to the windows of the
 * account's keys, or of its holders and of the one who asks, or to none, in one statement; a cost above a whole minute
 * is charged as one request and marked `isOverCeiling`.
 * @param credential null where none was sent.
 * @param askDoor how a key asks: in a statement of its own by default; never a session, which always has its own.
 * @throws ServiceError UNAUTHORIZED, FORBIDDEN for a tier without API access, RateLimitExceeded.
 */
export async function admit(
  database: Database,
  credential: Credential | null,
  cost = 1,
  askDoor: AskDoor = askAlone(database),
): Promise<Admission> {
  if (!Number.isSafeInteger(cost) || cost < 1) throw new Error(`a request cannot cost ${cost}`);
  const parsed = parsedOf(credential);
  return parsed.kind === 'session'
    ? askForSession(database, SESSION_DOOR, parsed, cost)
    : chargeKey(askDoor, parsed, cost);
}

/**
 * Refuses what {@link admit} would refuse now, and charges nothing: for work that comes before the charge and must not
 * be done for strangers. The request must still be admitted.
 */
export async function preview(database: Database, credential: Credential | null): Promise<void> {
  const parsed = parsedOf(credential);
  if (parsed.kind === 'session') await askForSession(database, SESSION_PREVIEW, parsed, 1);
  else await chargeKey((request) => askPreview(database, request), parsed, 1);
}

type PresentedCredential = Credential & ParsedCredential;

function parsedOf(credential: Credential | null): PresentedCredential {
  const parsed = credential && parseCredential(credential);
  if (!parsed) throw unauthorized(credential?.kind);
  return { ...credential, ...parsed };
}

async function askPreview(database: Database, { accountId, hash, cost }: KeyRequest): Promise<DoorRow | undefined> {
  const [row] = await rows(database.openForDoor(accountId), PREVIEW, [accountId, hash, cost]);
  return row;
}

/** One statement finds the key and charges its account; the caller is read first, then the charge. */
async function chargeKey(askDoor: AskDoor, { accountId, hash }: ParsedCredential, cost: number): Promise<Admission> {
  const row = await askDoor({ accountId, hash, cost: Math.min(cost, DEAREST) });
  if (!row) throw unauthorized();
  const caller = identify(accountId, row);
  return { caller, ...readCharge(row, keyLimits(caller.tier), cost) };
}

async function askForSession(
  database: Database,
  door: typeof SESSION_DOOR,
  credential: PresentedCredential,
  cost: number,
): Promise<Admission> {
  const { accountId, hash } = credential;
  const [row] = await rows(database.openForDoor(accountId), door, [accountId, hash, Math.min(cost, DEAREST)]);
  if (!row) throw unauthorized('session');
  const caller = identifyHolder(accountId, row, credential);
  return { caller, ...readHolderCharge(row, cost) };
}
