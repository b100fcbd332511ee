import { configuredPlatforms } from '../../core/runs/configured-platforms.js';
import { periodDatesAt } from '../../core/schedule/planning.js';
import type { Database } from '../../database/database.js';
import { createPartitions } from '../../database/partitions.js';
import { rows } from '../../database/rows.js';
import { FIND_DUE } from './plan.statements.js';
import { type PlannedAccount, planAccount } from './plan-account.js';

/** Due prompts that one look reads; of each account found, all due prompts are planned. */
export const DUE_MAX = 500;

export interface Planned {
  /** Accounts that had something due and that no other planner planned. */
  accounts: PlannedAccount[];
  /** Accounts whose planning failed: nothing was written for them, and they stay due. */
  failures: { accountId: string; error: unknown }[];
  /** Whether more prompts may be due than the look read. */
  mayHaveMore: boolean;
}

/**
 * Plans what is due, each account in a transaction of its own. Any number of processes may do so at once: each account
 * is planned by one of them.
 * @param now the time of the schedule: what is due, in which period and month.
 * @param options.except accounts to skip, such as those that failed a moment ago: being due longest, they would delay
 *   all others.
 */
export async function planDue(
  database: Database,
  now: Date,
  { limit = DUE_MAX, except = [] }: { limit?: number; except?: readonly string[] } = {},
): Promise<Planned> {
  const em = database.openForJob();
  const due = await rows(em, FIND_DUE, [now, limit, except]);
  const planned: Planned = { accounts: [], failures: [], mayHaveMore: due.length === limit };
  if (due.length === 0) return planned;
  await createPartitions(em, ['run'], periodDatesAt(now));
  const configured = await configuredPlatforms(em);
  for (const accountId of shuffled(new Set(due.map(({ account_id }) => account_id)))) {
    try {
      const account = await planAccount(database.openForJob(), accountId, configured, now);
      if (account) planned.accounts.push(account);
    } catch (error) {
      planned.failures.push({ accountId, error });
    }
  }
  return planned;
}

/** In random order planners that find the same accounts seldom meet at one of them. */
function shuffled(accountIds: Iterable<string>): string[] {
  return [...accountIds]
    .map((accountId) => ({ accountId, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ accountId }) => accountId);
}
