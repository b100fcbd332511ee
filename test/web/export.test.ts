import type { Socket } from 'node:net';
import express from 'express';
import type { Pool } from 'pg';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createKey } from '../../src/core/people/api-keys.js';
import { AdmissionControl, IN_FLIGHT_BOUNDS } from '../../src/http/admission-control.js';
import { errorHandler } from '../../src/http/error-responses.js';
import { createLog, requestLog } from '../../src/http/log.js';
import { createMetrics } from '../../src/http/metrics.js';
import { listen } from '../../src/http/server.js';
import { createExportRouter } from '../../src/web/export.routes.js';
import { type SentHeaders, sql, useApi } from '../support/api.js';
import { readTable } from '../support/csv.js';
import { expectError } from '../support/expectations.js';
import { budgetOf } from '../support/graphql.js';
import { type History, selectAnalysis } from '../support/history.js';
import {
  type HolderSession,
  liftHolderLimits,
  openHolder,
  setHolderBudget,
  setRole,
} from '../support/holder-session.js';
import { openConnection } from '../support/raw-connection.js';
import { createProject } from '../support/resources.js';
import { recordStatements } from '../support/statements.js';
import { until } from '../support/until.js';

/** How the files travel: to whom, at what price, and what becomes of one that cannot be ended. */

const api = useApi({ serverBounds: { stalledMs: 60_000 } });
const FILES = [
  ...['visibility', 'mentions', 'citations', 'sentiment', 'answers', 'prompts', 'competitors', 'brands'],
  'prompts-daily',
];
/** The statements that were sent since a test emptied it. */
let texts: string[];

beforeAll(async () => {
  texts = await recordStatements(api.db);
});

const NEVER = '00000000-0000-4000-8000-000000000000';

function get(path: string, headers: SentHeaders) {
  return api.request('GET', `/dashboard/export/${path}`, headers);
}

/** So many domains on one day, of about 100 bytes each. */
async function addDomains({ db, accountId, projectId, analysisId }: History, count: number): Promise<void> {
  await sql(
    db,
    `insert into daily_citation
     select $1, $2, $3, '2026-06-10', 'claude', n || '.' || repeat('long-', 10) || 'example', 1, 1, now(), now()
     from generate_series(1, $4::int) as n`,
    [accountId, projectId, analysisId, count],
  );
}

async function openHistory(holder: HolderSession, brand = 'Northwind'): Promise<History> {
  const { id } = await createProject(holder.caller, { brand_name: brand });
  return selectAnalysis(holder.caller, id);
}

describe('a file', () => {
  test('is for a viewer too: UTF-8, not stored, not sniffed, for no other site, by a safe name', async () => {
    const holder = await openHolder(api);
    const { projectId } = await openHistory(holder, ' "Ünser\r\n/../Tee; filename=x.exe" ');
    await setRole(holder, 'viewer');
    const url = `${api.url}/dashboard/export/visibility.csv?project=${projectId}&window=7d`;
    const { status, headers, ...response } = await fetch(url, { headers: holder.headers }).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      bytes: Buffer.from(await answer.arrayBuffer()),
    }));
    expect([status, response.bytes.subarray(0, 13).toString('latin1')]).toEqual([200, '\xEF\xBB\xBFproject_id']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="visibility-unser-tee-filename-x-exe-2026-06-08-2026-06-15.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('of a list is named by the day, and a brand without Latin letters is the project', async () => {
    const holder = await openHolder(api);
    const { projectId } = await openHistory(holder, '茶');
    const { headers } = await get(`prompts.csv?project=${projectId}`, holder.headers);
    expect(headers.get('content-disposition')).toBe('attachment; filename="prompts-project-2026-06-15.csv"');
  });

  test.each(FILES)('%s.csv is for each tier’s holders, and for a key that may ask', async (file) => {
    const holder = await openHolder(api, 'starter');
    const { caller } = await openHolder(api);
    const own = await openHistory({ ...holder, caller });
    await sql(api.db, `update account set tier = 'starter' where account_id = $1`, [caller.account.accountId]);
    const Authorization = `Bearer ${caller.key}`;
    expectError(await get(`${file}.csv?project=${own.projectId}`, { Authorization }), 'FORBIDDEN');
    await sql(api.db, `update account set tier = 'agency' where account_id = $1`, [caller.account.accountId]);
    const whole = await get(`${file}.csv?project=${own.projectId}`, { Authorization });
    const input = { accountId: caller.account.accountId, name: 'tool', access: 'read' };
    const { apiKey } = await createKey(api.db, SYSTEM_CLOCK, input);
    const read = await get(`${file}.csv?project=${own.projectId}`, { Authorization: `Bearer ${apiKey}` });
    expect([whole.status, read.status, read.text]).toEqual([200, 200, whole.text]);
    expectError(await get(`${file}.csv?project=${own.projectId}`, holder.headers), 'FORBIDDEN');
  });
});

