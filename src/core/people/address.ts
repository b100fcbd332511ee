import type { EntityManager } from '@mikro-orm/postgresql';
import { emailLock, lock } from '../../database/advisory-lock.js';
import { rows, statement } from '../../database/rows.js';

/** Accounts that were opened with an address, and people who have it, in whatever account. */
const FIND_ADDRESS = statement<{ account_id: string }>(
  'find-address',
  `select account_id
   from account
   where lower(email) = lower($1)
   union all
   select account_id
   from holder
   where lower(email) = lower($1)
   limit 1`,
);

/**
 * Whether an account or one of its people has an e-mail address, in whatever case. Until the transaction ends nobody
 * else takes it: addresses are unique over all accounts, which no key could hold, as every key begins with the account.
 */
export async function lockAddress(tx: EntityManager, email: string): Promise<boolean> {
  await lock(tx, emailLock(email));
  return (await rows(tx, FIND_ADDRESS, [email])).length > 0;
}
