import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../../database/rows.js';
import type { SecondFactor } from '../../../entities/vocabulary.js';
import type { PasskeyAssertion, PresentedFactor } from './factor.input.js';
import {
  FIND_TOTP,
  type HolderKey,
  LOCK_PASSKEY,
  NOTE_PASSKEY_USE,
  USE_RECOVERY_CODE,
  USE_TOTP_STEP,
} from './factor.statements.js';
import type { FactorTools } from './factor-tools.js';
import { isCounterGood, readAssertion } from './passkey.js';
import { hashCode } from './recovery-code.js';
import { stepOf } from './totp.js';

/** What came of a factor that was presented. */
export interface FactorOutcome {
  isGood: boolean;
  method: SecondFactor;
  /** Where the key signed, and its counter had not risen: somebody may have a copy of the authenticator. */
  isCopy?: true;
}

/**
 * Checks one second factor and uses it up, in a transaction of the caller's: a code's time step, a recovery code, a
 * count of a passkey. One that is not good changes nothing.
 * @param challenge that a passkey must have signed; null where none was asked for.
 */
export async function useFactor(
  tx: EntityManager,
  holder: HolderKey,
  { code, recoveryCode, passkey }: PresentedFactor,
  challenge: Buffer | null,
  tools: FactorTools,
): Promise<FactorOutcome> {
  if (code !== undefined) return { method: 'totp', isGood: await useCode(tx, holder, code, tools) };
  if (recoveryCode !== undefined) {
    return { method: 'recovery_code', isGood: await useRecoveryCode(tx, holder, recoveryCode) };
  }
  if (passkey === undefined) throw new Error('no second factor was presented');
  if (challenge === null) return { method: 'passkey', isGood: false };
  return { method: 'passkey', ...(await usePasskey(tx, holder, passkey, challenge, tools)) };
}

async function useCode(tx: EntityManager, holder: HolderKey, code: string, { clock, secrets }: FactorTools) {
  const { accountId, holderId } = holder;
  const [row] = await rows(tx, FIND_TOTP, [accountId, holderId]);
  if (!row) return false;
  const secret = secrets.open({ secret: row.secret, isEncrypted: row.is_encrypted }, holderId);
  const step = stepOf(secret, code, clock.now());
  return step !== null && (await rows(tx, USE_TOTP_STEP, [accountId, holderId, step])).length > 0;
}

async function useRecoveryCode(tx: EntityManager, { accountId, holderId }: HolderKey, code: string) {
  return (await rows(tx, USE_RECOVERY_CODE, [accountId, holderId, hashCode(code)])).length > 0;
}

async function usePasskey(
  tx: EntityManager,
  { accountId, holderId }: HolderKey,
  assertion: PasskeyAssertion,
  challenge: Buffer,
  { relyingParty }: FactorTools,
): Promise<{ isGood: boolean; isCopy?: true }> {
  const credentialId = Buffer.from(assertion.id, 'base64url');
  const [passkey] = await rows(tx, LOCK_PASSKEY, [accountId, holderId, credentialId]);
  if (!passkey) return { isGood: false };
  const counter = await readAssertion(assertion, challenge, passkey, relyingParty);
  if (counter === null) return { isGood: false };
  if (!isCounterGood(Number(passkey.counter), counter)) return { isGood: false, isCopy: true };
  await rows(tx, NOTE_PASSKEY_USE, [accountId, passkey.id, counter]);
  return { isGood: true };
}
