import { statement } from '../../database/rows.js';
import type { KeyRow } from './key.view.js';

export const LIST_KEYS = statement<KeyRow>(
  'list-keys',
  `select id, name, description, prefix, created_at, last_used_at, request_count::float8 as request_count, revoked_at
   from api_key
   where account_id = $1
   order by created_at, id`,
);

/** One key at a time is made for an account, so that the bound on them holds; tells whether the account exists. */
export const LOCK_FOR_KEY = statement<object>(
  'lock-account-for-key',
  `select
   from account
   where account_id = $1
   for no key update`,
);

export const COUNT_KEYS = statement<{ keys: number }>(
  'count-keys',
  `select count(*)::int as keys
   from api_key
   where account_id = $1`,
);

/** On the database's clock, as `last_used_at` is: every replica sees one order of use and revocation. */
export const REVOKE_KEY = statement<{ account_id: string; revoked_at: string; is_new: boolean }>(
  'revoke-key',
  `with found as (
     select account_id, id, revoked_at
     from api_key
     where id = $1
     for update
   )
   update api_key k
   set revoked_at = coalesce(k.revoked_at, now())
   from found f
   where k.account_id = f.account_id and k.id = f.id
   returning k.account_id, k.revoked_at, f.revoked_at is null as is_new`,
);
