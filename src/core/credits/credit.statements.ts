import { statement } from '../../database/rows.js';
import type { Tier } from '../../entities/vocabulary.js';

export const OPEN_MONTH = statement<object>(
  'open-month-of-credits',
  `insert into monitoring_month (account_id, month)
   values ($1, $2)
   on conflict do nothing`,
);

interface MonthRow {
  credits_used: number;
  unanswered: number;
  tail_at: string;
}

const HELD = `select credits_used, unanswered, tail_at
   from monitoring_month
   where account_id = $1 and month = $2`;

export const HOLD_MONTH = statement<MonthRow>('hold-month-of-credits', `${HELD} for update`);

export const TRY_HOLD_MONTH = statement<MonthRow>('try-month-of-credits', `${HELD} for update skip locked`);

export const TAKE_CREDITS = statement<object>(
  'take-credits',
  `update monitoring_month
   set credits_used = credits_used + $3, tail_at = $4
   where account_id = $1 and month = $2`,
);

export const RETURN_CREDITS = statement<object>(
  'return-credits',
  `update monitoring_month m
   set credits_used = m.credits_used - g.credits, unanswered = m.unanswered + g.attempts
   from unnest($2::date[], $3::integer[], $4::integer[]) as g (month, credits, attempts)
   where m.account_id = $1 and m.month = g.month`,
);

export const CREDITS_OF_MONTH = statement<{ tier: Tier; used: number; unanswered: number }>(
  'credits-of-month',
  `select a.tier, coalesce(m.credits_used, 0) as used, coalesce(m.unanswered, 0) as unanswered
   from account a
   left join monitoring_month m on m.account_id = $1 and m.month = $2
   where a.account_id = $1`,
);

/** Of all accounts, from the month $1 on. */
export const COMPARE_CREDITS = statement<{ account_id: string; month: string; used: number; counted: number }>(
  'compare-credits-with-runs',
  `select account_id, month, coalesce(m.credits_used, 0) as used, coalesce(r.credits, 0) as counted
   from monitoring_month m
   full join (
     select account_id, credit_month as month, count(*)::int as credits
     from run
     where credit_month >= $1 and state in ('queued', 'running', 'accepted')
     group by account_id, credit_month
   ) r using (account_id, month)
   where month >= $1 and coalesce(m.credits_used, 0) <> coalesce(r.credits, 0)
   order by account_id, month`,
);
