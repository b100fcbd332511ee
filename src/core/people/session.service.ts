import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { refuseUnlessHolder } from '../access/may-write.js';
import { notFound } from '../access/not-found.js';
import { generateToken, parseToken } from '../access/token.js';
import type { Context } from '../context.js';
import { ServiceError } from '../errors.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { type Actor, saveSecurityEvent } from './security-event.js';
import {
  DELETE_DEVICES_BEYOND,
  END_SESSION,
  END_SESSION_OF_TOKEN,
  END_SESSIONS,
  END_SESSIONS_BEYOND,
  FIND_SESSION_OWNER,
  LIST_SESSIONS,
  SAVE_DEVICE,
  SAVE_SESSION,
  TOUCH_DEVICE,
} from './session.statements.js';
import { type SessionView, toSessionView } from './session.view.js';
import type { Visitor } from './visitor.js';

const SESSIONS_MAX = 20;
const DEVICES_MAX = 20;
const WHAT = 'Sessions';

/** What a browser is given at sign-in: shown to it once, stored as hashes. */
export interface NewSession {
  accountId: string;
  holderId: string;
  sessionId: string;
  token: string;
  /** For a browser that was not known; null where it was. */
  deviceToken: string | null;
}

/**
 * Opens a session of a holder, in a transaction of the caller's; the sessions beyond 20, used longest ago, end.
 * @param deviceId of the device that the browser presented, if it is one of the holder's.
 */
export async function openSession(
  tx: EntityManager,
  { accountId, holderId, deviceId }: { accountId: string; holderId: string; deviceId: string | null },
  visitor: Visitor,
): Promise<NewSession> {
  const session = generateToken(accountId);
  const sessionId = randomUUID();
  const values = [accountId, sessionId, holderId, session.hash, visitor.network, visitor.userAgent];
  await rows(tx, SAVE_SESSION, values);
  await rows(tx, END_SESSIONS_BEYOND, [accountId, holderId, SESSIONS_MAX]);
  const deviceToken = await rememberDevice(tx, accountId, holderId, deviceId);
  return { accountId, holderId, sessionId, token: session.token, deviceToken };
}

async function rememberDevice(
  tx: EntityManager,
  accountId: string,
  holderId: string,
  deviceId: string | null,
): Promise<string | null> {
  if (deviceId !== null) {
    await rows(tx, TOUCH_DEVICE, [accountId, deviceId]);
    return null;
  }
  const device = generateToken(accountId);
  await rows(tx, SAVE_DEVICE, [accountId, randomUUID(), holderId, device.hash]);
  await rows(tx, DELETE_DEVICES_BEYOND, [accountId, holderId, DEVICES_MAX]);
  return device.token;
}

/** Ends the session of a token; one that ended before, and a token that is none, change nothing. */
export async function signOut(em: EntityManager, token: string | null, visitor: Visitor): Promise<void> {
  const parsed = token === null ? null : parseToken(token);
  if (!parsed) return;
  const { accountId, hash } = parsed;
  await transaction(em, async (tx) => {
    const [ended] = await rows(tx, END_SESSION_OF_TOKEN, [accountId, hash]);
    if (ended) await saveSecurityEvent(tx, { accountId, holderId: ended.holder_id, kind: 'sign_out', visitor });
  });
}

/** The caller's own good sessions, last seen first. @throws ServiceError FORBIDDEN for a key. */
export async function listOwnSessions(ctx: Context): Promise<SessionView[]> {
  const { accountId, holderId } = holderOf(ctx);
  return (await rows(ctx.em, LIST_SESSIONS, [accountId, holderId])).map(toSessionView);
}

/** Good sessions of an account, last seen first; for the operator. */
export async function listSessions(em: EntityManager, accountId: string): Promise<SessionView[]> {
  return (await rows(em, LIST_SESSIONS, [accountId, null])).map(toSessionView);
}

/**
 * Ends one of the caller's own sessions; an owner ends those of others too. It holds on the very next request.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function endSession(ctx: Context, sessionId: unknown, visitor: Visitor): Promise<{ ended: number }> {
  const { accountId, holderId, role } = holderOf(ctx);
  const id = parse(uuid, sessionId, 'session');
  return transaction(ctx.em, async (tx) => {
    const [found] = await rows(tx, FIND_SESSION_OWNER, [accountId, id]);
    if (!found || (found.holder_id !== holderId && role !== 'owner')) throw notFound('session');
    const ended = await rows(tx, END_SESSION, [accountId, id]);
    const detail = { session: id, of: found.holder_id };
    if (ended.length > 0) await saveSecurityEvent(tx, { accountId, holderId, kind: 'session_ended', visitor, detail });
    return { ended: ended.length };
  });
}

/** Ends all of the caller's sessions but the one it asks with. @throws ServiceError FORBIDDEN for a key. */
export async function endOtherSessions(ctx: Context, visitor: Visitor): Promise<{ ended: number }> {
  const { accountId, holderId, sessionId } = holderOf(ctx);
  const all = { accountId, ofHolderId: holderId, exceptId: sessionId };
  return transaction(ctx.em, (tx) => endSessions(tx, all, { holderId, visitor }));
}

/**
 * Ends sessions in a transaction of the caller's: all of an account, of one of its holders, or all but one; and
 * remembers it where there were any.
 */
export async function endSessions(
  tx: EntityManager,
  { accountId, ofHolderId, exceptId }: { accountId: string; ofHolderId: string | null; exceptId?: string },
  actor: Actor,
): Promise<{ ended: number }> {
  const ended = await rows(tx, END_SESSIONS, [accountId, ofHolderId, exceptId ?? null]);
  const detail = { sessions: String(ended.length), ...(ofHolderId !== null && { of: ofHolderId }) };
  if (ended.length > 0) await saveSecurityEvent(tx, { ...actor, accountId, kind: 'session_ended', detail });
  return { ended: ended.length };
}

function holderOf({ caller }: Context) {
  refuseUnlessHolder(caller, WHAT);
  if (caller.kind !== 'holder') throw new ServiceError('FORBIDDEN', 'The operator has no sessions of its own');
  return caller;
}
