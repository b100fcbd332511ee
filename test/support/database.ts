import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { connect } from '../../src/database/connection.js';

export interface TestDatabase {
  orm: MikroORM;
  /** As `DATABASE_URL` takes it. */
  url: string;
  /** As the connection takes it. */
  address: { url: string };
  close: () => Promise<void>;
}

/** A database of the test file's own, cloned from the migrated template of the run: some 20 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { orm, ...database } = await createDatabase(testServer().template);
  return { orm, ...database };
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
  const address = { url: url.toString() };
  const orm = await connect({ address, isPooled: false, report: () => {} });
  return {
    orm,
    url: address.url,
    address,
    close: async () => {
      await orm.close(true);
      await administer(server.url, `drop database if exists ${name} with (force)`);
    },
  };
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
