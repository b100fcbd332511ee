import { statement } from '../../database/rows.js';
import type { Role, Subscription, Tier } from '../../entities/vocabulary.js';
import { IS_GOOD } from '../access/good-session.js';
import { HAS_SECOND_FACTOR, IS_STEPPED_UP } from '../access/stepped-up.js';
import { type ChargeRow, MINUTE_IS_OVER, MINUTE_SO_FAR } from './door.statement.js';
import { HOLDER_REQUESTS } from './holder-limits.js';

/** Its last use is noted once a minute. */
const SEEN_EVERY = `interval '1 minute'`;

export interface SessionDoorRow extends ChargeRow {
  session_id: string;
  holder_id: string;
  role: Role;
  tier: Tier;
  subscription: Subscription;
  is_read_only: boolean;
  is_stepped_up: boolean;
  /** The account requires a second factor, and the holder has none. */
  lacks_factor: boolean;
}

const PER_MINUTE = HOLDER_REQUESTS.perMinute;
const FITS = `(${MINUTE_SO_FAR} + f.charge <= ${PER_MINUTE})`;

const FOUND = `found as (
     select s.id as session_id, s.holder_id, s.last_seen_at, h.role, a.tier, a.subscription,
       ${IS_STEPPED_UP} as is_stepped_up,
       a.second_factor_required and not ${HAS_SECOND_FACTOR} as lacks_factor,
       case when $3 > ${PER_MINUTE} then 1 else $3 end as charge
     from session s
     join holder h on h.account_id = s.account_id and h.id = s.holder_id
     join account a on a.account_id = s.account_id
     where s.account_id = $1 and s.token_hash = $2 and ${IS_GOOD}
   )`;

const MINUTE = `${MINUTE_SO_FAR} as minute_count,
       extract(epoch from b.minute_started_at + interval '60 seconds')::float8 as minute_resets_at`;

/** Of who asks and what it costs; the day is not counted. */
const COLUMNS = `f.session_id, f.holder_id, f.role, f.tier, f.subscription, k.is_active as is_read_only, f.charge,
     f.is_stepped_up, f.lacks_factor,
     null::int as day_count, null::float8 as day_resets_at, extract(epoch from now())::float8 as asked_at`;

/** The door for a session, as `DOOR` is for a key: who asks, and the charge, in one statement. */
export const SESSION_DOOR = statement<SessionDoorRow>(
  'session-door',
  `with ${FOUND},
   charged as (
     update dashboard_budget b
     set admitted = ${FITS},
       minute_started_at = case when ${FITS} and ${MINUTE_IS_OVER} then now() else b.minute_started_at end,
       minute_count = case when ${FITS} then ${MINUTE_SO_FAR} + f.charge else b.minute_count end
     from found f
     where b.account_id = $1
     returning b.admitted,
       ${MINUTE}
   ),
   seen as (
     update session s
     set last_seen_at = now()
     from found f
     where s.account_id = $1 and s.id = f.session_id and f.last_seen_at < now() - ${SEEN_EVERY}
   )
   select ${COLUMNS}, c.admitted, c.minute_count, c.minute_resets_at,
     set_config('synchronous_commit', 'off', true) as commit_mode
   from found f
   cross join service_switch k
   left join charged c on true
   where k.name = 'kill_switch'`,
);

/** What {@link SESSION_DOOR} would say of the same charge now: it charges nothing, and locks nothing. */
export const SESSION_PREVIEW = statement<SessionDoorRow>(
  'session-door-preview',
  `with ${FOUND}
   select ${COLUMNS}, ${FITS} as admitted,
     ${MINUTE}
   from found f
   cross join service_switch k
   join dashboard_budget b on b.account_id = $1
   where k.name = 'kill_switch'`,
);
