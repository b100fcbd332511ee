import { rows, statement } from '../../database/rows.js';
import type { Frequency, Tier } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';

const LOCK_ACCOUNT = statement<{ cadence: Frequency; tier: Tier }>(
  'lock-account',
  `select cadence, tier
   from account
   where account_id = $1
   for no key update`,
);

/**
 * Locks the account for one creation of a project or prompt at a time, so that capacities hold under concurrency.
 */
export async function lockAccount(tx: Context): Promise<{ cadence: Frequency; tier: Tier }> {
  const [account] = await rows(tx.em, LOCK_ACCOUNT, [tx.caller.accountId]);
  if (!account) throw new Error('a caller without an account row');
  return account;
}
