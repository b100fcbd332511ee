import { type Client, escapeIdentifier } from 'pg';
import { distributionStatus } from '../cluster/status.js';
import { connect, type DatabaseAddress, migrate } from '../connection.js';
import { MIGRATIONS } from '../migrations/index.js';
import { longTransactionOf, withClient } from '../single-client.js';
import { type BackupTable, type Manifest, readManifest } from './manifest.js';
import { listMigrations, listTables, type SchemaTable } from './schema-tables.js';
import { readTable, refuseDamaged } from './table-file.js';

const SHARED_OUT =
  'The tables of the database are shared out; restore into one where they are not, then: operator database distribute';
const NOT_EMPTY = 'The database holds data already; restore into an empty one, as of a new DATA_DIR';

/**
 * Restores the backup of `folder` into an empty database: the schema that the backup's tables had, their rows in one
 * transaction, and then the migrations that came since. Cut off before the rows are in, it leaves a database without
 * data, into which the same backup can be restored again; after that, the next start applies those migrations.
 * @throws Error of one line where the backup is damaged, unfinished or of a later version, or the database not empty.
 */
export async function restore(
  { address, isPooled }: { address: DatabaseAddress; isPooled: boolean },
  folder: string,
  report: (message: string) => void,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  refuseLaterVersion(manifest);
  await refuseDamaged(folder, manifest.tables);
  await withClient(address, (client) => refuseUnfit(client, manifest));
  const database = await connect({ address, isPooled, report });
  try {
    await migrate(database, { names: manifest.migrations });
    await withClient(address, (client) => load(client, manifest, folder));
    await migrate(database);
  } finally {
    await database.close();
  }
  return manifest;
}

function refuseLaterVersion({ migrations }: Manifest): void {
  const known = new Set<string>(MIGRATIONS.map(({ name }) => name));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new Error(`--from: the backup is of another or a later version, which has the migration "${unknown}"`);
}

/** What the migrations themselves put into tables that are no tenant's is replaced, and does not count. */
async function refuseUnfit(client: Client, { migrations }: Manifest): Promise<void> {
  const tables = await listTables(client);
  if (tables.length === 0) return;
  const applied = await listMigrations(client);
  if ((await distributionStatus(client)).isDistributed) throw new Error(SHARED_OUT);
  if (await hasRows(client, tables)) throw new Error(NOT_EMPTY);
  const isSame = applied.length === migrations.length && applied.every((name) => migrations.includes(name));
  if (isSame) return;
  throw new Error('The database has a schema of another version than the backup; restore into one without a schema');
}

async function hasRows(client: Client, tables: readonly SchemaTable[]): Promise<boolean> {
  const tenants = tables.filter(({ has_account }) => has_account);
  const conditions = tenants.map(({ name }) => `exists (select from ${escapeIdentifier(name)})`);
  if (conditions.length === 0) return tables.length > 0;
  const { rows } = await client.query<{ present: boolean }>(`select ${conditions.join(' or ')} as present`);
  return rows[0]?.present === true;
}

async function load(client: Client, manifest: Manifest, folder: string): Promise<void> {
  const present = await listTables(client);
  await longTransactionOf(client, '', async () => {
    const names = present.map(({ name }) => escapeIdentifier(name)).join(', ');
    await client.query(`lock table ${names} in share row exclusive mode`);
    if (await hasRows(client, present)) throw new Error(NOT_EMPTY);
    for (const table of manifest.tables) {
      await makePartitions(
        client,
        table,
        present.find(({ name }) => name === table.name),
      );
      await client.query(`delete from ${escapeIdentifier(table.name)}`);
      await readTable(client, table, folder);
    }
  });
  await client.query('analyze');
}

/** As the service makes them: built beside their table with all that it has, and attached. */
async function makePartitions(
  client: Client,
  { name: table, partitions }: BackupTable,
  present: SchemaTable | undefined,
) {
  const existing = new Set(present?.partitions.map(({ name }) => name));
  for (const { name, bound } of partitions.filter((partition) => !existing.has(partition.name))) {
    const [whole, part] = [escapeIdentifier(table), escapeIdentifier(name)];
    await client.query(`create table ${part} (like ${whole} including all)`);
    await client.query(`alter table ${whole} attach partition ${part} ${bound}`);
  }
}
