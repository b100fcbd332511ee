import { statement } from '../../database/rows.js';
import { HAS_SECOND_FACTOR } from '../access/stepped-up.js';
import type { HolderRow } from './holder.view.js';

const COLUMNS = `h.id, h.account_id, h.email, h.name, h.role, h.password_hash is not null as has_password,
     h.disabled_at, h.created_at, ${HAS_SECOND_FACTOR} as has_second_factor`;

export const LIST_HOLDERS = statement<HolderRow>(
  'list-holders',
  `select ${COLUMNS}
   from holder h
   where h.account_id = $1
   order by h.created_at, h.id`,
);

export const FIND_HOLDER = statement<HolderRow>(
  'find-holder',
  `select ${COLUMNS}
   from holder h
   where h.account_id = $1 and h.id = $2`,
);

export const SAVE_HOLDER = statement<object>(
  'save-holder',
  `insert into holder (account_id, id, email, name, role, password_hash, password_set_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, case when $6::text is not null then $7::timestamptz end, $7, $7)`,
);

/** Who of an account had an address and was disabled. */
export const FIND_DISABLED = statement<{ id: string }>(
  'find-disabled-holder',
  `select id
   from holder
   where account_id = $1 and lower(email) = lower($2) and disabled_at is not null`,
);

/** Somebody disabled is invited again: the former password is gone. */
export const RENEW_HOLDER = statement<object>(
  'renew-holder',
  `update holder
   set email = $3, name = $4, role = $5, password_hash = $6, disabled_at = null, updated_at = $7,
     password_set_at = case when $6::text is not null then $7::timestamptz end
   where account_id = $1 and id = $2`,
);

/** Owners who are not disabled, locked, so that of two that step down at once one stays. */
export const LOCK_OWNERS = statement<{ id: string; has_password: boolean }>(
  'lock-owners',
  `select id, password_hash is not null as has_password
   from holder
   where account_id = $1 and role = 'owner' and disabled_at is null
   order by id
   for update`,
);

export const SET_ROLE = statement<object>(
  'set-role-of-holder',
  `update holder
   set role = $3, updated_at = $4
   where account_id = $1 and id = $2`,
);

export const SET_HOLDER_NAME = statement<object>(
  'set-name-of-holder',
  `update holder
   set name = $3, updated_at = $4
   where account_id = $1 and id = $2`,
);

export const DISABLE_HOLDER = statement<object>(
  'disable-holder',
  `update holder
   set disabled_at = coalesce(disabled_at, $3), updated_at = $3
   where account_id = $1 and id = $2`,
);

export const FIND_PASSWORD = statement<{ password_hash: string | null; email: string; name: string }>(
  'find-password-of-holder',
  `select password_hash, email, name
   from holder
   where account_id = $1 and id = $2 and disabled_at is null`,
);

export const SET_PASSWORD = statement<object>(
  'set-password-of-holder',
  `update holder
   set password_hash = $3, password_set_at = $4, updated_at = $4, name = coalesce($5, name)
   where account_id = $1 and id = $2`,
);

/** What a password must not be made of, beside the holder's own: the account and its brands. */
export const LIST_KNOWN_NAMES = statement<{ name: string }>(
  'list-known-names-of-account',
  `select name
   from account
   where account_id = $1
   union
   select brand_name
   from project
   where account_id = $1 and archived_at is null
   order by name
   limit 500`,
);
