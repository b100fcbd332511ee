import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { type SecretBox, type SecretColumns, storedOf } from '../access/secret-box.js';

const LIST_SECRETS = statement<SecretsRow>(
  'list-secrets-of-destinations',
  `select account_id, id, secret, former_secret, is_encrypted
   from destination
   where secret is not null and (account_id, id) > ($1, $2)
   order by account_id, id
   limit $3`,
);

const REPLACE_SECRETS = statement<{ id: string }>(
  'replace-secrets-of-destination',
  `update destination
   set secret = $3, former_secret = $4, is_encrypted = $5
   where account_id = $1 and id = $2 and secret = $6
   returning id`,
);

interface SecretsRow extends SecretColumns {
  account_id: string;
  id: string;
  former_secret: Buffer | null;
}

const BATCH = 200;
const BEGINNING = '00000000-0000-0000-0000-000000000000';

/**
 * Encrypts the secrets of all destinations with the box's key, those of its other key and those in the clear. Each
 * destination is a statement of its own: whatever ends the command, each secret is under one of both keys.
 */
export async function rotateDestinationKeys(db: DatabaseSession, box: SecretBox) {
  const rotation = { rotated: 0, current: 0, unreadable: 0 };
  let last = { account_id: BEGINNING, id: BEGINNING };
  for (;;) {
    const batch = await db.rows(LIST_SECRETS, [last.account_id, last.id, BATCH]);
    for (const row of batch) rotation[await rotateRow(db, box, row)] += 1;
    const end = batch.at(-1);
    if (!end || batch.length < BATCH) return rotation;
    last = end;
  }
}

async function rotateRow(
  db: DatabaseSession,
  box: SecretBox,
  row: SecretsRow,
): Promise<'rotated' | 'current' | 'unreadable'> {
  const resealed = box.reseal(storedOf(row), row.id);
  if (typeof resealed === 'string') return resealed;
  const stored = row.former_secret && { secret: row.former_secret, is_encrypted: row.is_encrypted };
  const former = stored && box.reseal(storedOf(stored), row.id);
  // The former one is under the same key; where it is not, it is given up.
  const kept = former && typeof former !== 'string' ? former.secret : null;
  const values = [resealed.secret, kept, resealed.isEncrypted, row.secret];
  const replaced = await db.rows(REPLACE_SECRETS, [row.account_id, row.id, ...values]);
  return replaced.length > 0 ? 'rotated' : 'current';
}
