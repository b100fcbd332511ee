import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** Keeps a copy of a project's numbers in a DuckDB database: asks what has changed, and loads that again as Parquet. */

const DAILY = ['visibility', 'mentions', 'citations', 'sentiment', 'prompts-daily'];
const LISTS = ['prompts', 'competitors'];

interface Options {
  url: string;
  /** A key that reads only suffices. */
  key: string;
  project: string;
  /** The database's file. */
  warehouse: string;
}

interface Manifest {
  months: { from: string; to: string; version: string }[];
  lists_version: string;
}

/** @returns what was loaded, such as `visibility 2026-06`; nothing where nothing has changed. */
export async function sync({ url, key, project, warehouse }: Options): Promise<string[]> {
  const get = (path: string, headers = {}) =>
    ask(`${url}/dashboard/export/${path}`, { authorization: `Bearer ${key}`, ...headers });
  const folder = await mkdtemp(join(tmpdir(), 'warehouse-'));
  const database = await DuckDBInstance.create(warehouse);
  const db = await database.connect();
  try {
    await db.run(
      'create table if not exists state (project text, what text, version text, primary key (project, what))',
    );
    const state = await stateOf(db, project);
    const manifest = await get(`manifest.json?project=${project}`, { 'if-none-match': state.get('etag') ?? '' });
    if (manifest.status === 304) return [];
    const { months, lists_version }: Manifest = JSON.parse(await manifest.text());
    const loaded: string[] = [];
    /** Replaces what a table has of the project and a month, or of the project, by a file. */
    const load = async (kind: string, month: string, days: string) => {
      const path = join(folder, `${kind}.parquet`);
      await writeFile(path, Buffer.from(await (await get(`${kind}.parquet?project=${project}${days}`)).arrayBuffer()));
      const table = `"${kind.replace('-', '_')}"`;
      await db.run(`create table if not exists ${table} as select * from read_parquet('${path}') limit 0`);
      await db.run('begin');
      const ofMonth = month === '' ? '' : `and strftime(date, '%Y-%m') = '${month}'`;
      await db.run(`delete from ${table} where project_id = $1 ${ofMonth}`, [project]);
      await db.run(`insert into ${table} by name select * from read_parquet('${path}')`);
      await db.run('commit');
      loaded.push(`${kind} ${month}`.trim());
    };
    const save = (what: string, version: string) =>
      db.run('insert or replace into state values ($1, $2, $3)', [project, what, version]);
    const areListsNew = state.get('lists') !== lists_version;
    for (const kind of LISTS) await load(kind, '', '');
    for (const { from, to, version } of months) {
      const month = from.slice(0, 7);
      const isNew = state.get(month) !== version;
      // The rows of prompts repeat texts of the list.
      const kinds = isNew ? DAILY : areListsNew ? ['prompts-daily'] : [];
      for (const kind of kinds) await load(kind, month, `&from=${from}&to=${to}`);
      await save(month, version);
    }
    const gone = [...state.keys()].filter(
      (what) => /^\d/.test(what) && !months.some(({ from }) => from.startsWith(what)),
    );
    for (const month of gone) await remove(db, project, month);
    await save('lists', lists_version);
    // Last, so that a run that broke off is made up for by the next.
    await save('etag', manifest.headers.get('etag') ?? '');
    return loaded;
  } finally {
    db.closeSync();
    database.closeSync();
    await rm(folder, { recursive: true });
  }
}

/** What a month without answers had. */
async function remove(db: DuckDBConnection, project: string, month: string): Promise<void> {
  for (const kind of DAILY) {
    const table = `"${kind.replace('-', '_')}"`;
    await db.run(`delete from ${table} where project_id = $1 and strftime(date, '%Y-%m') = $2`, [project, month]);
  }
  await db.run('delete from state where project = $1 and what = $2', [project, month]);
}

/** Waits where the minute's requests are used up. @throws where the service refuses. */
async function ask(url: string, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { headers });
  const seconds = Number(response.headers.get('retry-after'));
  if ((response.status === 429 || response.status === 503) && seconds > 0 && seconds <= 60) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return ask(url, headers);
  }
  if (response.status !== 304 && !response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response;
}

/** What was loaded last, by month, and of the lists and the manifest. */
async function stateOf(db: DuckDBConnection, project: string): Promise<Map<string, string>> {
  const found = await db.runAndReadAll('select what, version from state where project = $1', [project]);
  return new Map(found.getRowsJson().map(([what, version]) => [String(what), String(version)]));
}

if (process.argv[1] === import.meta.filename) {
  const {
    URL: url = 'http://127.0.0.1:4000',
    KEY: key = '',
    PROJECT: project = '',
    WAREHOUSE: warehouse = 'warehouse.duckdb',
  } = process.env;
  const loaded = await sync({ url, key, project, warehouse });
  process.stdout.write(loaded.length > 0 ? `loaded ${loaded.join(', ')}\n` : 'nothing has changed\n');
}
