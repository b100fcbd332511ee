import { hash, randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../../database/rows.js';
import { DELETE_RECOVERY_CODES, type HolderKey, SAVE_RECOVERY_CODES } from './factor.statements.js';

export const RECOVERY_CODES = 10;
/** 16 letters of 5 bits: there is nothing to guess, so a fast hash suffices. */
const CODE_LETTERS = 16;
/** Crockford's: without letters that are taken for digits or for each other. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Replaces a holder's recovery codes, in a transaction of the caller's; they are returned here and never again. */
export async function renewCodes(tx: EntityManager, { accountId, holderId }: HolderKey): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await rows(tx, DELETE_RECOVERY_CODES, [accountId, holderId]);
  await rows(tx, SAVE_RECOVERY_CODES, [accountId, holderId, codes.map(hashCode)]);
  return codes;
}

/** However it is typed: case, blanks and hyphens do not count, and an `o` is a nought. */
export function hashCode(code: string): Buffer {
  const typed = code.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return hash('sha256', typed.replaceAll(/[^a-z0-9]/g, ''), 'buffer');
}

/** Four groups of four. */
function newCode(): string {
  const letters = Array.from({ length: CODE_LETTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}
