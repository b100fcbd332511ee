import { statement } from '../../database/rows.js';

/** The statement's, not its transaction's, which may have begun the day before. */
const TODAY = `(statement_timestamp() at time zone 'UTC')::date`;
const GRANTED = 'least($2::int, $3::int, greatest(0, floor(($4::bigint - $6::bigint) / $5::numeric)))::int';
const ADMITTED = 'greatest(0, least(excluded.granted, $3::int - u.calls))';

/** What today's calls of all accounts cost, in millionths of a dollar. */
export const SPENT_TODAY = statement<{ spent: string }>(
  'spent-on-judge-today',
  `select coalesce(sum(cost_micro_usd), 0)::text as spent
   from judge_use
   where day = ${TODAY}`,
);

/**
 * Counts as many of $2 calls, at $5 millionths of a dollar each, as account $1 may still make today ($3 at most) and as
 * the rest of today's budget of all accounts ($4) pays for, of which $6 is spent. `is_first_refusal`: some were
 * refused, and none before today. Processes that ask at one moment may each be granted the rest of the budget.
 */
export const GRANT_CALLS = statement<{
  day: string;
  granted: number;
  is_account_spent: boolean;
  is_first_refusal: boolean;
}>(
  'grant-calls-of-judge',
  `insert into judge_use as u (account_id, day, calls, cost_micro_usd, granted, refused)
   values ($1, ${TODAY}, ${GRANTED}, ${GRANTED} * $5::bigint, ${GRANTED}, $2::int - ${GRANTED})
   on conflict (account_id, day) do update
   set granted = ${ADMITTED}, calls = u.calls + ${ADMITTED},
     cost_micro_usd = u.cost_micro_usd + ${ADMITTED} * $5::bigint,
     refused = u.refused + $2::int - ${ADMITTED}
   returning u.day, u.granted, u.calls >= $3::int as is_account_spent,
     u.refused > 0 and u.refused = $2::int - u.granted as is_first_refusal`,
);

/** Corrects what was granted to what was used: $3 calls and $4 millionths of a dollar more, or less. */
export const SETTLE_CALLS = statement<object>(
  'settle-calls-of-judge',
  `update judge_use
   set calls = greatest(0, calls + $3::int), cost_micro_usd = greatest(0, cost_micro_usd + $4::bigint)
   where account_id = $1 and day = $2::date`,
);

/** Of all accounts, for maintenance. */
export const DELETE_OLD_USE = statement<object>(
  'delete-old-use-of-judge',
  `delete from judge_use
   where day < ${TODAY} - 35`,
);
