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
import { askForFactor, type PendingSignIn } from './factors/challenge.js';
import { useLinkInput } from './holder.input.js';
import { FIND_PASSWORD, LIST_KNOWN_NAMES, SET_PASSWORD } from './holder.statements.js';
import { FIND_LINK, SAVE_LINK, USE_LINK, USE_UP_LINKS } from './link.statements.js';
import { hashPassword, refuseWeakPassword } from './password.js';
import { saveSecurityEvent } from './security-event.js';
import { endSessions, type NewSession, openSession } from './session.service.js';
import { countLinkUse } from './sign-in-throttle.js';
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
 * Sets the password of the holder whose link it is, ends all sessions of that holder and opens a new one, or asks for
 * the second factor: a mailbox alone is not enough where there is one. A link is good once; a password that is refused
 * leaves it as it was.
 * @throws ServiceError VALIDATION_ERROR for a link that is unknown, used or too old, and for a weak password;
 *   TooManyAttempts.
 */
export async function useLink(
  em: EntityManager,
  clock: Clock,
  input: unknown,
  visitor: Visitor,
): Promise<NewSession | PendingSignIn> {
  const { token, password, name } = parse(useLinkInput, input);
  await countLinkUse(em, visitor.network);
  const link = parseToken(token);
  const [found] = link ? await rows(em, FIND_LINK, [link.accountId, link.hash]) : [];
  if (!link || !found) throw notGood();
  const holder = { accountId: link.accountId, holderId: found.holder_id };
  const passwordHash = await hashNewPassword(em, { ...holder, password, name });
  return transaction(em, async (tx) => {
    const [used] = await rows(tx, USE_LINK, [link.accountId, link.hash]);
    if (!used) throw notGood();
    await setPassword(tx, clock, { ...holder, passwordHash, name });
    const actor = { holderId: holder.holderId, visitor };
    await endSessions(tx, { accountId: link.accountId, ofHolderId: holder.holderId }, actor);
    await saveSecurityEvent(tx, { ...holder, kind: 'link_used', visitor, detail: { purpose: used.purpose } });
    await saveSecurityEvent(tx, { ...holder, kind: 'password_changed', visitor });
    const known = { ...holder, deviceId: null };
    return (await askForFactor(tx, known)) ?? openSession(tx, known, visitor);
  });
}

/**
 * The hash of a password that a holder wants; outside any transaction, as it waits for its turn.
 * @param name that the holder is about to have, if another.
 * @throws ServiceError VALIDATION_ERROR for a weak password; Unavailable.
 */
export async function hashNewPassword(
  em: EntityManager,
  wanted: { accountId: string; holderId: string; password: string; name?: string | undefined },
): Promise<string> {
  const { accountId, holderId, password, name } = wanted;
  const [holder] = await rows(em, FIND_PASSWORD, [accountId, holderId]);
  if (!holder) throw new Error('a password is set for a holder that is not there');
  const names = await rows(em, LIST_KNOWN_NAMES, [accountId]);
  refuseWeakPassword(password, [holder.email, name ?? holder.name, ...names.map((known) => known.name)]);
  return hashPassword(password);
}

export async function setPassword(
  tx: EntityManager,
  clock: Clock,
  wanted: { accountId: string; holderId: string; passwordHash: string; name?: string | undefined },
): Promise<void> {
  const { accountId, holderId, passwordHash, name } = wanted;
  await rows(tx, SET_PASSWORD, [accountId, holderId, passwordHash, clock.now(), name ?? null]);
}

function notGood() {
  return invalid(['token'], 'the link is not valid: it was used, has expired or was replaced by a newer one');
}
