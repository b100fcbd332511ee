import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import type { SecondFactor } from '../../../entities/vocabulary.js';
import { generateToken, parseToken } from '../../access/token.js';
import { toTimestamp } from '../../time.js';
import { findFactors, type HolderKey, hasFactor, methodsOf, type PasskeyRow } from './own-factors.js';

/** What is asked for is good so long. */
export const CHALLENGE_MINUTES = 5;
/** So many tries at one challenge, good or not. */
const CHALLENGE_ATTEMPTS = 5;
/** Challenges that a holder has at once; the oldest go. */
const CHALLENGES_MAX = 20;
const CHALLENGE_BYTES = 32;

/** A sign-in whose password was right, and which waits for its second factor: shown to the browser once. */
export interface PendingSignIn {
  /** What the browser is known by until then. */
  pendingToken: string;
  methods: SecondFactor[];
  /** To sign with a passkey. */
  passkeyChallenge: Buffer;
  passkeys: PasskeyRow[];
  expiresAt: string;
}

interface ChallengeRow {
  id: string;
  holder_id: string;
  device_id: string | null;
  passkey_challenge: Buffer;
  /** Whose word came before, in place of a password; and the subject that is to be linked, where it is not. */
  provider_id: string | null;
  provider_subject: string | null;
  expires_at: string;
}

interface Challenge extends ChallengeRow {
  accountId: string;
  holderId: string;
}

/** Copies what the password's age is, so that the challenge ends with the password. */
const SAVE_CHALLENGE = statement<{ expires_at: string }>(
  'save-factor-challenge',
  `insert into factor_challenge (account_id, id, holder_id, purpose, token_hash, session_id, device_id,
     passkey_challenge, password_set_at, provider_id, provider_subject, expires_at)
   select $1, $3, $2, $4, $5, $6, $7, $8, password_set_at, $9, $10, now() + interval '${CHALLENGE_MINUTES} minutes'
   from holder
   where account_id = $1 and id = $2
   returning expires_at`,
);

/** Of a holder: those that are too old, those of session $3 and purpose $4, and all but the newest $5. */
const DELETE_CHALLENGES = statement<object>(
  'delete-factor-challenges',
  `delete from factor_challenge
   where account_id = $1 and holder_id = $2 and (
     expires_at < now() or (session_id = $3 and purpose = $4) or id in (
       select id
       from factor_challenge
       where account_id = $1 and holder_id = $2
       order by created_at desc, id
       offset $5
     )
   )`,
);

const IS_GOOD = `c.used_at is null and c.expires_at > now() and h.disabled_at is null
     and h.password_set_at is not distinct from c.password_set_at`;

/** Of a browser that signs in, while it is good. */
const FIND_CHALLENGE = statement<ChallengeRow>(
  'find-factor-challenge',
  `select c.id, c.holder_id, c.device_id, c.passkey_challenge, c.provider_id, c.provider_subject, c.expires_at
   from factor_challenge c
   join holder h on h.account_id = $1 and h.id = c.holder_id
   where c.account_id = $1 and c.token_hash = $2 and c.purpose = 'sign_in' and c.attempts < ${CHALLENGE_ATTEMPTS}
     and ${IS_GOOD}`,
);

/** Counted before the factor is looked at, so that no more are tried at once. */
const COUNT_ATTEMPT = statement<object>(
  'count-attempt-at-factor-challenge',
  `update factor_challenge
   set attempts = attempts + 1
   where account_id = $1 and id = $2 and attempts < ${CHALLENGE_ATTEMPTS}
   returning id`,
);

/** A challenge is good once. */
const USE_CHALLENGE = statement<object>(
  'use-factor-challenge',
  `update factor_challenge c
   set used_at = now()
   from holder h
   where c.account_id = $1 and c.id = $2 and h.account_id = $1 and h.id = c.holder_id and ${IS_GOOD}
   returning c.id`,
);

/** Of a session, which has one at a time of each purpose: gone with its first try, good or not. */
const TAKE_CHALLENGE = statement<{ passkey_challenge: Buffer }>(
  'take-factor-challenge',
  `delete from factor_challenge
   where account_id = $1 and session_id = $2 and purpose = $3 and expires_at > now()
   returning passkey_challenge`,
);

