import { statement } from '../../database/rows.js';
import type { LinkPurpose } from '../../entities/vocabulary.js';

export const SAVE_LINK = statement<{ expires_at: string }>(
  'save-one-time-link',
  `insert into one_time_link (account_id, id, holder_id, purpose, token_hash, expires_at)
   values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
   returning expires_at`,
);

/** A new link of a holder takes the place of those before it. */
export const USE_UP_LINKS = statement<object>(
  'use-up-one-time-links',
  `update one_time_link
   set used_at = now()
   where account_id = $1 and holder_id = $2 and used_at is null`,
);

/** Whose a link is that is still good. */
export const FIND_LINK = statement<{ holder_id: string }>(
  'find-one-time-link',
  `select l.holder_id
   from one_time_link l
   join holder h on h.account_id = $1 and h.id = l.holder_id
   where l.account_id = $1 and l.token_hash = $2 and l.used_at is null and l.expires_at > now()
     and h.disabled_at is null`,
);

/** A row for the first who comes with a link that is still good. */
export const USE_LINK = statement<{ holder_id: string; purpose: LinkPurpose }>(
  'use-one-time-link',
  `update one_time_link l
   set used_at = now()
   from holder h
   where l.account_id = $1 and l.token_hash = $2 and l.used_at is null and l.expires_at > now()
     and h.account_id = $1 and h.id = l.holder_id and h.disabled_at is null
   returning l.holder_id, l.purpose`,
);

/** Of all accounts, for the upkeep. */
export const DELETE_OLD_LINKS = statement<object>(
  'delete-old-one-time-links',
  `delete from one_time_link
   where expires_at < now() - interval '30 days'`,
);
