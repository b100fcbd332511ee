import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { backUp } from '../../src/database/backup/back-up.js';
import { restore } from '../../src/database/backup/restore.js';
import { shareOut } from '../../src/database/cluster/share-out.js';
import { distributionStatus } from '../../src/database/cluster/status.js';
import { withClient } from '../../src/database/single-client.js';
import {
  createEmptyCluster,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
  testServer,
} from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

/** Many of each shard. */
const ACCOUNTS = 24;
const isCluster = testServer().workers.length > 0;

const opened: TestDatabase[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bvm-backup-of-accounts-'));
});

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await create();
  opened.push(database);
  return database;
}

/** The name of each account is that of its project. */
async function withAccounts(): Promise<{ database: TestDatabase; ids: string[] }> {
  const database = await open(createTestDatabase);
  const ids = Array.from({ length: ACCOUNTS }, () => randomUUID());
  for (const id of ids) {
    await queryDatabase(
      database,
      `insert into account (account_id, name, email, tier, subscription, cadence)
       values ('${id}', '0', '${id}@b.example', 'starter', 'active', 'weekly');
       insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
         platforms, monitoring_frequency, auto_discover_competitors)
       values ('${id}', '${id}', '0', 'A', 'https://a.example', '', 'US', 'shoes', '{claude}', 'weekly', true)`,
    );
  }
  return { database, ids };
}

/** Gives each account and its project another name, in one transaction, over and over until it is stopped. */
async function startRenaming({ url }: TestDatabase, ids: readonly string[]) {
  const client = new Client(url);
  await client.connect();
  let isDone = false;
  const rename = async () => {
    for (let at = 0; !isDone; at += 1) {
      const which = `where account_id = '${ids[at % ids.length]}'`;
      await client.query(`begin; update account set name = '${at}' ${which}`);
      await client.query(`update project set name = '${at}' ${which}; commit`);
    }
    await client.end();
  };
  const renaming = rename();
  return async () => {
    isDone = true;
    await renaming;
  };
}

const restoreInto = ({ address }: TestDatabase, from: string) => restore({ address, isPooled: false }, from, () => {});

test('a backup has each account as it is at one instant, and is shared out anew where there is a cluster', async () => {
  const { database, ids } = await withAccounts();
  const stop = await startRenaming(database, ids);
  const to = join(folder, 'backup');
  await backUp(database.address, to).finally(stop);
  const target = await open(isCluster ? createEmptyCluster : createEmptyDatabase);
  await restoreInto(target, to);
  if (isCluster) await withClient(target.address, (client) => shareOut(client, 4));
  const names = await queryDatabase<{ account: string; project: string }>(
    target,
    'select a.name as account, p.name as project from account a join project p using (account_id)',
  );
  expect(names).toHaveLength(ACCOUNTS);
  expect(names.filter(({ account, project }) => account !== project)).toEqual([]);
  expect((await withClient(target.address, distributionStatus)).isDistributed).toBe(isCluster);
});

/** Only where the tests run on a cluster. */
if (isCluster) {
  test('a backup is not restored into tables that are shared out, and the refusal says what to do', async () => {
    const { database } = await withAccounts();
    const to = join(folder, 'backup');
    await backUp(database.address, to);
    await expect(restoreInto(await open(createTestDatabase), to)).rejects.toThrow(
      /^The tables of the database are shared out; restore into one where they are not, then: operator database/,
    );
  });
}
