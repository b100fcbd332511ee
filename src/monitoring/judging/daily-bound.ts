import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import type { ProjectScope } from '../scope.js';
import type { Bill, Judging } from './judge.types.js';
import { GRANT_CALLS, SETTLE_CALLS, SPENT_TODAY } from './judge-use.statements.js';

/** Calls that may be made; afterwards their bill is settled. */
export interface Grant {
  calls: number;
  settle(bill: Bill): Promise<void>;
}

/**
 * Grants an account as many of some calls of today, by the database's clock, as its bound and the budget of all
 * accounts leave. They count from now on, at the expected price; if the process dies they stay counted. One statement
 * grants, after one that sums, and no lock is held afterwards. Logs the first refusal of an account's day.
 */
export async function grantCalls(
  em: EntityManager,
  { accountId }: ProjectScope,
  { judge, bounds, log }: Judging,
  wanted: Bill,
): Promise<Grant> {
  const each = Math.max(1, Math.ceil(wanted.microUsd / Math.max(1, wanted.calls)));
  const [today] = await rows(em, SPENT_TODAY, []);
  const values = [accountId, wanted.calls, bounds.callsPerDay, bounds.microUsdPerDay, each, today?.spent ?? 0];
  const [row] = await rows(em, GRANT_CALLS, values);
  if (!row) throw new Error('a grant of calls returned no row');
  const { day, granted, is_account_spent: isAccountSpent, is_first_refusal: isFirstRefusal } = row;
  if (isFirstRefusal) {
    const bound = isAccountSpent ? 'calls of the account' : 'money of all accounts';
    log.warn({ account_id: accountId, judge: judge?.id, bound, day }, "the judge's bound of the day is reached");
  }
  return {
    calls: granted,
    settle: async ({ calls, microUsd }) => {
      const [moreCalls, more] = [calls - granted, microUsd - granted * each];
      if (moreCalls !== 0 || more !== 0) await rows(em, SETTLE_CALLS, [accountId, day, moreCalls, more]);
    },
  };
}