describe('is refused before its first byte, in the envelope:', () => {
  let holder: HolderSession;
  let projectId: string;
  beforeAll(async () => {
    holder = await openHolder(api);
    await liftHolderLimits(holder);
    ({ projectId } = await openHistory(holder));
  });

  test.each([
    ['', 'project: is required'],
    ['project=1', 'project: must be a UUID'],
    [`project=${NEVER}&project=${NEVER}`, 'project: must be a UUID'],
    ['project={id}&from=2026-02-30', 'from: must be a date that exists, from 1970-01-01 on'],
    ['project={id}&from=2026-01-01&to=2026-06-01', 'from: date range must be 0-90 days, not 151'],
    ['project={id}&window=8d', 'window: must be one of 1d, 7d, 30d, 90d'],
    ['project={id}&platforms=claude,bing', 'platforms[1]: must be one of chatgpt, perplexity, claude, gemini'],
    ['project={id}&platforms=', 'platforms[0]: must be one of chatgpt, perplexity, claude, gemini'],
  ])('?%s with 422 %s', async (search, message) => {
    for (const file of ['mentions', 'prompts']) {
      const answer = await get(`${file}.csv?${search.replace('{id}', projectId)}`, holder.headers);
      expectError(answer, 'VALIDATION_ERROR');
      expect(answer.body).toMatchObject({ error: { message } });
    }
  });

  test('a file that there is not', async () => {
    expectError(await get(`people.csv?project=${projectId}`, holder.headers), 'NOT_FOUND');
  });

  test.each([
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of a sibling host', { 'Sec-Fetch-Site': 'same-site' }],
    ['a script of another origin, of a browser without Sec-Fetch-Site', { Origin: 'http://evil.example' }],
  ])('one that %s asks for', async (_what, headers) => {
    const { Cookie = '' } = holder.headers;
    expectError(await get(`visibility.csv?project=${projectId}`, { Cookie, ...headers }), 'FORBIDDEN');
  });

  test.each([
    ['a page of ours', { 'Sec-Fetch-Site': 'same-origin' }],
    ['somebody by hand', { 'Sec-Fetch-Site': 'none' }],
    ['somebody by hand, of a browser without Sec-Fetch-Site', {}],
  ])('but not one that %s asks for', async (_what, headers) => {
    const { Cookie = '' } = holder.headers;
    expect((await get(`visibility.csv?project=${projectId}`, { Cookie, ...headers })).status).toBe(200);
  });
});

