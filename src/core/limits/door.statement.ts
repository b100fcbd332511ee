import { statement } from '../../database/rows.js';
import type { Subscription, Tier } from '../../entities/vocabulary.js';
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

export interface DoorRow extends IdentityRow, ChargeRow {}

const MINUTE_SO_FAR = minuteSoFar('b', 'i.asked_at');
const DAY_SO_FAR = daySoFar('b', 'i.asked_at', 'i.today');
const DAY = dayInForce('b', 'i.asked_at', 'i.today');
const FITS = `(${MINUTE_SO_FAR} + i.charge <= i.per_minute and ${DAY_SO_FAR} + i.charge <= i.per_day)`;

const IDENTIFIED = `${PLAN_OF_TIERS},
   identified as (
     select k.id as key_id, k.revoked_at is not null as revoked, a.tier, a.subscription, p.per_minute, p.per_day,
       case when $3 > p.per_minute then 1 else $3 end as charge, ${INSTANT}
     from api_key k
     join account a on a.account_id = $1
     join plan p on p.tier = a.tier
     where k.account_id = $1 and k.key_hash = $2
   )`;

const WHO = 'i.key_id, i.revoked, i.tier, i.subscription, i.charge';

const windows = (budget: string) => `${minuteSoFar(budget, 'i.asked_at')} as minute_count,
     ${endOfMinute(`${budget}.minute_started_at`)} as minute_resets_at,
     ${daySoFar(budget, 'i.asked_at', 'i.today')} as day_count,
     ${endOfDay(`(${dayInForce(budget, 'i.asked_at', 'i.today')})`)} as day_resets_at,
     extract(epoch from i.asked_at)::float8 as asked_at`;

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
       minute_started_at = case
         when ${FITS} and ${minuteIsOver('b', 'i.asked_at')} then i.asked_at
         else b.minute_started_at
       end,
       minute_count = case when ${FITS} then ${MINUTE_SO_FAR} + i.charge else b.minute_count end,
       day_date = case when ${FITS} then ${DAY} else b.day_date end,
       day_count = case when ${FITS} then ${DAY_SO_FAR} + i.charge else b.day_count end
     from identified i
     where b.account_id = $1 and not i.revoked and i.subscription = 'active' and i.per_minute is not null
     returning b.admitted, b.minute_started_at, b.minute_count, b.day_date, b.day_count
   ),
   used as (
     update api_key k
     set last_used_at = i.asked_at, request_count = k.request_count + 1
     from identified i, charged c
     where k.account_id = $1 and k.id = i.key_id and c.admitted
   )
   select ${WHO}, c.admitted,
     ${windows('c')},
     set_config('synchronous_commit', 'off', true) as commit_mode
   from identified i
   left join charged c on true`,
);

/** What the door would say of the same charge now: it charges nothing, and locks nothing. */
export const PREVIEW = statement<DoorRow>(
  'door-preview',
  `with ${IDENTIFIED}
   select ${WHO},
     case when i.per_minute is not null then ${FITS} end as admitted,
     ${windows('b')}
   from identified i
   join request_budget b on b.account_id = $1`,
);
