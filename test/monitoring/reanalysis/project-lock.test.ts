import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { transaction } from '../../../src/database/transaction.js';
import { whileHeld } from '../../../src/monitoring/reanalysis/project-lock.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/until.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const BEAT_MS = 5;

async function backendOf(holder: EntityManager): Promise<number> {
  const [row] = await holder.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
  return row?.pid ?? 0;
}

async function lastQueryOf(pid: number): Promise<string | undefined> {
  const [row] = await database.em.execute<{ query: string }[]>('select query from pg_stat_activity where pid = ?', [
    pid,
  ]);
  return row?.query;
}

test('a connection that holds the project lock sends statements while the work runs elsewhere', async () => {
  await transaction(database.em, async (holder) => {
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
  const lost = transaction(database.em, async (holder) => {
    const pid = await backendOf(holder);
    await database.em.execute('select pg_terminate_backend(?)', [pid]);
    await whileHeld(holder, undefined, untilTold, BEAT_MS);
  });
  await expect(lost).rejects.toThrow();
  const stopped = transaction(database.em, async (holder) => {
    const working = whileHeld(holder, asked.signal, untilTold, BEAT_MS);
    asked.abort();
    await working;
  });
  await expect(stopped).rejects.toThrow('aborted');
});
