import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';

const LOCK_PASSWORD = statement<{ id: string }>(
  'lock-password-of-holder',
  `select id
   from holder
   where account_id = $1 and id = $2 and password_hash = $3 and disabled_at is null
   for no key update`,
);

/**
 * Whether a password that was compared a moment ago is still the holder's; until the transaction ends it stays so. A
 * password changed meanwhile must not open a session, nor change the new one.
 */
export async function lockPassword(
  tx: EntityManager,
  { accountId, holderId, passwordHash }: { accountId: string; holderId: string; passwordHash: string | null },
): Promise<boolean> {
  return (await rows(tx, LOCK_PASSWORD, [accountId, holderId, passwordHash])).length > 0;
}
