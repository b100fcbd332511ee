import { Pool } from 'pg';
import { PIPELINES, Pipelines, QuickStatements } from '../../src/database/pipelines.js';
import { isUnavailable } from '../../src/database/unavailable.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { until } from '../support/until.js';

const ACCOUNTS = Array.from({ length: 8 }, (_, at) => `account-${at}`);
const WHERE = { name: 'where', text: 'select pg_backend_pid() as pid, $1::int as n' };
const DIVIDE = { name: 'divide', text: 'select 1 / $1::int as n' };
const SLEEP = { name: 'sleep', text: 'select pg_sleep($1::float8)' };

/** Silent for longer than a busy machine pauses. */
const BOUNDS = { ...PIPELINES, silentMs: 1_000 };
const SLOW = { maxMs: 2_000, stuckMs: 20_000, slowForMs: 60_000 };
const TERMINATE_SLEEPING = `
  select pg_terminate_backend(pid)
  from pg_stat_activity
  where datname = current_database() and query = '${SLEEP.text}' and state = 'active'`;

interface Found {
  pid: number;
  n: number;
}

let database: TestDatabase;
let pool: Pool;
let pipelines: Pipelines;
/** The accounts whose statements were asked alone. */
let alone: string[];
/** How long each statement waited for others, in the order of their answers. */
let waits: number[];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  pool = new Pool({ connectionString: databaseUrl(database.address), max: 12, pipeline: true });
  pool.on('error', () => {});
  pipelines = new Pipelines(pool, BOUNDS, new QuickStatements(SLOW));
  alone = [];
  waits = [];
});
afterEach(() => pool.end());
afterAll(() => database.close());

async function ask<Row>(
  account: string,
  statement: { name: string; text: string; query_timeout?: number },
  value: number,
): Promise<Row> {
  const query = { ...statement, values: [value] };
  const asked = {
    accountId: account,
    name: statement.name,
    query,
    alone: () => {
      alone.push(account);
      return pool.query(query);
    },
  };
  const { rows } = await pipelines.query(asked, (ms) => waits.push(ms));
  return rows[0] as Row;
}

/** Asked once, and answered quickly, which makes it a quick one. */
async function know(statement: { name: string; text: string }, value: number): Promise<void> {
  for (const account of ACCOUNTS) await ask(account, statement, value);
}

async function allGivenBack(): Promise<void> {
  await until(
    async () => pool.totalCount - pool.idleCount,
    (lent) => lent === 0,
  );
}

async function askAll(): Promise<Found[]> {
  return Promise.all(ACCOUNTS.map((account, n) => ask<Found>(account, WHERE, n)));
}

test('statements that were quick are in pipelines, and each gets its own rows', async () => {
  await askAll();
  expect(alone).toEqual(ACCOUNTS);
  for (let round = 0; round < 20; round++) {
    const found = await askAll();
    expect(found.map(({ n }) => n)).toEqual(ACCOUNTS.map((_, n) => n));
    expect(new Set(found.map(({ pid }) => pid)).size).toBe(PIPELINES.connections);
  }
  expect(alone).toEqual(ACCOUNTS);
  await allGivenBack();
});

test('a statement that fails fails alone, and its connection is used no more', async () => {
  await know(WHERE, 0);
  await know(DIVIDE, 1);
  const before = new Set((await askAll()).map(({ pid }) => pid));
  const asked = ACCOUNTS.flatMap((account, n) => [ask<Found>(account, DIVIDE, n), ask<Found>(account, WHERE, n)]);
  const ended = await Promise.allSettled(asked);
  const failed = ended.flatMap((end, at) => (end.status === 'rejected' ? [{ at, why: String(end.reason) }] : []));
  expect(failed).toEqual([{ at: 0, why: 'error: division by zero' }]);
  await allGivenBack();
  const after = (await askAll()).map(({ pid }) => pid);
  expect(after.every((pid) => before.has(pid))).toBe(false);
});

test('a lost connection fails what runs on it, as passing; what waits is sent again alone, at no cost', async () => {
  await know(SLEEP, 0);
  await know(WHERE, 0);
  alone = [];
  waits = [];
  const asleep = Promise.allSettled(ACCOUNTS.slice(0, 2).map((account) => ask(account, SLEEP, 20)));
  const behind = ACCOUNTS.slice(2).map((account, n) => ask<Found>(account, WHERE, n));
  let terminated = 0;
  await until(
    async () => {
      terminated += (await pool.query(TERMINATE_SLEEPING)).rowCount ?? 0;
      return terminated;
    },
    (count) => count === PIPELINES.connections,
  );
  const ended = await asleep;
  for (const end of ended) expect(end.status === 'rejected' && isUnavailable(end.reason)).toBe(true);
  expect((await Promise.all(behind)).map(({ n }) => n)).toEqual(behind.map((_, n) => n));
  expect(alone.toSorted()).toEqual(ACCOUNTS.slice(2));
  // The two that ran waited for their connections alone.
  const [first = 0, second = 0, ...others] = waits.toSorted((a, b) => a - b);
  expect(others).toHaveLength(behind.length);
  expect(Math.min(...others)).toBeGreaterThan(Math.max(first, second));
  alone = [];
  expect((await askAll()).map(({ n }) => n)).toEqual(ACCOUNTS.map((_, n) => n));
  await allGivenBack();
});

