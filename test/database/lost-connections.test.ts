import { once } from 'node:events';
import { Pool, type PoolClient } from 'pg';
import { releaseLostConnections } from '../../src/database/connection-pool.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { until } from '../support/until.js';

/** Also on a busy machine no server is silent for so long that lives. */
const SILENCE_MS = 1_500;

test('a pool that is closed keeps the process alive no longer where nobody held its connections', async () => {
  const database = await createTestDatabase();
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const pool = new Pool({ connectionString: databaseUrl(database.address), max: 3 });
  releaseLostConnections(pool, 60_000);
  const ends: Promise<unknown>[] = [];
  pool.on('connect', (client) => ends.push(once(client, 'end')));
  await Promise.all([0, 1, 2].map(() => pool.query('select 1')));
  await pool.end();
  await Promise.all(ends);
  expect([ends.length, timers()]).toEqual([3, before]);
  await database.close();
});

test('a connection beside the pool that is lost as it is handed out does not end the process', async () => {
  const database = await createTestDatabase();
  const connect: () => Promise<PoolClient> = Pool.prototype.connect;
  let losses = 0;
  const connectAndLose = async function connectAndLose(this: Pool): Promise<PoolClient> {
    const client = await connect.call(this);
    client.emit('error', new Error('lost'));
    losses += 1;
    return client;
  };
  const connecting = jest.spyOn(Pool.prototype, 'connect').mockImplementation(connectAndLose as Pool['connect']);
  const pool = await database.poolOfOrm();
  await expect(pool.onSeparateConnection(async () => 'done')).resolves.toBe('done');
  expect(losses).toBeGreaterThan(0);
  connecting.mockRestore();
  await database.close();
});

describe('a connection lost while somebody holds it', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    proxy = await FaultProxy.start(databaseUrl(database.address));
    pool = new Pool({ connectionString: proxy.url, max: 1, connectionTimeoutMillis: 50_000 });
    pool.on('error', () => {});
    releaseLostConnections(pool, SILENCE_MS);
  });
  afterEach(async () => {
    await pool.end();
    await proxy.close();
  });
  afterAll(() => database.close());

  /** Takes the pool's only connection and never releases it. */
  async function hold(): Promise<PoolClient> {
    const client = await pool.connect();
    client.on('error', () => {});
    await client.query('begin');
    return client;
  }

  test('by a reset leaves its place to the next', async () => {
    await hold();
    proxy.mode = 'refusing';
    proxy.mode = 'open';
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('on a network gone silent leaves its place to the next', async () => {
    const client = await hold();
    proxy.mode = 'silent';
    await expect(client.query('select 1')).rejects.toThrow('Connection terminated');
    proxy.mode = 'open';
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('and given back in the ordinary way is not given back twice', async () => {
    const client = await hold();
    proxy.mode = 'refusing';
    await until(
      async () =>
        client.query('select 1').then(
          () => 'open',
          () => 'lost',
        ),
      (state) => state === 'lost',
    );
    client.release(true);
    proxy.mode = 'open';
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(pool.totalCount).toBe(1);
  });
});
