import { randomUUID } from 'node:crypto';
import { Migration } from '@mikro-orm/migrations';
import type { Client } from 'pg';
import { oneByOne, statementsOf } from '../../src/database/cluster/one-by-one.js';
import { shareOut } from '../../src/database/cluster/share-out.js';
import { distributionStatus } from '../../src/database/cluster/status.js';
import { isMigrated, migrate } from '../../src/database/connection.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { openDatabase } from '../../src/database/open.js';
import { withClient } from '../../src/database/single-client.js';
import {
  createEmptyCluster,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
  testServer,
} from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

const OF_NO_ACCOUNT = [
  'mikro_orm_migrations',
  'platform_gate',
  'platform_key',
  'service_switch',
  'setup',
  'sign_in_throttle',
];
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
  return openDatabase({ ...options, fastPaths: { textArrays: true } }, () => {});
}

/** Made and filled in one text, the first of them from a table that is shared out. */
const NOTES = `
create table noted (
  account_id uuid not null,
  project_id uuid not null,
  text text not null default 'a; b', -- not the end; of a statement
  primary key (account_id, project_id),
  foreign key (account_id, project_id) references project (account_id, id)
);
insert into noted (account_id, project_id)
select account_id, id
from project;
create table note_read (
  account_id uuid not null,
  project_id uuid not null,
  at timestamptz(3) not null,
  primary key (account_id, project_id, at),
  foreign key (account_id, project_id) references noted (account_id, project_id)
) partition by range (at);
create table note_read_2026_11 partition of note_read for values from ('2026-11-01') to ('2026-12-01');
create index on note_read (account_id, at);
insert into note_read (account_id, project_id, at)
select account_id, project_id, '2026-11-22'
from noted;
update noted set text = $$read; once$$ where project_id is not null;
alter table noted add column is_read boolean not null default true;
alter table noted add constraint noted_text_check check (char_length(text) < 1000);
`;

class Notes extends Migration {
  override up(): void {
    this.addSql(NOTES);
  }
}

const NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name);
/** Those from before there were clusters, and one that Citus refuses: no database was shared out before it had them. */
const ARE_THERE_FIRST = [
  ...NAMES.slice(0, NAMES.indexOf('2026-11-22t2153-changes-of-projects') + 1),
  '2026-11-23t0110-judged-names',
];

async function shareOutAmongFour({ address }: TestDatabase): Promise<void> {
  await withClient(address, (client) => shareOut(client, 4));
}

/** A database at the version of `names`, with an account and its project. */
async function withProject(
  database: TestDatabase,
  names: readonly string[],
  prepare: (database: TestDatabase) => Promise<void> = isCluster ? shareOutAmongFour : async () => {},
): Promise<void> {
  await migrate(database, { names });
  await prepare(database);
  const [account, project] = [randomUUID(), randomUUID()];
  await queryDatabase(
    database,
    `insert into account (account_id, name, email, tier, subscription, cadence)
     values ('${account}', 'A', 'a@b.example', 'starter', 'active', 'weekly');
     insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
       platforms, monitoring_frequency, auto_discover_competitors)
     values ('${account}', '${project}', 'A', 'A', 'https://a.example', '', 'US', 'shoes', '{claude}', 'weekly', true)`,
  );
}

/** The next start's migrations hold one more. */
function append({ orm, isDistributed }: TestDatabase): void {
  orm.config.get('migrations').migrationsList?.push({ name: 'notes', class: oneByOne(Notes, isDistributed) });
}

describe('a migration that makes tables and fills them', () => {
  test('does so on one server, and on a cluster that is in use, where its tables are shared out', async () => {
    const database = await open(isCluster ? createEmptyCluster : createEmptyDatabase);
    await withProject(database, NAMES);
    append(database);
    await migrate(database);
    const found = await queryDatabase(
      database,
      'select n.text, n.is_read from noted n join note_read r using (account_id, project_id)',
    );
    expect(found).toEqual([{ text: 'read; once', is_read: true }]);
    const { notSharedOut, sharedOut } = await withClient(database.address, distributionStatus);
    expect((isCluster ? sharedOut : notSharedOut).filter((name) => /^note/.test(name))).toEqual(['note_read', 'noted']);
  });

  test('is undone as a whole where a statement of it fails', async () => {
    const database = await open(isCluster ? createEmptyCluster : createEmptyDatabase);
    await withProject(database, NAMES);
    class Broken extends Migration {
      override up(): void {
        this.addSql(`${NOTES}; insert into noted (account_id, project_id) select id, id from project`);
      }
    }
    database.orm.config.get('migrations').migrationsList?.push({
      name: 'broken',
      class: oneByOne(Broken, database.isDistributed),
    });
    await expect(migrate(database)).rejects.toThrow();
    const { notSharedOut, sharedOut } = await withClient(database.address, distributionStatus);
    expect([...sharedOut, ...notSharedOut].filter((name) => /^note/.test(name))).toEqual([]);
  });

  test('is cut into its statements at the semicolons that end them', () => {
    expect(statementsOf("a ';' e'\\';' \";\" $$;$$ $x$;$$;$x$ -- ;\n /* ; */ b;\n c ; ; d")).toEqual([
      "a ';' e'\\';' \";\" $$;$$ $x$;$$;$x$ -- ;\n /* ; */ b",
      'c',
      'd',
    ]);
  });
});

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

    test('keeps no copy of the rows that have moved to the workers', async () => {
      const database = await open(createEmptyCluster);
      await withProject(database, NAMES, async () => {});
      const sizes = `select coalesce(sum(pg_relation_size(oid)), 0)::int as bytes from pg_class
         where relname in ('account', 'project')`;
      expect(await queryDatabase(database, sizes)).not.toEqual([{ bytes: 0 }]);
      await shareOutAmongFour(database);
      expect(await queryDatabase(database, sizes)).toEqual([{ bytes: 0 }]);
      expect(await queryDatabase(database, 'select name from account')).toEqual([{ name: 'A' }]);
    });

    test('stops a start that takes it for a plain one', async () => {
      await expect(start(await oneShared(), false)).rejects.toThrow(/^DATABASE_DISTRIBUTED: must be true/);
    });

    test('takes each migration that came since there are clusters, with an account in it', async () => {
      const database = await open(createEmptyCluster);
      await withProject(database, ARE_THERE_FIRST);
      const since = NAMES.filter((name) => !ARE_THERE_FIRST.includes(name));
      for (const at of since.keys()) await migrate(database, { names: since.slice(0, at + 1) });
      expect(since).toContain('2026-11-23t0103-sentiment-without-rules');
      expect(await isMigrated(database.db)).toBe(true);
      expect((await withClient(database.address, distributionStatus)).notSharedOut).toEqual([]);
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
