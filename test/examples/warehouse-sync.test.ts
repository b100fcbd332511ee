import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { sync } from '../../examples/warehouse-sync/sync.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { ROOT } from '../contract/sources.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, sql, useApi } from '../support/api.js';
import { readCsv } from '../support/csv.js';
import { databaseUrl } from '../support/database-url.js';
import { selectAnalysis } from '../support/history.js';
import { createProject, createPrompt } from '../support/resources.js';
import { queryDatabase } from '../support/sql.js';

/** The example of examples/warehouse-sync, run as its README says, into each of its databases. */

const api = useApi();
const DAILY = ['visibility', 'mentions', 'citations', 'sentiment', 'prompts-daily'];

let caller: ApiCaller;
let project: string;
let options: Parameters<typeof sync>[0];

/** A database, and all rows of one of its tables, each cell as the service's CSV has it. */
interface Target {
  warehouse: string;
  rowsOf: (table: string) => Promise<string[]>;
  drop: () => Promise<void>;
}

async function duckDb(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'warehouse-sync-'));
  const warehouse = join(folder, 'warehouse.duckdb');
  const rowsOf = async (table: string) => {
    const database = await DuckDBInstance.create(warehouse);
    const connection = await database.connect();
    const found = await connection.runAndReadAll(`select * from "${table}"`);
    const rows = found.getRowsJson().map(lineOf);
    connection.closeSync();
    database.closeSync();
    return rows;
  };
  return { warehouse, rowsOf, drop: async () => rmSync(folder, { recursive: true }) };
}

/** A schema of its own on the tests' server. */
async function postgres(): Promise<Target> {
  const schema = `warehouse_${randomUUID().replaceAll('-', '')}`;
  const query = (text: string) => queryDatabase<Record<string, unknown>>(api.database, text);
  await query(`create schema ${schema}`);
  const url = databaseUrl(api.database.address);
  const options = `options=${encodeURIComponent(`-c search_path=${schema}`)}`;
  const rowsOf = async (table: string) => {
    // As JSON: dates are their days.
    const found = await query(`select to_json(t) as row from ${schema}."${table}" t`);
    return found.map(({ row }) => lineOf(Object.values(row as object)));
  };
  const drop = async () => void (await query(`drop schema ${schema} cascade`));
  return { warehouse: `${url}${url.includes('?') ? '&' : '?'}${options}`, rowsOf, drop };
}

const lineOf = (cells: readonly unknown[]) => cells.map((cell) => (cell === null ? '' : String(cell))).join('|');

beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: project } = await createProject(caller, { brand_name: 'Northwind' }));
  await createPrompt(caller, project, { prompt_text: 'Which tea?' });
  await answer(['2026-05-20', '2026-06-02', '2026-06-10']);
});

async function answer(days: readonly string[], text = 'Northwind, then Contoso.'): Promise<void> {
  const lines = days.map((day) =>
    JSON.stringify({
      ...{ external_id: `${day} ${text}`, platform: 'claude', question: 'Which tea?', answer: text },
      ...{ citations: [{ url: 'https://teapress.com/1' }], answered_at: `${day}T09:00:00Z` },
    }),
  );
  await importAnswers(api.db, { projectId: project }, fileOf(lines));
}

/** The same of the service's own CSV. */
async function csvOf(kind: string): Promise<string[]> {
  const url = `${api.url}/dashboard/export/${kind}.csv?project=${project}&window=90d`;
  const text = await (await fetch(url, { headers: { authorization: `Bearer ${caller.key}` } })).text();
  return readCsv(text)
    .slice(1)
    .map((row) => row.join('|'))
    .toSorted();
}

async function expectCopy({ rowsOf }: Target): Promise<void> {
  for (const kind of DAILY) {
    const rows = await rowsOf(kind.replace('-', '_'));
    expect([kind, rows.toSorted()]).toEqual([kind, await csvOf(kind)]);
  }
}

describe.each([
  ['DuckDB', duckDb],
  ['PostgreSQL', postgres],
] as const)('a copy in %s', (_name, open) => {
  let target: Target;
  beforeEach(async () => {
    target = await open();
    options = { url: api.url, key: caller.key, project, warehouse: target.warehouse };
  });
  afterEach(() => target.drop());

  test('the first run loads all, and the next asks one request and loads nothing', async () => {
    const loaded = await sync(options);
    const months = ['2026-05', '2026-06'].flatMap((month) => DAILY.map((kind) => `${kind} ${month}`));
    expect(loaded).toEqual(['prompts', 'competitors', ...months]);
    await expectCopy(target);
    expect(await target.rowsOf('prompts')).toHaveLength(1);
    const before = await requests();
    expect(await sync(options)).toEqual([]);
    expect((await requests()) - before).toBe(1);
  });

  test('a new answer loads its month again, and a change of prompts their texts in all months', async () => {
    await sync(options);
    await answer(['2026-06-12'], 'Contoso alone.');
    expect(await sync(options)).toEqual(['prompts', 'competitors', ...DAILY.map((kind) => `${kind} 2026-06`)]);
    await expectCopy(target);
    await createPrompt(caller, project, { prompt_text: 'Which pot?' });
    expect(await sync(options)).toEqual(['prompts', 'competitors', 'prompts-daily 2026-05', 'prompts-daily 2026-06']);
    expect(await target.rowsOf('prompts')).toHaveLength(2);
  });

  test('another analysis loads all again, and nothing is left of the one before', async () => {
    await sync(options);
    const { analysisId } = await selectAnalysis(caller, project);
    for (const table of ['response', 'mention', 'citation', 'question_response']) {
      await sql(api.db, `update daily_${table} set analysis_id = $2 where account_id = $1`, [
        caller.account.accountId,
        analysisId,
      ]);
    }
    const loaded = await sync(options);
    expect(loaded).toContain('visibility 2026-05');
    expect(loaded).toContain('visibility 2026-06');
    await expectCopy(target);
  });

  test('a refused key is told, and nothing is kept', async () => {
    await expect(sync({ ...options, key: 'bvm_no' })).rejects.toThrow(/^401/);
  });

  test('of several projects fills the same tables, and keeps them apart', async () => {
    await sync(options);
    const other = await createProject(caller, { brand_name: 'Contoso' });
    await sync({ ...options, project: other.id });
    expect(await target.rowsOf('prompts')).toHaveLength(1);
    await expectCopy(target);
  });

  test('leaves out a month whose answers are gone', async () => {
    await sync(options);
    for (const table of ['response', 'mention', 'citation', 'question_response', 'question_mention']) {
      await sql(api.db, `delete from daily_${table} where account_id = $1 and bucket_date < '2026-06-01'`, [
        caller.account.accountId,
      ]);
    }
    await sync(options);
    expect((await target.rowsOf('visibility')).filter((row) => row.includes('2026-05'))).toEqual([]);
    await expectCopy(target);
  });
});

test('it compiles', async () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', join(ROOT, 'examples/warehouse-sync')]);
});

async function requests(): Promise<number> {
  const [row] = await sql<{ day_count: number }>(api.db, 'select day_count from request_budget where account_id = $1', [
    caller.account.accountId,
  ]);
  return row?.day_count ?? 0;
}
