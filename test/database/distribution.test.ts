import type { Client } from 'pg';
import { migrate } from '../../src/database/connection.js';
import { shareOut } from '../../src/database/distribution/share-out.js';
import { distributionStatus } from '../../src/database/distribution/status.js';
import { openDatabase } from '../../src/database/open.js';
import { withClient } from '../../src/database/single-client.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase, testServer } from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

const OF_NO_ACCOUNT = ['mikro_orm_migrations', 'platform_gate', 'service_switch', 'sign_in_throttle'];
const isCluster = testServer().workers.length > 0;

const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

async function open(create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await create();
  opened.push(database);
  return database;
}

function start({ url }: TestDatabase, isDatabaseDistributed: boolean): Promise<unknown> {
  const options = { databaseUrl: url, isDatabasePooled: false, isDatabaseDistributed, dataDir: 'unused' };
  return openDatabase({ ...options, bypasses: { textArrays: true } }, () => {});
}

describe('a database on one server', () => {
  const onePlain = () =>
    open(async () => {
      const database = await createEmptyDatabase();
      await migrate(database);
      return database;
    });

  test('says that nothing is shared out, and what would stay where it is', async () => {
    const { address } = await onePlain();
    const status = await withClient(address, distributionStatus);
    expect(status).toMatchObject({ isDistributed: false, extensionVersion: null, nodes: [], shards: 0, sharedOut: [] });
    expect(status.ofNoAccount).toEqual(OF_NO_ACCOUNT);
    expect(status.notSharedOut).toEqual(expect.arrayContaining(['account', 'answer', 'run', 'session']));
  });

  test('is not shared out without the extension, and says what is missing', async () => {
    const { address } = await onePlain();
    await expect(withClient(address, (client: Client) => shareOut(client))).rejects.toThrow(
      'The database has no extension citus: create extension citus',
    );
  });

  test('stops a start that takes it for a distributed one, in a line that names the variable', async () => {
    await expect(start(await onePlain(), true)).rejects.toThrow(/^DATABASE_DISTRIBUTED: must not be true before/);
  });
});

/** Only where the tests run on a cluster. */
if (isCluster) {
  describe('a database whose accounts are shared out', () => {
    const oneShared = () => open(createTestDatabase);

    test('has every table with an account on the workers, and the others on the coordinator', async () => {
      const status = await withClient((await oneShared()).address, distributionStatus);
      expect(status).toMatchObject({ isDistributed: true, notSharedOut: [], ofNoAccount: OF_NO_ACCOUNT });
      expect(status.nodes.filter(({ shards }) => shards > 0)).toHaveLength(testServer().workers.length);
    });

    test('stops a start that takes it for a plain one', async () => {
      await expect(start(await oneShared(), false)).rejects.toThrow(/^DATABASE_DISTRIBUTED: must be true/);
    });

    test('gets a new table shared out with the next migration, and does it once', async () => {
      const database = await oneShared();
      const key = 'account_id uuid not null, project_id uuid not null, primary key (account_id, project_id)';
      const named = 'foreign key (account_id, project_id) references project (account_id, id)';
      await queryDatabase(database, `create table noted (${key}, ${named})`);
      expect((await withClient(database.address, distributionStatus)).notSharedOut).toEqual(['noted']);
      await migrate(database);
      await migrate(database);
      const status = await withClient(database.address, distributionStatus);
      expect(status).toMatchObject({ notSharedOut: [], sharedOut: expect.arrayContaining(['noted']) });
      expect(await withClient(database.address, (client) => shareOut(client))).toEqual([]);
    });
  });
}
