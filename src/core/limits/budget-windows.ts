import { TIERS } from '../../entities/vocabulary.js';
import { PLANS } from '../plans.js';

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
export function minuteIsOver(budget: string, at: string): string {
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
export function dayInForce(budget: string, at: string, today: string): string {
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
export function endOfMinute(startedAt: string): string {
  return `extract(epoch from ${startedAt} + interval '60 seconds')::float8`;
}

/** When a day ends, in Unix seconds. */
export function endOfDay(day: string): string {
  return `extract(epoch from (${day} + 1)::timestamp at time zone 'UTC')::float8`;
}

/** What each tier may ask, null where it has no API access. */
export const PLAN_OF_TIERS = `plan (tier, per_minute, per_day) as (
     values ${TIERS.map(planValues).join(', ')}
   )`;

function planValues(tier: (typeof TIERS)[number]): string {
  const { requests } = PLANS[tier];
  return `('${tier}', ${requests?.perMinute ?? 'null'}::int, ${requests?.perDay ?? 'null'}::int)`;
}
