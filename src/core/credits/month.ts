import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import { toDay } from '../timestamp.js';
import { HOLD_MONTH, OPEN_MONTH, RETURN_CREDITS, TAKE_CREDITS, TRY_HOLD_MONTH } from './credit.statements.js';
import type { UsedOfMonth } from './credits-left.js';

/** An account's month of credits, locked by the transaction: no other transaction plans for the account meanwhile. */
export interface HeldMonth extends UsedOfMonth {
  accountId: string;
  /** Its first day, `YYYY-MM-DD`. */
  month: string;
  /** The place in the queue of the account's next run. */
  tailAt: Date;
}

/** Credits that go back to one month, by its first day. */
export interface CreditsOfMonth {
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
export function nextMonthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** Locks the month of an instant; waits while another transaction holds it. */
export async function holdMonth(tx: EntityManager, accountId: string, at: Date): Promise<HeldMonth> {
  const held = await hold(tx, HOLD_MONTH, accountId, at);
  if (!held) throw new Error('a month of credits that was opened is gone');
  return held;
}

/** As {@link holdMonth}; null where another transaction holds it. */
export async function tryHoldMonth(tx: EntityManager, accountId: string, at: Date): Promise<HeldMonth | null> {
  return hold(tx, TRY_HOLD_MONTH, accountId, at);
}

async function hold(
  tx: EntityManager,
  statement: typeof HOLD_MONTH,
  accountId: string,
  at: Date,
): Promise<HeldMonth | null> {
  const month = monthOf(at);
  await rows(tx, OPEN_MONTH, [accountId, month]);
  const [row] = await rows(tx, statement, [accountId, month]);
  if (!row) return null;
  const { credits_used: used, unanswered, tail_at } = row;
  return { accountId, month, used, unanswered, tailAt: new Date(tail_at) };
}

/** Takes credits for runs that the same transaction queues, and moves the account's place in the queue. */
export async function takeCredits(tx: EntityManager, held: HeldMonth, credits: number, tailAt: Date): Promise<void> {
  await rows(tx, TAKE_CREDITS, [held.accountId, held.month, credits, tailAt]);
}

/**
 * Returns the credits of runs that ended without an answer to the months they were taken from. Called in the
 * transaction that settles the runs, as its last step: a planner locks the month first and never waits for a run.
 */
export async function returnCredits(
  tx: EntityManager,
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
  await rows(tx, RETURN_CREDITS, [accountId, months, credits, attempts]);
}
