import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import { type SecretBox, type SecretColumns, storedOf } from '../../access/secret-box.js';
import { lockHolder } from './own-factors.js';

/** Secrets that are looked at with one statement: some 30 kB. */
const BATCH = 200;
const BEGINNING = '00000000-0000-0000-0000-000000000000';

/** How many secrets were encrypted anew, were already, and can be read with neither key. */
export interface Rotation {
  rotated: number;
  current: number;
  unreadable: number;
}

type SecretRow = SecretColumns & { account_id: string; holder_id: string };

const LIST_SECRETS = statement<SecretRow>(
  'list-totp-secrets',
  `select account_id, holder_id, secret, is_encrypted
   from totp_factor
   where (account_id, holder_id) > ($1, $2)
   order by account_id, holder_id
   limit $3`,
);

const FIND_SECRET = statement<SecretColumns>(
  'find-totp-secret',
  `select secret, is_encrypted
   from totp_factor
   where account_id = $1 and holder_id = $2`,
);

const REPLACE_SECRET = statement<object>(
  'replace-totp-secret',
  `update totp_factor
   set secret = $3, is_encrypted = $4
   where account_id = $1 and holder_id = $2`,
);

/**
 * Encrypts the secrets of all apps with the box's key, those of its other key and those in the clear, in batches. Each
 * is a transaction of its own: a command that is killed leaves every secret readable with one of both keys, and the
 * next one passes over what is done. A secret that neither key reads stays as it is.
 */
export async function rotateSecretKey(db: DatabaseSession, box: SecretBox): Promise<Rotation> {
  const rotation: Rotation = { rotated: 0, current: 0, unreadable: 0 };
  let last = { account_id: BEGINNING, holder_id: BEGINNING };
  for (;;) {
    const batch = await db.rows(LIST_SECRETS, [last.account_id, last.holder_id, BATCH]);
    for (const row of batch) rotation[await rotateSecret(db, box, row)] += 1;
    const end = batch.at(-1);
    if (!end || batch.length < BATCH) return rotation;
    last = end;
  }
}

/** Behind the lock of changes to the holder's factors, as the secret may have been replaced since it was listed. */
async function rotateSecret(db: DatabaseSession, box: SecretBox, row: SecretRow): Promise<keyof Rotation> {
  const { account_id: accountId, holder_id: holderId } = row;
  if (box.reseal(storedOf(row), holderId) === 'current') return 'current';
  return db.transaction(async (tx) => {
    await lockHolder(tx, { accountId, holderId });
    const [found] = await tx.rows(FIND_SECRET, [accountId, holderId]);
    const resealed = found ? box.reseal(storedOf(found), holderId) : 'current';
    if (typeof resealed === 'string') return resealed;
    await tx.rows(REPLACE_SECRET, [accountId, holderId, resealed.secret, resealed.isEncrypted]);
    return 'rotated';
  });
}
