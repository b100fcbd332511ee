import type { Pool } from 'pg';
import { connect } from '../../src/database/connection.js';
import { statement } from '../../src/database/rows.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { until } from '../support/until.js';

const SLEEP = statement<object>('sleep-long', 'select pg_sleep(60)');
const RUNNING = statement<{ n: number }>(
  'count-sleeping',
  `select count(*)::int as n
   from pg_stat_activity
   where datname = current_database() and state = 'active' and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const countSleeping = async () => (await database.db.rows(RUNNING, []))[0]?.n;

test('a statement whose caller is gone is cancelled in the database, and what follows does not start', async () => {
  const gone = new AbortController();
  const db = database.openForRequest('account', gone.signal);
  const asked = expect(db.rows(SLEEP, [])).rejects.toThrow('canceling statement due to user request');
  await until(countSleeping, (n) => n === 1);
  gone.abort('gone');
  await asked;
  await until(countSleeping, (n) => n === 0);
  await expect(db.rows(SLEEP, [])).rejects.toBe('gone');
});

test('a statement that takes too long is cancelled in the database', async () => {
  await expect(database.db.rows(SLEEP, [])).rejects.toThrow('Query read timeout');
  await until(countSleeping, (n) => n === 0);
});

test('a statement on a network that drops everything is given up as such, and its connection once', async () => {
  const proxy = await FaultProxy.start(databaseUrl(database.address));
  const behind = await connect({ address: { url: proxy.url }, isPooled: false, report: () => {} });
  const pool: Pool = await behind.orm.em.getConnection().getNativeClient();
  // The job's is asked alone; the account's is in a pipeline, once it was quick.
  const ask = () => [behind.openForJob(), behind.openForRequest('account')].map((db) => db.rows(RUNNING, []));
  await Promise.all(ask());
  proxy.mode = 'dead';
  for (const ended of await Promise.allSettled(ask())) {
    expect(ended).toMatchObject({ reason: new Error('Query read timeout') });
  }
  expect(pool.totalCount).toBe(0);
  await behind.close();
  await proxy.close();
}, 20_000);

test('of one account three statements run at once, and another account is served meanwhile', async () => {
  const gone = new AbortController();
  const asked = Array.from({ length: 20 }, () => database.openForRequest('greedy', gone.signal).rows(SLEEP, []));
  const ended = Promise.allSettled(asked);
  await until(countSleeping, (n) => n === 3);
  const [row] = await database.openForRequest('other').rows(RUNNING, []);
  expect(row?.n).toBe(3);
  gone.abort('gone');
  await ended;
});
