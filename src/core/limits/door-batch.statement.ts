import { statement } from '../../database/rows.js';
import {
  dayInForce,
  daySoFar,
  endOfDay,
  endOfMinute,
  INSTANT,
  minuteIsOver,
  minuteSoFar,
  PLAN_OF_TIERS,
} from './budget-windows.js';
import type { ChargeRow, IdentityRow } from './door.statement.js';

/** What the door said of equal requests; the counts are those after all of them. */
export interface BatchRow extends IdentityRow, Omit<ChargeRow, 'admitted'> {
  /** Its place in the arrays, from 1. */
  at: number;
  /** How many were admitted, the first ones; null where nothing was to be charged. */
  admitted: number | null;
}

/** Equal requests, as many as still fit: a window has room for `left / charge` of them, rounded down. */
const ADMITTED = `greatest(0, least(f.requests, (f.per_minute - f.minute_count) / f.charge,
       (f.per_day - f.day_count) / f.charge))`;

/**
 * The door for several requests in one statement: of each account those with one key and one cost, so that how many
 * fit is a division, and the result is what the same requests would have got one after the other.
 * `asked` has the columns at, key_hash, cost and requests.
 * Each account is looked up by itself, which keeps the plan to indexes however small the tables were when it was made.
 */
function doorBatch(asked: string, account: string, charged: string, lock: string): string {
  return `with ${PLAN_OF_TIERS},
   found as (
     select e.at, e.requests, w.account_id, w.key_id, w.revoked, w.tier, w.subscription, p.per_minute, p.per_day,
       case when e.cost > p.per_minute then 1 else e.cost end as charge, i.asked_at, w.minute_started_at,
       ${minuteIsOver('w', 'i.asked_at')} as minute_is_over,
       ${minuteSoFar('w', 'i.asked_at')} as minute_count,
       ${dayInForce('w', 'i.asked_at', 'i.today')} as day_in_force,
       ${daySoFar('w', 'i.asked_at', 'i.today')} as day_count
     from (select ${INSTANT}) i
     cross join ${asked}
     cross join lateral (
       select k.account_id, k.id as key_id, k.revoked_at is not null as revoked, a.tier, a.subscription,
         b.minute_started_at, b.minute_count, b.day_date, b.day_count
       from api_key k
       join account a on a.account_id = ${account}
       join request_budget b on b.account_id = ${account}
       where k.account_id = ${account} and k.key_hash = e.key_hash
       ${lock}
     ) w
     join plan p on p.tier = w.tier
   ),
   counted as (
     select f.*,
       case when not f.revoked and f.subscription = 'active' and f.per_minute is not null then ${ADMITTED} end
         as admitted
     from found f
   ),
   charged as (
     update request_budget b
     set minute_started_at = case when c.minute_is_over then c.asked_at else b.minute_started_at end,
       minute_count = c.minute_count + c.admitted * c.charge,
       day_date = c.day_in_force,
       day_count = c.day_count + c.admitted * c.charge
     from counted c
     where b.account_id = ${charged} and c.admitted > 0
   ),
   used as (
     update api_key k
     set last_used_at = c.asked_at, request_count = k.request_count + c.admitted
     from counted c
     where k.account_id = ${charged} and k.id = c.key_id and c.admitted > 0
   )
   select c.at, c.key_id, c.revoked, c.tier, c.subscription, c.charge, c.admitted,
     c.minute_count + coalesce(c.admitted * c.charge, 0) as minute_count,
     ${endOfMinute('case when c.minute_is_over and c.admitted > 0 then c.asked_at else c.minute_started_at end')}
       as minute_resets_at,
     c.day_count + coalesce(c.admitted * c.charge, 0) as day_count,
     ${endOfDay('c.day_in_force')} as day_resets_at,
     extract(epoch from c.asked_at)::float8 as asked_at,
     (select set_config('synchronous_commit', 'off', true)) as commit_mode
   from counted c`;
}

/**
 * For many accounts, each of them once. It waits for no lock, so it can neither be held up by one account nor be part
 * of a deadlock: who is missing among the rows has a key or a budget that is locked now, or no such key.
 */
export const DOOR_BATCH = statement<BatchRow>(
  'door-batch',
  doorBatch(
    `(
       select u.account_id, u.key_hash, u.cost, u.requests, u.at::int as at
       from unnest($1::uuid[], $2::bytea[], $3::int[], $4::int[]) with ordinality
         as u (account_id, key_hash, cost, requests, at)
     ) e`,
    'e.account_id',
    'c.account_id',
    'for no key update of b, k skip locked',
  ),
);

/** For one account, whose locks are waited for; the budget first, as in `DOOR`. */
export const ACCOUNT_DOOR_BATCH = statement<BatchRow>(
  'account-door-batch',
  doorBatch(
    '(select 1 as at, $2::bytea as key_hash, $3::int as cost, $4::int as requests) e',
    '$1',
    '$1',
    'for no key update of b, k',
  ),
);
