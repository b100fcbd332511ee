import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { LinkPurpose } from '../../entities/vocabulary.js';
import { generateToken, isOpenedBy, parseToken } from '../access/token.js';
import { invalid, ServiceError } from '../errors.js';
import { NAME_MAX, parse, requiredText } from '../input.js';
import { toTimestamp } from '../time.js';
import { askForFactor, type PendingSignIn } from './factors/challenges.js';
import { endSessions, type NewSession, openSession } from './holder-sessions.js';
import { hashNewPassword, password, setPassword } from './passwords.js';
import { findRequiredProvider, refuseWhereProviderRequired } from './providers/required-provider.js';
import { type Client, saveSecurityEvent, saveUnverifiedEvent } from './security-events.js';
import { findByAddress } from './sign-in.js';
import { countLinkRequest, countLinkUse } from './sign-in-throttle.js';

const SECONDS: Readonly<Record<LinkPurpose, number>> = { invitation: 7 * 86_400, reset: 3_600 };
const requestLinkInput = z.object({ email: requiredText(NAME_MAX) }, 'must be an object');

const useLinkInput = z.object(
  { token: z.string('must be a string').max(NAME_MAX), password, name: requiredText(NAME_MAX).optional() },
  'must be an object',
);

/** A link as it is sent or shown: once. Who holds the token sets the password of its holder. */
export interface NewLink {
  token: string;
  purpose: LinkPurpose;
  expiresAt: string;
}

/** How a person comes in: by a link that sets a password, or by the company's provider of this name alone. */
export type WayIn = { link: NewLink; requiredProvider: null } | { link: null; requiredProvider: string };

/** A reset link and where it is to go. */
export interface RequestedLink {
  email: string;
  holderId: string;
  /** Null where it could not be sent, and where none is made. */
  link: NewLink | null;
  /** The provider that the holder signs in by alone, so that no link is made; else null. */
  requiredProvider: string | null;
}

/** Where a way in went: mailed, and then not shown here; else its address, to copy this once. */
interface Delivery {
  isMailed: boolean;
  /** Null where it was mailed. */
  url: string | null;
}

/**
 * Brings a link, or where a company signs in, to a person, as far as the service can; never rejects.
 * @param isInvited false for who had a password before.
 */
export type DeliverLink = (email: string, wayIn: WayIn, isInvited: boolean) => Promise<Delivery>;

const SAVE_LINK = statement<{ expires_at: string }>(
  'save-one-time-link',
  `insert into one_time_link (account_id, id, holder_id, purpose, token_hash, expires_at)
   values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
   returning expires_at`,
);

/** A new link of a holder takes the place of those before it. */
const USE_UP_LINKS = statement<object>(
  'use-up-one-time-links',
  `update one_time_link
   set used_at = now()
   where account_id = $1 and holder_id = $2 and used_at is null`,
);

/** Whose a link is that is still good. */
const FIND_LINK = statement<{ holder_id: string }>(
  'find-one-time-link',
  `select l.holder_id
   from one_time_link l
   join holder h on h.account_id = $1 and h.id = l.holder_id
   where ${isOpenedBy('l')} and l.used_at is null
     and h.disabled_at is null`,
);

/** A row for the first who comes with a link that is still good. */
const USE_LINK = statement<{ holder_id: string; purpose: LinkPurpose }>(
  'use-one-time-link',
  `update one_time_link l
   set used_at = now()
   from holder h
   where ${isOpenedBy('l')} and l.used_at is null
     and h.account_id = $1 and h.id = l.holder_id and h.disabled_at is null
   returning l.holder_id, l.purpose`,
);

/** Makes a link of a holder, in a transaction of the caller's; links made before are good no longer. */
export async function createLink(
  tx: DatabaseSession,
  { accountId, holderId, purpose }: { accountId: string; holderId: string; purpose: LinkPurpose },
): Promise<NewLink> {
  const { token, hash } = generateToken('link', accountId);
  await tx.rows(USE_UP_LINKS, [accountId, holderId]);
  const values = [accountId, randomUUID(), holderId, purpose, hash, SECONDS[purpose]];
  const [saved] = await tx.rows(SAVE_LINK, values);
  if (!saved) throw new Error('a link was not saved');
  return { token, purpose, expiresAt: toTimestamp(saved.expires_at) };
}

/**
 * How a holder is to come in, in a transaction of the caller's: where the company's provider is required no link is
 * made, as a password that it set would be refused.
 * @throws ServiceError CONFLICT where that provider would not let the holder in either.
 */
