import type { Database } from '../../database/database.js';
import { withoutFactor } from '../access/access.js';
import type { ParsedCredential } from '../access/token.js';
import type { Caller } from '../context.js';
import { ServiceError } from '../errors.js';
import { HOLDER_REQUESTS, keyLimits } from '../plans.js';
import {
  ADMIT_KEY,
  ADMIT_SESSION,
  CHECK_KEY,
  CHECK_SESSION,
  type ChargeRow,
  type IdentityRow,
  type KeyDecision,
  type SessionDecision,
} from './admission.sql.js';
import type { Credential } from './credential.js';

/** An admitted request: its caller and its charge. */
export interface Admission extends Charge {
  caller: Caller;
}

/** A request with a key, as the database decides about it. */
export interface KeyRequest {
  accountId: string;
  /** The key's. */
  hash: Buffer;
  /** In requests of the tier, from 1 to {@link COST_MAX}. */
  cost: number;
}

/** Asks the database about a request and charges it; undefined where there is no such key. */
export type DecideKey = (request: KeyRequest) => Promise<KeyDecision | undefined>;

/** Far above a minute of any tier, and an integer of PostgreSQL's. */
const COST_MAX = 1_000_000;

/**
 * Admits a request: identifies the caller by its credential, and charges `cost` requests to the windows of the
 * account's keys, or of its holders and of the one who asks, or to none, in one statement; a cost above a whole minute
 * is charged as one request and marked `isOverCeiling`.
 * @param credential null where none was sent.
 * @param decideKey how a key is decided about: in a statement of its own by default; never a session, which always has
 *   its own.
 * @throws ServiceError UNAUTHORIZED, FORBIDDEN for a tier without API access, RateLimitExceeded.
 */
export async function admit(
  database: Database,
  credential: Credential | null,
  cost = 1,
  decideKey: DecideKey = decideAlone(database),
): Promise<Admission> {
  if (!Number.isSafeInteger(cost) || cost < 1) throw new Error(`a request cannot cost ${cost}`);
  if (!credential?.parsed) throw unauthorized(credential?.kind);
  return credential.kind === 'session'
    ? decideSession(database, ADMIT_SESSION, { ...credential, ...credential.parsed }, cost)
    : chargeKey(decideKey, credential.parsed, cost);
}

/**
 * Refuses what {@link admit} would refuse now, and charges nothing: for work that comes before the charge and must not
 * be done for unverified credentials. The request must still be admitted.
 */
export async function check(database: Database, credential: Credential | null): Promise<void> {
  if (!credential?.parsed) throw unauthorized(credential?.kind);
  const { kind, parsed } = credential;
  if (kind === 'session') await decideSession(database, CHECK_SESSION, { ...credential, ...parsed }, 1);
  else await chargeKey((request) => checkKey(database, request), parsed, 1);
}

/** Decides in a statement of the request's own. */
export function decideAlone(database: Database): DecideKey {
  return async ({ accountId, hash, cost }) => {
    const [row] = await database.openForAdmission(accountId).rows(ADMIT_KEY, [accountId, hash, cost]);
    return row;
  };
}

async function checkKey(database: Database, { accountId, hash, cost }: KeyRequest): Promise<KeyDecision | undefined> {
  const [row] = await database.openForAdmission(accountId).rows(CHECK_KEY, [accountId, hash, cost]);
  return row;
}

/** One statement finds the key and charges its account; the caller is read first, then the charge. */
async function chargeKey(decide: DecideKey, { accountId, hash }: ParsedCredential, cost: number): Promise<Admission> {
  const row = await decide({ accountId, hash, cost: Math.min(cost, COST_MAX) });
  if (!row) throw unauthorized();
  const caller = identifyKey(accountId, row);
  return { caller, ...readCharge(row, keyLimits(caller.tier), cost) };
}

async function decideSession(
  database: Database,
  statement: typeof ADMIT_SESSION,
  { accountId, hash, mayLackFactor }: ParsedCredential & Pick<Credential, 'mayLackFactor'>,
  cost: number,
): Promise<Admission> {
  const [row] = await database.openForAdmission(accountId).rows(statement, [accountId, hash, Math.min(cost, COST_MAX)]);
  if (!row) throw unauthorized('session');
  if (row.lacks_factor && !mayLackFactor) throw withoutFactor();
  return { caller: holderOf(accountId, row), ...readHolderCharge(row, cost) };
}

/**
 * Who presented the key that was found, whatever the tier of its account may ask.
 * @throws ServiceError UNAUTHORIZED for a revoked key and an inactive subscription.
 */
export function identifyKey(accountId: string, row: IdentityRow): Caller {
  if (row.revoked || row.subscription !== 'active') throw unauthorized();
  return { kind: 'key', accountId, keyId: row.key_id, access: row.access, tier: row.tier };
}

