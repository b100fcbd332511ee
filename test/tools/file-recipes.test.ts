import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { openContext } from '../../src/core/context.js';
import { createFeed } from '../../src/core/feeds/feeds.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { ROOT } from '../contract/sources.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, FIXED_CLOCK, liftLimits, useApi } from '../support/api.js';
import { readTable } from '../support/csv.js';
import { aClient } from '../support/people.js';
import { createProject, createPrompt } from '../support/resources.js';

/** The recipes of docs/tools that read files: each request in them is sent, each command run. */

const api = useApi();
const HOST = 'https://monitor.example.com';

let caller: ApiCaller;
let project: string;
let token: string;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: project } = await createProject(caller, { brand_name: 'Northwind' }));
  await createPrompt(caller, project, { prompt_text: 'Which tea?' });
  const lines = ['2026-04-10', '2026-06-10', '2026-06-11'].map((day, at) =>
    JSON.stringify({
      ...{ external_id: day, platform: 'claude', question: 'Which tea?', answered_at: `${day}T09:00:00Z` },
      ...{ answer: at === 0 ? 'Northwind.' : 'None.', citations: [{ url: `https://${at === 0 ? 'a' : 'b'}.com/1` }] },
    }),
  );
  await importAnswers(api.db, { projectId: project }, fileOf(lines));
  const { accountId, ctx } = caller.account;
  const operator = { kind: 'operator', accountId, tier: ctx.caller.tier } as const;
  const core = openContext({ database: api.database, clock: FIXED_CLOCK }, operator);
  ({ token } = await createFeed(core, project, { name: 'Recipe', kind: 'visibility', window: '90d' }, aClient()));
});

interface Block {
  language: string;
  code: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, 'docs/tools', `${page}.md`), 'utf8');
  return Array.from(text.matchAll(/^```(\w*)\n(.*?)^```/gms), ([, language = '', code = '']) => ({ language, code }));
}

/** A page's text with the service of this test in place of the page's. */
function filledIn(code: string): string {
  return code
    .replaceAll(HOST, api.url)
    .replaceAll('TOKEN', token)
    .replace(/PROJECT=…/, `PROJECT=${project}`)
    .replace(/(?<=project=)PROJECT/, project)
    .replace(/KEY=bvm_…/, `KEY=${caller.key}`)
    .replace(/(?<=Bearer )KEY/, caller.key);
}

test.each(['google-sheets', 'looker-studio'])('the addresses of %s are read without a header', async (page) => {
  const addresses = blocksOf(page).flatMap(({ code }) => code.match(/(?<=")https:[^"]+(?=")/g) ?? []);
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) {
    const headers = { 'User-Agent': 'Mozilla/5.0 (compatible; GoogleDocs; apps-spreadsheets)' };
    const response = await fetch(filledIn(address), { headers });
    const rows = readTable(`\uFEFF${await response.text()}`);
    expect([response.status, rows.length]).toEqual([200, 3]);
    expect(Object.keys(rows[0] ?? {})).toMatchObject({ 2: 'platform', 5: 'brand_mention_count', 6: 'response_count' });
  }
});

test('what DuckDB’s page runs, from the download to the last statement, has rows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  const [download, ...statements] = blocksOf('duckdb');
  await promisify(execFile)('sh', ['-ec', filledIn(download?.code ?? '')], { cwd: folder });
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  const found = [];
  for (const { language, code } of statements) {
    expect(language).toBe('sql');
    const here = code.replace(/'([\w-]+\.parquet)'/g, `'${folder}/$1'`);
    found.push((await connection.runAndReadAll(here)).getRowsJson());
  }
  connection.closeSync();
  database.closeSync();
  rmSync(folder, { recursive: true });
  expect(found).toEqual([
    [
      ['2026-04-06', 'claude', 100, '1'],
      ['2026-06-08', 'claude', 0, '2'],
    ],
    [['Which tea?', null, '2']],
    [['b.com', '2']],
  ]);
});

test('the request of Metabase’s and Superset’s page is answered', async () => {
  const code = blocksOf('metabase-superset').find(({ language }) => language === 'sh')?.code ?? '';
  const { stdout } = await promisify(execFile)('sh', ['-ec', filledIn(code)]);
  expect(JSON.parse(stdout)).toMatchObject({ project_id: project, first_day: '2026-04-10', last_day: '2026-06-11' });
});

test('what Power BI sends by Web is answered: the path, the query and the header of its page', async () => {
  const code = blocksOf('power-bi').find((block) => block.code.includes('dashboard/export'))?.code ?? '';
  const path = /RelativePath = "([^"]+)"/.exec(code)?.[1];
  const query = /Query = \[([^\]]+)\]/.exec(code)?.[1] ?? '';
  const search = new URLSearchParams();
  for (const [, name = '', value = ''] of query.matchAll(/(\w+) = "([^"]+)"/g)) {
    search.set(name, value.replace('PROJECT', project));
  }
  expect(code).toContain('Headers = [Authorization = "Bearer " & ApiKey]');
  const headers = { Authorization: `Bearer ${caller.key}`, 'Accept-Encoding': 'gzip, deflate' };
  for (const file of [path, path?.replace('.csv', '.parquet')]) {
    expect((await fetch(`${api.url}/${file}?${search}`, { headers })).status).toBe(200);
  }
});
