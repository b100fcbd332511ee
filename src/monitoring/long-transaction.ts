import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../database/rows.js';
import { beside, transaction } from '../database/transaction.js';

const LIFT_TIMEOUTS = statement<object>(
  'lift-timeouts',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
);

/**
 * Runs a transaction of its own, apart from any that the caller is in, without the time limits of requests: it may take
 * as long as a large file or history needs.
 */
export async function longTransaction<Result>(
  em: EntityManager,
  work: (tx: EntityManager) => Promise<Result>,
): Promise<Result> {
  return transaction(beside(em), async (tx) => {
    await rows(tx, LIFT_TIMEOUTS, []);
    return work(tx);
  });
}