/** Who signed in with the session that was found; an inactive subscription reads all the same. */
function holderOf(accountId: string, row: SessionDecision): Caller {
  const { holder_id: holderId, session_id: sessionId, role, tier, subscription, is_stepped_up: isSteppedUp } = row;
  const { project_ids: projectIds } = row;
  return { kind: 'holder', accountId, tier, holderId, sessionId, role, subscription, isSteppedUp, projectIds };
}

const UNAUTHORIZED_MESSAGE = 'A valid API key is required: Authorization: Bearer <API_KEY>';
const SIGNED_OUT_MESSAGE = 'You are not signed in, or your session has ended. Sign in.';

/** Has one message for an unknown key, a revoked one and an inactive subscription; likewise for sessions. */
function unauthorized(kind: Credential['kind'] = 'key'): ServiceError {
  return new ServiceError('UNAUTHORIZED', kind === 'key' ? UNAUTHORIZED_MESSAGE : SIGNED_OUT_MESSAGE);
}

/** What a request that was let in has cost its account. */
interface Charge {
  /** Requests of a whole minute: what one operation may cost at most. */
  ceiling: number;
  /** What is left, after the charge. */
  budget: Budget;
  /** The cost exceeds what a whole minute of the tier holds: one request was charged, and the work must not be done. */
  isOverCeiling: boolean;
}

/** Why a budget has no room for a request. */
interface Exhaustion {
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

/** A request that a budget has no room for; carries the exhausted window and the whole seconds until its end. */
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
 * What the database has charged a key for `cost` requests, or would charge.
 * @throws ServiceError {@link RateLimitExceeded}.
 */
export function readCharge(row: ChargeRow, { perMinute, perDay }: ReturnType<typeof keyLimits>, cost: number): Charge {
  const { charge, minute_count, minute_resets_at, day_count, day_resets_at } = row;
  const refusal = KEY_REFUSAL;
  return chargeOf(row, cost, perMinute, [
    { limit: perMinute, count: minute_count, charge, resetsAt: minute_resets_at, refusal },
    { limit: perDay, count: day_count, charge, resetsAt: day_resets_at, refusal },
  ]);
}

/**
 * What the database has charged a holder for `cost` requests, or would charge; its own minute is that of the account.
 * @throws ServiceError {@link RateLimitExceeded}.
 */
function readHolderCharge(row: SessionDecision, cost: number): Charge {
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

/** One request window as shown to a caller; `reset` is Unix time in seconds (specification, section 8.1). */
export interface Budget {
  limit: number;
  remaining: number;
  reset: number;
}

/** A window that a request was counted in, or refused for. */
interface CountedWindow {
  limit: number;
  /** After the request; null where there is no row for it. */
  count: number | null;
  /** What was to be charged to it. */
  charge: number;
  /** Unix time in seconds, unrounded. */
  resetsAt: number | null;
  /** The message to a request that it has no room for. */
  refusal: string;
}

interface Window extends Budget {
  resetsAt: number;
  isExhausted: boolean;
  refusal: string;
}

const MINUTE_SECONDS = 60;

/**
 * The window to report: of an admitted request the one with the fewest requests remaining, of a refused one the
 * exhausted window, the latest reset where several are (decisions, "which window"); and the seconds until it ends,
 * unrounded. Of equal ones it is the first.
 * @param minute of the windows, all of which count a request at once; the first begins with its first request.
 */
function reportedBudget({ admitted, asked_at: askedAt }: ChargeRow, windows: readonly CountedWindow[]) {
  const [minute, ...others] = windows.map(windowOf);
  if (!minute) throw new Error('a request was counted in no window');
  const { limit, remaining, reset, resetsAt, refusal } = admitted
    ? others.reduce((first, next) => (next.remaining < first.remaining ? next : first), minute)
    : latestExhausted(minute, others);
  // A request may have asked just before the one that began the minute in which it is refused.
  const secondsLeft = resetsAt - Math.max(askedAt, minute.resetsAt - MINUTE_SECONDS);
  return { budget: { limit, remaining, reset }, secondsLeft, refusal };
}

function latestExhausted(minute: Window, others: readonly Window[]): Window {
  const [first = minute, ...further] = [minute, ...others].filter(({ isExhausted }) => isExhausted);
  return further.reduce((latest, next) => (next.resetsAt > latest.resetsAt ? next : latest), first);
}

function windowOf({ limit, count, charge, resetsAt, refusal }: CountedWindow): Window {
  const remaining = Math.max(0, limit - (count ?? 0));
  const endsAt = resetsAt ?? 0;
  return { limit, remaining, reset: Math.ceil(endsAt), resetsAt: endsAt, isExhausted: remaining < charge, refusal };
}
