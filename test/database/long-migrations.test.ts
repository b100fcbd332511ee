import { Client, Pool } from 'pg';
import { lockOn, MIGRATION_LOCK } from '../../src/database/advisory-lock.js';
import { migrate } from '../../src/database/connection.js';
import { ConnectionPool } from '../../src/database/connection-pool.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { until } from '../support/until.js';

/** Migrations take longer than the limits of a statement and of silence, which are shortened here. */
const LIMIT_MS = 300;
const LONGER = 'select pg_sleep(1)';
const WAITING = `select from pg_locks l join pg_database d on d.oid = l.database
  where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;

let database: TestDatabase;
let other: Client;

beforeEach(async () => {
  database = await createEmptyDatabase();
  other = new Client(databaseUrl(database.address));
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await database.close();
});

test('a process that waits while another one migrates goes on waiting beyond the limit of a statement', async () => {
  const pool: Pool = await database.orm.em.getConnection().getNativeClient();
  pool.options.query_timeout = LIMIT_MS;
  await other.query('begin');
  await lockOn(other, MIGRATION_LOCK);
  const migrated = migrate(database);
  await until(
    () => other.query(WAITING),
    ({ rowCount }) => rowCount === 1,
  );
  await other.query(LONGER);
  await other.query('commit');
  await migrated;
  const { rows } = await other.query('select name from mikro_orm_migrations');
  expect(rows).toHaveLength(MIGRATIONS.length);
  // From then on the limit holds again, also on the connections that were there meanwhile.
  await expect(database.db.em.execute(LONGER)).rejects.toThrow('Query read timeout');
});

test('a connection that is silent while a migration runs is not taken for lost, and is afterwards', async () => {
  const pool = new Pool({ connectionString: databaseUrl(database.address), max: 1 });
  pool.on('error', () => {});
  const connections = new ConnectionPool(pool, {
    isPooled: true,
    textArrays: true,
    silenceMs: LIMIT_MS,
    chooser: undefined,
  });
  await connections.withoutTimeLimits(() => pool.query(LONGER));
  await expect(pool.query(LONGER)).rejects.toThrow('Connection terminated');
  await connections.close();
  await pool.end();
});
