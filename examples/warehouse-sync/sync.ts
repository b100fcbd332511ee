import type { Column, Warehouse } from './warehouse.ts';

/** Keeps a copy of a project's numbers in a database: asks what has changed, and loads that again. */

const DAILY = ['visibility', 'mentions', 'citations', 'sentiment', 'prompts-daily'];
const LISTS = ['prompts', 'competitors'];

interface Options {
  url: string;
  /** A key that reads only suffices. */
  key: string;
  project: string;
  /** The path of a DuckDB file, or the address of a PostgreSQL database (`postgresql://…`). */
  warehouse: string;
}

interface Manifest {
  months: { from: string; to: string; version: string }[];
  lists_version: string;
  kinds: { kind: string; columns: Column[] }[];
}

/** @returns what was loaded, such as `visibility 2026-06`; nothing where nothing has changed. */
export async function sync({ url, key, project, warehouse: address }: Options): Promise<string[]> {
  const get = (path: string, headers = {}) =>
    ask(`${url}/dashboard/export/${path}`, { authorization: `Bearer ${key}`, ...headers });
  const warehouse = await open(address);
  try {
    const state = await warehouse.stateOf(project);
    const manifest = await get(`manifest.json?project=${project}`, { 'if-none-match': state.get('etag') ?? '' });
    if (manifest.status === 304) return [];
    const { months, lists_version, kinds }: Manifest = JSON.parse(await manifest.text());
    const loaded: string[] = [];
    const load = async (kind: string, month: string | null, days: string) => {
      const file = await get(`${kind}.${warehouse.format}?project=${project}${days}`);
      const columns = kinds.find((one) => one.kind === kind)?.columns ?? [];
      await warehouse.replace({ kind, columns, project, month }, Buffer.from(await file.arrayBuffer()));
      loaded.push(`${kind} ${month ?? ''}`.trim());
    };
    const areListsNew = state.get('lists') !== lists_version;
    for (const kind of LISTS) await load(kind, null, '');
    for (const { from, to, version } of months) {
      const month = from.slice(0, 7);
      const isNew = state.get(month) !== version;
      // The rows of prompts repeat texts of the list.
      const changed = isNew ? DAILY : areListsNew ? ['prompts-daily'] : [];
      for (const kind of changed) await load(kind, month, `&from=${from}&to=${to}`);
      await warehouse.save(project, month, version);
    }
    const gone = [...state.keys()].filter(
      (what) => /^\d/.test(what) && !months.some(({ from }) => from.startsWith(what)),
    );
    for (const month of gone) await warehouse.remove(project, DAILY, month);
    await warehouse.save(project, 'lists', lists_version);
    // Last, so that a run that broke off is made up for by the next.
    await warehouse.save(project, 'etag', manifest.headers.get('etag') ?? '');
    return loaded;
  } finally {
    await warehouse.close();
  }
}

/** Either needs a package of its own alone. */
async function open(address: string): Promise<Warehouse> {
  if (/^postgres(ql)?:/.test(address)) return (await import('./postgres.ts')).openPostgres(address);
  return (await import('./duckdb.ts')).openDuckDb(address);
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
