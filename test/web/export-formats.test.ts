import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, get as request } from 'node:http';
import express from 'express';
import type { Cell, Column } from '../../src/core/exports/file-kind.js';
import { analysisChanged } from '../../src/core/reporting/daily-rows.js';
import { createLog, requestLog } from '../../src/http/log.js';
import { createMetrics } from '../../src/http/metrics.js';
import { listen } from '../../src/http/server.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { csvRow } from '../../src/web/csv-rows.js';
import { breakOff } from '../../src/web/export.routes.js';
import { sendParquet } from '../../src/web/parquet-rows.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { liftLimits, useApi } from '../support/api.js';
import { readCsv } from '../support/csv.js';
import { readParquet } from '../support/duckdb.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { type HolderSession, liftHolderLimits, openHolder } from '../support/holder-session.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** The same files as Parquet and JSON Lines: what CSV has, cell by cell, with types. */

const api = useApi();
const KINDS = [
  ...['visibility', 'mentions', 'citations', 'sentiment', 'answers', 'prompts', 'competitors', 'brands'],
  'prompts-daily',
];
const QUESTION = '=1+1, which tea?';

let holder: HolderSession;
let projectId: string;

beforeAll(async () => {
  holder = await openHolder(api);
  await Promise.all([liftLimits(holder.caller), liftHolderLimits(holder)]);
  ({ id: projectId } = await createProject(holder.caller, { brand_name: 'Northwind' }));
  for (const name of ['Contoso', '-Fabrikam']) await createCompetitor(holder.caller, projectId, { name });
  await createPrompt(holder.caller, projectId, { prompt_text: QUESTION, tags: ['tea', '@home'], category: 'a, "b"' });
  const lines = Array.from({ length: 240 }, (_, at) =>
    JSON.stringify({
      external_id: `${at}`,
      platform: at % 2 === 0 ? 'claude' : 'chatgpt',
      question: at % 3 === 0 ? QUESTION : `Ask ${at % 7}?`,
      ...(at % 5 === 0 && { model: '+claude' }),
      answer: at % 4 === 0 ? '=SUM(1)\n1. **Contoso** – dear\n2. **Northwind** – "excellent" 🍵' : 'Neither.\r\n',
      citations: at % 4 === 0 ? [{ url: 'https://teapress.com/1' }, { url: 'https://brewers.org/2' }] : [],
      answered_at: `2026-06-${String(1 + (at % 14)).padStart(2, '0')}T09:00:00.25Z`,
    }),
  );
  await importAnswers(api.db, { projectId }, fileOf(lines));
});

async function download(file: string, parameters: object = {}): Promise<Buffer> {
  const search = new URLSearchParams({ project: projectId, window: '30d', ...parameters });
  const response = await fetch(`${api.url}/dashboard/export/${file}?${search}`, { headers: holder.headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(bytes.toString());
  return bytes;
}

/** By the endings of their names, as people guess them. */
function typeOf(name: string): string {
  if (name === 'date') return 'DATE';
  if (name.endsWith('_at')) return 'TIMESTAMP';
  if (name.startsWith('is_')) return 'BOOLEAN';
  if (/_count$|^(positive|neutral|negative|mixed|total|brand_rank)$/.test(name)) return 'INTEGER';
  if (/_(low|high|percent|points|score|share)$|^(share|mean_rank|prominence)$/.test(name)) return 'DOUBLE';
  return 'VARCHAR';
}

describe.each(KINDS)('%s', (kind) => {
  test('as Parquet is the CSV, cell by cell, as DuckDB reads it, and its columns have types', async () => {
    const { columns, rows } = await readParquet(await download(`${kind}.parquet`));
    expect(rows.length).toBeGreaterThan(0);
    expect(columns).toEqual(columns.map(({ name }) => ({ name, type: typeOf(name) })));
    const csv = await download(`${kind}.csv`);
    const lines = [columns.map(({ name }) => name), ...rows].map(csvRow);
    expect(`\uFEFF${lines.join('')}`).toBe(csv.toString());
  });

  test('as JSON Lines is the CSV too', async () => {
    const csv = await download(`${kind}.csv`);
    const text = (await download(`${kind}.ndjson`)).toString();
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line): Record<string, string | number | boolean | null> => JSON.parse(line));
    const lines = [Object.keys(first(rows)), ...rows.map((row) => Object.values(row))].map(csvRow);
    expect(`\uFEFF${lines.join('')}`).toBe(csv.toString());
  });

  test('without rows has its columns all the same', async () => {
    const { id: project } = await createProject(holder.caller);
    const [header = []] = readCsv((await download(`${kind}.csv`, { project })).toString().slice(1));
    const { columns, rows } = await readParquet(await download(`${kind}.parquet`, { project }));
    expect(columns.map(({ name }) => name)).toEqual(header);
    expect(rows).toEqual(kind === 'brands' ? rows.slice(0, 1) : []);
  });
});

test('texts are as they are: no spreadsheet opens these files by itself', async () => {
  const { columns, rows } = await readParquet(await download('answers.parquet'));
  const texts = rows.map((row) => row[columns.findIndex(({ name }) => name === 'text')]);
  expect(texts).toContain('=SUM(1)\n1. **Contoso** – dear\n2. **Northwind** – "excellent" 🍵');
  expect((await download('prompts.ndjson')).toString()).toContain(`"prompt_text":"${QUESTION}"`);
});

