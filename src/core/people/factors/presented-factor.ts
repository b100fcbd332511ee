import { z } from 'zod';
import type { Clock } from '../../../clock.js';
import type { DatabaseSession } from '../../../database/database-session.js';
import type { SecondFactor } from '../../../entities/vocabulary.js';
import type { SecretBox } from '../../access/secret-box.js';
import { password } from '../passwords.js';
import type { HolderKey } from './own-factors.js';
import { assertion, type RelyingParty, usePasskey } from './passkey.js';
import { useRecoveryCode } from './recovery-code.js';
import { useCode } from './totp.js';

const CODE_MAX = 64;
const typedCode = z.string('must be a string').max(CODE_MAX, `must be at most ${CODE_MAX} characters`);
const ONE_FACTOR = 'must hold one of code, recovery_code, passkey';
const factors = { code: typedCode, recoveryCode: typedCode, passkey: assertion };

/** One second factor. */
export const factorInput = z
  .strictObject(factors, 'must be an object')
  .partial()
  .refine((sent) => Object.keys(sent).length === 1, ONE_FACTOR);

export const stepUpInput = z
  .strictObject({ ...factors, password }, 'must be an object')
  .partial()
  .refine((sent) => Object.keys(sent).length === 1, `${ONE_FACTOR}, password`);

export type PresentedFactor = z.output<typeof factorInput>;

export const confirmTotpInput = z.object({ code: typedCode }, 'must be an object');

/** What checking a factor needs, besides whose it is. */
export interface FactorTools {
  /** Which codes are good now. */
  clock: Clock;
  secrets: SecretBox;
  relyingParty: RelyingParty;
}

/** What checking a factor needs outside any caller's context: before there is a session. */
export interface SignInTools extends FactorTools {
  db: DatabaseSession;
}

/** What came of a factor that was presented. */
interface FactorOutcome {
  isGood: boolean;
  method: SecondFactor;
  /** Where the key signed, and its counter had not risen: there may be a copy of the authenticator. */
  isCopy?: true;
}

/**
 * Checks one second factor and uses it up, in a transaction of the caller's: a code's time step, a recovery code, a
 * count of a passkey. One that is not good changes nothing.
 * @param challenge that a passkey must have signed; null where none was asked for.
 */
export async function useFactor(
  tx: DatabaseSession,
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
  return { method: 'passkey', ...(await usePasskey(tx, holder, passkey, challenge, tools.relyingParty)) };
}

/** How a security event describes a factor: which, and whether the authenticator may have been copied. */
export function describeOutcome({ method, isCopy }: FactorOutcome): Record<string, string> {
  return { factor: method, ...(isCopy && { why: 'its counter did not rise: the authenticator may have been copied' }) };
}
