import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import { beside, transaction } from '../../database/transaction.js';

const LIFT_TIMEOUTS = statement<object>(
  'lift-timeouts',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
);

/**
 * A transaction of its own, beside any that the caller is in, that may take as long as a file is long or a history
 * deep. The limits of requests are lifted for it alone.
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
