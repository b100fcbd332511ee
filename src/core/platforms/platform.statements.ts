import { statement } from '../../database/rows.js';
import type { GateRow } from './platform.view.js';

/** Gates belong to no account, and all processes use the database's clock for them. */
const TODAY = `(now() at time zone 'UTC')::date`;

/** Not where only requests under way hold the rest: they cost less than is reserved for them, as a rule. */
const IS_OVER_BUDGET = `(g.spent_date = ${TODAY} and coalesce(g.spent_microusd >= g.cap_microusd, false)
       and (g.spent_microusd - g.reserved_microusd >= g.cap_microusd or coalesce(g.reserved_until <= now(), true)))`;

/** What keeps a platform from being asked; the first that holds is returned. */
const STATE = `case
     when g.served_until is null or g.served_until <= now() then 'not_configured'
     when g.paused_until > now() and g.pause_reason = 'operator' then 'paused'
     when g.breaker <> 'closed' then g.breaker
     when ${IS_OVER_BUDGET} then 'over_budget'
     when g.paused_until > now() then 'rate_limited'
     else 'ready'
   end`;

export const PLATFORM_STATES_NOW = statement<GateRow>(
  'states-of-platforms',
  `select s.platform, s.state, case when isfinite(s.opens_at) then s.opens_at end::text as opens_at,
     case when isfinite(s.opens_at) then greatest(0, ceil(extract(epoch from s.opens_at - now()) * 1000))::float8 end
       as opens_in_ms,
     s.spent_microusd::text, s.cap_microusd::text
   from (
     select g.platform, g.state, g.cap_microusd,
       case when g.spent_date = ${TODAY} then g.spent_microusd else 0 end as spent_microusd,
       case
         when g.state in ('paused', 'rate_limited') then g.paused_until
         when g.state in ('failing', 'denied', 'misconfigured') then greatest(g.probe_at, g.paused_until)
         when g.state = 'over_budget' then (${TODAY} + 1)::timestamp at time zone 'UTC'
       end as opens_at
     from (
       select g.platform, g.paused_until, g.probe_at, g.spent_date, g.spent_microusd, g.cap_microusd, ${STATE} as state
       from platform_gate g
     ) g
   ) s
   order by s.platform`,
);

/** For $2 seconds, or without an end where that is null. */
export const PAUSE_PLATFORM = statement<object>(
  'pause-platform',
  `update platform_gate
   set paused_until = coalesce(now() + $2::float8 * interval '1 second', 'infinity'), pause_reason = 'operator'
   where platform = $1`,
);

/** Ends everything that keeps the platform from being asked, except its budget. */
export const RESUME_PLATFORM = statement<object>(
  'resume-platform',
  `update platform_gate
   set paused_until = null, pause_reason = null, breaker = 'closed', failures = 0, probe_at = null,
     refused_accounts = '{}'
   where platform = $1`,
);
