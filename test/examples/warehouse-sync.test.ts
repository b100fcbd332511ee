import { execFile } from 'node:child_process';
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
import { selectAnalysis } from '../support/history.js';
import { createProject, createPrompt } from '../support/resources.js';

/** The example of examples/warehouse-sync, run as its README says. */

const api = useApi();
const DAILY = ['visibility', 'mentions', 'citations', 'sentiment', 'prompts-daily'];

let caller: ApiCaller;
let project: string;
let folder: string;
let options: Parameters<typeof sync>[0];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'warehouse-sync-'));
  caller = await api.open();
  await liftLimits(caller);
  ({ id: project } = await createProject(caller, { brand_name: 'Northwind' }));
  await createPrompt(caller, project, { prompt_text: 'Which tea?' });
  options = { url: api.url, key: caller.key, project, warehouse: join(folder, 'warehouse.duckdb') };
  await answer(['2026-05-20', '2026-06-02', '2026-06-10']);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function answer(days: readonly string[], text = 'Northwind, then Contoso.'): Promise<void> {
  const lines = days.map((day) =>
    JSON.stringify({
      ...{ external_id: `${day} ${text}`, platform: 'claude', question: 'Which tea?', answer: text },
      ...{ citations: [{ url: 'https://teapress.com/1' }], answered_at: `${day}T09:00:00Z` },
    }),
  );
  await importAnswers(api.db, { projectId: project }, fileOf(lines));
}

/** Rows of a table, each as text, in the order of its first columns. */
async function tableOf(kind: string): Promise<string[]> {
  const database = await DuckDBInstance.create(options.warehouse);
  const connection = await database.connect();
  const found = await connection.runAndReadAll(`select * from "${kind.replace('-', '_')}" order by all`);
  const rows = found.getRowsJson().map((row) => row.map((cell) => (cell === null ? '' : String(cell))).join('|'));
  connection.closeSync();
  database.closeSync();
  return rows.toSorted();
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

async function expectCopy(): Promise<void> {
  for (const kind of DAILY) expect([kind, await tableOf(kind)]).toEqual([kind, await csvOf(kind)]);
}

test('the first run loads all, and the next asks one request and loads nothing', async () => {
  const loaded = await sync(options);
  const months = ['2026-05', '2026-06'].flatMap((month) => DAILY.map((kind) => `${kind} ${month}`));
  expect(loaded).toEqual(['prompts', 'competitors', ...months]);
  await expectCopy();
  expect(await tableOf('prompts')).toHaveLength(1);
  const before = await requests();
  expect(await sync(options)).toEqual([]);
  expect((await requests()) - before).toBe(1);
});

test('a new answer loads its month again, and a change of prompts their texts in all months', async () => {
  await sync(options);
  await answer(['2026-06-12'], 'Contoso alone.');
  expect(await sync(options)).toEqual(['prompts', 'competitors', ...DAILY.map((kind) => `${kind} 2026-06`)]);
  await expectCopy();
  await createPrompt(caller, project, { prompt_text: 'Which pot?' });
  expect(await sync(options)).toEqual(['prompts', 'competitors', 'prompts-daily 2026-05', 'prompts-daily 2026-06']);
  expect(await tableOf('prompts')).toHaveLength(2);
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
  await expectCopy();
});

test('a refused key is told, and nothing is kept', async () => {
  await expect(sync({ ...options, key: 'bvm_no' })).rejects.toThrow(/^401/);
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
