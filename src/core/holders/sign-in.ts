import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { parseToken } from '../access/token.js';
import { ServiceError } from '../errors.js';
import { parse } from '../parse.js';
import { signInInput } from './holder.input.js';
import { hashPassword, isOutdatedHash, isPassword } from './password.js';
import { saveSecurityEvent } from './security-event.js';
import { type NewSession, openSession } from './session.service.js';
import { FIND_DEVICE, FIND_FOR_SIGN_IN } from './session.statements.js';
import { type Attempt, countAttempt, forgiveAttempt, TooManyAttempts } from './sign-in-throttle.js';
import type { Visitor } from './visitor.js';

const REFUSED_MESSAGE = 'The e-mail address or the password is wrong';

const RENEW_HASH = statement<object>(
  'renew-password-hash',
  `update holder
   set password_hash = $3
   where account_id = $1 and id = $2 and password_hash = $4`,
);

interface FoundHolder {
  accountId: string;
  holderId: string;
  passwordHash: string | null;
  deviceId: string | null;
}

/**
 * Opens a session for who knows a holder's address and password. An unknown address, a wrong password and a disabled
 * holder are refused alike, after as much work.
 * @param deviceToken what the browser keeps from an earlier sign-in, if anything.
 * @throws ServiceError VALIDATION_ERROR, UNAUTHORIZED; {@link TooManyAttempts}; Unavailable where too many sign in.
 */
export async function signIn(
  em: EntityManager,
  input: unknown,
  visitor: Visitor,
  deviceToken: string | null,
): Promise<NewSession> {
  const { email, password } = parse(signInInput, input);
  const holder = await findHolder(em, email, deviceToken);
  const device = holder?.deviceId ? (parseToken(deviceToken ?? '')?.hash ?? null) : null;
  const attempt: Attempt = { email, network: visitor.network, device };
  await countAttempt(em, attempt).catch((error) => rememberLimit(em, error, holder, visitor));
  const isRight = await isPassword(password, holder?.passwordHash ?? null);
  if (!holder || !isRight) {
    if (holder) await saveSecurityEvent(em, { ...holder, kind: 'sign_in_failed', visitor });
    throw new ServiceError('UNAUTHORIZED', REFUSED_MESSAGE);
  }
  await forgiveAttempt(em, attempt);
  await renewHash(em, holder, password);
  return transaction(em, async (tx) => {
    const session = await openSession(tx, holder, visitor);
    await saveSecurityEvent(tx, { ...holder, kind: 'sign_in', visitor });
    return session;
  });
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
    await saveSecurityEvent(em, { ...holder, kind: 'limits_hit', visitor });
  throw error;
}

/** At sign-in alone is the password known, which a hash by newer parameters needs. */
async function renewHash(em: EntityManager, { accountId, holderId, passwordHash }: FoundHolder, password: string) {
  if (passwordHash === null || !isOutdatedHash(passwordHash)) return;
  await rows(em, RENEW_HASH, [accountId, holderId, await hashPassword(password), passwordHash]);
}
