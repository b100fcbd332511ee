import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import { type SecretBox, type SecretColumns, storedOf } from '../../access/secret-box.js';
import type { Rotation } from '../factors/secret-rotation.js';

type SecretRow = SecretColumns & { account_id: string; id: string };

/** Removed ones too: their secrets are not left under a key that is to go. Accounts have at most a few. */
const LIST_SECRETS = statement<SecretRow>(
  'list-secrets-of-identity-providers',
  `select account_id, id, client_secret as secret, is_encrypted
   from identity_provider
   order by account_id, id`,
);

/** Where it is still the one that was listed. */
const REPLACE_SECRET = statement<{ id: string }>(
  'replace-secret-of-identity-provider',
  `update identity_provider
   set client_secret = $3, is_encrypted = $4
   where account_id = $1 and id = $2 and client_secret = $5
   returning id`,
);

/**
 * Encrypts the secrets of all companies' providers with the box's key, each by itself: a command that is killed leaves
 * every secret readable with one of both keys. A secret that neither key reads stays as it is, and one that was
 * replaced meanwhile was encrypted with the box's key then.
 */
export async function rotateProviderSecrets(db: DatabaseSession, box: SecretBox): Promise<Rotation> {
  const rotation: Rotation = { rotated: 0, current: 0, unreadable: 0 };
  for (const row of await db.rows(LIST_SECRETS, [])) {
    const resealed = box.reseal(storedOf(row), row.id);
    if (typeof resealed === 'string') {
      rotation[resealed] += 1;
      continue;
    }
    const values = [row.account_id, row.id, resealed.secret, resealed.isEncrypted, row.secret];
    rotation[(await db.rows(REPLACE_SECRET, values)).length > 0 ? 'rotated' : 'current'] += 1;
  }
  return rotation;
}
