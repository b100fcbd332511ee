import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseSession } from '../database/database-session.js';
import { statement } from '../database/rows.js';

const LIFT_TIMEOUTS = statement<object>(
  'lift-timeouts',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
);

/**
 * Runs a transaction of its own, apart from any that the caller is in, without the time limits of requests: it may take
 * as long as a large file or history needs.
 */
export async function longTransaction<Result>(
  db: DatabaseSession,
  work: (tx: DatabaseSession) => Promise<Result>,
): Promise<Result> {
  return db.apart().transaction(async (tx) => {
    await tx.rows(LIFT_TIMEOUTS, []);
    return work(tx);
  });
}

const POLL_MS = 100;

/**
 * Repeats `attempt` until it succeeds: for a lock that may be held for minutes, longer than a client waits for one
 * statement.
 */
export async function retryUntil(attempt: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  while (!(await attempt())) await pause(POLL_MS, undefined, signal ? { signal } : {});
}
