import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { connect } from '../../src/database/connection.js';
import { Database } from '../../src/database/database.js';
import type { DatabaseSession } from '../../src/database/database-session.js';
import { startAnalysis } from '../../src/monitoring/analysis/analyse-answers.js';
import { databaseUrl } from './database-url.js';
import { FAST_PATHS } from './fast-paths.js';

/** On the test's own thread: Node runs no TypeScript in threads. `analysis-threads.test.ts` tries the built ones. */
startAnalysis({ threads: 0 });

/** A database of the test file's own. */
export class TestDatabase extends Database {
  /** As the connection takes it. */
  readonly address: { url: string };
  #ofTests: Pool | undefined;

  constructor(
    { orm, poolOfOrm, isDistributed }: Database,
    /** As `DATABASE_URL` takes it. */
    readonly url: string,
    private readonly drop: () => Promise<void>,
  ) {
    super(orm, poolOfOrm, isDistributed);
    this.address = { url };
  }

  /** A new session each time, as a job has one. */
  get db(): DatabaseSession {
    return this.openForJob();
  }

  /** Connections of the test's own, beside the service's: a statement on a new one takes ten times as long. */
  get ofTests(): Pool {
    this.#ofTests ??= new Pool({ connectionString: databaseUrl(this.address), max: 20 })
      // One that a test ended is made anew by the next statement, which is where a lasting failure shows.
      .on('error', () => {});
    return this.#ofTests;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#ofTests?.end();
    await this.drop();
  }
}

/** A database of the test file's own, cloned from the migrated template of the run: some 20 ms in memory. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template, workers } = testServer();
  return createDatabase(template, workers);
}

/** A database without tables, for what migrates by itself. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0', []);
}

/** As {@link createEmptyDatabase}, on a coordinator that knows its workers; only where the tests run on a cluster. */
export async function createEmptyCluster(): Promise<TestDatabase> {
  const { url, workers } = testServer();
  const database = await createDatabase('template0', workers);
  const name = new URL(database.url).pathname;
  const urls = [url, ...workers].map((each) => Object.assign(new URL(each), { pathname: name }));
  const [coordinator, ...others] = urls.map(({ hostname, port }) => `'${hostname}', ${port || 5432}`);
  for (const { href } of urls) await administer(href, 'create extension citus');
  await administer(database.url, `select citus_set_coordinator_host(${coordinator})`);
  for (const other of others) await administer(database.url, `select citus_add_node(${other})`);
  return database;
}

/** @param workers the servers beside the first one that the template's accounts are shared out over. */
async function createDatabase(template: string, workers: readonly string[]): Promise<TestDatabase> {
  const servers = [testServer().url, ...workers];
  const name = `bvm_test_${randomBytes(6).toString('hex')}`;
  await Promise.all(servers.map((each) => administer(each, `create database ${name} template ${template}`)));
  const url = new URL(testServer().url);
  url.pathname = `/${name}`;
  // The extension's processes of the other servers would connect again, just as it is dropped.
  const shut = `alter database ${name} allow_connections false`;
  const drop = `drop database if exists ${name} with (force)`;
  return new TestDatabase(await open(url.href, workers.length > 0), url.href, async () => {
    for (const each of workers.length > 0 ? servers : []) await administer(each, shut);
    for (const each of servers) await administer(each, drop);
  });
}

function open(url: string, isDistributed: boolean, fastPaths = FAST_PATHS): Promise<Database> {
  return connect({ ...routeTo(url), isDistributed, fastPaths, report: () => {} });
}

/** How the code under test reaches a database: through the pooler of the run, where it has one. */
function routeTo(direct: string): { address: { url: string }; isPooled: boolean } {
  const { poolerUrl } = testServer();
  if (poolerUrl === undefined) return { address: { url: direct }, isPooled: false };
  const url = new URL(poolerUrl);
  url.pathname = new URL(direct).pathname;
  return { address: { url: url.href }, isPooled: true };
}

/** Another process's connections to a database of the file's own. */
export async function connectAgain(
  { url, isDistributed }: TestDatabase,
  fastPaths = FAST_PATHS,
): Promise<TestDatabase> {
  return new TestDatabase(await open(url, isDistributed, fastPaths), url, async () => {});
}

export function testServer(): { url: string; template: string; workers: string[]; poolerUrl?: string } {
  const written = process.env['TEST_SERVER'];
  if (!written) throw new Error('the global setup has not run');
  // Written by the global setup of the same run.
  return JSON.parse(written) as ReturnType<typeof testServer>;
}

/** Runs one statement on the server's own database, outside any of ours. */
async function administer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, options: '-c citus.enable_create_database_propagation=off' });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
