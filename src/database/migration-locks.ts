import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.js';
import type { DatabaseSession } from './database-session.js';
import { statement } from './rows.js';

/** How long migrations wait for tables that others use. */
export interface LockWaits {
  /** For one lock: all that wait for the same table after us wait as long. */
  lockTimeoutMs: number;
  /** Between two attempts, in which those who waited behind us get through. */
  pauseMs: number;
  /** In all. */
  patienceMs: number;
}

const MIGRATION_WAITS: Readonly<LockWaits> = { lockTimeoutMs: 3_000, pauseMs: 2_000, patienceMs: 300_000 };

const LOCK_NOT_AVAILABLE = '55P03';

const SET_LOCK_TIMEOUT = statement<object>('set-migration-lock-timeout', `select set_config('lock_timeout', $1, true)`);

/** Sessions that hold a table of ours, but for those that only wait for their turn to migrate. */
const OLDEST_HOLDER = statement<{ pid: number; application: string; seconds: number }>(
  'oldest-holder-of-tables',
  `select a.pid, a.application_name as application, extract(epoch from now() - a.xact_start)::int as seconds
   from pg_stat_activity a
   where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start is not null and exists (
     select
     from pg_locks l
     join pg_class c on c.oid = l.relation
     where l.pid = a.pid and l.granted and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
   )
   order by a.xact_start, a.pid
   limit 1`,
);

/**
 * Does `work` in a transaction whose locks are waited for briefly, again and again: a statement that waits for a
 * table's lock behind a long reader keeps all later readers of the table waiting too. Each attempt is undone as a
 * whole.
 * @throws Error of one line that names the blocking session, when the time is over.
 */
export async function retryLocks(
  database: Database,
  work: (tx: DatabaseSession) => Promise<void>,
  { lockTimeoutMs, pauseMs, patienceMs }: LockWaits = MIGRATION_WAITS,
): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const fault = await attempt(database, work, lockTimeoutMs);
    if (fault === undefined) return;
    const holder = await describeHolder(database);
    if (performance.now() - startedAt + pauseMs > patienceMs) {
      const limit = `within ${patienceMs / 1000} s`;
      throw new Error(`The migrations could not lock a table ${limit}; nothing was changed. ${holder}`, {
        cause: fault,
      });
    }
    tell(database, `the migrations wait for a table that is in use. ${holder}`);
    await pause(pauseMs);
  }
}

/** The error of a lock that was not granted; undefined when the work is done. */
async function attempt(database: Database, work: (tx: DatabaseSession) => Promise<void>, lockTimeoutMs: number) {
  try {
    await database.openForJob().transaction(async (tx) => {
      await tx.rows(SET_LOCK_TIMEOUT, [`${lockTimeoutMs}ms`]);
      await work(tx);
    });
    return undefined;
  } catch (error) {
    if (isLockTimeout(error)) return error;
    throw error;
  }
}

function isLockTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}

async function describeHolder(database: Database): Promise<string> {
  const [holder] = await database.openForJob().rows(OLDEST_HOLDER, []);
  if (!holder) return 'No transaction is in the way any more.';
  const { pid, application, seconds } = holder;
  return `The oldest transaction on its tables is of process ${pid} ("${application}"), for ${seconds} s.`;
}

function tell(database: Database, message: string): void {
  database.orm.config.getLogger().log('migrator', message, { enabled: true });
}
