import { statement } from '../../database/rows.js';

/**
 * Each statement is one transaction and decides by its row as it is once locked: a value from a `from` or a sub-select
 * would be from before the wait. `now()` is one instant throughout a statement and may be earlier than what another
 * statement wrote meanwhile: then no time counts as passed, so no time is counted twice.
 */
const TODAY = `(now() at time zone 'UTC')::date`;
/** Columns hold milliseconds, to which PostgreSQL rounds: up, an instant in the future would be later than promised. */
const NOW = `date_trunc('milliseconds', now())`;
const PASSED_SECONDS = `extract(epoch from greatest(interval '0', ${NOW} - g.refilled_at))::float8`;

/** A full bucket and its refill of a minute are together `per_minute` requests, and a part of one more. */
const PER_SECOND = '((g.per_minute - g.burst + 1) / 60.0::float8)';
const TOKENS = `least(g.burst::float8, g.tokens + ${PASSED_SECONDS} * ${PER_SECOND})`;

/** A correction ($3, of the day $5, $6 of it reserved no longer) counts on its own day alone. */
const correctedBy = (column: string, by: string) =>
  `(case when g.spent_date = ${TODAY}
     then greatest(0, g.${column} + case when $5::date = ${TODAY} then ${by} else 0 end)
     else 0 end)`;
const SPENT = correctedBy('spent_microusd', '$3::bigint');
const RESERVED = correctedBy('reserved_microusd', '-$6::bigint');
/** Requests that begin before the budget is reached: the last of them may go beyond it. */
const AFFORDED = `coalesce(ceil((g.cap_microusd - ${SPENT})::numeric / $7::bigint)::bigint, $2::int)`;
const IS_BLOCKED = `(coalesce(g.paused_until > now(), false) or coalesce(${SPENT} >= g.cap_microusd, false))`;
const IS_PROBE = `(g.breaker <> 'closed' and coalesce(g.probe_at <= now(), true) and $2::int > 0)`;
const GRANTED = `(case
     when ${IS_BLOCKED} then 0
     when g.breaker = 'closed' then least($2::int, floor(${TOKENS})::int, ${AFFORDED})
     when ${IS_PROBE} then least(1, floor(${TOKENS})::int)
     else 0
   end)`;

/**
 * Grants at most $2 requests, and counts each at the price $7 (millionths of a dollar) from now on. Before, what
 * earlier ones cost beyond their price is added to the UTC day's money. An open breaker lets one probe through; its
 * outcome sets the next one, and if none is reported, the time $4 (seconds) does: so long a request takes at most.
 */
export const GRANT_PERMITS = statement<{
  granted: number;
  is_probe: boolean;
  day: string;
  left_microusd: string | null;
}>(
  'grant-permits-of-platform',
  `update platform_gate g
   set tokens = ${TOKENS} - ${GRANTED},
     refilled_at = greatest(g.refilled_at, ${NOW}),
     granted = ${GRANTED},
     probe_at = case when g.breaker <> 'closed' and ${GRANTED} > 0 then ${NOW} + $4::float8 * interval '1 second'
       else g.probe_at end,
     spent_date = ${TODAY},
     spent_microusd = ${SPENT} + ${GRANTED} * $7::bigint,
     reserved_microusd = ${RESERVED} + ${GRANTED} * $7::bigint,
     reserved_until = case when ${GRANTED} > 0 then ${NOW} + $4::float8 * interval '1 second'
       else g.reserved_until end
   where g.platform = $1
   returning g.granted, g.breaker <> 'closed' as is_probe, g.spent_date::text as day,
     (g.cap_microusd - g.spent_microusd)::text as left_microusd`,
);

/** Returns a probe that sent nothing: the next worker with a run may send it. */
export const RETURN_PROBE = statement<object>(
  'return-probe-of-platform',
  `update platform_gate
   set probe_at = ${NOW}
   where platform = $1 and breaker <> 'closed'`,
);

/** Writes nothing if nothing was wrong. */
export const NOTE_SUCCESS = statement<object>(
  'note-success-of-platform',
  `update platform_gate
   set failures = 0, breaker = 'closed', probe_at = null, refused_accounts = '{}'
   where platform = $1 and (failures > 0 or breaker <> 'closed' or refused_accounts <> '{}')`,
);

const IS_OPENING = `(g.failures + 1 >= $4::int)`;
/** Doubles with each failed probe. */
const BACKOFF_SECONDS = 'least($6::float8, $5::float8 * power(2, greatest(0, g.failures + 1 - $4::int)))';

/**
 * Counts a failure; the $4th in a row opens the breaker as $2. Failures of requests that were under way when it opened
 * ($3 false) are not counted.
 */
export const NOTE_FAILURE = statement<object>(
  'note-failure-of-platform',
  `update platform_gate g
   set failures = g.failures + 1,
     breaker = case when ${IS_OPENING} then $2 else g.breaker end,
     probe_at = case when ${IS_OPENING} then ${NOW} + ${BACKOFF_SECONDS} * interval '1 second' else g.probe_at end
   where g.platform = $1 and (g.breaker = 'closed' or $3::boolean)`,
);

/** Opens at once, for $2 seconds. */
export const NOTE_DENIAL = statement<object>(
  'note-denial-of-platform',
  `update platform_gate g
   set failures = g.failures + 1, breaker = 'denied', probe_at = ${NOW} + $2::float8 * interval '1 second'
   where g.platform = $1`,
);

const REFUSED = `(case when $2::text = any (g.refused_accounts) or cardinality(g.refused_accounts) >= $4::int
     then g.refused_accounts else g.refused_accounts || $2::text end)`;
const IS_REFUSING = `cardinality(${REFUSED}) >= $4::int`;

/**
 * Notes that a question of the account $2 was refused, maybe for the question alone; at the $4th account in a row the
 * breaker opens as $6 for $5 seconds. One account's questions, however many, close the platform for no other account.
 */
export const NOTE_FORBIDDEN = statement<object>(
  'note-forbidden-of-platform',
  `update platform_gate g
   set refused_accounts = ${REFUSED},
     breaker = case when ${IS_REFUSING} then $6 else g.breaker end,
     probe_at = case when ${IS_REFUSING} then ${NOW} + $5::float8 * interval '1 second' else g.probe_at end
   where g.platform = $1 and (g.breaker = 'closed' or $3::boolean)`,
);

/** Pauses for $2 seconds at least; a pause of the operator stays. */
export const NOTE_RATE_LIMIT = statement<object>(
  'note-rate-limit-of-platform',
  `update platform_gate g
   set paused_until = greatest(coalesce(g.paused_until, '-infinity'), ${NOW} + $2::float8 * interval '1 second'),
     pause_reason = 'rate_limited'
   where g.platform = $1 and not (g.pause_reason = 'operator' and coalesce(g.paused_until > now(), false))`,
);

/** Writes the configured bounds, and that a worker with the platform's key runs for the next $5 seconds. */
export const STAMP_GATE = statement<object>(
  'stamp-gate-of-platform',
  `update platform_gate g
   set per_minute = $2, burst = $3, cap_microusd = $4, served_until = ${NOW} + $5::float8 * interval '1 second'
   where g.platform = $1`,
);