export async function makeWayIn(
  tx: DatabaseSession,
  { purpose, ...holder }: { accountId: string; holderId: string; purpose: LinkPurpose },
): Promise<WayIn> {
  const required = await findRequiredProvider(tx, holder);
  if (!required || required.mayUsePassword) {
    return { link: await createLink(tx, { ...holder, purpose }), requiredProvider: null };
  }
  const { name, knowsHolder } = required;
  if (knowsHolder) return { link: null, requiredProvider: name };
  const message = `${name} is required and links nobody by e-mail address, so this person could not come in`;
  throw new ServiceError('CONFLICT', message);
}

/**
 * The address that a link is asked for, counted against too many such requests; null where it had its share.
 * @throws ServiceError VALIDATION_ERROR; TooManyAttempts.
 */
export async function takeLinkRequest(
  db: DatabaseSession,
  input: unknown,
  { network }: Client,
): Promise<string | null> {
  const { email } = parse(requestLinkInput, input);
  return (await countLinkRequest(db, email, network)) ? email : null;
}

/**
 * Makes a reset link for who forgot a password; null for an unknown address, and for a disabled
 * person. The request is answered before, so that its time does not show which of them it was.
 * @param canSend false without a mail server: the request is remembered, and no link takes the place of one that an
 *   owner handed out.
 */
export async function makeResetLink(
  db: DatabaseSession,
  email: string,
  client: Client,
  canSend: boolean,
): Promise<RequestedLink | null> {
  const row = await findByAddress(db, email);
  if (!row || row.is_disabled) return null;
  const holder = { accountId: row.account_id, holderId: row.id };
  const requested = { email: row.email, holderId: row.id, requiredProvider: null };
  return db.transaction(async (tx) => {
    await saveUnverifiedEvent(tx, { ...holder, kind: 'reset_requested', client });
    if (!canSend) return { ...requested, link: null };
    const required = await findRequiredProvider(tx, holder);
    if (required && !required.mayUsePassword) return { ...requested, link: null, requiredProvider: required.name };
    const link = await createLink(tx, { ...holder, purpose: row.password_hash === null ? 'invitation' : 'reset' });
    return { ...requested, link };
  });
}

/** Where people come in by their company's provider. */
export function companySignInUrl(baseUrl: string): string {
  return `${baseUrl}/dashboard/sign-in?by=company`;
}

/** Where a link leads: the token is in the fragment, which reaches no log. */
export function linkUrl(baseUrl: string, { token }: NewLink): string {
  return `${baseUrl}/dashboard/link#${token}`;
}

/**
 * Sets the password of the holder whose link it is, ends all sessions of that holder and opens a new one, or asks for
 * the second factor: a mailbox alone is not enough where there is one. A link is good once; a password that is refused
 * leaves it as it was.
 * @throws ServiceError VALIDATION_ERROR for a link that is unknown, used or too old, and for a weak password;
 *   SsoRequired, which leaves the link as it was, for who signs in by a provider alone; TooManyAttempts.
 */
export async function useLink(
  db: DatabaseSession,
  clock: Clock,
  input: unknown,
  client: Client,
): Promise<NewSession | PendingSignIn> {
  const { token, password, name } = parse(useLinkInput, input);
  await countLinkUse(db, client.network);
  const link = parseToken('link', token);
  const [found] = link ? await db.rows(FIND_LINK, [link.accountId, link.hash]) : [];
  if (!link || !found) throw notGood();
  const holder = { accountId: link.accountId, holderId: found.holder_id };
  const passwordHash = await hashNewPassword(db, { ...holder, password, name });
  return db.transaction(async (tx) => {
    const [used] = await tx.rows(USE_LINK, [link.accountId, link.hash]);
    if (!used) throw notGood();
    await refuseWhereProviderRequired(tx, holder);
    await setPassword(tx, clock, { ...holder, passwordHash, name });
    const actor = { holderId: holder.holderId, client };
    await endSessions(tx, { accountId: link.accountId, ofHolderId: holder.holderId }, actor);
    await saveSecurityEvent(tx, { ...holder, kind: 'link_used', client, detail: { purpose: used.purpose } });
    await saveSecurityEvent(tx, { ...holder, kind: 'password_changed', client });
    const known = { ...holder, deviceId: null };
    return (await askForFactor(tx, known)) ?? openSession(tx, known, client);
  });
}

function notGood() {
  return invalid(['token'], 'the link is not valid: it was used, has expired or was replaced by a newer one');
}
