import { z } from 'zod';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { parseToken } from '../access/token.js';
import { ServiceError } from '../errors.js';
import { NAME_MAX, parse, requiredText } from '../input.js';
import { askForFactor, countTry, findChallenge, type PendingSignIn, useChallenge } from './factors/challenges.js';
import type { HolderKey } from './factors/own-factors.js';
import { describeOutcome, factorInput, type SignInTools, useFactor } from './factors/presented-factor.js';
import { type NewSession, openSession, type SessionProvider, signOut } from './holder-sessions.js';
import { hashPassword, isOutdatedHash, isPassword, lockPassword, password } from './passwords.js';
import { linkedEvent, linkIdentity } from './providers/identities.js';
import { findRequiredProvider, holdProvider, SsoRequired } from './providers/required-provider.js';
import { type Client, saveSecurityEvent, saveUnverifiedEvent } from './security-events.js';
import {
  type Attempt,
  countAttempt,
  countFactor,
  forgiveAttempt,
  forgiveFactor,
  TooManyAttempts,
} from './sign-in-throttle.js';

const REFUSED_MESSAGE = 'The e-mail address or the password is wrong';
/** One message for whatever is wrong: the factor, the challenge, its age. */
const FACTOR_REFUSED_MESSAGE = 'The second factor was not accepted or came too late. If this continues, sign in again.';
const signInInput = z.object({ email: requiredText(NAME_MAX), password }, 'must be an object');

/** What the browser that signs in presents from earlier: null for what it does not. */
interface KnownBrowser {
  deviceToken: string | null;
  sessionToken: string | null;
}

/** What the browser presents: the token of its pending sign-in, and of a session that it had. */
interface PendingBrowser {
  pendingToken: string | null;
  sessionToken: string | null;
}

interface FoundHolder {
  accountId: string;
  holderId: string;
  passwordHash: string | null;
  deviceId: string | null;
}

/** A holder by its address, with what signing in compares. */
interface AddressedHolder {
  account_id: string;
  id: string;
  email: string;
  password_hash: string | null;
  is_disabled: boolean;
}

const FIND_FOR_SIGN_IN = statement<AddressedHolder>(
  'find-holder-for-sign-in',
  `select account_id, id, email, password_hash, disabled_at is not null as is_disabled
   from holder
   where lower(email) = lower($1)`,
);

const FIND_DEVICE = statement<{ id: string }>(
  'find-known-device',
  `select id
   from known_device
   where account_id = $1 and holder_id = $2 and token_hash = $3 and last_seen_at > now() - interval '400 days'`,
);

const RENEW_HASH = statement<object>(
  'renew-password-hash',
  `update holder
   set password_hash = $3
   where account_id = $1 and id = $2`,
);

/**
 * Opens a session for who knows a holder's address and password; a holder with a second factor is asked for it first.
 * An unknown address, a wrong password and a disabled holder are refused alike, after as much work. A session that the
 * browser had ends: no one else can have fixed the new one beforehand.
 * @throws ServiceError VALIDATION_ERROR, UNAUTHORIZED; SsoRequired for the right password of who signs in by a provider
 *   alone; {@link TooManyAttempts}; Unavailable where too many sign in.
 */
export async function signIn(
  db: DatabaseSession,
  input: unknown,
  client: Client,
  { deviceToken, sessionToken }: KnownBrowser,
): Promise<NewSession | PendingSignIn> {
  const { email, password } = parse(signInInput, input);
  const holder = await findHolder(db, email, deviceToken);
  const device = holder?.deviceId ? (parseToken('device', deviceToken ?? '')?.hash ?? null) : null;
  const attempt: Attempt = { email, network: client.network, device };
  await countAttempt(db, attempt).catch((error) => recordLimit(db, error, holder, client));
  const isRight = await isPassword(password, holder?.passwordHash ?? null);
  if (!holder || !isRight) {
    if (holder) await saveUnverifiedEvent(db, { ...eventOf(holder, client), kind: 'sign_in_failed' });
    throw refused();
  }
  const newHash = isOutdatedHash(holder.passwordHash) ? await hashPassword(password) : null;
  const enter = async (tx: DatabaseSession) => {
    if (!(await lockPassword(tx, holder))) throw refused();
    if (newHash !== null) await tx.rows(RENEW_HASH, [holder.accountId, holder.holderId, newHash]);
    const required = await findRequiredProvider(tx, holder);
    if (required && !required.mayUsePassword) throw new SsoRequired(required.name);
    const pending = await askForFactor(tx, holder);
    if (pending) return pending;
    // A marked owner's password is good with the second factor alone.
    if (required) throw new SsoRequired(required.name);
    await signOut(tx, sessionToken, client);
    await saveSecurityEvent(tx, { ...eventOf(holder, client), kind: 'sign_in' });
    return openSession(tx, holder, client);
  };
  const outcome = await db.transaction(enter).catch(async (error: unknown) => {
    if (!(error instanceof SsoRequired)) throw error;
    const detail = { reason: 'password', provider: error.provider };
    await saveUnverifiedEvent(db, { ...eventOf(holder, client), kind: 'sso_refused', detail });
    return error;
  });
  await forgiveAttempt(db, attempt);
  if (outcome instanceof SsoRequired) throw outcome;
  return outcome;
}

function refused(): ServiceError {
  return new ServiceError('UNAUTHORIZED', REFUSED_MESSAGE);
}

function eventOf({ accountId, holderId }: HolderKey, client: Client) {
  return { accountId, holderId, client };
}

