import { statement } from '../../database/rows.js';
import { type Subscription, TIERS, type Tier } from '../../entities/vocabulary.js';
import { PLANS } from '../plans.js';

/** Who asks. */
export interface IdentityRow {
  key_id: string;
  revoked: boolean;
  tier: Tier;
  subscription: Subscription;
}

/** What it costs. */
export interface ChargeRow {
  /** What was to be charged: the cost asked for, or one request where that exceeds the tier's minute. */
  charge: number;
  /** Null where nothing was charged: the tier has no access, or the key or subscription is not good. */
  admitted: boolean | null;
  minute_count: number | null;
  minute_resets_at: number | null;
  day_count: number | null;
  day_resets_at: number | null;
  /** Now, by the clock that the windows run on. */
  asked_at: number;
}

export interface DoorRow extends IdentityRow, ChargeRow {
  is_read_only: boolean;
}

/**
 * Or begins in the future: the clock was set back, or a backup restored. Requests at once see each other's beginnings a
 * little ahead of their own `now()`, by no more than a statement may wait, so only what is further ahead counts as
 * wrong.
 */
export const MINUTE_IS_OVER = `(now() >= b.minute_started_at + interval '60 seconds'
       or b.minute_started_at > now() + interval '30 seconds')`;
const TODAY = `(now() at time zone 'UTC')::date`;
/** Requests counted in the two present windows of a budget `b`. */
export const MINUTE_SO_FAR = `case when ${MINUTE_IS_OVER} then 0 else b.minute_count end`;
export const DAY_SO_FAR = `case when b.day_date = ${TODAY} then b.day_count else 0 end`;
const FITS = `(${MINUTE_SO_FAR} + i.charge <= i.per_minute and ${DAY_SO_FAR} + i.charge <= i.per_day)`;

const IDENTIFIED = `plan (tier, per_minute, per_day) as (
     values ${planValues()}
   ),
   identified as (
     select k.account_id, k.id as key_id, k.revoked_at is not null as revoked, a.tier, a.subscription, p.per_minute,
       p.per_day, case when $3 > p.per_minute then 1 else $3 end as charge
     from api_key k
     join account a on a.account_id = k.account_id
     join plan p on p.tier = a.tier
     where k.account_id = $1 and k.key_hash = $2
   )`;

const WINDOWS = `${MINUTE_SO_FAR} as minute_count,
       extract(epoch from b.minute_started_at + interval '60 seconds')::float8 as minute_resets_at,
       ${DAY_SO_FAR} as day_count,
       extract(epoch from (${TODAY} + 1)::timestamp at time zone 'UTC')::float8 as day_resets_at`;

/**
 * The door in one statement on the database's clock: the key, its account's subscription and tier, both windows,
 * and the key's usage. The row of the budget is the lock: each expression reads its latest version, so of any number
 * of requests at once exactly as many are admitted as fit. A refused request changes no count. A cost that no minute
 * of the tier could hold is charged as one request: the operation is refused, never run.
 * The commit is not waited for: a crash of the database may forget the last counts, never anything acknowledged.
 */
export const DOOR = statement<DoorRow>(
  'door',
  `with ${IDENTIFIED},
   charged as (
     update request_budget b
     set admitted = ${FITS},
       minute_started_at = case when ${FITS} and ${MINUTE_IS_OVER} then now() else b.minute_started_at end,
       minute_count = case when ${FITS} then ${MINUTE_SO_FAR} + i.charge else b.minute_count end,
       day_date = case when ${FITS} then ${TODAY} else b.day_date end,
       day_count = case when ${FITS} then ${DAY_SO_FAR} + i.charge else b.day_count end
     from identified i
     where b.account_id = $1 and not i.revoked and i.subscription = 'active' and i.per_minute is not null
     returning b.admitted,
       ${WINDOWS}
   ),
   used as (
     update api_key k
     set last_used_at = now(), request_count = k.request_count + 1
     from identified i, charged c
     where k.account_id = $1 and k.id = i.key_id and c.admitted
   )
   select i.key_id, i.revoked, i.tier, i.subscription, s.is_active as is_read_only, i.charge, c.admitted,
     c.minute_count, c.minute_resets_at, c.day_count, c.day_resets_at, extract(epoch from now())::float8 as asked_at,
     set_config('synchronous_commit', 'off', true) as commit_mode
   from identified i
   cross join service_switch s
   left join charged c on true
   where s.name = 'kill_switch'`,
);

/** What the door would say of the same charge now: it charges nothing, and locks nothing. */
export const PREVIEW = statement<DoorRow>(
  'door-preview',
  `with ${IDENTIFIED}
   select i.key_id, i.revoked, i.tier, i.subscription, s.is_active as is_read_only, i.charge,
     case when i.per_minute is not null then ${FITS} end as admitted,
     ${WINDOWS},
     extract(epoch from now())::float8 as asked_at
   from identified i
   cross join service_switch s
   join request_budget b on b.account_id = $1
   where s.name = 'kill_switch'`,
);

function planValues(): string {
  return TIERS.map((tier) => {
    const { requests } = PLANS[tier];
    return `('${tier}', ${requests?.perMinute ?? 'null'}::int, ${requests?.perDay ?? 'null'}::int)`;
  }).join(', ');
}
