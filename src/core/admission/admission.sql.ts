import { statement } from '../../database/rows.js';
import { type KeyAccess, type Role, type Subscription, TIERS, type Tier } from '../../entities/vocabulary.js';
import { HAS_SECOND_FACTOR, IS_STEPPED_UP } from '../access/access.js';
import { limitOf } from '../access/project-limit.js';
import { HOLDER_REQUESTS, PLANS } from '../plans.js';

/** A session that was not used for so long has ended. */
const SESSION_IDLE = `interval '7 days'`;

/** Whether session `s` of holder `h` is good now, on the database's clock. */
export const IS_GOOD = `s.ended_at is null and s.expires_at > now() and s.last_seen_at > now() - ${SESSION_IDLE}
       and h.disabled_at is null`;

/**
 * The two windows of a budget in SQL. `budget` is the alias of its row, `at` an instant and `today` its UTC day: values
 * of one step of the statement. Where the database is shared out over several servers, no row may be updated by
 * `now()`, nor by an instant plus a span, which depends on the session's time zone.
 */

/** The instant and the day that a statement goes by, in the precision that a budget keeps. */
export const INSTANT = `now()::timestamptz(3) as asked_at, (now() at time zone 'UTC')::date as today`;

/**
 * Or begins in the future: the clock was set back, or a backup restored. Requests at once see each other's beginnings a
 * little ahead of their own instant, by no more than a statement may wait, so only what is further ahead counts as
 * wrong.
 */
function minuteIsOver(budget: string, at: string): string {
  return `(${at} - ${budget}.minute_started_at >= interval '60 seconds'
       or ${budget}.minute_started_at - ${at} > interval '30 seconds')`;
}

/** Requests counted in the present minute. */
export function minuteSoFar(budget: string, at: string): string {
  return `case when ${minuteIsOver(budget, at)} then 0 else ${budget}.minute_count end`;
}

/**
 * Or the day before: a request may wait for the row beyond midnight, and then finds the day that others have begun
 * meanwhile. It does not end that day. Others began it with a minute that is not over; a day ahead by a clock that was
 * set back has none.
 */
function isDayAhead(budget: string, at: string, today: string): string {
  return `${budget}.day_date = ${today} + 1 and not ${minuteIsOver(budget, at)}`;
}

/** The day that a request counts for: the one that others have begun meanwhile, else today. */
function dayInForce(budget: string, at: string, today: string): string {
  return `case when ${isDayAhead(budget, at, today)} then ${budget}.day_date else ${today} end`;
}

/** Requests counted in the present day, which is {@link dayInForce}. */
export function daySoFar(budget: string, at: string, today: string): string {
  return `case
         when ${budget}.day_date = ${today} or ${isDayAhead(budget, at, today)} then ${budget}.day_count
         else 0
       end`;
}

/** When a minute that began at `startedAt` ends, in Unix seconds. */
function endOfMinute(startedAt: string): string {
  return `extract(epoch from ${startedAt} + interval '60 seconds')::float8`;
}

/** When a day ends, in Unix seconds. */
function endOfDay(day: string): string {
  return `extract(epoch from (${day} + 1)::timestamp at time zone 'UTC')::float8`;
}

/** What each tier may ask, null where it has no API access. */
const PLAN_OF_TIERS = `plan (tier, per_minute, per_day) as (
     values ${TIERS.map(planValues).join(', ')}
   )`;

function planValues(tier: (typeof TIERS)[number]): string {
  const { requests } = PLANS[tier];
  return `('${tier}', ${requests?.perMinute ?? 'null'}::int, ${requests?.perDay ?? 'null'}::int)`;
}

