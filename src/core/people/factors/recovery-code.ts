import { hash, randomInt } from 'node:crypto';
import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import type { HolderKey } from './own-factors.js';

const RECOVERY_CODES = 10;
/** 16 letters of 5 bits: there is nothing to guess, so a fast hash suffices. */
const CODE_LETTERS = 16;
/** Crockford's: without letters that are taken for digits or for each other. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const SAVE_RECOVERY_CODES = statement<object>(
  'save-recovery-codes',
  `insert into recovery_code (account_id, holder_id, code_hash)
   select $1, $2, code_hash
   from unnest($3::bytea[]) code_hash`,
);

const USE_RECOVERY_CODE = statement<object>(
  'use-recovery-code',
  `update recovery_code
   set used_at = now()
   where account_id = $1 and holder_id = $2 and code_hash = $3 and used_at is null
   returning holder_id`,
);

const DELETE_RECOVERY_CODES = statement<object>(
  'delete-recovery-codes',
  `delete from recovery_code
   where account_id = $1 and holder_id = $2`,
);

/** Replaces a holder's recovery codes, in a transaction of the caller's; they are returned here and never again. */
export async function renewCodes(tx: DatabaseSession, { accountId, holderId }: HolderKey): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await deleteRecoveryCodes(tx, { accountId, holderId });
  await tx.rows(SAVE_RECOVERY_CODES, [accountId, holderId, codes.map(hashCode)]);
  return codes;
}

export async function useRecoveryCode(tx: DatabaseSession, { accountId, holderId }: HolderKey, code: string) {
  return (await tx.rows(USE_RECOVERY_CODE, [accountId, holderId, hashCode(code)])).length > 0;
}

/** Deletes all codes of a holder, used ones included. */
export async function deleteRecoveryCodes(tx: DatabaseSession, { accountId, holderId }: HolderKey): Promise<void> {
  await tx.rows(DELETE_RECOVERY_CODES, [accountId, holderId]);
}

/** However it is typed: case, blanks and hyphens do not count, and an `o` is a nought. */
function hashCode(code: string): Buffer {
  const typed = code.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return hash('sha256', typed.replaceAll(/[^a-z0-9]/g, ''), 'buffer');
}

/** Four groups of four. */
function newCode(): string {
  const letters = Array.from({ length: CODE_LETTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}
