import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../clock.js';
import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import type { LinkPurpose } from '../../entities/vocabulary.js';
import { generateToken, parseToken } from '../access/token.js';
import { invalid } from '../errors.js';
import { parse } from '../parse.js';
import { toTimestamp } from '../timestamp.js';
import { useLinkInput } from './holder.input.js';
import { FIND_PASSWORD, LIST_KNOWN_NAMES, SET_PASSWORD } from './holder.statements.js';
import { SAVE_LINK, USE_LINK, USE_UP_LINKS } from './link.statements.js';
import { hashPassword, refuseWeakPassword } from './password.js';
import { saveSecurityEvent } from './security-event.js';
import { endSessions, type NewSession, openSession } from './session.service.js';
import type { Visitor } from './visitor.js';

const SECONDS: Readonly<Record<LinkPurpose, number>> = { invitation: 7 * 86_400, reset: 3_600 };

/** A link as it is sent or shown: once. Who holds the token sets the password of its holder. */
export interface NewLink {
  token: string;
  purpose: LinkPurpose;
  expiresAt: string;
}

/** Makes a link of a holder, in a transaction of the caller's; links made before are good no longer. */
export async function createLink(
  tx: EntityManager,
  { accountId, holderId, purpose }: { accountId: string; holderId: string; purpose: LinkPurpose },
): Promise<NewLink> {
  const { token, hash } = generateToken(accountId);
  await rows(tx, USE_UP_LINKS, [accountId, holderId]);
  const values = [accountId, randomUUID(), holderId, purpose, hash, SECONDS[purpose]];
  const [saved] = await rows(tx, SAVE_LINK, values);
  if (!saved) throw new Error('a link was not saved');
  return { token, purpose, expiresAt: toTimestamp(saved.expires_at) };
}

/**
 * Sets the password of the holder whose link it is, ends all sessions of that holder and opens a new one. A link is
 * good once; a password that is refused leaves it as it was.
 * @throws ServiceError VALIDATION_ERROR for a link that is unknown, used or too old, and for a weak password.
 */
export async function useLink(em: EntityManager, clock: Clock, input: unknown, visitor: Visitor): Promise<NewSession> {
  const { token, password, name } = parse(useLinkInput, input);
  const link = parseToken(token);
  if (!link) throw notGood();
  return transaction(em, async (tx) => {
    const { accountId } = link;
    const [used] = await rows(tx, USE_LINK, [accountId, link.hash]);
    if (!used) throw notGood();
    const holder = { accountId, holderId: used.holder_id };
    await setPassword(tx, clock, { ...holder, password, name });
    await endSessions(tx, holder, visitor);
    const session = await openSession(tx, { ...holder, deviceId: null }, visitor);
    await saveSecurityEvent(tx, { ...holder, kind: 'link_used', visitor, detail: { purpose: used.purpose } });
    await saveSecurityEvent(tx, { ...holder, kind: 'password_changed', visitor });
    return session;
  });
}

/** @throws ServiceError VALIDATION_ERROR for a weak password. */
export async function setPassword(
  tx: EntityManager,
  clock: Clock,
  wanted: { accountId: string; holderId: string; password: string; name?: string | undefined },
): Promise<void> {
  const { accountId, holderId, password, name } = wanted;
  const [holder] = await rows(tx, FIND_PASSWORD, [accountId, holderId]);
  if (!holder) throw new Error('a password is set for a holder that is not there');
  const names = await rows(tx, LIST_KNOWN_NAMES, [accountId]);
  refuseWeakPassword(password, [holder.email, name ?? holder.name, ...names.map((known) => known.name)]);
  await rows(tx, SET_PASSWORD, [accountId, holderId, await hashPassword(password), clock.now(), name ?? null]);
}

function notGood() {
  return invalid(['token'], 'the link is not good: it was used, is too old, or another took its place');
}
