import { statement } from '../../database/rows.js';
import type { AccountRow } from './account.view.js';

export const LIST_ACCOUNTS = statement<AccountRow>(
  'list-accounts',
  `select account_id, name, email, tier, subscription, cadence
   from account
   order by created_at, account_id`,
);

/** Tells whether the account exists. */
export const FIND_ACCOUNT = statement<object>(
  'find-account',
  `select
   from account
   where account_id = $1`,
);

/** One creation with an address at a time: no unique key could hold it, as every key begins with the account. */
export const LOCK_EMAIL = statement<object>(
  'lock-email',
  `select pg_advisory_xact_lock(hashtextextended(lower($1), 0))`,
);

export const FIND_EMAIL = statement<{ account_id: string }>(
  'find-email',
  `select account_id
   from account
   where lower(email) = lower($1)`,
);
