import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { parse } from '../parse.js';
import { requestLinkInput } from './holder.input.js';
import { createLink, type NewLink } from './one-time-link.js';
import { saveStrangersEvent } from './security-event.js';
import { FIND_FOR_SIGN_IN } from './session.statements.js';
import { countLinkRequest } from './sign-in-throttle.js';
import type { Visitor } from './visitor.js';

/** A reset link and where it is to go. */
export interface RequestedLink {
  email: string;
  holderId: string;
  /** Null where it could not be sent. */
  link: NewLink | null;
}

/**
 * The address that a link is asked for, counted against too many such requests; null where it had its share.
 * @throws ServiceError VALIDATION_ERROR; TooManyAttempts.
 */
export async function takeLinkRequest(em: EntityManager, input: unknown, { network }: Visitor): Promise<string | null> {
  const { email } = parse(requestLinkInput, input);
  return (await countLinkRequest(em, email, network)) ? email : null;
}

/**
 * Makes a reset link for who forgot a password; null for an address that nobody has, and for somebody disabled. Who
 * asked is answered before, so that no time tells one from the other.
 * @param canSend false without a mail server: the request is remembered, and no link takes the place of one that an
 *   owner handed out.
 */
export async function makeResetLink(
  em: EntityManager,
  email: string,
  visitor: Visitor,
  canSend: boolean,
): Promise<RequestedLink | null> {
  const [row] = await rows(em, FIND_FOR_SIGN_IN, [email]);
  if (!row || row.is_disabled) return null;
  const holder = { accountId: row.account_id, holderId: row.id };
  const requested = { email: row.email, holderId: row.id };
  return transaction(em, async (tx) => {
    await saveStrangersEvent(tx, { ...holder, kind: 'reset_requested', visitor });
    if (!canSend) return { ...requested, link: null };
    const link = await createLink(tx, { ...holder, purpose: row.password_hash === null ? 'invitation' : 'reset' });
    return { ...requested, link };
  });
}
