import { rmSync } from 'node:fs';
import { Pool } from 'pg';
import { refuseUnreplicated } from '../../src/database/connection-pool.js';
import { type EmbeddedServer, startEmbedded } from '../../src/database/embedded/embedded-server.js';
import { isUnavailable } from '../../src/database/unavailable.js';
import { makeDataFolder } from '../support/data-folder.mjs';
import { until } from '../support/until.js';

describe('a server whose synchronous standby is away', () => {
  const dataDir = makeDataFolder();
  let server: EmbeddedServer;
  let pool: Pool;

  beforeAll(async () => {
    server = await startEmbedded({ dataDir });
    const { host, port, user, databaseName: database } = server;
    pool = new Pool({ host, port, user, database, max: 2 });
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    refuseUnreplicated(pool);
    await pool.query('create table written (id int)');
    await pool.query(`alter system set synchronous_standby_names = 'nobody'`);
    await pool.query('select pg_reload_conf()');
    await until(
      () => pool.query<{ name: string }>(`select current_setting('synchronous_standby_names') as name`),
      ({ rows }) => rows[0]?.name === 'nobody',
    );
  });
  afterAll(async () => {
    await pool.query('alter system reset synchronous_standby_names');
    await pool.query('select pg_reload_conf()');
    await pool.end();
    await server.release();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  test('acknowledges no write: a commit whose wait is cancelled fails as unavailable', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into written values (1)');
    const committed = client.query('commit').catch((fault: unknown) => fault);
    const cancel = `select pg_cancel_backend(pid) as cancelled from pg_stat_activity where wait_event = 'SyncRep'`;
    await until(
      () => pool.query(cancel),
      ({ rowCount }) => rowCount === 1,
    );
    const error = await committed;
    expect(error).toEqual(new Error('Connection terminated: no synchronous standby confirmed the commit'));
    expect(isUnavailable(error)).toBe(true);
    client.release(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('a statement that does not wait for its commit, as admission’s, is answered at once', async () => {
    const insert = `with w as (insert into written values (2))`;
    const answer = await pool.query(`${insert} select set_config('synchronous_commit', 'off', true) as mode`);
    expect(answer.rows).toEqual([{ mode: 'off' }]);
  });
});
