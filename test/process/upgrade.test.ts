import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../../src/database/connection.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { fillEveryTable, type Table, tablesWithAccount } from '../support/every-table.js';
import { killProcesses, startService } from '../support/processes.js';
import { until } from '../support/until.js';

/** Former releases, each by the last migration that it had. */
const RELEASES = [
  ['one before the partitions by subject', '2026-11-22-attempts-at-analyses'],
  ['one before names by question', '2026-11-23t0502-reservations-of-the-judge'],
] as const;

/** What migrations compute from other rows, or give everybody a first row of. */
const DERIVED = ['holder', 'dashboard_budget', 'security_event', 'project_task', 'prompt_schedule', 'project_change'];

let database: TestDatabase;
let client: Client;
const query = async (text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await client.query(text, [...values])).rows;

beforeEach(async () => {
  database = await createEmptyDatabase();
  client = new Client(database.url);
  await client.connect();
});
afterEach(async () => {
  killProcesses();
  await client.end();
  await database.close();
});

/** The database as a former release left it, with rows of two accounts in every table. */
async function leaveAs(lastMigration: string): Promise<{ accountIds: string[]; tables: Table[] }> {
  const last = MIGRATIONS.findIndex(({ name }) => name === lastMigration);
  await migrate(database, { names: MIGRATIONS.slice(0, last + 1).map(({ name }) => name) });
  const accountIds = [randomUUID(), randomUUID()];
  for (const accountId of accountIds) await fillEveryTable(query, accountId, 3);
  return { accountIds, tables: await tablesWithAccount(query) };
}

/** Each row of each table as text, by the columns that both schemas have. */
async function contentsOf(tables: readonly Table[], kept: readonly Table[]): Promise<Record<string, unknown[]>> {
  const contents: Record<string, unknown[]> = {};
  for (const { name, columns } of tables) {
    const now = kept.find((table) => table.name === name)?.columns.map((column) => column.name) ?? [];
    const names = columns.map((column) => column.name).filter((column) => now.includes(column));
    const rows = await query(`select row(${names.join(', ')})::text as row from ${name} order by 1`);
    contents[name] = rows.map(({ row }) => row);
  }
  return contents;
}

const applied = async () => (await query('select name from mikro_orm_migrations order by id')).map(({ name }) => name);

describe.each(RELEASES)('a database of a former release, %s', (_what, lastMigration) => {
  test('keeps every row as it was', async () => {
    const { tables } = await leaveAs(lastMigration);
    const reference = await createEmptyDatabase();
    await migrate(reference);
    const other = new Client(reference.url);
    await other.connect();
    const present = await tablesWithAccount(async (text, values = []) => (await other.query(text, [...values])).rows);
    await other.end();
    await reference.close();
    const before = await contentsOf(tables, present);
    await migrate(database);
    expect(await applied()).toEqual(MIGRATIONS.map(({ name }) => name));
    const after = await contentsOf(tables, present);
    const written = tables.map(({ name }) => name).filter((name) => !DERIVED.includes(name));
    expect(written.length).toBeGreaterThan(20);
    for (const name of written) expect(before[name]?.length).toBeGreaterThan(1);
    for (const { name } of tables)
      expect([name, after[name]]).toEqual([name, expect.arrayContaining(before[name] ?? [])]);
    for (const name of written) expect([name, after[name]?.length]).toEqual([name, before[name]?.length]);
  });

  test('is as before where a start is killed in the midst of migrating, and whole after the next', async () => {
    const { tables } = await leaveAs(lastMigration);
    const [names, before] = [await applied(), await contentsOf(tables, tables)];
    // The last migrations change it, so the start waits there with all others done.
    await client.query('begin');
    await client.query('lock table service_switch, account in access share mode');
    const first = startService({ DATABASE_URL: databaseUrl(database.address) }).catch(() => null);
    const waits = async () =>
      (await query(`select 1 from pg_locks where not granted and relation = 'account'::regclass`)).length;
    await until(waits, (count) => count > 0, 30_000);
    killProcesses();
    await first;
    await client.query('rollback');
    expect(await applied()).toEqual(names);
    expect(await contentsOf(tables, tables)).toEqual(before);
    const service = await startService({ DATABASE_URL: databaseUrl(database.address) });
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await applied()).toEqual(MIGRATIONS.map(({ name }) => name));
  });
});

test('during a rolling restart the release before names by question still writes every table', async () => {
  const { tables } = await leaveAs(RELEASES[1][1]);
  await migrate(database);
  const accountId = randomUUID();
  const refused: string[] = [];
  for (const table of tables) {
    await fillEveryTable(query, accountId, 2, '2026-03-15', [table]).catch((error: Error) => {
      refused.push(`${table.name}: ${error.message}`);
    });
  }
  expect(refused).toEqual([]);
});
