import { statement } from '../../database/rows.js';
import { IS_GOOD } from '../access/good-session.js';
import type { SessionRow } from './session.view.js';

/** Those of an address, in whatever case; at most one, as addresses are unique over all accounts. */
export const FIND_FOR_SIGN_IN = statement<{
  account_id: string;
  id: string;
  email: string;
  password_hash: string | null;
  is_disabled: boolean;
}>(
  'find-holder-for-sign-in',
  `select account_id, id, email, password_hash, disabled_at is not null as is_disabled
   from holder
   where lower(email) = lower($1)`,
);

export const FIND_DEVICE = statement<{ id: string }>(
  'find-known-device',
  `select id
   from known_device
   where account_id = $1 and holder_id = $2 and token_hash = $3 and last_seen_at > now() - interval '400 days'`,
);

export const SAVE_DEVICE = statement<object>(
  'save-known-device',
  `insert into known_device (account_id, id, holder_id, token_hash)
   values ($1, $2, $3, $4)`,
);

export const TOUCH_DEVICE = statement<object>(
  'touch-known-device',
  `update known_device
   set last_seen_at = now()
   where account_id = $1 and id = $2`,
);

/** A holder keeps so many devices; the ones used longest ago go. */
export const DELETE_DEVICES_BEYOND = statement<object>(
  'delete-known-devices-beyond',
  `delete from known_device
   where account_id = $1 and id in (
     select id
     from known_device
     where account_id = $1 and holder_id = $2
     order by last_seen_at desc, id
     offset $3
   )`,
);

/** Ends after 30 days, whatever is done with it. */
export const SAVE_SESSION = statement<{ expires_at: string }>(
  'save-session',
  `insert into session (account_id, id, holder_id, token_hash, expires_at, network, user_agent)
   values ($1, $2, $3, $4, now() + interval '30 days', $5, $6)
   returning expires_at`,
);

/** A holder has so many sessions at once; the ones used longest ago end. */
export const END_SESSIONS_BEYOND = statement<object>(
  'end-sessions-beyond',
  `update session
   set ended_at = now()
   where account_id = $1 and id in (
     select id
     from session
     where account_id = $1 and holder_id = $2 and ended_at is null
     order by last_seen_at desc, id
     offset $3
   )`,
);

/** Whoever holds its token may end a session, whatever else is left of the budget. */
export const END_SESSION_OF_TOKEN = statement<{ holder_id: string }>(
  'end-session-of-token',
  `update session
   set ended_at = now()
   where account_id = $1 and token_hash = $2 and ended_at is null
   returning holder_id`,
);

export const END_SESSION = statement<{ holder_id: string }>(
  'end-session',
  `update session
   set ended_at = now()
   where account_id = $1 and id = $2 and ended_at is null
   returning holder_id`,
);

/** All of an account's, or of its holder $2 where given, but the one of $3 where given. */
export const END_SESSIONS = statement<{ id: string }>(
  'end-sessions',
  `update session
   set ended_at = now()
   where account_id = $1 and ended_at is null and ($2::uuid is null or holder_id = $2)
     and ($3::uuid is null or id <> $3)
   returning id`,
);

/** Good sessions of an account, or of its holder $2 where given, last seen first. */
export const LIST_SESSIONS = statement<SessionRow>(
  'list-sessions',
  `select s.id, s.holder_id, s.created_at, s.last_seen_at, s.network, s.user_agent
   from session s
   join holder h on h.account_id = $1 and h.id = s.holder_id
   where s.account_id = $1 and ($2::uuid is null or s.holder_id = $2) and ${IS_GOOD}
   order by s.last_seen_at desc, s.id`,
);

export const FIND_SESSION_OWNER = statement<{ holder_id: string }>(
  'find-owner-of-session',
  `select holder_id
   from session
   where account_id = $1 and id = $2`,
);

/** Of all accounts, for the upkeep: sessions that ended or expired long ago. */
export const DELETE_OLD_SESSIONS = statement<object>(
  'delete-old-sessions',
  `delete from session
   where least(ended_at, expires_at) < now() - interval '90 days'`,
);
