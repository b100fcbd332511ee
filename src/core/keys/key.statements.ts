import { statement } from '../../database/rows.js';
import type { KeyRow } from './key.view.js';

export const LIST_KEYS = statement<KeyRow>(
  'list-keys',
  `select id, name, description, prefix, created_at, last_used_at, request_count::float8 as request_count, revoked_at
   from api_key
   where account_id = $1
   order by created_at, id`,
);

/** On the database's clock, as `last_used_at` is: every replica sees one order of use and revocation. */
export const REVOKE_KEY = statement<{ revoked_at: string }>(
  'revoke-key',
  `update api_key
   set revoked_at = coalesce(revoked_at, now())
   where id = $1
   returning revoked_at`,
);
