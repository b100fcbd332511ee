import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../src/database/connection.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { fillEveryTable, type Table, tablesWithAccount } from '../support/every-table.js';
import { killProcesses, startProcess, startService } from '../support/processes.js';
import { fillRecorded, recordResponses } from '../support/recorded-rest.js';
import { until } from '../support/until.js';
import { IS_WHOLE } from '../support/whole.js';

/** Former releases, each by the last migration that it had; what they responded: `npm run record:release`. */
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
  await migrateUpTo(lastMigration);
  const accountIds = [randomUUID(), randomUUID()];
  for (const accountId of accountIds) await fillEveryTable(query, accountId, 3);
  return { accountIds, tables: await tablesWithAccount(query) };
}

async function migrateUpTo(lastMigration: string): Promise<void> {
  const last = MIGRATIONS.findIndex(({ name }) => name === lastMigration);
  await migrate(database, { names: MIGRATIONS.slice(0, last + 1).map(({ name }) => name) });
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

/** Every row as it was; more only where migrations make them. */
function expectKept(before: Readonly<Record<string, unknown[]>>, after: Readonly<Record<string, unknown[]>>): void {
  for (const [name, rows] of Object.entries(before)) {
    expect([name, after[name]]).toEqual([name, expect.arrayContaining(rows)]);
    if (!DERIVED.includes(name)) expect([name, after[name]?.length]).toEqual([name, rows.length]);
  }
}

/** The tables of the present release, from a database of its own. */
async function presentTables(): Promise<Table[]> {
  const reference = await createEmptyDatabase();
  await migrate(reference);
  const other = new Client(reference.url);
  await other.connect();
  const present = await tablesWithAccount(async (text, values = []) => (await other.query(text, [...values])).rows);
  await other.end();
  await reference.close();
  return present;
}

const applied = async () => (await query('select name from mikro_orm_migrations order by id')).map(({ name }) => name);

describe.each(RELEASES)('a database of a former release, %s', (_what, lastMigration) => {
  test('keeps every row as it was', async () => {
    const { tables } = await leaveAs(lastMigration);
    const present = await presentTables();
    const before = await contentsOf(tables, present);
    await migrate(database);
    expect(await applied()).toEqual(MIGRATIONS.map(({ name }) => name));
    const after = await contentsOf(tables, present);
    const written = Object.keys(before).filter((name) => !DERIVED.includes(name));
    expect(written.length).toBeGreaterThan(20);
    for (const name of written) expect(before[name]?.length).toBeGreaterThan(1);
    expectKept(before, after);
  });

  test('has the same response to every request of REST as that release gave, byte by byte', async () => {
    await migrateUpTo(lastMigration);
    await fillRecorded(query);
    const service = await startService({ DATABASE_URL: databaseUrl(database.address), ROLE: 'api' });
    const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'releases', `${lastMigration}.json`), 'utf8'));
    expect(recorded.length).toBeGreaterThan(50);
    expect(await recordResponses(service.url)).toEqual(recorded);
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

describe('a start that is killed with a migration half done', () => {
  const HALT = 4711;

  /** From now on a migration waits at its first change of the schema, once as many as `drill.halt` says are applied. */
  async function haltMigrations(): Promise<void> {
    await query(`
      create schema drill;
      create table drill.halt (applied int not null);
      insert into drill.halt values (-1);
      create function drill.wait() returns event_trigger language plpgsql as $$
      begin
        if (select count(*) from public.mikro_orm_migrations) = (select applied from drill.halt) then
          perform set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true);
          perform pg_advisory_xact_lock_shared(${HALT});
        end if;
      end $$;
      create event trigger drill on ddl_command_end execute function drill.wait()`);
  }

  const schema = async () =>
    query(`
      select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attnum > 0
      union all
      select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated, null
      from pg_constraint
      where connamespace = 'public'::regnamespace
      order by 1, 2, 3`);
  const rowsOf = async (text: string) => (await query(text)).length;

  test(`changes nothing, whichever ${IS_WHOLE ? '' : 'fourth '}it was, and the next start is whole`, async () => {
    const { tables } = await leaveAs(RELEASES[0][1]);
    const names = await applied();
    const [contents, columns] = [await contentsOf(tables, tables), await schema()];
    const present = await presentTables();
    const before = await contentsOf(tables, present);
    await haltMigrations();
    const migrateFile = join(import.meta.dirname, '..', 'support', 'migrate.mjs');
    const start = () => startProcess(migrateFile, [], { env: { DATABASE_URL: databaseUrl(database.address) } });
    for (let at = MIGRATIONS.length - 1; at >= names.length; at -= IS_WHOLE ? 1 : 4) {
      await query('update drill.halt set applied = $1', [at]);
      await query(`select pg_advisory_lock(${HALT})`);
      const killed = start();
      const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${HALT} and not granted`;
      await until(
        () => rowsOf(waiting),
        (count) => count === 1,
        30_000,
      );
      killed.kill('SIGKILL');
      expect(await killed.exited).toEqual({ code: null, signal: 'SIGKILL' });
      await query(`select pg_advisory_unlock(${HALT})`);
      const left = `select from pg_stat_activity
        where datname = current_database() and xact_start is not null
          and application_name = 'brand-visibility-monitor'`;
      await until(
        () => rowsOf(left),
        (count) => count === 0,
        30_000,
      );
      expect([at, await applied()]).toEqual([at, names]);
      expect([at, await schema()]).toEqual([at, columns]);
      expect([at, await contentsOf(tables, tables)]).toEqual([at, contents]);
    }
    await query('update drill.halt set applied = -1');
    expect(await start().exited).toEqual({ code: 0, signal: null });
    expect(await applied()).toEqual(MIGRATIONS.map(({ name }) => name));
    expectKept(before, await contentsOf(tables, present));
  }, 240_000);
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
