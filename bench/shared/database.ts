import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { connect, type DatabaseAddress, migrate } from '../../src/database/connection.js';
import type { DatabaseSession } from '../../src/database/database-session.js';
import { startEmbedded } from '../../src/database/embedded/embedded-server.js';
import { startAnalysis } from '../../src/monitoring/analysis/analyse-answers.js';

const NAME = 'bvm_bench';

/** A migrated database of the benchmark's own. */
export interface BenchDatabase {
  address: DatabaseAddress;
  /** The environment that lets a server of ours use it. */
  environment: Record<string, string>;
  client: Client;
  /** For the service's own code in this process. */
  db: DatabaseSession;
  version: () => Promise<string>;
  close: () => Promise<void>;
}

interface Place {
  address: DatabaseAddress;
  environment: Record<string, string>;
  release: () => Promise<void>;
}

/** A new database `bvm_bench` on the server of `DATABASE_URL`; else the embedded server on a temporary folder. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const url = process.env.DATABASE_URL;
  const { address, environment, release } = await (url ? createDatabase(url) : startTemporary());
  const database = await connect({ address, isPooled: false, report: () => {} });
  await migrate(database);
  // As many threads as the service has by itself on a machine of two processors.
  const analysis = startAnalysis({ threads: 1 });
  const client = new Client(clientConfig(address));
  await client.connect();
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await client.end();
    await analysis.stop();
    await database.close();
    await release();
  };
  return {
    address,
    environment,
    client,
    db: database.openForJob(),
    version: async () => String((await client.query('show server_version')).rows[0]?.server_version),
    close: () => (closing ??= closeAll()),
  };
}

/** An address of ours in the form that `pg` accepts. */
export function clientConfig(address: DatabaseAddress): ClientConfig {
  return 'url' in address ? { connectionString: address.url } : { ...address };
}

async function createDatabase(serverUrl: string): Promise<Place> {
  const url = new URL(serverUrl);
  url.pathname = `/${NAME}`;
  const drop = `drop database if exists ${NAME} with (force)`;
  await administer(serverUrl, drop);
  await administer(serverUrl, `create database ${NAME}`);
  return {
    address: { url: url.href },
    environment: { DATABASE_URL: url.href },
    release: () => administer(serverUrl, drop),
  };
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Root's temporary folder may be closed to the user that PostgreSQL runs as; `/tmp` is open. */
async function startTemporary(): Promise<Place> {
  const dataDir = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'bvm-bench-'));
  const server = await startEmbedded({ dataDir });
  const { host, port, user, databaseName } = server;
  return {
    address: { host, port, user, database: databaseName },
    environment: { DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'false' },
    release: async () => {
      await server.release();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}
