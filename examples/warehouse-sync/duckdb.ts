import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableOf, type Warehouse } from './warehouse.ts';

const STATE = 'create table if not exists state (project text, what text, version text, primary key (project, what))';
const OF_MONTH = `project_id = $1 and strftime(date, '%Y-%m') = $2`;

/** A DuckDB file, which reads Parquet by itself. */
export async function openDuckDb(path: string): Promise<Warehouse> {
  const folder = await mkdtemp(join(tmpdir(), 'warehouse-'));
  const database = await DuckDBInstance.create(path);
  const db = await database.connect();
  await db.run(STATE);
  return {
    format: 'parquet',
    stateOf: async (project) => {
      const found = await db.runAndReadAll('select what, version from state where project = $1', [project]);
      return new Map(found.getRowsJson().map(([what, version]) => [String(what), String(version)]));
    },
    save: async (project, what, version) => {
      await db.run('insert or replace into state values ($1, $2, $3)', [project, what, version]);
    },
    replace: async ({ kind, project, month }, file) => {
      const from = `read_parquet('${join(folder, 'part.parquet')}')`;
      await writeFile(join(folder, 'part.parquet'), file);
      await db.run(`create table if not exists ${tableOf(kind)} as select * from ${from} limit 0`);
      await db.run('begin');
      if (month === null) await db.run(`delete from ${tableOf(kind)} where project_id = $1`, [project]);
      else await db.run(`delete from ${tableOf(kind)} where ${OF_MONTH}`, [project, month]);
      await db.run(`insert into ${tableOf(kind)} by name select * from ${from}`);
      await db.run('commit');
    },
    remove: async (project, kinds, month) => {
      for (const kind of kinds) await db.run(`delete from ${tableOf(kind)} where ${OF_MONTH}`, [project, month]);
      await db.run('delete from state where project = $1 and what = $2', [project, month]);
    },
    close: async () => {
      db.closeSync();
      database.closeSync();
      await rm(folder, { recursive: true });
    },
  };
}
