import { randomUUID } from 'node:crypto';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { notFound, refuseUnlessHolder } from '../access/access.js';
import { generateToken, parseToken } from '../access/token.js';
import { IS_GOOD } from '../admission/admission.sql.js';
import type { Context } from '../context.js';
import { ServiceError } from '../errors.js';
import { parse, uuid } from '../input.js';
import { toTimestamp } from '../time.js';
import type { HolderKey } from './factors/own-factors.js';
import { type Actor, type Client, saveSecurityEvent } from './security-events.js';

const WHAT = 'Sessions';
const SESSIONS_MAX = 20;
const SESSION_HOURS = 30 * 24;
const DEVICES_MAX = 20;

/** What a browser is given at sign-in: shown to it once, stored as hashes. */
export interface NewSession {
  accountId: string;
  holderId: string;
  sessionId: string;
  token: string;
  /** For a browser that was not known; null where it was. */
  deviceToken: string | null;
}

/** A holder with the session that asks. */
export interface SessionHolder extends HolderKey {
  sessionId: string;
}

/** A company's provider whose word opens a session. */
export interface SessionProvider {
  id: string;
  /** What the session lasts at most. */
  hours: number;
  /** Whether the provider asked for a second factor. */
  isMultiFactor: boolean;
}

/** A browser that a holder is signed in with. */
interface SessionView {
  sessionId: string;
  holderId: string;
  createdAt: string;
  lastSeenAt: string;
  network: string;
  userAgent: string;
}

interface SessionRow {
  id: string;
  holder_id: string;
  created_at: string;
  last_seen_at: string;
  network: string;
  user_agent: string;
}

/** Ends after 30 days, or as many hours as a provider's word is good for, whatever is done with it. */
const SAVE_SESSION = statement<{ expires_at: string }>(
  'save-session',
  `insert into session (account_id, id, holder_id, token_hash, expires_at, network, user_agent, provider_id,
     is_multi_factor)
   values ($1, $2, $3, $4, now() + make_interval(hours => $7), $5, $6, $8, $9)
   returning expires_at`,
);

/** A holder has so many sessions at once; the ones used longest ago end. */
const END_SESSIONS_BEYOND = statement<object>(
  'end-sessions-beyond',
  `update session
   set ended_at = now()
   where account_id = $1 and id in (
     select id
     from session
     where account_id = $1 and holder_id = $2 and ended_at is null
     order by last_seen_at desc, id
     offset $3
   )`,
);

/** The bearer of its token may end a session, whatever is left of the budget. */
const END_SESSION_OF_TOKEN = statement<{ holder_id: string }>(
  'end-session-of-token',
  `update session
   set ended_at = now()
   where account_id = $1 and token_hash = $2 and ended_at is null
   returning holder_id`,
);

const END_SESSION = statement<{ holder_id: string }>(
  'end-session',
  `update session
   set ended_at = now()
   where account_id = $1 and id = $2 and ended_at is null
   returning holder_id`,
);

/** All of an account's, or of its holder $2 where given, but the one of $3 where given. */
const END_SESSIONS = statement<{ id: string }>(
  'end-sessions',
  `update session
   set ended_at = now()
   where account_id = $1 and ended_at is null and ($2::uuid is null or holder_id = $2)
     and ($3::uuid is null or id <> $3)
   returning id`,
);

/** Good sessions of an account, or of its holder $2 where given, last seen first. */
const LIST_SESSIONS = statement<SessionRow>(
  'list-sessions',
  `select s.id, s.holder_id, s.created_at, s.last_seen_at, s.network, s.user_agent
   from session s
   join holder h on h.account_id = $1 and h.id = s.holder_id
   where s.account_id = $1 and ($2::uuid is null or s.holder_id = $2) and ${IS_GOOD}
   order by s.last_seen_at desc, s.id`,
);

const FIND_SESSION_OWNER = statement<{ holder_id: string }>(
  'find-owner-of-session',
  `select holder_id
   from session
   where account_id = $1 and id = $2`,
);

const SAVE_DEVICE = statement<object>(
  'save-known-device',
  `insert into known_device (account_id, id, holder_id, token_hash)
   values ($1, $2, $3, $4)`,
);

const TOUCH_DEVICE = statement<object>(
  'touch-known-device',
  `update known_device
   set last_seen_at = now()
   where account_id = $1 and id = $2`,
);

/** A holder keeps so many devices; the ones used longest ago go. */
const DELETE_DEVICES_BEYOND = statement<object>(
  'delete-known-devices-beyond',
  `delete from known_device
   where account_id = $1 and id in (
     select id
     from known_device
     where account_id = $1 and holder_id = $2
     order by last_seen_at desc, id
     offset $3
   )`,
);

/**
 * Opens a session of a holder, in a transaction of the caller's; the sessions beyond 20, used longest ago, end.
 * @param deviceId of the device that the browser presented, if it is one of the holder's.
 * @param by the provider that said who it is; null for a password.
 */
