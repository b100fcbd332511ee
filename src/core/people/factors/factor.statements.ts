import { statement } from '../../../database/rows.js';

/** Whose factors: the key that their rows begin with. */
export interface HolderKey {
  accountId: string;
  holderId: string;
}

export interface TotpRow {
  secret: Buffer;
  is_encrypted: boolean;
}

export interface PasskeyRow {
  id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: string;
  relying_party: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** What a holder has; a null `confirmed_at` where no app was added. */
export const FIND_FACTORS = statement<{
  confirmed_at: string | null;
  recovery_codes: number;
  is_required: boolean;
  email: string;
  password_set_at: string | null;
}>(
  'find-factors-of-holder',
  `select t.confirmed_at, a.second_factor_required as is_required, h.email, h.password_set_at, (
     select count(*)::int
     from recovery_code c
     where c.account_id = $1 and c.holder_id = $2 and c.used_at is null
   ) as recovery_codes
   from holder h
   join account a on a.account_id = $1
   left join totp_factor t on t.account_id = $1 and t.holder_id = h.id
   where h.account_id = $1 and h.id = $2`,
);

const PASSKEY = 'id, credential_id, public_key, counter, relying_party, name, created_at, last_used_at';

export const LIST_PASSKEYS = statement<PasskeyRow>(
  'list-passkeys',
  `select ${PASSKEY}
   from passkey
   where account_id = $1 and holder_id = $2
   order by created_at, id`,
);

/** Locked: of two uses at once the second sees the count of the first. */
export const LOCK_PASSKEY = statement<PasskeyRow>(
  'lock-passkey',
  `select ${PASSKEY}
   from passkey
   where account_id = $1 and holder_id = $2 and credential_id = $3
   for no key update`,
);

export const SAVE_PASSKEY = statement<{ id: string; created_at: string }>(
  'save-passkey',
  `insert into passkey (account_id, id, holder_id, credential_id, public_key, counter, relying_party, name)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (account_id, credential_id) do nothing
   returning id, created_at`,
);

export const NOTE_PASSKEY_USE = statement<object>(
  'note-use-of-passkey',
  `update passkey
   set counter = $3, last_used_at = now()
   where account_id = $1 and id = $2`,
);

export const DELETE_PASSKEY = statement<{ name: string }>(
  'delete-passkey',
  `delete from passkey
   where account_id = $1 and holder_id = $2 and id = $3
   returning name`,
);

export const FIND_TOTP = statement<TotpRow>(
  'find-totp',
  `select secret, is_encrypted
   from totp_factor
   where account_id = $1 and holder_id = $2 and confirmed_at is not null`,
);

/** Of an app that is being added. */
export const FIND_NEW_TOTP = statement<TotpRow>(
  'find-new-totp',
  `select secret, is_encrypted
   from totp_factor
   where account_id = $1 and holder_id = $2 and confirmed_at is null and created_at > now() - interval '1 hour'`,
);

/** A secret that was never confirmed gives way to the new one; nothing where an app was added already. */
export const SAVE_TOTP = statement<object>(
  'save-totp',
  `insert into totp_factor (account_id, holder_id, secret, is_encrypted, created_at)
   values ($1, $2, $3, $4, now())
   on conflict (account_id, holder_id) do update
   set secret = excluded.secret, is_encrypted = excluded.is_encrypted, created_at = excluded.created_at,
     last_used_step = 0
   where totp_factor.confirmed_at is null
   returning holder_id`,
);

/** The secret that the code was of, unless another took its place meanwhile. */
export const CONFIRM_TOTP = statement<object>(
  'confirm-totp',
  `update totp_factor
   set confirmed_at = now(), last_used_step = $3
   where account_id = $1 and holder_id = $2 and confirmed_at is null and secret = $4
   returning holder_id`,
);

/** A code is good once, and none of a step before it is good after it. */
export const USE_TOTP_STEP = statement<object>(
  'use-step-of-totp',
  `update totp_factor
   set last_used_step = $3
   where account_id = $1 and holder_id = $2 and confirmed_at is not null and last_used_step < $3
   returning holder_id`,
);

export const DELETE_TOTP = statement<{ was_confirmed: boolean }>(
  'delete-totp',
  `delete from totp_factor
   where account_id = $1 and holder_id = $2
   returning confirmed_at is not null as was_confirmed`,
);

export const SAVE_RECOVERY_CODES = statement<object>(
  'save-recovery-codes',
  `insert into recovery_code (account_id, holder_id, code_hash)
   select $1, $2, code_hash
   from unnest($3::bytea[]) code_hash`,
);

export const USE_RECOVERY_CODE = statement<object>(
  'use-recovery-code',
  `update recovery_code
   set used_at = now()
   where account_id = $1 and holder_id = $2 and code_hash = $3 and used_at is null
   returning holder_id`,
);

export const DELETE_RECOVERY_CODES = statement<object>(
  'delete-recovery-codes',
  `delete from recovery_code
   where account_id = $1 and holder_id = $2`,
);

export const DELETE_ALL_PASSKEYS = statement<object>(
  'delete-passkeys-of-holder',
  `delete from passkey
   where account_id = $1 and holder_id = $2
   returning id`,
);

/** Those who change a holder's factors do so one after another. */
export const LOCK_HOLDER = statement<{ id: string }>(
  'lock-holder-for-factors',
  `select id
   from holder
   where account_id = $1 and id = $2
   for no key update`,
);
