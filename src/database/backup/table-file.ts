import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Client, escapeIdentifier } from 'pg';
import { from, to } from 'pg-copy-streams';
import type { BackupTable } from './manifest.js';
import type { SchemaTable } from './schema-tables.js';

/** Fastest: the tables shrink to a third, and the database stays the slower side. */
const GZIP_LEVEL = 1;
/** Rows and the folder hold tenants' data and the hashes of their keys. */
const PRIVATE_FILE = 0o600;

/**
 * Writes the rows of a table into a file of `folder`, in PostgreSQL's own text format, which every version reads; on
 * disk for good when it returns. Memory is that of a few buffers.
 */
export async function writeTable(client: Client, table: SchemaTable, folder: string): Promise<BackupTable> {
  const { name, columns, partitions } = table;
  const file = `${name}.copy.gz`;
  const meter = new Meter();
  const source = client.query(to(`copy (select ${listed(columns)} from ${escapeIdentifier(name)}) to stdout`));
  const target = createWriteStream(join(folder, file), { flags: 'wx', mode: PRIVATE_FILE, flush: true });
  await pipeline(source, createGzip({ level: GZIP_LEVEL }), (chunks) => meter.count(chunks), target);
  await client.query('select'); // the number of rows comes after the last of them
  return { name, columns, partitions, rows: source.rowCount, file, bytes: meter.bytes, sha256: meter.sha256() };
}

/**
 * Refuses a backup of which a file is missing, cut or changed, before anything of it is restored. It reads all of them.
 * @throws Error of one line that names the file.
 */
export async function refuseDamaged(folder: string, tables: readonly BackupTable[]): Promise<void> {
  for (const { file, bytes, sha256 } of tables) {
    const meter = new Meter();
    const ignore = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(createReadStream(join(folder, file)), (chunks) => meter.count(chunks), ignore).catch(
      (error: unknown) => {
        throw new Error(`--from: ${file} of the backup cannot be read`, { cause: error });
      },
    );
    if (meter.bytes === bytes && meter.sha256() === sha256) continue;
    throw new Error(`--from: ${file} is damaged: it is not the file that the backup wrote`);
  }
}

/**
 * Reads a table's file into the table, within the transaction of `client`, which has to be rolled back where it throws.
 */
export async function readTable(client: Client, { name, columns, file, rows }: BackupTable, folder: string) {
  const target = client.query(from(`copy ${escapeIdentifier(name)} (${listed(columns)}) from stdin`));
  await pipeline(createReadStream(join(folder, file)), createGunzip(), target);
  if (target.rowCount !== rows) throw new Error(`${name} took in ${target.rowCount} rows instead of ${rows}`);
}

function listed(columns: readonly string[]): string {
  return columns.map(escapeIdentifier).join(', ');
}

/** Counts and digests what passes. */
class Meter {
  bytes = 0;
  private readonly hash = createHash('sha256');

  async *count(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.bytes += chunk.length;
      this.hash.update(chunk);
      yield chunk;
    }
  }

  sha256(): string {
    return this.hash.digest('hex');
  }
}