export async function openSession(
  tx: DatabaseSession,
  { accountId, holderId, deviceId }: { accountId: string; holderId: string; deviceId: string | null },
  client: Client,
  by: SessionProvider | null = null,
): Promise<NewSession> {
  const session = generateToken('session', accountId);
  const sessionId = randomUUID();
  const hours = Math.min(SESSION_HOURS, by?.hours ?? SESSION_HOURS);
  const values = [accountId, sessionId, holderId, session.hash, client.network, client.userAgent, hours];
  await tx.rows(SAVE_SESSION, [...values, by?.id ?? null, by?.isMultiFactor ?? false]);
  await tx.rows(END_SESSIONS_BEYOND, [accountId, holderId, SESSIONS_MAX]);
  const deviceToken = await rememberDevice(tx, accountId, holderId, deviceId);
  return { accountId, holderId, sessionId, token: session.token, deviceToken };
}

async function rememberDevice(
  tx: DatabaseSession,
  accountId: string,
  holderId: string,
  deviceId: string | null,
): Promise<string | null> {
  if (deviceId !== null) {
    await tx.rows(TOUCH_DEVICE, [accountId, deviceId]);
    return null;
  }
  const device = generateToken('device', accountId);
  await tx.rows(SAVE_DEVICE, [accountId, randomUUID(), holderId, device.hash]);
  await tx.rows(DELETE_DEVICES_BEYOND, [accountId, holderId, DEVICES_MAX]);
  return device.token;
}

/** Ends the session of a token; one that ended before, and a token that is none, change nothing. */
export async function signOut(db: DatabaseSession, token: string | null, client: Client): Promise<void> {
  const parsed = token === null ? null : parseToken('session', token);
  if (!parsed) return;
  const { accountId, hash } = parsed;
  await db.transaction(async (tx) => {
    const [ended] = await tx.rows(END_SESSION_OF_TOKEN, [accountId, hash]);
    if (ended) await saveSecurityEvent(tx, { accountId, holderId: ended.holder_id, kind: 'sign_out', client });
  });
}

/** The caller's own good sessions, last seen first. @throws ServiceError FORBIDDEN for a key. */
export async function listOwnSessions(ctx: Context): Promise<SessionView[]> {
  const { accountId, holderId } = holderOf(ctx);
  return (await ctx.db.rows(LIST_SESSIONS, [accountId, holderId])).map(toSessionView);
}

/** Good sessions of an account, last seen first; for the operator. */
export async function listSessions(db: DatabaseSession, accountId: string): Promise<SessionView[]> {
  return (await db.rows(LIST_SESSIONS, [accountId, null])).map(toSessionView);
}

/**
 * Ends one of the caller's own sessions; an owner ends those of others too. It holds on the very next request.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function endSession(ctx: Context, sessionId: unknown, client: Client): Promise<{ ended: number }> {
  const { accountId, holderId, role } = holderOf(ctx);
  const id = parse(uuid, sessionId, 'session');
  return ctx.db.transaction(async (tx) => {
    const [found] = await tx.rows(FIND_SESSION_OWNER, [accountId, id]);
    if (!found || (found.holder_id !== holderId && role !== 'owner')) throw notFound('session');
    const ended = await tx.rows(END_SESSION, [accountId, id]);
    const detail = { session: id, of: found.holder_id };
    if (ended.length > 0) await saveSecurityEvent(tx, { accountId, holderId, kind: 'session_ended', client, detail });
    return { ended: ended.length };
  });
}

/** Ends all of the caller's sessions but the one it asks with. @throws ServiceError FORBIDDEN for a key. */
export async function endOtherSessions(ctx: Context, client: Client): Promise<{ ended: number }> {
  const { accountId, holderId, sessionId } = holderOf(ctx);
  const all = { accountId, ofHolderId: holderId, exceptId: sessionId };
  return ctx.db.transaction((tx) => endSessions(tx, all, { holderId, client }));
}

/**
 * Ends sessions in a transaction of the caller's: all of an account, of one of its holders, or all but one; and
 * remembers it where there were any.
 */
export async function endSessions(
  tx: DatabaseSession,
  { accountId, ofHolderId, exceptId }: { accountId: string; ofHolderId: string | null; exceptId?: string },
  actor: Actor,
): Promise<{ ended: number }> {
  const ended = await tx.rows(END_SESSIONS, [accountId, ofHolderId, exceptId ?? null]);
  const detail = { sessions: String(ended.length), ...(ofHolderId !== null && { of: ofHolderId }) };
  if (ended.length > 0) await saveSecurityEvent(tx, { ...actor, accountId, kind: 'session_ended', detail });
  return { ended: ended.length };
}

/** @throws ServiceError FORBIDDEN for all but a holder. */
export function sessionHolderOf({ caller }: Context): SessionHolder {
  if (caller.kind !== 'holder') throw new ServiceError('FORBIDDEN', 'Only a signed-in account holder can do this');
  const { accountId, holderId, sessionId } = caller;
  return { accountId, holderId, sessionId };
}

function holderOf({ caller }: Context) {
  refuseUnlessHolder(caller, WHAT);
  if (caller.kind !== 'holder') throw new ServiceError('FORBIDDEN', 'The operator has no sessions of its own');
  return caller;
}

function toSessionView(row: SessionRow): SessionView {
  return {
    sessionId: row.id,
    holderId: row.holder_id,
    createdAt: toTimestamp(row.created_at),
    lastSeenAt: toTimestamp(row.last_seen_at),
    network: row.network,
    userAgent: row.user_agent,
  };
}
