import { Client } from 'pg';
import { type Column, tableOf, type Warehouse } from './warehouse.ts';

const STATE = 'create table if not exists state (project text, what text, version text, primary key (project, what))';
const OF_MONTH = `project_id = $1 and to_char(date, 'YYYY-MM') = $2`;
/** Lines of a statement. */
const BATCH = 1_000;

const TYPES: Readonly<Record<Column['type'], string>> = {
  text: 'text',
  date: 'date',
  timestamp: 'timestamptz',
  integer: 'integer',
  double: 'double precision',
  boolean: 'boolean',
};

/** A PostgreSQL database, which reads JSON by itself. Tables are made in the first schema of the `search_path`. */
export async function openPostgres(connectionString: string): Promise<Warehouse> {
  const db = new Client({ connectionString });
  await db.connect();
  await db.query(STATE);
  return {
    format: 'ndjson',
    stateOf: async (project) => {
      const { rows } = await db.query('select what, version from state where project = $1', [project]);
      return new Map(rows.map(({ what, version }) => [what, version]));
    },
    save: async (project, what, version) => {
      const save = 'insert into state values ($1, $2, $3) on conflict (project, what) do update set version = $3';
      await db.query(save, [project, what, version]);
    },
    replace: async ({ kind, columns, project, month }, file) => {
      const table = tableOf(kind);
      const named = columns.map(({ name, type }) => `"${name}" ${TYPES[type]}`);
      await db.query(`create table if not exists ${table} (${named.join(', ')})`);
      // Columns that files have gained since.
      await db.query(`alter table ${table} ${named.map((one) => `add column if not exists ${one}`).join(', ')}`);
      const lines = file.toString().split('\n').filter(Boolean);
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      const insert = `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`;
      await db.query('begin');
      try {
        if (month === null) await db.query(`delete from ${table} where project_id = $1`, [project]);
        else await db.query(`delete from ${table} where ${OF_MONTH}`, [project, month]);
        for (let at = 0; at < lines.length; at += BATCH) {
          await db.query(insert, [`[${lines.slice(at, at + BATCH).join(',')}]`]);
        }
        await db.query('commit');
      } catch (error) {
        await db.query('rollback');
        throw error;
      }
    },
    remove: async (project, kinds, month) => {
      for (const kind of kinds) await db.query(`delete from ${tableOf(kind)} where ${OF_MONTH}`, [project, month]);
      await db.query('delete from state where project = $1 and what = $2', [project, month]);
    },
    close: () => db.end(),
  };
}