/** Who asks. */
export interface IdentityRow {
  key_id: string;
  access: KeyAccess;
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

export interface KeyDecision extends IdentityRow, ChargeRow {}

const MINUTE_SO_FAR = minuteSoFar('b', 'i.asked_at');
const DAY_SO_FAR = daySoFar('b', 'i.asked_at', 'i.today');
const DAY = dayInForce('b', 'i.asked_at', 'i.today');

/** Bounds of the two windows in SQL. */
interface WindowBounds {
  perMinute: string;
  perDay: string;
}

function fits({ perMinute, perDay }: WindowBounds): string {
  return `(${MINUTE_SO_FAR} + i.charge <= ${perMinute} and ${DAY_SO_FAR} + i.charge <= ${perDay})`;
}

const KEY_BOUNDS: WindowBounds = { perMinute: 'i.per_minute', perDay: 'i.per_day' };
const FITS = fits(KEY_BOUNDS);

/**
 * What an update of budget `b` sets, so that it is charged if both windows have room, and `admitted` says whether they
 * had. Step `i` of the statement has `charge` and {@link INSTANT}.
 */
export function chargeOfBudget(bounds: WindowBounds): string {
  const hasRoom = fits(bounds);
  return `admitted = ${hasRoom},
       minute_started_at = case
         when ${hasRoom} and ${minuteIsOver('b', 'i.asked_at')} then i.asked_at
         else b.minute_started_at
       end,
       minute_count = case when ${hasRoom} then ${MINUTE_SO_FAR} + i.charge else b.minute_count end,
       day_date = case when ${hasRoom} then ${DAY} else b.day_date end,
       day_count = case when ${hasRoom} then ${DAY_SO_FAR} + i.charge else b.day_count end`;
}

const IDENTIFIED = `${PLAN_OF_TIERS},
   identified as (
     select k.id as key_id, k.access, k.revoked_at is not null as revoked, a.tier, a.subscription, p.per_minute,
       p.per_day, case when $3 > p.per_minute then 1 else $3 end as charge, ${INSTANT}
     from api_key k
     join account a on a.account_id = $1
     join plan p on p.tier = a.tier
     where k.account_id = $1 and k.key_hash = $2
   )`;

const WHO = 'i.key_id, i.access, i.revoked, i.tier, i.subscription, i.charge';

/** The counts and ends of both windows, as {@link ChargeRow} has them; step `i` has {@link INSTANT}. */
export const windowsOfBudget = (budget: string) => `${minuteSoFar(budget, 'i.asked_at')} as minute_count,
     ${endOfMinute(`${budget}.minute_started_at`)} as minute_resets_at,
     ${daySoFar(budget, 'i.asked_at', 'i.today')} as day_count,
     ${endOfDay(`(${dayInForce(budget, 'i.asked_at', 'i.today')})`)} as day_resets_at,
     extract(epoch from i.asked_at)::float8 as asked_at`;

/**
 * Admits a key in one statement on the database's clock: the key, its account's subscription and tier, both windows,
 * and the key's usage. The row of the budget is the lock: each expression reads its latest version, so of any number
 * of requests at once exactly as many are admitted as fit. A refused request changes no count. A cost that no minute
 * of the tier could hold is charged as one request: the operation is refused, never run.
 * The commit is not waited for: a crash of the database may forget the last counts, never anything acknowledged.
 */
export const ADMIT_KEY = statement<KeyDecision>(
  'door',
  `with ${IDENTIFIED},
   charged as (
     update request_budget b
     set ${chargeOfBudget(KEY_BOUNDS)}
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
     ${windowsOfBudget('c')},
     set_config('synchronous_commit', 'off', true) as commit_mode
   from identified i
   left join charged c on true`,
);

/** What {@link ADMIT_KEY} would decide about the same charge now: it charges nothing, and locks nothing. */
export const CHECK_KEY = statement<KeyDecision>(
  'door-preview',
  `with ${IDENTIFIED}
   select ${WHO},
     case when i.per_minute is not null then ${FITS} end as admitted,
     ${windowsOfBudget('b')}
   from identified i
   join request_budget b on b.account_id = $1`,
);

/** What was decided about equal requests; the counts are those after all of them. */
export interface BatchDecision extends IdentityRow, Omit<ChargeRow, 'admitted'> {
  /** Its place in the arrays, from 1. */
  at: number;
  /** How many were admitted, the first ones; null where nothing was to be charged. */
  admitted: number | null;
}

/** Equal requests, as many as still fit: a window has room for `left / charge` of them, rounded down. */
const ADMITTED = `greatest(0, least(f.requests, (f.per_minute - f.minute_count) / f.charge,
       (f.per_day - f.day_count) / f.charge))`;

/**
 * Admits several requests in one statement: of each account those with one key and one cost, so that how many
 * fit is a division, and the result is what the same requests would have got one after the other.
 * `asked` has the columns at, key_hash, cost and requests.
 * Each account is looked up by itself, which keeps the plan to indexes however small the tables were when it was made.
 */
function batch(asked: string, account: string, charged: string, lock: string): string {
  return `with ${PLAN_OF_TIERS},
   found as (
     select e.at, e.requests, w.account_id, w.key_id, w.access, w.revoked, w.tier, w.subscription, p.per_minute,
       p.per_day, case when e.cost > p.per_minute then 1 else e.cost end as charge, i.asked_at, w.minute_started_at,
       ${minuteIsOver('w', 'i.asked_at')} as minute_is_over,
       ${minuteSoFar('w', 'i.asked_at')} as minute_count,
       ${dayInForce('w', 'i.asked_at', 'i.today')} as day_in_force,
       ${daySoFar('w', 'i.asked_at', 'i.today')} as day_count
     from (select ${INSTANT}) i
     cross join ${asked}
     cross join lateral (
       select k.account_id, k.id as key_id, k.access, k.revoked_at is not null as revoked, a.tier, a.subscription,
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
   select c.at, c.key_id, c.access, c.revoked, c.tier, c.subscription, c.charge, c.admitted,
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
export const ADMIT_BATCH = statement<BatchDecision>(
  'door-batch',
  batch(
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

/** For one account, whose locks are waited for; the budget first, as in {@link ADMIT_KEY}. */
export const ADMIT_ACCOUNT_BATCH = statement<BatchDecision>(
  'account-door-batch',
  batch(
    '(select 1 as at, $2::bytea as key_hash, $3::int as cost, $4::int as requests) e',
    '$1',
    '$1',
    'for no key update of b, k',
  ),
);

/** Its last use is recorded once a minute. */
const SEEN_EVERY = `interval '1 minute'`;

export interface SessionDecision extends ChargeRow {
  /** What was to be charged to the holder; the count is in the minute of the account. */
  holder_charge: number;
  holder_count: number | null;
  session_id: string;
  holder_id: string;
  role: Role;
  /** Null: all of the account. */
  project_ids: string[] | null;
  tier: Tier;
  subscription: Subscription;
  is_stepped_up: boolean;
  /** The account requires a second factor, and the holder has none. */
  lacks_factor: boolean;
}

const { perMinute: PER_MINUTE, perHolder: PER_HOLDER } = HOLDER_REQUESTS;
const SESSION_MINUTE_SO_FAR = minuteSoFar('b', 'f.asked_at');
/** Of each holder who asked in the present minute; at most as many as requests fit in it. */
const HOLDERS_SO_FAR = `case when ${minuteIsOver('b', 'f.asked_at')} then '{}' else b.holder_counts end`;
const holderSoFar = (budget: string) =>
  `case
       when ${minuteIsOver(budget, 'f.asked_at')} then 0
       else coalesce((${budget}.holder_counts ->> f.holder_id::text)::int, 0)
     end`;
const HOLDER_SO_FAR = holderSoFar('b');
const SESSION_FITS =
  `(${SESSION_MINUTE_SO_FAR} + f.charge <= ${PER_MINUTE} ` + `and ${HOLDER_SO_FAR} + f.holder_charge <= ${PER_HOLDER})`;

const FOUND = `found as (
     select s.id as session_id, s.holder_id, s.last_seen_at, h.role, a.tier, a.subscription,
       ${limitOf('h')} as project_ids,
       ${IS_STEPPED_UP} as is_stepped_up,
       a.second_factor_required and not s.is_multi_factor and not ${HAS_SECOND_FACTOR} as lacks_factor,
       case when $3 > ${PER_MINUTE} then 1 else $3 end as charge,
       case when $3 > ${PER_MINUTE} then 1 else least($3, ${PER_HOLDER}) end as holder_charge, ${INSTANT}
     from session s
     join holder h on h.account_id = $1 and h.id = s.holder_id
     join account a on a.account_id = $1
     where s.account_id = $1 and s.token_hash = $2 and ${IS_GOOD}
   )`;

/** Of who asks and what it costs; the day is not counted. */
const columns = (budget: string) => `f.session_id, f.holder_id, f.role, f.project_ids, f.tier, f.subscription, f.charge,
     f.is_stepped_up, f.lacks_factor, f.holder_charge,
     ${holderSoFar(budget)} as holder_count,
     ${minuteSoFar(budget, 'f.asked_at')} as minute_count,
     ${endOfMinute(`${budget}.minute_started_at`)} as minute_resets_at,
     null::int as day_count, null::float8 as day_resets_at, extract(epoch from f.asked_at)::float8 as asked_at`;

/**
 * Admits a session, as {@link ADMIT_KEY} does a key: who asks, and the charge, in one statement. What each holder asked
 * lies in the account's row, so one lock holds both bounds, and no request is charged to one of them alone.
 */
export const ADMIT_SESSION = statement<SessionDecision>(
  'session-door',
  `with ${FOUND},
   charged as (
     update dashboard_budget b
     set admitted = ${SESSION_FITS},
       minute_started_at = case
         when ${SESSION_FITS} and ${minuteIsOver('b', 'f.asked_at')} then f.asked_at
         else b.minute_started_at
       end,
       minute_count = case when ${SESSION_FITS} then ${SESSION_MINUTE_SO_FAR} + f.charge else b.minute_count end,
       holder_counts = case
         when ${SESSION_FITS}
         then ${HOLDERS_SO_FAR} || jsonb_build_object(f.holder_id::text, ${HOLDER_SO_FAR} + f.holder_charge)
         else b.holder_counts
       end
     from found f
     where b.account_id = $1
     returning b.admitted, b.minute_started_at, b.minute_count, b.holder_counts
   ),
   seen as (
     update session s
     set last_seen_at = f.asked_at
     from found f
     where s.account_id = $1 and s.id = f.session_id and f.asked_at - f.last_seen_at > ${SEEN_EVERY}
   )
   select ${columns('c')}, c.admitted,
     set_config('synchronous_commit', 'off', true) as commit_mode
   from found f
   left join charged c on true`,
);

/** What {@link ADMIT_SESSION} would decide about the same charge now: it charges nothing, and locks nothing. */
export const CHECK_SESSION = statement<SessionDecision>(
  'session-door-preview',
  `with ${FOUND}
   select ${columns('b')}, ${SESSION_FITS} as admitted
   from found f
   join dashboard_budget b on b.account_id = $1`,
);