/**
 * Asks a browser that sent the right password for the second factor, in a transaction of the caller's; null for a
 * holder who has none.
 * @param deviceId of the device that the browser presented, if it is one of the holder's.
 * @param by the provider whose word came in place of the password, and the subject to be linked.
 */
export async function askForFactor(
  tx: DatabaseSession,
  { accountId, holderId, deviceId }: HolderKey & { deviceId: string | null },
  by: { providerId: string; subject: string | null } | null = null,
): Promise<PendingSignIn | null> {
  const held = await findFactors(tx, { accountId, holderId });
  if (!hasFactor(held)) return null;
  const { token, hash } = generateToken('signIn', accountId);
  const saved = await saveChallenge(tx, { accountId, holderId }, { purpose: 'sign_in', tokenHash: hash, deviceId, by });
  return { pendingToken: token, methods: methodsOf(held), passkeys: held.passkeys, ...saved };
}

/** Asks a session for a passkey, to step up or to add it; what it was asked for before is good no longer. */
export async function askSession(
  tx: DatabaseSession,
  holder: HolderKey & { sessionId: string },
  purpose: 'step_up' | 'passkey',
): Promise<Buffer> {
  const { passkeyChallenge } = await saveChallenge(tx, holder, { purpose, sessionId: holder.sessionId });
  return passkeyChallenge;
}

async function saveChallenge(
  tx: DatabaseSession,
  { accountId, holderId }: HolderKey,
  wanted: {
    purpose: string;
    tokenHash?: Buffer;
    sessionId?: string;
    deviceId?: string | null;
    by?: { providerId: string; subject: string | null } | null;
  },
): Promise<{ passkeyChallenge: Buffer; expiresAt: string }> {
  const { purpose, tokenHash = null, sessionId = null, deviceId = null, by = null } = wanted;
  await tx.rows(DELETE_CHALLENGES, [accountId, holderId, sessionId, purpose, CHALLENGES_MAX - 1]);
  const passkeyChallenge = randomBytes(CHALLENGE_BYTES);
  const values = [accountId, holderId, randomUUID(), purpose, tokenHash, sessionId, deviceId, passkeyChallenge];
  const [saved] = await tx.rows(SAVE_CHALLENGE, [...values, by?.providerId ?? null, by?.subject ?? null]);
  if (!saved) throw new Error('a challenge was not saved');
  return { passkeyChallenge, expiresAt: toTimestamp(saved.expires_at) };
}

export async function findChallenge(db: DatabaseSession, pendingToken: string | null): Promise<Challenge | null> {
  const parsed = pendingToken === null ? null : parseToken('signIn', pendingToken);
  if (!parsed) return null;
  const { accountId, hash } = parsed;
  const [row] = await db.rows(FIND_CHALLENGE, [accountId, hash]);
  return row ? { ...row, accountId, holderId: row.holder_id } : null;
}

/** What a browser that waits for its second factor is asked for; null where it waits for none. */
export async function findPending(
  db: DatabaseSession,
  pendingToken: string | null,
): Promise<Omit<PendingSignIn, 'pendingToken'> | null> {
  const challenge = await findChallenge(db, pendingToken);
  if (!challenge) return null;
  const held = await findFactors(db, challenge);
  const { passkey_challenge: passkeyChallenge, expires_at: expiresAt } = challenge;
  return { methods: methodsOf(held), passkeys: held.passkeys, passkeyChallenge, expiresAt: toTimestamp(expiresAt) };
}

/** Counts a try at a challenge before the factor is looked at; false where it has had them all. */
export async function countTry(db: DatabaseSession, { accountId, id }: Challenge): Promise<boolean> {
  return (await db.rows(COUNT_ATTEMPT, [accountId, id])).length > 0;
}

/** Uses a challenge up; false where it is good no longer. */
export async function useChallenge(tx: DatabaseSession, { accountId, id }: Challenge): Promise<boolean> {
  return (await tx.rows(USE_CHALLENGE, [accountId, id])).length > 0;
}

/** What a session was asked to sign with a passkey, good for this one try; null where it was asked for nothing. */
export async function takeChallenge(
  db: DatabaseSession,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  purpose: 'step_up' | 'passkey',
): Promise<Buffer | null> {
  const [taken] = await db.rows(TAKE_CHALLENGE, [accountId, sessionId, purpose]);
  return taken?.passkey_challenge ?? null;
}
