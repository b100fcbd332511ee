import type { ProjectScope } from '../../core/facts/project-scope.js';
import { SPENT_YESTERDAY } from '../../core/platforms/platform-budget.js';
import { JUDGE_BUDGET_LOCK, lock } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { type Bill, type JudgeBounds, type Judging, LEAST_MICRO_USD } from './judging.js';

/** Calls that may be made; afterwards their bill is settled. */
export interface Grant {
  /** The first of those that were asked for; 0 where a bound of the day is reached. */
  calls: number;
  settle(bill: Bill): Promise<void>;
}

/** Calls under way last a minute and more where they are tried again; those of a process that died never end. */
const HELD_WAITS_MAX = 90;
const HELD_WAIT_MS = 1_000;

/**
 * Grants an account as many of some calls of today, by the database's clock, as its bound and the budget of all
 * accounts leave. Each counts from now on, at the price that it may have at most, so that what is counted never
 * exceeds the budget, in whatever processes; if the process dies they stay counted. Where only calls under way hold
 * what the first one needs, it waits for them, a minute and a half at most. Logs the first refusal of an account's day.
 * Of earlier answers as many as {@link partOfEarlier} leaves.
 * @param mostMicroUsd of each call, in their order.
 * @throws the reason of `signal` once it is aborted.
 */
export async function grantCalls(
  db: DatabaseSession,
  { accountId }: ProjectScope,
  judging: Judging,
  mostMicroUsd: readonly number[],
  signal?: AbortSignal,
): Promise<Grant> {
  const costs = runningSums(mostMicroUsd);
  for (let waits = 0; ; waits += 1) {
    const mayWait = waits < HELD_WAITS_MAX;
    const row = await db.apart().transaction((tx) => grant(tx, accountId, judging, { costs, mayWait }));
    if (row) {
      logRefusal(accountId, judging, row);
      return { calls: row.granted, settle: (bill) => settle(db, accountId, row, costs[row.granted - 1] ?? 0, bill) };
    }
    await judging.clock.wait(HELD_WAIT_MS, signal);
  }
}

/** The statement's, not its transaction's, which may have begun the day before. */
const TODAY = `(statement_timestamp() at time zone 'UTC')::date`;

/** The costs of the first call, the first two and so on ($5) tell how many the rest of the budget pays for. */
const AFFORDED = 'select count(*) from unnest($5::bigint[]) as c (cost) where c.cost <= $4::bigint - $6::bigint';

const GRANTED = `least($2::int, $3::int, (${AFFORDED}))::int`;

const ADMITTED = 'greatest(0, least(excluded.granted, $3::int - u.calls))';

const costOf = (calls: string) => `coalesce(($5::bigint[])[${calls}], 0)`;

const refusedIfNone = (calls: string) => `case when ${calls} = 0 then $2::int else 0 end`;

/**
 * What today's calls of all accounts cost, in millionths of a dollar, how much of that calls under way may still give
 * back, and what those of other accounts than $1 cost.
 */
const SPENT_TODAY = statement<{ spent: string; reserved: string; by_others: string }>(
  'spent-on-judge-today',
  `select coalesce(sum(cost_micro_usd), 0)::text as spent, coalesce(sum(reserved_micro_usd), 0)::text as reserved,
     coalesce(sum(cost_micro_usd) filter (where account_id <> $1), 0)::text as by_others
   from judge_use
   where day = ${TODAY}`,
);

/** What asking all platforms cost on the day before, in millionths of a dollar. */
const ASKING_COST_BEFORE = statement<{ spent: string }>(
  'asking-cost-of-day-before',
  `select coalesce(sum(${SPENT_YESTERDAY}), 0)::text as spent
   from platform_gate g`,
);

/** The part of it that a judge may cost whose bound follows it. */
const PART_OF_ASKING = 10;

/** What the judge may cost today, over all accounts and processes together. */
async function budgetOfToday(tx: DatabaseSession, { microUsdPerDay, followsAsking }: JudgeBounds): Promise<number> {
  if (!followsAsking) return microUsdPerDay;
  const [before] = await tx.rows(ASKING_COST_BEFORE, []);
  const part = Math.floor(Number(before?.spent ?? 0) / PART_OF_ASKING);
  return Math.min(microUsdPerDay, Math.max(LEAST_MICRO_USD, part));
}

/** Of a day's budget, what is spent on earlier answers only as long as no more is spent on all answers. */
const EARLIER_PART = 1 / 2;

