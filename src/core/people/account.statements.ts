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
