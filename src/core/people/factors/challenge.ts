import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../../database/rows.js';
import type { SecondFactor } from '../../../entities/vocabulary.js';
import { generateToken } from '../../access/token.js';
import { toTimestamp } from '../../timestamp.js';
import { DELETE_CHALLENGES, SAVE_CHALLENGE } from './challenge.statements.js';
import { FIND_FACTORS, type HolderKey, LIST_PASSKEYS, type PasskeyRow } from './factor.statements.js';
import { CHALLENGE_BYTES } from './passkey.js';

/** Challenges that a holder has at once; the oldest go. */
const CHALLENGES_MAX = 20;

/** What a holder has beside the password. */
export interface HeldFactors {
  /** Null where no app was added. */
  totpSince: string | null;
  passkeys: PasskeyRow[];
  /** Left to use. */
  recoveryCodes: number;
  /** Whether the account requires a second factor of everybody. */
  isRequired: boolean;
  email: string;
}

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

/** @throws Error for a holder that is not there. */
export async function findFactors(em: EntityManager, { accountId, holderId }: HolderKey): Promise<HeldFactors> {
  const [row] = await rows(em, FIND_FACTORS, [accountId, holderId]);
  if (!row) throw new Error('the factors of a holder who is not there are asked for');
  const passkeys = await rows(em, LIST_PASSKEYS, [accountId, holderId]);
  const { confirmed_at, recovery_codes: recoveryCodes, is_required: isRequired, email } = row;
  return { totpSince: confirmed_at && toTimestamp(confirmed_at), passkeys, recoveryCodes, isRequired, email };
}

export function hasFactor({ totpSince, passkeys }: HeldFactors): boolean {
  return totpSince !== null || passkeys.length > 0;
}

/** What a holder may present; empty where there is no second factor. */
export function methodsOf(held: HeldFactors): SecondFactor[] {
  const methods: SecondFactor[] = [];
  if (held.totpSince !== null) methods.push('totp');
  if (held.passkeys.length > 0) methods.push('passkey');
  if (held.recoveryCodes > 0 && methods.length > 0) methods.push('recovery_code');
  return methods;
}

/**
 * Asks a browser that sent the right password for the second factor, in a transaction of the caller's; null for a
 * holder who has none.
 * @param deviceId of the device that the browser presented, if it is one of the holder's.
 */
export async function askForFactor(
  tx: EntityManager,
  { accountId, holderId, deviceId }: HolderKey & { deviceId: string | null },
): Promise<PendingSignIn | null> {
  const held = await findFactors(tx, { accountId, holderId });
  if (!hasFactor(held)) return null;
  const { token, hash } = generateToken(accountId);
  const saved = await saveChallenge(tx, { accountId, holderId }, { purpose: 'sign_in', tokenHash: hash, deviceId });
  return { pendingToken: token, methods: methodsOf(held), passkeys: held.passkeys, ...saved };
}

/** Asks a session for a passkey, to step up or to add it; what it was asked for before is good no longer. */
export async function askSession(
  tx: EntityManager,
  holder: HolderKey & { sessionId: string },
  purpose: 'step_up' | 'passkey',
): Promise<Buffer> {
  const { passkeyChallenge } = await saveChallenge(tx, holder, { purpose, sessionId: holder.sessionId });
  return passkeyChallenge;
}

async function saveChallenge(
  tx: EntityManager,
  { accountId, holderId }: HolderKey,
  wanted: { purpose: string; tokenHash?: Buffer; sessionId?: string; deviceId?: string | null },
): Promise<{ passkeyChallenge: Buffer; expiresAt: string }> {
  const { purpose, tokenHash = null, sessionId = null, deviceId = null } = wanted;
  await rows(tx, DELETE_CHALLENGES, [accountId, holderId, sessionId, purpose, CHALLENGES_MAX - 1]);
  const passkeyChallenge = randomBytes(CHALLENGE_BYTES);
  const values = [accountId, holderId, randomUUID(), purpose, tokenHash, sessionId, deviceId, passkeyChallenge];
  const [saved] = await rows(tx, SAVE_CHALLENGE, values);
  if (!saved) throw new Error('a challenge was not saved');
  return { passkeyChallenge, expiresAt: toTimestamp(saved.expires_at) };
}