test('a connection lost while nothing is under way on it fails nobody', async () => {
  pipelines = new Pipelines(pool, { ...BOUNDS, idleMs: 2_000 }, new QuickStatements(SLOW));
  await know(WHERE, 0);
  const before = (await askAll()).map(({ pid }) => pid);
  await pool.query('select 1');
  const connections = pool.totalCount;
  await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [[...new Set(before)]]);
  await until(
    async () => pool.totalCount,
    (count) => count === connections - PIPELINES.connections,
  );
  alone = [];
  const after = (await askAll()).map(({ pid }) => pid);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  expect(alone).toEqual([]);
});

test('a connection that does not reply takes no further statements, and what was slow is asked alone', async () => {
  await know(WHERE, 0);
  await know(SLEEP, 0);
  const asleep = Promise.all(['account-0', 'account-1'].map((account) => ask(account, SLEEP, 3)));
  await new Promise((resolve) => setTimeout(resolve, 1.5 * BOUNDS.silentMs));
  alone = [];
  await askAll();
  expect(alone).toEqual(ACCOUNTS);
  await asleep;
  alone = [];
  await ask('account-0', SLEEP, 0);
  await askAll();
  expect(alone).toEqual(['account-0']);
});

test('who waits for a slow statement before it is told so, and does not count as slow itself', async () => {
  await know(SLEEP, 0);
  pipelines = new Pipelines(pool, { ...BOUNDS, connections: 1 }, new QuickStatements({ ...SLOW, maxMs: 1_500 }));
  await know(SLEEP, 0);
  alone = [];
  waits = [];
  await Promise.all([ask('account-0', SLEEP, 2), ask('account-1', SLEEP, 0), ask('account-2', SLEEP, 0)]);
  expect(waits).toHaveLength(3);
  expect(waits[0]).toBeLessThan(1_500);
  expect(Math.min(...waits.slice(1))).toBeGreaterThan(1_500);
  await Promise.all([0, 1, 2].map((at) => ask(`account-${at}`, SLEEP, 0)));
  expect(alone).toEqual(['account-0']);
});

test('a statement that is given up for its time counts as slow; those behind are answered and do not', async () => {
  pipelines = new Pipelines(pool, { ...BOUNDS, connections: 1 }, new QuickStatements({ ...SLOW, maxMs: 1_500 }));
  await know(SLEEP, 0);
  alone = [];
  waits = [];
  const given = { ...SLEEP, query_timeout: 2_500 };
  const asked = [ask('account-0', given, 20), ask('account-1', SLEEP, 0), ask('account-2', SLEEP, 0)];
  const [first, ...others] = await Promise.allSettled(asked);
  expect(first?.status === 'rejected' && isUnavailable(first.reason)).toBe(true);
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(alone.toSorted()).toEqual(['account-1', 'account-2']);
  expect(waits.filter((ms) => ms > 2_000)).toHaveLength(2);
  alone = [];
  await Promise.all([0, 1, 2].map((at) => ask(`account-${at}`, SLEEP, 0)));
  expect(alone).toEqual(['account-0']);
});

test('a statement whose time went by while it waited for another is sent again alone', async () => {
  pipelines = new Pipelines(pool, { ...BOUNDS, connections: 1 }, new QuickStatements(SLOW));
  await know(SLEEP, 0);
  alone = [];
  const before = ask('account-0', SLEEP, 3.7);
  await ask('account-1', { ...SLEEP, query_timeout: 4_000 }, 0.5);
  expect(alone).toEqual(['account-1']);
  await before;
});

test('accounts that were stuck in a pipeline are in none for a while, with any statement', async () => {
  const quick = new QuickStatements({ ...SLOW, stuckMs: 1_500 });
  pipelines = new Pipelines(pool, { ...BOUNDS, connections: 1 }, quick);
  await know(SLEEP, 0);
  await know(WHERE, 0);
  await Promise.all([ask('account-0', SLEEP, 2), ask('account-1', SLEEP, 0)]);
  alone = [];
  await askAll();
  expect(alone).toEqual(['account-0', 'account-1']);
});

test('where no connection can be had, all that wait for it are told', async () => {
  await know(WHERE, 0);
  await pool.end();
  const ended = await Promise.allSettled(ACCOUNTS.map((account) => ask(account, WHERE, 0)));
  expect(ended.map(({ status }) => status)).toEqual(ACCOUNTS.map(() => 'rejected'));
  pool = new Pool({ connectionString: databaseUrl(database.address) });
});