describe('the price', () => {
  test('is a request for each 1,000 rows, and one for a file of fewer', async () => {
    const holder = await openHolder(api);
    const history = await openHistory(holder);
    await addDomains(history, 2_001);
    const path = `citations.csv?project=${history.projectId}`;
    const { text, ...whole } = await get(path, holder.headers);
    expect(readTable(`\uFEFF${text}`)).toHaveLength(2_001);
    expect(budgetOf(whole)).toMatchObject({ limit: 120, remaining: 117 });
    for (const file of FILES.filter((name) => name !== 'citations')) {
      await get(`${file}.csv?project=${history.projectId}`, holder.headers);
    }
    expect(budgetOf(await get(`${path}&window=1d`, holder.headers)).remaining).toBe(108);
  });

  test('is charged before a row is read: without room for it, 429 tells when', async () => {
    const holder = await openHolder(api);
    const history = await openHistory(holder);
    await addDomains(history, 2_001);
    await setHolderBudget(holder, 198);
    texts.length = 0;
    const refused = await get(`citations.csv?project=${history.projectId}`, holder.headers);
    expectError(refused, 'RATE_LIMIT_EXCEEDED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes('count(*)'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('project_name'))).toEqual([]);
  });

  test('of more rows than a minute pays for is refused with the bound', async () => {
    const holder = await openHolder(api, 'professional');
    const history = await openHistory(holder);
    await addDomains(history, 60_001);
    const path = `citations.csv?project=${history.projectId}`;
    const byKey = await get(path, { Authorization: `Bearer ${holder.caller.key}` });
    expectError(
      byKey,
      'VALIDATION_ERROR',
      /^from: a file has at most 60000 rows, which cost 60 requests: request fewer/,
    );
    await addDomainsAgain(history);
    expectError(await get(path, holder.headers), 'VALIDATION_ERROR', /at most 100000 rows, which cost 100 requests/);
    expect((await get(`${path}&to=2026-06-09`, holder.headers)).status).toBe(200);
  });

  test('HEAD costs one request and reads nothing', async () => {
    const holder = await openHolder(api);
    const history = await openHistory(holder);
    await addDomains(history, 2_001);
    const path = `/dashboard/export/citations.csv?project=${history.projectId}`;
    const answer = await api.request('HEAD', path, holder.headers);
    expect([answer.status, answer.text, budgetOf(answer).remaining]).toEqual([200, '', 119]);
  });
});

/** The same domains on the day before: 120,002 rows. */
async function addDomainsAgain({ db, accountId, projectId, analysisId }: History): Promise<void> {
  await sql(
    db,
    `insert into daily_citation
     select account_id, project_id, analysis_id, bucket_date + 1, platform, domain, 1, 1, now(), now()
     from daily_citation
     where account_id = $1 and project_id = $2 and analysis_id = $3`,
    [accountId, projectId, analysisId],
  );
}

describe('a reader that stands still', () => {
  const ROWS = 100_000;
  let holder: HolderSession;
  let history: History;
  beforeAll(async () => {
    holder = await openHolder(api);
    await liftHolderLimits(holder);
    history = await openHistory(holder);
    await addDomains(history, ROWS);
  });

  const head = () => {
    const { Cookie } = holder.headers;
    const path = `/dashboard/export/citations.csv?project=${history.projectId}`;
    return `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${Cookie}\r\n\r\n`;
  };

  /** Asks, and reads no more than the beginning. */
  async function openStalled(url: string): Promise<Socket> {
    const reader = openConnection(url, head());
    await new Promise<void>((resolve) => reader.once('readable', resolve));
    return reader;
  }

  /** The rest of what comes, up to its end or until the connection breaks. */
  function readRest(reader: Socket): Promise<{ received: string; isWhole: boolean }> {
    let received = '';
    reader.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      if (received.endsWith('\r\n0\r\n\r\n')) reader.destroy();
    });
    return new Promise((resolve) => {
      reader.once('close', () => resolve({ received, isWhole: received.endsWith('\r\n0\r\n\r\n') }));
    });
  }

  /** Waits until nothing asks the database any more, and says how many statements it was asked since. */
  async function untilNothingAsks(): Promise<void> {
    const pool: Pool = await api.db.em.getConnection().getNativeClient();
    let before = -1;
    await until(
      async () => {
        const isStill = before === texts.length && pool.totalCount === pool.idleCount && pool.waitingCount === 0;
        before = texts.length;
        return isStill;
      },
      (isStill) => isStill,
    );
  }

  test('holds no connection of the database, and gets the whole file once it reads on', async () => {
    texts.length = 0;
    const reader = await openStalled(api.url);
    await untilNothingAsks();
    const pages = texts.filter((text) => text.includes('project_name')).length;
    expect(pages).toBeLessThan(ROWS / 1_000);
    const { received, isWhole } = await readRest(reader);
    expect(isWhole).toBe(true);
    expect(received.match(/long-example,1,1\r\n/g)?.length ?? 0).toBeGreaterThan(ROWS * 0.9);
    expect(texts.filter((text) => text.includes('project_name')).length).toBeGreaterThan(pages);
  });

  test('gets no file that looks whole where the project is analysed again meanwhile', async () => {
    texts.length = 0;
    const reader = await openStalled(api.url);
    await untilNothingAsks();
    await selectAnalysis(holder.caller, history.projectId);
    expect((await readRest(reader)).isWhole).toBe(false);
    await sql(api.db, 'update analysis_selection set analysis_id = $3 where account_id = $1 and project_id = $2', [
      history.accountId,
      history.projectId,
      history.analysisId,
    ]);
  });

  test('is cut after the time that a file may take', async () => {
    const { database } = api;
    const core = { database, clock: { now: () => new Date('2026-06-15T12:00:00Z') } };
    const metrics = createMetrics();
    const admission = new AdmissionControl({ database, metrics, bounds: IN_FLIGHT_BOUNDS, publicUrl: undefined });
    let tell = (_message: string) => {};
    const told = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const log = { warn: (_details: object, message: string) => tell(message) };
    const exports = createExportRouter({ core, admission, log, fileMs: 2_000 });
    const app = express()
      .use(requestLog(createLog('silent'), metrics))
      .use('/dashboard/export', exports);
    const server = await listen(app.use(errorHandler(createLog('silent'))), { host: '127.0.0.1', port: 0 });
    const reader = await openStalled(server.url);
    expect(await told).toBe('an export broke off');
    expect((await readRest(reader)).isWhole).toBe(false);
    await server.stop();
  });
});
