import type { EntityManager } from '@mikro-orm/postgresql';
import { JUDGE_BUDGET_LOCK, lock } from '../../database/advisory-lock.js';
import { rows } from '../../database/rows.js';
import { beside, transaction } from '../../database/transaction.js';
import type { ProjectScope } from '../scope.js';
import type { Bill, Judging } from './judge.types.js';
import { GRANT_CALLS, SETTLE_CALLS, SPENT_TODAY } from './judge-use.statements.js';

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
 * @param mostMicroUsd of each call, in their order.
 * @throws the reason of `signal` once it is aborted.
 */
export async function grantCalls(
  em: EntityManager,
  { accountId }: ProjectScope,
  judging: Judging,
  mostMicroUsd: readonly number[],
  signal?: AbortSignal,
): Promise<Grant> {
  const costs = runningSums(mostMicroUsd);
  for (let waits = 0; ; waits += 1) {
    const mayWait = waits < HELD_WAITS_MAX;
    const row = await transaction(beside(em), (tx) => grant(tx, accountId, judging, { costs, mayWait }));
    if (row) {
      tellRefusal(accountId, judging, row);
      return { calls: row.granted, settle: (bill) => settle(em, accountId, row, costs[row.granted - 1] ?? 0, bill) };
    }
    await judging.clock.wait(HELD_WAIT_MS, signal);
  }
}

interface Granted {
  day: string;
  granted: number;
  is_account_spent: boolean;
  is_first_refusal: boolean;
}

/** One at a time of all processes, so that no two are granted the same rest. @returns null to wait. */
async function grant(
  tx: EntityManager,
  accountId: string,
  { bounds: { callsPerDay, microUsdPerDay } }: Judging,
  { costs, mayWait }: { costs: readonly number[]; mayWait: boolean },
): Promise<Granted | null> {
  await lock(tx, JUDGE_BUDGET_LOCK);
  const [today] = await rows(tx, SPENT_TODAY, []);
  const [spent, reserved] = [Number(today?.spent ?? 0), Number(today?.reserved ?? 0)];
  const missing = spent + (costs[0] ?? 0) - microUsdPerDay;
  if (mayWait && missing > 0 && missing <= reserved) return null;
  const [row] = await rows(tx, GRANT_CALLS, [accountId, costs.length, callsPerDay, microUsdPerDay, costs, spent]);
  if (!row) throw new Error('a grant of calls returned no row');
  return row;
}

function tellRefusal(accountId: string, { judge, log }: Judging, granted: Granted): void {
  if (!granted.is_first_refusal) return;
  const bound = granted.is_account_spent ? 'calls of the account' : 'money of all accounts';
  log.warn({ account_id: accountId, judge: judge?.id, bound, day: granted.day }, REACHED);
}

const REACHED = "the judge's bound of the day is reached";

async function settle(em: EntityManager, accountId: string, row: Granted, reserved: number, bill: Bill): Promise<void> {
  if (row.granted === 0) return;
  const [calls, microUsd] = [bill.calls - row.granted, bill.microUsd - reserved];
  await rows(em, SETTLE_CALLS, [accountId, row.day, calls, microUsd, reserved]);
}

function runningSums(amounts: readonly number[]): number[] {
  let total = 0;
  return amounts.map((amount) => (total += amount));
}