/** The holder of an address, in whatever case; at most one, as addresses are unique over all accounts. */
export async function findByAddress(db: DatabaseSession, email: string): Promise<AddressedHolder | null> {
  const [row] = await db.rows(FIND_FOR_SIGN_IN, [email]);
  return row ?? null;
}

/** A disabled holder is found without a password, so that none is right. */
async function findHolder(db: DatabaseSession, email: string, deviceToken: string | null): Promise<FoundHolder | null> {
  const row = await findByAddress(db, email);
  if (!row) return null;
  const passwordHash = row.is_disabled ? null : row.password_hash;
  const deviceId = await findDevice(db, row.account_id, row.id, deviceToken);
  return { accountId: row.account_id, holderId: row.id, passwordHash, deviceId };
}

/** The device of a token, where it is one that the holder signed in with; else null. */
export async function findDevice(db: DatabaseSession, accountId: string, holderId: string, deviceToken: string | null) {
  const parsed = deviceToken === null ? null : parseToken('device', deviceToken);
  if (parsed?.accountId !== accountId) return null;
  const [device] = await db.rows(FIND_DEVICE, [accountId, holderId, parsed.hash]);
  return device?.id ?? null;
}

/** An event of the account that is tried; one for a row of refused attempts, however long it is. */
async function recordLimit(
  db: DatabaseSession,
  error: unknown,
  holder: HolderKey | null,
  client: Client,
): Promise<never> {
  if (holder && error instanceof TooManyAttempts && error.isFirst)
    await saveUnverifiedEvent(db, { ...eventOf(holder, client), kind: 'limits_hit' });
  throw error;
}

/**
 * Opens the session of a browser that sent the right password, or came from a provider, and now a second factor, either
 * one good once. A session that the browser had ends.
 * @param sessionHours what a session by a provider lasts.
 * @throws ServiceError VALIDATION_ERROR, UNAUTHORIZED; SsoRequired; TooManyAttempts.
 */
export async function finishSignIn(
  tools: SignInTools & { sessionHours: number },
  input: unknown,
  client: Client,
  { pendingToken, sessionToken }: PendingBrowser,
): Promise<NewSession> {
  const { db } = tools;
  const presented = parse(factorInput, input);
  const challenge = await findChallenge(db, pendingToken);
  if (!challenge) throw refusedFactor();
  const { accountId, holderId, device_id: deviceId } = challenge;
  const event = { accountId, holderId, client };
  await countFactor(db, { holderId, deviceId }).catch((error) => recordLimit(db, error, challenge, client));
  if (!(await countTry(db, challenge))) throw refusedFactor();
  const opened = await db.transaction(async (tx) => {
    const outcome = await useFactor(tx, challenge, presented, challenge.passkey_challenge, tools);
    if (!outcome.isGood) return outcome;
    if (!(await useChallenge(tx, challenge))) throw refusedFactor();
    if (outcome.method === 'recovery_code') await saveSecurityEvent(tx, { ...event, kind: 'recovery_code_used' });
    await signOut(tx, sessionToken, client);
    const { provider_id: providerId, provider_subject: subject } = challenge;
    const by = providerId === null ? null : { id: providerId, hours: tools.sessionHours, isMultiFactor: false };
    const how = by ? await provedByProvider(tx, { ...event, subject }, by) : await provedByPassword(tx, challenge);
    await saveSecurityEvent(tx, { ...event, kind: how.kind, detail: { ...how.detail, factor: outcome.method } });
    return openSession(tx, { accountId, holderId, deviceId }, client, by);
  });
  if ('token' in opened) {
    await forgiveFactor(db, { holderId, deviceId });
    return opened;
  }
  await saveUnverifiedEvent(db, { ...event, kind: 'factor_failed', detail: describeOutcome(opened) });
  throw refusedFactor();
}

/** How the event tells what came before the second factor. */
interface Proved {
  kind: 'sign_in' | 'break_glass_sign_in' | 'sso_sign_in';
  detail: Record<string, string>;
}

/** @throws SsoRequired where a provider is required since the password was sent. */
async function provedByPassword(tx: DatabaseSession, holder: HolderKey): Promise<Proved> {
  const required = await findRequiredProvider(tx, holder);
  if (!required) return { kind: 'sign_in', detail: {} };
  if (!required.mayUsePassword) throw new SsoRequired(required.name);
  return { kind: 'break_glass_sign_in', detail: { provider: required.name } };
}

/**
 * Links the subject that came, now that the holder's own factor was proved too.
 * @throws SsoRequired where another provider is required since the browser came back.
 */
async function provedByProvider(
  tx: DatabaseSession,
  { accountId, holderId, client, subject }: HolderKey & { client: Client; subject: string | null },
  { id: providerId }: SessionProvider,
): Promise<Proved> {
  const name = await holdProvider(tx, { accountId, providerId });
  if (name === null) throw refusedFactor();
  const required = await findRequiredProvider(tx, { accountId, holderId });
  if (required && required.providerId !== providerId) throw new SsoRequired(required.name);
  if (subject !== null) {
    if (!(await linkIdentity(tx, holderId, { accountId, providerId, subject }))) throw refusedFactor();
    await saveSecurityEvent(tx, linkedEvent({ accountId, holderId }, name, client));
  }
  return { kind: 'sso_sign_in', detail: { provider: name } };
}

function refusedFactor(): ServiceError {
  return new ServiceError('UNAUTHORIZED', FACTOR_REFUSED_MESSAGE);
}
