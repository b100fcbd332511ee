import { DELIVERIES_WAITING_MAX } from '../core/destinations/deliveries.js';
import type { DatabaseSession } from '../database/database-session.js';
import { statement } from '../database/rows.js';

const DAY_MS = 86_400_000;
/** Longer than all retries of a delivery and a rest of its destination: no process carries its kind. */
const WAITS_MAX_MS = 8 * DAY_MS;
/** Longer than a digest waits for its Monday, and all retries after it: more is mailed each day than may be. */
const LASTS_MAX_MS = 15 * DAY_MS;

/** Accounts of one look; those beyond come with the next. */
const ACCOUNTS_MAX = 100;

/** Of all accounts, a read alone: who has deliveries that are dropped. */
const FIND = statement<{ account_id: string }>(
  'find-unwanted-deliveries',
  `select d.account_id
   from delivery d
   left join destination t on t.account_id = d.account_id and t.id = d.destination_id
   where d.state = 'waiting'
   group by d.account_id, d.destination_id
   having count(*) > $2 or min(d.due_at) < $1 or min(d.created_at) < $3
     or bool_or(t.id is null or t.state <> 'active' or t.removed_at is not null)
   order by d.account_id
   limit ${ACCOUNTS_MAX}`,
);

/** No process has it in hand. */
const isFree = (d: string) => `(${d}.lease_until is null or ${d}.lease_until < now() - interval '1 minute')`;

/**
 * Of destinations that are gone, what is too old, and what is beyond the newest {@link DELIVERIES_WAITING_MAX}. What
 * another transaction holds is left to the next time: of two that change many deliveries none waits for the other.
 */
const DROP = statement<object>(
  'drop-unwanted-deliveries',
  `with placed as (
     select w.id, w.day, w.destination_id,
       row_number() over (partition by w.destination_id order by w.created_at desc, w.id) as place
     from delivery w
     where w.account_id = $1 and w.state = 'waiting' and ${isFree('w')}
   ),
   unwanted as (
     select u.id, u.day
     from delivery u
     join placed p on p.id = u.id and p.day = u.day
     left join destination t on t.account_id = $1 and t.id = p.destination_id
     where u.account_id = $1 and u.state = 'waiting' and ${isFree('u')}
       and (
         t.id is null or t.state <> 'active' or t.removed_at is not null or u.due_at < $2 or u.created_at < $5
         or p.place > $3
       )
     for update of u skip locked
   )
   update delivery d
   set state = 'dropped', finished_at = $4
   from unwanted u
   where d.account_id = $1 and d.id = u.id and d.day = u.day`,
);

/**
 * Drops what waits for a destination that was removed or disabled meanwhile, what has waited for more than eight days
 * since it was due or fifteen since it was made, and of what waits for one destination all but the newest
 * {@link DELIVERIES_WAITING_MAX}.
 */
export async function dropUnwanted(db: DatabaseSession, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - WAITS_MAX_MS);
  const oldestMade = new Date(now.getTime() - LASTS_MAX_MS);
  const found = await db.rows(FIND, [oldest, DELIVERIES_WAITING_MAX, oldestMade]);
  const accounts = new Set(found.map(({ account_id }) => account_id));
  for (const accountId of accounts) await db.rows(DROP, [accountId, oldest, DELIVERIES_WAITING_MAX, now, oldestMade]);
}
