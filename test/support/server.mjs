import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** The share in the embedded server, held from set-up to tear-down of the run. */
let embedded;

/**
 * Gives the server of the test databases, as a URL, with a template of this run's own: migrated by this build, and
 * apart from those of runs beside it. The server is that of `DATABASE_URL`, else an embedded one on a folder of its
 * own.
 */
export async function prepareServer() {
  const url = process.env.DATABASE_URL || (await startEmbeddedServer());
  const { connect, migrate } = await import('../../dist/database/connection.js');
  const template = `bvm_template_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${template}`);
  const address = new URL(url);
  address.pathname = `/${template}`;
  const orm = await connect({ address: { url: address.toString() }, isPooled: false, report: () => {} });
  await migrate(orm);
  await orm.close(true);
  return { url, template };
}

export async function releaseServer({ url, template }) {
  await administer(url, `drop database if exists ${template} with (force)`);
  if (!embedded) return;
  await embedded.server.release();
  await rm(embedded.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Readable for all, as the server may run as another user. */
async function startEmbeddedServer() {
  const { startEmbedded } = await import('../../dist/database/embedded/embedded-server.js');
  const folder = await mkdtemp(join(tmpdir(), 'bvm-test-'));
  await chmod(folder, 0o755);
  const server = await startEmbedded({ dataDir: folder });
  embedded = { server, folder };
  return `postgresql://${server.user}@localhost:${server.port}/postgres?host=${encodeURIComponent(server.host)}`;
}

async function administer(url, sql) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
