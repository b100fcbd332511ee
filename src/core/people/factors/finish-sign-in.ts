import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../../database/rows.js';
import { transaction } from '../../../database/transaction.js';
import { parseToken } from '../../access/token.js';
import { ServiceError } from '../../errors.js';
import { parse } from '../../parse.js';
import { saveSecurityEvent, saveStrangersEvent } from '../security-event.js';
import { type NewSession, openSession, signOut } from '../session.service.js';
import { countFactor, forgiveFactor, TooManyAttempts } from '../sign-in-throttle.js';
import type { Visitor } from '../visitor.js';
import { type ChallengeRow, COUNT_ATTEMPT, FIND_CHALLENGE, USE_CHALLENGE } from './challenge.statements.js';
import { factorInput } from './factor.input.js';
import type { DoorTools } from './factor-tools.js';
import { type FactorOutcome, useFactor } from './use-factor.js';

/** One message for whatever is wrong: the factor, the challenge, its age. */
const REFUSED_MESSAGE = 'The second factor was not accepted or came too late. If this continues, sign in again.';

interface Challenge extends ChallengeRow {
  accountId: string;
  holderId: string;
}

/** What the browser presents: the token of its pending sign-in, and of a session that it had. */
export interface PendingBrowser {
  pendingToken: string | null;
  sessionToken: string | null;
}

/**
 * Opens the session of a browser that sent the right password and now a second factor, either one good once. A session
 * that the browser had ends.
 * @throws ServiceError VALIDATION_ERROR, UNAUTHORIZED; TooManyAttempts.
 */
export async function finishSignIn(
  tools: DoorTools,
  input: unknown,
  visitor: Visitor,
  { pendingToken, sessionToken }: PendingBrowser,
): Promise<NewSession> {
  const { em } = tools;
  const presented = parse(factorInput, input);
  const challenge = await findChallenge(em, pendingToken);
  if (!challenge) throw refused();
  const { accountId, holderId, device_id: deviceId } = challenge;
  const event = { accountId, holderId, visitor };
  await countFactor(em, { holderId, deviceId }).catch(async (error: unknown) => {
    const isNews = error instanceof TooManyAttempts && error.isFirst;
    if (isNews) await saveStrangersEvent(em, { ...event, kind: 'limits_hit' });
    throw error;
  });
  if ((await rows(em, COUNT_ATTEMPT, [accountId, challenge.id])).length === 0) throw refused();
  const opened = await transaction(em, async (tx) => {
    const outcome = await useFactor(tx, challenge, presented, challenge.passkey_challenge, tools);
    if (!outcome.isGood) return outcome;
    if ((await rows(tx, USE_CHALLENGE, [accountId, challenge.id])).length === 0) throw refused();
    if (outcome.method === 'recovery_code') await saveSecurityEvent(tx, { ...event, kind: 'recovery_code_used' });
    await signOut(tx, sessionToken, visitor);
    await saveSecurityEvent(tx, { ...event, kind: 'sign_in', detail: { factor: outcome.method } });
    return openSession(tx, { accountId, holderId, deviceId }, visitor);
  });
  if ('token' in opened) {
    await forgiveFactor(em, { holderId, deviceId });
    return opened;
  }
  await saveStrangersEvent(em, { ...event, kind: 'factor_failed', detail: detailOf(opened) });
  throw refused();
}

/** What the account's owners are told of a factor that was not good. */
export function detailOf({ method, isCopy }: FactorOutcome): Record<string, string> {
  return { factor: method, ...(isCopy && { why: 'its counter did not rise: the authenticator may have been copied' }) };
}

async function findChallenge(em: EntityManager, pendingToken: string | null): Promise<Challenge | null> {
  const parsed = pendingToken === null ? null : parseToken(pendingToken);
  if (!parsed) return null;
  const { accountId, hash } = parsed;
  const [row] = await rows(em, FIND_CHALLENGE, [accountId, hash]);
  return row ? { ...row, accountId, holderId: row.holder_id } : null;
}

function refused(): ServiceError {
  return new ServiceError('UNAUTHORIZED', REFUSED_MESSAGE);
}
