import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseSession } from '../../../src/database/database-session.js';
import { whileHeld } from '../../../src/monitoring/reanalysis/project-lock.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/until.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const BEAT_MS = 5;

async function backendOf(holder: DatabaseSession): Promise<number> {
  const [row] = await holder.em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
  return row?.pid ?? 0;
}

async function lastQueryOf(pid: number): Promise<string | undefined> {
  const [row] = await database.db.em.execute<{ query: string }[]>('select query from pg_stat_activity where pid = ?', [
    pid,
  ]);
  return row?.query;
}

test('a connection that holds the project lock sends statements while the work runs elsewhere', async () => {
  await database.db.transaction(async (holder) => {
    const pid = await backendOf(holder);
    const work = () =>
      until(
        () => lastQueryOf(pid),
        (query) => query === 'show transaction_isolation',
      );
    await whileHeld(holder, undefined, work, BEAT_MS);
    expect(await backendOf(holder)).toBe(pid);
  });
});

test('work is aborted when the lock is lost, and when its caller aborts it', async () => {
  const untilTold = (signal: AbortSignal) => pause(20_000, undefined, { signal });
  const asked = new AbortController();
  const lost = database.db.transaction(async (holder) => {
    const pid = await backendOf(holder);
    await database.db.em.execute('select pg_terminate_backend(?)', [pid]);
    await whileHeld(holder, undefined, untilTold, BEAT_MS);
  });
  await expect(lost).rejects.toThrow();
  const stopped = database.db.transaction(async (holder) => {
    const working = whileHeld(holder, asked.signal, untilTold, BEAT_MS);
    asked.abort();
    await working;
  });
  await expect(stopped).rejects.toThrow('aborted');
});
