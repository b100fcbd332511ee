import { randomBytes } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { connect } from '../../src/database/connection.js';
import { Database } from '../../src/database/database.js';
import { BYPASSES } from './bypasses.js';

/** A database of the test file's own. */
export class TestDatabase extends Database {
  /** As the connection takes it. */
  readonly address: { url: string };

  constructor(
    orm: MikroORM,
    /** As `DATABASE_URL` takes it. */
    readonly url: string,
    private readonly drop: () => Promise<void>,
  ) {
    super(orm);
    this.address = { url };
  }

  /** A new entity manager each time, as a job has one. */
  get em(): EntityManager {
    return this.openForJob();
  }

  override async close(): Promise<void> {
    await super.close();
    await this.drop();
  }
}

/** A database of the test file's own, cloned from the migrated template of the run: some 20 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(testServer().template);
}

/** A database without tables, for what migrates by itself. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const server = testServer();
  const name = `bvm_test_${randomBytes(6).toString('hex')}`;
  await administer(server.url, `create database ${name} template ${template}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const { orm } = await connect({ address: { url: url.href }, isPooled: false, bypasses: BYPASSES, report: () => {} });
  return new TestDatabase(orm, url.href, () => administer(server.url, `drop database if exists ${name} with (force)`));
}

/** Another process's connections to a database of the file's own. */
export async function connectAgain({ url }: TestDatabase): Promise<TestDatabase> {
  const { orm } = await connect({ address: { url }, isPooled: false, bypasses: BYPASSES, report: () => {} });
  return new TestDatabase(orm, url, async () => {});
}

export function testServer(): { url: string; template: string } {
  const written = process.env['TEST_SERVER'];
  if (!written) throw new Error('the global setup has not run');
  // Written by the global setup of the same run.
  return JSON.parse(written) as { url: string; template: string };
}

/** Runs one statement on the server's own database, outside any of ours. */
async function administer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
