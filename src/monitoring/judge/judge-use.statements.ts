import { statement } from '../../database/rows.js';

/** The statement's, not its transaction's, which may have begun the day before. */
const TODAY = `(statement_timestamp() at time zone 'UTC')::date`;
/** The costs of the first call, the first two and so on ($5) tell how many the rest of the budget pays for. */
const AFFORDED = 'select count(*) from unnest($5::bigint[]) as c (cost) where c.cost <= $4::bigint - $6::bigint';
const GRANTED = `least($2::int, $3::int, (${AFFORDED}))::int`;
const ADMITTED = 'greatest(0, least(excluded.granted, $3::int - u.calls))';
const costOf = (calls: string) => `coalesce(($5::bigint[])[${calls}], 0)`;
const refusedIfNone = (calls: string) => `case when ${calls} = 0 then $2::int else 0 end`;

/**
 * What today's calls of all accounts cost, in millionths of a dollar, and how much of that calls under way may still
 * give back.
 */
export const SPENT_TODAY = statement<{ spent: string; reserved: string }>(
  'spent-on-judge-today',
  `select coalesce(sum(cost_micro_usd), 0)::text as spent, coalesce(sum(reserved_micro_usd), 0)::text as reserved
   from judge_use
   where day = ${TODAY}`,
);

/**
 * Counts as many of $2 calls as account $1 may still make today ($3 at most) and as the rest of today's budget of all
 * accounts ($4) pays for, of which $6 is spent; $5 has the cost of the first call, of the first two and so on, at the
 * prices that they may have at most. `is_first_refusal`: none was granted, and never before today.
 */
export const GRANT_CALLS = statement<{
  day: string;
  granted: number;
  is_account_spent: boolean;
  is_first_refusal: boolean;
}>(
  'grant-calls-of-judge',
  `insert into judge_use as u (account_id, day, calls, cost_micro_usd, reserved_micro_usd, granted, refused)
   values ($1, ${TODAY}, ${GRANTED}, ${costOf(GRANTED)}, ${costOf(GRANTED)}, ${GRANTED}, ${refusedIfNone(GRANTED)})
   on conflict (account_id, day) do update
   set granted = ${ADMITTED}, calls = u.calls + ${ADMITTED},
     cost_micro_usd = u.cost_micro_usd + ${costOf(ADMITTED)},
     reserved_micro_usd = u.reserved_micro_usd + ${costOf(ADMITTED)},
     refused = u.refused + ${refusedIfNone(ADMITTED)}
   returning u.day, u.granted, u.calls >= $3::int as is_account_spent,
     u.granted = 0 and u.refused = $2::int as is_first_refusal`,
);

/**
 * Corrects what was granted to what was used: $3 calls and $4 millionths of a dollar more, or less. $5 of them are
 * reserved no longer.
 */
export const SETTLE_CALLS = statement<object>(
  'settle-calls-of-judge',
  `update judge_use
   set calls = greatest(0, calls + $3::int), cost_micro_usd = greatest(0, cost_micro_usd + $4::bigint),
     reserved_micro_usd = greatest(0, reserved_micro_usd - $5::bigint)
   where account_id = $1 and day = $2::date`,
);

/** Of all accounts, for maintenance. */
export const DELETE_OLD_USE = statement<object>(
  'delete-old-use-of-judge',
  `delete from judge_use
   where day < ${TODAY} - 35`,
);