test.each([
  ['parquet', 'application/vnd.apache.parquet'],
  ['ndjson', 'application/x-ndjson; charset=utf-8'],
])('%s says what it is, and is stored by its name alone', async (ending, type) => {
  const url = `${api.url}/dashboard/export/visibility.${ending}?project=${projectId}&window=7d`;
  const { headers } = await fetch(url, { headers: holder.headers });
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': type,
    'content-disposition': `attachment; filename="visibility-northwind-2026-06-08-2026-06-15.${ending}"`,
    ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    'cross-origin-resource-policy': 'same-origin',
  });
});

describe('prompts-daily', () => {
  test('adds up to the cells of prompts and platforms, and imported questions have no prompt', async () => {
    const { columns, rows } = await readParquet(await download('prompts-daily.parquet'));
    const place = (name: string) => columns.findIndex((column) => column.name === name);
    const sums = new Map<string, [number, number]>();
    for (const row of rows) {
      const cell = `${row[place('prompt_id')]} ${row[place('platform')]}`;
      const [responses, naming] = sums.get(cell) ?? [0, 0];
      const counts = [row[place('response_count')], row[place('brand_mention_count')]].map(Number);
      sums.set(cell, [responses + (counts[0] ?? 0), naming + (counts[1] ?? 0)]);
    }
    const { body } = await askGraphql(
      holder.caller,
      `{ project(id: "${projectId}") { cells(window: D30) { promptId platform responseCount brandMentionCount } } }`,
    );
    expect(body.errors).toBeUndefined();
    // Shaped by the query.
    const { project } = body.data as { project: { cells: AskedCell[] } };
    expect(sums).toEqual(
      new Map(
        project.cells.map((cell) => [
          `${cell.promptId} ${cell.platform.toLowerCase()}`,
          [cell.responseCount, cell.brandMentionCount],
        ]),
      ),
    );
    expect(new Set(rows.map((row) => row[place('prompt_text')]))).toEqual(new Set([QUESTION, null]));
  });

  interface AskedCell {
    promptId: string | null;
    platform: string;
    responseCount: number;
    brandMentionCount: number;
  }
});

describe('a Parquet file that broke off', () => {
  test('cannot be read, wherever it is cut', async () => {
    const whole = await download('answers.parquet');
    await readParquet(whole);
    for (const length of [4, 100, Math.floor(whole.length / 2), whole.length - 9, whole.length - 1]) {
      await expect(readParquet(whole.subarray(0, length))).rejects.toThrow();
    }
  });

  const COLUMNS: Column[] = [{ name: 'text', type: 'text' }];

  /** So many pages of a group each, which no compression makes smaller; then what becomes of the file. */
  async function* groups(count: number, then: () => Promise<void>): AsyncGenerator<Cell[][]> {
    for (let at = 0; at < count; at += 1) yield [[randomBytes(1024 * 1024).toString('latin1')]];
    await then();
  }

  /** What comes of a file by a server whose pages end so. */
  async function receive(
    pages: AsyncIterable<Cell[][]>,
    signal: AbortSignal,
    read: (response: IncomingMessage) => Promise<void>,
  ): Promise<{ outcome: string; bytes: Buffer }> {
    const app = express().use(requestLog(createLog('silent'), createMetrics()));
    const log = { warn: () => {} };
    app.get('/file.parquet', async (_req, res) => {
      await sendParquet(res, { columns: COLUMNS, pages, signal }).catch((error: unknown) => breakOff(res, error, log));
    });
    const server = await listen(app, { host: '127.0.0.1', port: 0 });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${server.url}/file.parquet`, resolve).once('error', reject);
    });
    const parts: Buffer[] = [];
    const outcome = new Promise<string>((resolve) => {
      response.once('end', () => resolve('whole')).once('error', () => resolve('broken off'));
    });
    await read(response);
    response.on('data', (part: Buffer) => parts.push(part));
    const received = { outcome: await outcome, bytes: Buffer.concat(parts) };
    await server.stop();
    return received;
  }

  test('is none where all rows were sent', async () => {
    const { outcome, bytes } = await receive(
      groups(2, async () => {}),
      AbortSignal.timeout(60_000),
      async () => {},
    );
    expect(outcome).toBe('whole');
    expect((await readParquet(bytes)).rows).toHaveLength(2);
  });

  test('cannot be read where the project is analysed again meanwhile', async () => {
    const pages = groups(2, () => Promise.reject(analysisChanged()));
    const { outcome, bytes } = await receive(pages, AbortSignal.timeout(60_000), async () => {});
    expect([outcome, bytes.subarray(0, 4).toString()]).toEqual(['broken off', 'PAR1']);
    await expect(readParquet(bytes)).rejects.toThrow();
  });

  test('cannot be read where its reader stood still until its time was over', async () => {
    const time = new AbortController();
    const { outcome, bytes } = await receive(
      groups(100, async () => {}),
      time.signal,
      async () => time.abort(),
    );
    expect(outcome).toBe('broken off');
    await expect(readParquet(bytes)).rejects.toThrow();
  });
});

test('100,000 rows take less than 100 MB more', () => {
  const script = 'test/support/large-parquet.ts';
  const printed = execFileSync(process.execPath, ['--import', './scripts/register.mjs', script], { encoding: 'utf8' });
  const { length, grown }: { length: number; grown: number } = JSON.parse(printed);
  expect(length).toBeGreaterThan(100_000);
  expect(grown).toBeLessThan(100 * 1024 * 1024);
});
