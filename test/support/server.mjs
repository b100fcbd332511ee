import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { makeDataFolder } from './data-folder.mjs';

/** The share in the embedded server, held from set-up to tear-down of the run. */
let embedded;

/** Few, as each database of the tests has that many of each table. */
const SHARDS = 4;

/**
 * Gives the server of the test databases, as a URL, with a template of this run's own: migrated by this build, and
 * apart from those of runs beside it. The server is that of `DATABASE_URL`, else an embedded one on a folder of its
 * own. With `DISTRIBUTED_DATABASE_URL`, of a coordinator's database that knows its workers, the template's accounts are
 * shared out over them, and `workers` are their URLs.
 * With `TEST_POOLER_URL` the code under test reaches the databases through that pooler; the tests themselves do not.
 */
export async function prepareServer() {
  const coordinator = process.env.DISTRIBUTED_DATABASE_URL;
  const url = coordinator || process.env.DATABASE_URL || (await startEmbeddedServer());
  const workers = coordinator ? await workersOf(coordinator) : [];
  const { connect, migrate } = await import('../../dist/database/connection.js');
  const template = `bvm_template_${randomBytes(6).toString('hex')}`;
  for (const each of [url, ...workers]) await administer(each, `create database ${template}`);
  if (coordinator) await joinNodes(url, workers, template);
  const address = { url: onDatabase(url, template) };
  const database = await connect({ address, isPooled: false, isDistributed: workers.length > 0, report: () => {} });
  await migrate(database);
  await database.close();
  if (coordinator) await shareOutTemplate(url, workers, template);
  return { url, template, workers, poolerUrl: process.env.TEST_POOLER_URL };
}

export async function releaseServer({ url, template, workers }) {
  for (const each of [url, ...workers]) await administer(each, `drop database if exists ${template} with (force)`);
  if (!embedded) return;
  await embedded.server.release();
  await rm(embedded.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function startEmbeddedServer() {
  const { startEmbedded } = await import('../../dist/database/embedded/embedded-server.js');
  const folder = makeDataFolder();
  const server = await startEmbedded({ dataDir: folder });
  embedded = { server, folder };
  const url = `postgresql://${server.user}@localhost:${server.port}/postgres?host=${encodeURIComponent(server.host)}`;
  // What it holds ends with the run: no commit waits for the disk.
  for (const name of ['fsync', 'full_page_writes']) await administer(url, `alter system set ${name} = off`);
  // The folder may be in memory.
  await administer(url, `alter system set max_wal_size = '256MB'`);
  await administer(url, 'select pg_reload_conf()');
  return url;
}

/** @throws Error where the database knows no workers. */
async function workersOf(coordinator) {
  const found = await administer(
    coordinator,
    'select nodename, nodeport from pg_dist_node where groupid <> 0 order by groupid',
  );
  if (found.length === 0) throw new Error('DISTRIBUTED_DATABASE_URL: the database knows no workers');
  return found.map(({ nodename, nodeport }) => {
    const url = new URL(coordinator);
    url.hostname = nodename;
    url.port = String(nodeport);
    return url.href;
  });
}

async function joinNodes(url, workers, name) {
  for (const each of [url, ...workers]) await administer(onDatabase(each, name), 'create extension citus');
  const add = (text, of) => administer(onDatabase(url, name), text, [of.hostname, Number(of.port || 5432)]);
  await add('select citus_set_coordinator_host($1, $2)', new URL(url));
  for (const worker of workers) await add('select citus_add_node($1, $2)', new URL(worker));
}

/** The extension's own process would stay on the template, which could then not be cloned. */
async function shareOutTemplate(url, workers, name) {
  const { shareOut } = await import('../../dist/database/cluster/share-out.js');
  const client = new Client({ connectionString: onDatabase(url, name) });
  await client.connect();
  await shareOut(client, SHARDS).finally(() => client.end());
  for (const each of [url, ...workers]) {
    await administer(each, `alter database ${name} allow_connections false`);
    await administer(each, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  }
}

function onDatabase(url, name) {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** A database made on a coordinator is made there alone: the workers' are made one by one. */
async function administer(url, sql, values) {
  const client = new Client({ connectionString: url, options: '-c citus.enable_create_database_propagation=off' });
  await client.connect();
  const { rows } = await client.query(sql, values).finally(() => client.end());
  return rows;
}
