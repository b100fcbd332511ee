import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { parseToken } from '../access/token.js';
import { ServiceError } from '../errors.js';
import { parse } from '../parse.js';
import { askForFactor, type PendingSignIn } from './factors/challenge.js';
import { signInInput } from './holder.input.js';
import { hashPassword, isOutdatedHash, isPassword } from './password.js';
import { lockPassword } from './password-lock.js';
import { saveSecurityEvent, saveStrangersEvent } from './security-event.js';
import { type NewSession, openSession, signOut } from './session.service.js';
import { FIND_DEVICE, FIND_FOR_SIGN_IN } from './session.statements.js';
import { type Attempt, countAttempt, forgiveAttempt, TooManyAttempts } from './sign-in-throttle.js';
import type { Visitor } from './visitor.js';

const REFUSED_MESSAGE = 'The e-mail address or the password is wrong';

const RENEW_HASH = statement<object>(
  'renew-password-hash',
  `update holder
   set password_hash = $3
   where account_id = $1 and id = $2`,
);

/** What the browser that signs in presents from earlier: null for what it does not. */
export interface KnownBrowser {
  deviceToken: string | null;
  sessionToken: string | null;
}

interface FoundHolder {
  accountId: string;
  holderId: string;
  passwordHash: string | null;
  deviceId: string | null;
}

/**
 * Opens a session for who knows a holder's address and password; a holder with a second factor is asked for it first.
 * An unknown address, a wrong password and a disabled holder are refused alike, after as much work. A session that the
 * browser had ends: nobody can have fixed the new one beforehand.
 * @throws ServiceError VALIDATION_ERROR, UNAUTHORIZED; {@link TooManyAttempts}; Unavailable where too many sign in.
 */
export async function signIn(
  em: EntityManager,
  input: unknown,
  visitor: Visitor,
  { deviceToken, sessionToken }: KnownBrowser,
): Promise<NewSession | PendingSignIn> {
  const { email, password } = parse(signInInput, input);
  const holder = await findHolder(em, email, deviceToken);
  const device = holder?.deviceId ? (parseToken(deviceToken ?? '')?.hash ?? null) : null;
  const attempt: Attempt = { email, network: visitor.network, device };
  await countAttempt(em, attempt).catch((error) => rememberLimit(em, error, holder, visitor));
  const isRight = await isPassword(password, holder?.passwordHash ?? null);
  if (!holder || !isRight) {
    if (holder) await saveStrangersEvent(em, { ...eventOf(holder, visitor), kind: 'sign_in_failed' });
    throw refused();
  }
  const newHash = isOutdatedHash(holder.passwordHash) ? await hashPassword(password) : null;
  const outcome = await transaction(em, async (tx) => {
    if (!(await lockPassword(tx, holder))) throw refused();
    if (newHash !== null) await rows(tx, RENEW_HASH, [holder.accountId, holder.holderId, newHash]);
    const pending = await askForFactor(tx, holder);
    if (pending) return pending;
    await signOut(tx, sessionToken, visitor);
    await saveSecurityEvent(tx, { ...eventOf(holder, visitor), kind: 'sign_in' });
    return openSession(tx, holder, visitor);
  });
  await forgiveAttempt(em, attempt);
  return outcome;
}

function refused(): ServiceError {
  return new ServiceError('UNAUTHORIZED', REFUSED_MESSAGE);
}

function eventOf({ accountId, holderId }: FoundHolder, visitor: Visitor) {
  return { accountId, holderId, visitor };
}

/** A disabled holder is found without a password, so that none is right. */
async function findHolder(em: EntityManager, email: string, deviceToken: string | null): Promise<FoundHolder | null> {
  const [row] = await rows(em, FIND_FOR_SIGN_IN, [email]);
  if (!row) return null;
  const passwordHash = row.is_disabled ? null : row.password_hash;
  const deviceId = await findDevice(em, row.account_id, row.id, deviceToken);
  return { accountId: row.account_id, holderId: row.id, passwordHash, deviceId };
}

async function findDevice(em: EntityManager, accountId: string, holderId: string, deviceToken: string | null) {
  const parsed = deviceToken === null ? null : parseToken(deviceToken);
  if (parsed?.accountId !== accountId) return null;
  const [device] = await rows(em, FIND_DEVICE, [accountId, holderId, parsed.hash]);
  return device?.id ?? null;
}

/** An event of the account that is tried; one for a row of refused attempts, however long it is. */
async function rememberLimit(
  em: EntityManager,
  error: unknown,
  holder: FoundHolder | null,
  visitor: Visitor,
): Promise<never> {
  if (holder && error instanceof TooManyAttempts && error.isFirst)
    await saveStrangersEvent(em, { ...eventOf(holder, visitor), kind: 'limits_hit' });
  throw error;
}