/** Other accounts than $1 in which a worker is to read answers again for their judge. */
const OTHERS_WAITING = statement<{ accounts: number }>(
  'other-accounts-that-wait-for-judge',
  `select count(distinct account_id)::int as accounts
   from project_task
   where task = 'judge' and due_at is not null and account_id <> $1`,
);

/** Today's money, in millionths of a dollar. */
interface Money {
  /** What all accounts and processes may spend together. */
  shared: number;
  /** What may be spent before this account is refused its next call. */
  own: number;
}

/**
 * New answers come first: earlier ones are asked about as long as all that is spent today is below half of the budget.
 * Of what other accounts leave of that half, an account has an equal part with those that wait for the same; a call
 * under way may exceed it, so that a part below its highest price pays for calls too, one after the other.
 */
async function partOfEarlier(
  tx: DatabaseSession,
  accountId: string,
  budget: number,
  { byOthers, firstCost }: { byOthers: number; firstCost: number },
): Promise<Money> {
  const [waiting] = await tx.rows(OTHERS_WAITING, [accountId]);
  const shared = Math.floor(budget * EARLIER_PART);
  const left = Math.max(0, shared - byOthers);
  const part = Math.floor(left / (1 + (waiting?.accounts ?? 0)));
  return { shared, own: byOthers + Math.min(left, part + firstCost) };
}

/**
 * Counts as many of $2 calls as account $1 may still make today ($3 at most) and as the rest of today's budget of all
 * accounts ($4) pays for, of which $6 is spent; $5 has the cost of the first call, of the first two and so on, at the
 * prices that they may have at most. `is_first_refusal`: none was granted, and never before today.
 */
const GRANT_CALLS = statement<{
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

interface Granted {
  day: string;
  granted: number;
  is_account_spent: boolean;
  is_first_refusal: boolean;
}

/** One at a time of all processes, so that no two are granted the same rest. @returns null to wait. */
async function grant(
  tx: DatabaseSession,
  accountId: string,
  { bounds, asksAbout }: Judging,
  { costs, mayWait }: { costs: readonly number[]; mayWait: boolean },
): Promise<Granted | null> {
  await lock(tx, JUDGE_BUDGET_LOCK);
  const [today] = await tx.rows(SPENT_TODAY, [accountId]);
  const [spent, reserved] = [Number(today?.spent ?? 0), Number(today?.reserved ?? 0)];
  const [byOthers, firstCost] = [Number(today?.by_others ?? 0), costs[0] ?? 0];
  const budget = await budgetOfToday(tx, bounds);
  const money =
    asksAbout === 'new'
      ? { shared: budget, own: budget }
      : await partOfEarlier(tx, accountId, budget, { byOthers, firstCost });
  const missing = spent + firstCost - money.shared;
  if (mayWait && missing > 0 && missing <= reserved) return null;
  const [row] = await tx.rows(GRANT_CALLS, [accountId, costs.length, bounds.callsPerDay, money.own, costs, spent]);
  if (!row) throw new Error('a grant of calls returned no row');
  return row;
}

function logRefusal(accountId: string, { judge, log, asksAbout }: Judging, granted: Granted): void {
  if (!granted.is_first_refusal) return;
  const money = asksAbout === 'new' ? 'money of all accounts' : 'money for earlier answers';
  const bound = granted.is_account_spent ? 'calls of the account' : money;
  log.warn({ account_id: accountId, judge: judge?.id, bound, day: granted.day }, REACHED);
}

const REACHED = "the judge's bound of the day is reached";

/**
 * Corrects what was granted to what was used: $3 calls and $4 millionths of a dollar more, or less. $5 of them are
 * reserved no longer.
 */
const SETTLE_CALLS = statement<object>(
  'settle-calls-of-judge',
  `update judge_use
   set calls = greatest(0, calls + $3::int), cost_micro_usd = greatest(0, cost_micro_usd + $4::bigint),
     reserved_micro_usd = greatest(0, reserved_micro_usd - $5::bigint)
   where account_id = $1 and day = $2::date`,
);

async function settle(
  db: DatabaseSession,
  accountId: string,
  row: Granted,
  reserved: number,
  bill: Bill,
): Promise<void> {
  if (row.granted === 0) return;
  const [calls, microUsd] = [bill.calls - row.granted, bill.microUsd - reserved];
  await db.rows(SETTLE_CALLS, [accountId, row.day, calls, microUsd, reserved]);
}

function runningSums(amounts: readonly number[]): number[] {
  let total = 0;
  return amounts.map((amount) => (total += amount));
}

/** Of all accounts, for maintenance. */
export const DELETE_OLD_USE = statement<object>(
  'delete-old-use-of-judge',
  `delete from judge_use
   where day < ${TODAY} - 35`,
);
