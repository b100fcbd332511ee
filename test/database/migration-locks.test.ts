import { Client } from 'pg';
import { migrate } from '../../src/database/connection.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

/** It adds a column to `analysis`. */
const ALTERING = '2026-11-20-judged-sentiment';

describe('migrations of a table that a long transaction reads', () => {
  let database: TestDatabase;
  let reader: Client;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    const before = MIGRATIONS.slice(
      0,
      MIGRATIONS.findIndex(({ name }) => name === ALTERING),
    );
    await migrate(database, { names: before.map(({ name }) => name) });
    reader = new Client({ connectionString: database.url, application_name: 'long-report' });
    await reader.connect();
    await reader.query('begin; select count(*) from analysis');
  });
  afterEach(async () => {
    await reader.end();
    await database.close();
  });

  const applied = async () => {
    const found = await queryDatabase<{ name: string }>(database, 'select name from mikro_orm_migrations order by id');
    return found.map(({ name }) => name);
  };
  const waiting = async () => {
    const found = await queryDatabase(
      database,
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return found.length;
  };

  test('let later readers through, and are applied once it has ended', async () => {
    const waits = { lockTimeoutMs: 100, pauseMs: 20, patienceMs: 60_000 };
    const migrated = migrate(database, { waits });
    await until(waiting, (count) => count > 0);
    // Without a limit on the lock this would wait for the reader, whose end comes after it.
    await queryDatabase(database, 'select count(*) from analysis');
    await reader.query('commit');
    await migrated;
    expect(await applied()).toEqual(MIGRATIONS.map(({ name }) => name));
  });

  test('are given up after a while, with a line that names it, and nothing is changed', async () => {
    const before = await applied();
    const waits = { lockTimeoutMs: 20, pauseMs: 10, patienceMs: 200 };
    await expect(migrate(database, { waits })).rejects.toThrow(
      /^The migrations could not lock a table within 0\.2 s; nothing was changed\. .*of process \d+ \("long-report"\)/,
    );
    expect(await applied()).toEqual(before);
  });
});
