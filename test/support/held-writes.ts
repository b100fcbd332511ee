import { Client } from 'pg';
import { until } from './until.js';

/**
 * Holds what every write waits for while `work` runs; `reached` resolves when so many of the database's connections
 * wait.
 */
export async function whileWritesWait<Result>(
  databaseUrl: string,
  work: (reached: (waiting: number) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  // Two connections: what a transaction sees of the others' activity does not change while it lasts.
  const holder = new Client(databaseUrl);
  const watcher = new Client(databaseUrl);
  await Promise.all([holder.connect(), watcher.connect()]);
  const countWaiting = async () => {
    const { rows } = await watcher.query<{ waiting: number }>(WAITING);
    return rows[0]?.waiting ?? 0;
  };
  try {
    await holder.query('begin');
    await holder.query(`select from service_switch where name = 'kill_switch' for update`);
    return await work(async (waiting) => {
      await until(countWaiting, (count) => count === waiting);
    });
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
  }
}

const WAITING = `select count(*)::int as waiting
  from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%kill_switch%for share%'`;
