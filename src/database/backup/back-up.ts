import { chmod, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Client, escapeIdentifier } from 'pg';
import type { DatabaseAddress } from '../connection.js';
import { longTransactionOf, withClient } from '../single-client.js';
import { FORMAT, MANIFEST_FILE, type Manifest, parseManifest } from './manifest.js';
import { listMigrations, listTables, type SchemaTable } from './schema-tables.js';
import { writeTable } from './table-file.js';

/** A change of the schema under way is waited for no longer: those that come behind would wait with us. */
const LOCK_TIMEOUT = '5s';

/**
 * Writes all tables as they are at one instant into the new folder `folder`: a compressed file for each, and a
 * manifest with their checksums. Readers and writers go on meanwhile. The folder is made under another name beside its
 * place and moved there when it is whole and on disk, so a backup that was cut off is never taken for one.
 * @throws Error of one line that names `--to` where the folder cannot be made or is not empty; and where shards of a
 *   cluster were moved meanwhile.
 */
export async function backUp(address: DatabaseAddress, folder: string): Promise<Manifest> {
  const place = resolve(folder);
  await refuseOccupied(place);
  const draft = await makeDraft(place);
  try {
    const manifest = await withClient(address, (client) => writeSteadily(client, draft));
    await writeManifest(draft, manifest);
    await rename(draft, place);
    await syncFolder(dirname(place));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function refuseOccupied(place: string): Promise<void> {
  const names = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Error(`--to: "${place}" must be a folder (${error.code})`, { cause: error });
  });
  if (names.length > 0) throw new Error(`--to: "${place}" must be a new or an empty folder`);
}

async function makeDraft(place: string): Promise<string> {
  return mkdtemp(join(dirname(place), `${basename(place)}.partial-`)).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`--to: no folder can be made in "${dirname(place)}" (${error.code})`, { cause: error });
  });
}

/**
 * Of a cluster each account is seen as it is at one instant, those of different servers at instants milliseconds apart.
 */
async function writeSteadily(client: Client, folder: string): Promise<Manifest> {
  const places = await placesOfShards(client);
  const manifest = await writeTables(client, folder, places !== '');
  if ((await placesOfShards(client)) === places) return manifest;
  throw new Error('Shards were moved to other servers meanwhile; start the backup again');
}

/** The tables are locked before the transaction's first look at the data, so that no migration comes in between. */
async function writeTables(client: Client, folder: string, isDistributed: boolean): Promise<Manifest> {
  const expected = await listTables(client);
  return longTransactionOf(client, 'isolation level repeatable read, read only', async () => {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    if (expected.length > 0) await client.query(`lock table ${namesOf(expected)} in access share mode`);
    if (isDistributed) await seeAccountsAtOnce(client);
    const found = await listTables(client);
    const migrations = await listMigrations(client);
    if (migrations.length === 0)
      throw new Error('The database holds nothing to back up: no migration was applied to it');
    if (namesOf(found) !== namesOf(expected))
      throw new Error('The schema was changed meanwhile; start the backup again');
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const tables = [];
    for (const table of found) tables.push(await writeTable(client, table, folder));
    return parseManifest({
      format: FORMAT,
      created_at: new Date().toISOString(),
      server_version: rows[0]?.server_version,
      migrations,
      tables,
    });
  });
}

function namesOf(tables: readonly SchemaTable[]): string {
  return tables.map(({ name }) => escapeIdentifier(name)).join(', ');
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, MANIFEST_FILE), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(folder, 0o700);
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

const HAS_EXTENSION = `select exists (select from pg_extension where extname = 'citus') as has_extension`;

/** Each shard with the servers that it lies on. */
const PLACES = `select coalesce(string_agg(shardid || ' ' || groupid, ',' order by shardid, groupid), '') as places
  from pg_dist_placement`;

/**
 * Where the shards of a cluster lie, for comparing; empty on one server. Asked outside a transaction that reads them:
 * one does not see that a shard was moved meanwhile, nor all of its rows.
 */
async function placesOfShards(client: Client): Promise<string> {
  const { rows: found } = await client.query<{ has_extension: boolean }>(HAS_EXTENSION);
  if (!found[0]?.has_extension) return '';
  return (await client.query<{ places: string }>(PLACES)).rows[0]?.places ?? '';
}

/**
 * For a repeatable-read transaction that is to see each account as it is at one instant: every server of the cluster
 * begins now, on one connection each. On a second one to the same server a later instant would be seen.
 */
async function seeAccountsAtOnce(client: Client): Promise<void> {
  await client.query('set local citus.max_adaptive_executor_pool_size = 1');
  await client.query('select count(*) from account');
}
