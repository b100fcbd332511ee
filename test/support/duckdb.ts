import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type JS } from '@duckdb/node-api';

/** Files as DuckDB reads them, which knows Parquet and JSON Lines by itself. */

/** A column of a file by DuckDB's name for its type. */
interface ReadColumn {
  name: string;
  type: string;
}

interface ReadFile {
  columns: ReadColumn[];
  /** Dates as `YYYY-MM-DD`, timestamps in ISO 8601 with milliseconds. */
  rows: (string | number | boolean | null)[][];
}

/** What a Parquet file holds. @throws where DuckDB does not read it. */
export async function readParquet(bytes: Uint8Array): Promise<ReadFile> {
  const folder = await mkdtemp(join(tmpdir(), 'parquet-'));
  const path = join(folder, 'file.parquet');
  try {
    await writeFile(path, bytes);
    return await withDuckDb(async (query) => {
      const columns = (await query(`describe select * from read_parquet('${path}')`)).map(([name, type]) => ({
        name: String(name),
        type: String(type),
      }));
      const found = await query(`select * from read_parquet('${path}')`);
      return { columns, rows: found.map((row) => row.map((value, at) => written(value, columns[at]?.type))) };
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs statements in a database of their own, in memory. */
async function withDuckDb<Result>(use: (query: (text: string) => Promise<JS[][]>) => Promise<Result>): Promise<Result> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return await use(async (text) => (await connection.runAndReadAll(text)).getRowsJS());
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function written(value: JS, type: string | undefined): string | number | boolean | null {
  if (value instanceof Date) return type === 'DATE' ? value.toISOString().slice(0, 10) : value.toISOString();
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  throw new Error(`a value of type ${type} that no file has`);
}
