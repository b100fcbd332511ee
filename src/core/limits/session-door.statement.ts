import { statement } from '../../database/rows.js';
import type { Role, Subscription, Tier } from '../../entities/vocabulary.js';
import { IS_GOOD } from '../access/good-session.js';
import { HAS_SECOND_FACTOR, IS_STEPPED_UP } from '../access/stepped-up.js';
import { endOfMinute, INSTANT, minuteIsOver, minuteSoFar } from './budget-windows.js';
import type { ChargeRow } from './door.statement.js';
import { HOLDER_REQUESTS } from './holder-limits.js';

/** Its last use is noted once a minute. */
const SEEN_EVERY = `interval '1 minute'`;

export interface SessionDoorRow extends ChargeRow {
  /** What was to be charged to the holder; the count is in the minute of the account. */
  holder_charge: number;
  holder_count: number | null;
  session_id: string;
  holder_id: string;
  role: Role;
  tier: Tier;
  subscription: Subscription;
  is_stepped_up: boolean;
  /** The account requires a second factor, and the holder has none. */
  lacks_factor: boolean;
}

const { perMinute: PER_MINUTE, perHolder: PER_HOLDER } = HOLDER_REQUESTS;
const MINUTE_SO_FAR = minuteSoFar('b', 'f.asked_at');
/** Of each holder who asked in the present minute; at most as many as requests fit in it. */
const HOLDERS_SO_FAR = `case when ${minuteIsOver('b', 'f.asked_at')} then '{}' else b.holder_counts end`;
const holderSoFar = (budget: string) =>
  `case
       when ${minuteIsOver(budget, 'f.asked_at')} then 0
       else coalesce((${budget}.holder_counts ->> f.holder_id::text)::int, 0)
     end`;
const HOLDER_SO_FAR = holderSoFar('b');
const FITS = `(${MINUTE_SO_FAR} + f.charge <= ${PER_MINUTE} and ${HOLDER_SO_FAR} + f.holder_charge <= ${PER_HOLDER})`;

const FOUND = `found as (
     select s.id as session_id, s.holder_id, s.last_seen_at, h.role, a.tier, a.subscription,
       ${IS_STEPPED_UP} as is_stepped_up,
       a.second_factor_required and not ${HAS_SECOND_FACTOR} as lacks_factor,
       case when $3 > ${PER_MINUTE} then 1 else $3 end as charge,
       case when $3 > ${PER_MINUTE} then 1 else least($3, ${PER_HOLDER}) end as holder_charge, ${INSTANT}
     from session s
     join holder h on h.account_id = $1 and h.id = s.holder_id
     join account a on a.account_id = $1
     where s.account_id = $1 and s.token_hash = $2 and ${IS_GOOD}
   )`;

/** Of who asks and what it costs; the day is not counted. */
const columns = (budget: string) => `f.session_id, f.holder_id, f.role, f.tier, f.subscription, f.charge,
     f.is_stepped_up, f.lacks_factor, f.holder_charge,
     ${holderSoFar(budget)} as holder_count,
     ${minuteSoFar(budget, 'f.asked_at')} as minute_count,
     ${endOfMinute(`${budget}.minute_started_at`)} as minute_resets_at,
     null::int as day_count, null::float8 as day_resets_at, extract(epoch from f.asked_at)::float8 as asked_at`;

/**
 * The door for a session, as `DOOR` is for a key: who asks, and the charge, in one statement. What each holder asked
 * lies in the account's row, so one lock holds both bounds, and no request is charged to one of them alone.
 */
export const SESSION_DOOR = statement<SessionDoorRow>(
  'session-door',
  `with ${FOUND},
   charged as (
     update dashboard_budget b
     set admitted = ${FITS},
       minute_started_at = case
         when ${FITS} and ${minuteIsOver('b', 'f.asked_at')} then f.asked_at
         else b.minute_started_at
       end,
       minute_count = case when ${FITS} then ${MINUTE_SO_FAR} + f.charge else b.minute_count end,
       holder_counts = case
         when ${FITS}
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

/** What {@link SESSION_DOOR} would say of the same charge now: it charges nothing, and locks nothing. */
export const SESSION_PREVIEW = statement<SessionDoorRow>(
  'session-door-preview',
  `with ${FOUND}
   select ${columns('b')}, ${FITS} as admitted
   from found f
   join dashboard_budget b on b.account_id = $1`,
);
