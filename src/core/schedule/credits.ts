import type { Clock } from '../../clock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Tier } from '../../entities/vocabulary.js';
import { notFound } from '../access/access.js';
import type { Context } from '../context.js';
import { parse, uuid } from '../input.js';
import { PLANS } from '../plans.js';
import { toDay } from '../time.js';

/** An account's credits of the present UTC month. */
export interface CreditsView {
  /** The month's first day, `YYYY-MM-DD`. */
  month: string;
  /** The tier's credits a month. */
  granted: number;
  /** Of runs that are queued, running or accepted. */
  used: number;
  /** Never negative; less than the two leave where attempts without an answer go beyond what is free. */
  remaining: number;
  /** The first instant of the next month. */
  resetsAt: string;
}

/** A month whose recorded credits differ from those that its runs hold. */
interface CreditDifference {
  accountId: string;
  month: string;
  recorded: number;
  counted: number;
}

/** Runs of all these months are retained, and of the month before, in which a run's period may begin. */
const RECOUNTED_MONTHS = 12;

/** What an account's runs have taken of a month. */
interface UsedOfMonth {
  /** Credits of runs that are queued, running or accepted. */
  used: number;
  /** Attempts that may have been paid for, of runs that ended without an answer and returned their credit. */
  unanswered: number;
}

/**
 * The credits of a month that are left to runs; never negative. As many attempts without an answer as the tier has
 * credits are free, and each further one takes a credit: prompts that are made to be refused have a bound too.
 */
export function creditsLeft(tier: Tier, { used, unanswered }: UsedOfMonth): number {
  const granted = PLANS[tier].creditsPerMonth;
  return Math.max(0, granted - used - Math.max(0, unanswered - granted));
}

/** The credits of the caller's account. */
export async function creditsOf({ db, caller, clock }: Context): Promise<CreditsView> {
  return creditsOfAccount(db, clock, caller.accountId);
}

const CREDITS_OF_MONTH = statement<{ tier: Tier; used: number; unanswered: number }>(
  'credits-of-month',
  `select a.tier, coalesce(m.credits_used, 0) as used, coalesce(m.unanswered, 0) as unanswered
   from account a
   left join monitoring_month m on m.account_id = $1 and m.month = $2
   where a.account_id = $1`,
);

/**
 * The credits of an account.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function creditsOfAccount(db: DatabaseSession, clock: Clock, accountId: unknown): Promise<CreditsView> {
  const id = parse(uuid, accountId, 'account');
  const now = clock.now();
  const month = monthOf(now);
  const [row] = await db.rows(CREDITS_OF_MONTH, [id, month]);
  if (!row) throw notFound('account');
  const { used } = row;
  const granted = PLANS[row.tier].creditsPerMonth;
  return { month, granted, used, remaining: creditsLeft(row.tier, row), resetsAt: nextMonthOf(now).toISOString() };
}

/** Of all accounts, from the month $1 on. */
const COMPARE_CREDITS = statement<{ account_id: string; month: string; used: number; counted: number }>(
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

/**
 * Recounts every account's credits of this month and the twelve before it from the runs that hold them.
 * @returns the months where the two differ, by account and month; empty where all agree.
 */
export async function verifyCredits(db: DatabaseSession, clock: Clock): Promise<CreditDifference[]> {
  const now = clock.now();
  const first = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - RECOUNTED_MONTHS, 1)));
  const differing = await db.rows(COMPARE_CREDITS, [first]);
  return differing.map(({ account_id, month, used, counted }) => ({
    accountId: account_id,
    month,
    recorded: used,
    counted,
  }));
}

/** An account's month of credits, locked by the transaction: no other transaction plans for the account meanwhile. */
export interface LockedMonth extends UsedOfMonth {
  accountId: string;
  /** Its first day, `YYYY-MM-DD`. */
  month: string;
  /** The place in the queue of the account's next run. */
  tailAt: Date;
}

/** Credits that go back to one month, by its first day. */
interface CreditsOfMonth {
  month: string;
  credits: number;
  /** Attempts without an answer that may have been paid for; none where left out. */
  attempts?: number;
}

/** The first day of the UTC month of an instant. */
export function monthOf(at: Date): string {
  return `${toDay(at).slice(0, 7)}-01`;
}

/** The first instant of the UTC month after the one that contains an instant. */
function nextMonthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

const OPEN_MONTH = statement<object>(
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

const LOCK_MONTH = statement<MonthRow>('hold-month-of-credits', `${HELD} for update`);
const TRY_HOLD_MONTH = statement<MonthRow>('try-month-of-credits', `${HELD} for update skip locked`);

/** Locks the month of an instant; waits while another transaction holds it. */
export async function lockMonth(tx: DatabaseSession, accountId: string, at: Date): Promise<LockedMonth> {
  const held = await hold(tx, LOCK_MONTH, accountId, at);
  if (!held) throw new Error('a month of credits that was opened is gone');
  return held;
}

/** As {@link lockMonth}; null where another transaction holds it. */
export async function tryLockMonth(tx: DatabaseSession, accountId: string, at: Date): Promise<LockedMonth | null> {
  return hold(tx, TRY_HOLD_MONTH, accountId, at);
}

async function hold(
  tx: DatabaseSession,
  statement: typeof LOCK_MONTH,
  accountId: string,
  at: Date,
): Promise<LockedMonth | null> {
  const month = monthOf(at);
  await tx.rows(OPEN_MONTH, [accountId, month]);
  const [row] = await tx.rows(statement, [accountId, month]);
  if (!row) return null;
  const { credits_used: used, unanswered, tail_at } = row;
  return { accountId, month, used, unanswered, tailAt: new Date(tail_at) };
}

const TAKE_CREDITS = statement<object>(
  'take-credits',
  `update monitoring_month
   set credits_used = credits_used + $3, tail_at = $4
   where account_id = $1 and month = $2`,
);

/** Takes credits for runs that the same transaction queues, and moves the account's place in the queue. */
export async function takeCredits(
  tx: DatabaseSession,
  held: LockedMonth,
  credits: number,
  tailAt: Date,
): Promise<void> {
  await tx.rows(TAKE_CREDITS, [held.accountId, held.month, credits, tailAt]);
}

const RETURN_CREDITS = statement<object>(
  'return-credits',
  `update monitoring_month m
   set credits_used = m.credits_used - g.credits, unanswered = m.unanswered + g.attempts
   from unnest($2::date[], $3::integer[], $4::integer[]) as g (month, credits, attempts)
   where m.account_id = $1 and m.month = g.month`,
);

/**
 * Returns the credits of runs that ended without an answer to the months they were taken from. Called in the
 * transaction that settles the runs, as its last step: a planner locks the month first and never waits for a run.
 */
export async function returnCredits(
  tx: DatabaseSession,
  accountId: string,
  returned: readonly CreditsOfMonth[],
): Promise<void> {
  const byMonth = Map.groupBy(returned, ({ month }) => month);
  if (byMonth.size === 0) return;
  const months = [...byMonth.keys()].toSorted();
  const sums = (amountOf: (one: CreditsOfMonth) => number) =>
    months.map((month) => (byMonth.get(month) ?? []).reduce((sum, one) => sum + amountOf(one), 0));
  const credits = sums((one) => one.credits);
  const attempts = sums((one) => one.attempts ?? 0);
  await tx.rows(RETURN_CREDITS, [accountId, months, credits, attempts]);
}
