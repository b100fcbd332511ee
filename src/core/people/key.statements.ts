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

/** Of all accounts: the operator names a key alone. A key never changes its account. */
export const OWNER_OF_KEY = statement<{ account_id: string }>(
  'owner-of-key',
  `select account_id
   from api_key
   where id = $1`,
);

/**
 * No row where it was revoked before. On the database's clock, as `last_used_at` is: every replica sees one order of
 * use and revocation.
 */
export const REVOKE_KEY = statement<{ revoked_at: string }>(
  'revoke-key',
  `update api_key
   set revoked_at = now()
   where account_id = $1 and id = $2 and revoked_at is null
   returning revoked_at`,
);

export const FIND_REVOKED = statement<{ revoked_at: string | null }>(
  'find-revoked-key',
  `select revoked_at
   from api_key
   where account_id = $1 and id = $2`,
);
