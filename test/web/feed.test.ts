import { pino } from 'pino';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type SentHeaders, sql, type TestApi, useApi, useReplica } from '../support/api.js';
import { readTable } from '../support/csv.js';
import { expectError } from '../support/expectations.js';
import { asGraphql, budgetOf } from '../support/graphql.js';
import { addResponses, type History, selectAnalysis } from '../support/history.js';
import { type HolderSession, openHolder, setRole } from '../support/holder-session.js';
import { createProject, createPrompt } from '../support/resources.js';
import { until } from '../support/until.js';

/** Files at secret addresses: read without a header, charged as a key, and gone at once. */

const logged: string[] = [];
const api = useApi({ log: pino({ level: 'info' }, { write: (line: string) => logged.push(line) }) });
const replica = useReplica(api);

let holder: HolderSession;
let history: History;

beforeEach(async () => {
  holder = await openHolder(api);
  const { id } = await createProject(holder.caller, { brand_name: 'Northwind' });
  history = await selectAnalysis(holder.caller, id);
  await addResponses(history, [{ date: '2026-06-10', platform: 'claude', responses: 3, naming: 1 }]);
});

async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const headers = { ...holder.headers, 'Content-Type': 'application/json' };
  const { body } = asGraphql(await api.request('POST', '/graphql', headers, JSON.stringify({ query, variables })));
  expect(body.errors).toBeUndefined();
  // Shaped by the query.
  return body.data as Data;
}

/** A new feed: its path, and its id. */
async function create(input: object = {}): Promise<{ id: string; path: string }> {
  const { createFeed } = await ask<{ createFeed: { url: string; feed: { id: string } } }>(
    `mutation ($id: ID!, $input: CreateFeedInput!) { createFeed(projectId: $id, input: $input) { url feed { id } } }`,
    { id: history.projectId, input: { name: 'Sheet', kind: 'VISIBILITY', ...input } },
  );
  expect(createFeed.url).toMatch(/^https:\/\/visibility\.example\/feeds\/bvf_[\w-]{64}\.csv$/);
  return { id: createFeed.feed.id, path: new URL(createFeed.url).pathname };
}

const get = (path: string, headers: SentHeaders = {}, at: TestApi = api) => at.request('GET', path, headers);

async function feeds() {
  const { project } = await ask<{ project: { feeds: Listed[] } }>(
    `query ($id: ID!) { project(id: $id) { feeds { id ending requestCount lastUsedAt } } }`,
    { id: history.projectId },
  );
  return project.feeds;
}

interface Listed {
  id: string;
  ending: string;
  requestCount: number;
  lastUsedAt: string | null;
}

/** Requests that feeds were charged for: the project was made by one of a key. */
async function charged(): Promise<number> {
  const [row] = await sql<{ day_count: number }>(api.db, 'select day_count from request_budget where account_id = $1', [
    history.accountId,
  ]);
  return (row?.day_count ?? 0) - 1;
}

describe('a feed', () => {
  test('is the export of its kind, without any header, for nobody’s browser to keep or pass on', async () => {
    const { path } = await create({ window: 'D7' });
    const feed = await get(path);
    const url = `/dashboard/export/visibility.csv?project=${history.projectId}&window=7d`;
    expect([feed.status, feed.text]).toEqual([200, (await get(url, holder.headers)).text]);
    expect(Object.fromEntries(feed.headers)).toMatchObject({
      ...{ 'content-type': 'text/csv; charset=utf-8; header=present', 'cache-control': 'no-store' },
      ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow, noarchive' },
    });
    expect([...feed.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const lines = await get(path.replace('.csv', '.ndjson'));
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(JSON.parse(lines.text)).toMatchObject({ date: '2026-06-10', response_count: 3, visibility_score: 33 });
    expectError(await get(path.replace('.csv', '.parquet')), 'NOT_FOUND');
  });

  test('of each kind is its export', async () => {
    for (const kind of ['mentions', 'citations', 'sentiment', 'prompts', 'competitors', 'brands', 'prompts-daily']) {
      const { path } = await create({ kind: kind.toUpperCase().replaceAll('-', '_') });
      const url = `/dashboard/export/${kind}.csv?project=${history.projectId}`;
      expect((await get(path)).text).toBe((await get(url, holder.headers)).text);
    }
  });

  test('is counted, and known by its end', async () => {
    const { id, path } = await create();
    await get(path);
    await get(path);
    expect(await feeds()).toEqual([
      { id, ending: path.slice(-12, -4), requestCount: 2, lastUsedAt: expect.stringMatching(/Z$/) },
    ]);
  });

  test('of platforms and prompts has their rows alone', async () => {
    const { id: project } = await createProject(holder.caller);
    await createPrompt(holder.caller, project, { prompt_text: 'Which tea?', tags: ['tea'] });
    await createPrompt(holder.caller, project, { prompt_text: 'Which pot?', tags: ['pot'] });
    const lines = ['Which tea?', 'Which pot?'].flatMap((question) =>
      ['claude', 'gemini'].map((platform) =>
        JSON.stringify({
          ...{ external_id: `${question}${platform}`, platform, question },
          ...{ answer: 'Northwind.', answered_at: '2026-06-10T09:00:00Z' },
        }),
      ),
    );
    await importAnswers(api.db, { projectId: project }, fileOf(lines));
    history = { ...history, projectId: project };
    const input = { kind: 'PROMPTS_DAILY', platforms: ['CLAUDE'], where: { tags: ['tea'] } };
    const { path } = await create(input);
    const rows = readTable(`\uFEFF${(await get(path)).text}`);
    expect(rows.map((row) => [row['platform'], row['prompt_text']])).toEqual([['claude', 'Which tea?']]);
    const brands = await create({ ...input, kind: 'BRANDS' });
    expect(readTable(`\uFEFF${(await get(brands.path)).text}`)[0]).toMatchObject({ whole_count: '1' });
  });
});

describe('is charged', () => {
  test('to the account as a key, and once for the same within ten minutes, whoever asks and wherever', async () => {
    const { path } = await create();
    const first = await get(path);
    expect(budgetOf(first)).toMatchObject({ limit: 200, remaining: 198 });
    expect(await charged()).toBe(1);
    const again = await get(path, {}, replica);
    expect([again.status, again.text]).toEqual([200, first.text]);
    const unchanged = await get(path, { 'If-None-Match': first.headers.get('etag') ?? '' });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect(await charged()).toBe(1);
  });

  test('again once the numbers are others, and after ten minutes', async () => {
    const { path } = await create();
    const first = await get(path);
    await addResponses(history, [{ date: '2026-06-11', platform: 'claude', responses: 3, naming: 1 }]);
    const etag = first.headers.get('etag') ?? '';
    expect((await get(path, { 'If-None-Match': etag })).status).toBe(200);
    expect(await charged()).toBe(2);
    await sql(api.db, `update feed set charged_at = now() - interval '11 minutes'`);
    await get(path);
    expect(await charged()).toBe(3);
  });

  test('again after twenty times, so that no address is worked for without end', async () => {
    const { path } = await create();
    for (let at = 0; at < 22; at += 1) await get(path);
    expect(await charged()).toBe(2);
  });

  test('a request for each 1,000 rows', async () => {
    await sql(
      api.db,
      `insert into daily_citation
       select $1, $2, $3, '2026-06-10', 'claude', n || '.example', 1, 1, now(), now()
       from generate_series(1, 2001) as n`,
      [history.accountId, history.projectId, history.analysisId],
    );
    const { path } = await create({ kind: 'CITATIONS' });
    const answer = await get(path);
    expect(readTable(`\uFEFF${answer.text}`)).toHaveLength(2_001);
    expect([budgetOf(answer).remaining, await charged()]).toEqual([196, 3]);
  });

  test('nothing beyond the budget: 429 tells when', async () => {
    const { path } = await create();
    await sql(api.db, 'update request_budget set minute_started_at = now(), minute_count = 200 where account_id = $1', [
      history.accountId,
    ]);
    const refused = await get(path);
    expectError(refused, 'RATE_LIMIT_EXCEEDED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('is refused', () => {
  test('at once on each replica once it was revoked', async () => {
    const { id, path } = await create();
    expect((await get(path, {}, replica)).status).toBe(200);
    await ask('mutation ($id: ID!) { revokeFeed(id: $id) { revokedAt } }', { id });
    for (const at of [replica, api]) expectError(await get(path, {}, at), 'NOT_FOUND');
  });

  test('of an archived project: 404', async () => {
    const { path } = await create();
    await holder.caller.delete(`/projects/${history.projectId}`);
    expectError(await get(path), 'NOT_FOUND');
  });

  test('of a tier without API access, and of an inactive subscription: 403', async () => {
    const { path } = await create();
    for (const change of [`tier = 'starter'`, `tier = 'agency', subscription = 'inactive'`]) {
      await sql(api.db, `update account set ${change} where account_id = $1`, [history.accountId]);
      expectError(await get(path), 'FORBIDDEN');
    }
  });

  test.each([
    ['another token', `/feeds/bvf_${'a'.repeat(64)}.csv`],
    ['a text that is none', '/feeds/bvf_short.csv'],
    ['the token of a share link', `/feeds/bvs_${'a'.repeat(64)}.csv`],
  ])('for %s: 404, whatever else is sent', async (_what, path) => {
    expectError(await get(path), 'NOT_FOUND');
    expectError(await get(path, { Authorization: `Bearer ${holder.caller.key}` }), 'NOT_FOUND');
  });

  test('to be made by a key and by a viewer', async () => {
    const input = 'input: { name: "A", kind: BRANDS }';
    const query = `mutation { createFeed(projectId: "${history.projectId}", ${input}) { url } }`;
    const body = JSON.stringify({ query });
    const json = { 'Content-Type': 'application/json' };
    await setRole(holder, 'viewer');
    for (const headers of [{ Authorization: `Bearer ${holder.caller.key}` }, holder.headers]) {
      const answer = asGraphql(await api.request('POST', '/graphql', { ...json, ...headers }, body));
      expect(answer.body.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    }
  });
});

test('no line of the log has a token', async () => {
  const { path } = await create();
  await get(path);
  await get(path.replace('.csv', '.txt'));
  const token = path.slice('/feeds/'.length, -4);
  await until(
    async () => logged.filter((line) => line.includes('/feeds/[redacted]')).length,
    (lines) => lines >= 2,
  );
  expect(logged.join('\n')).not.toContain(token);
});

test('no line of the log has a token some of whose characters were escaped', async () => {
  const { path } = await create();
  const token = path.slice('/feeds/'.length, -4);
  const hexOf = (at: number) => `%${token.charCodeAt(at).toString(16)}`;
  const escaped = `${token.slice(0, 3)}${hexOf(3)}${token.slice(4, 30)}${hexOf(30)}${token.slice(31)}`;
  logged.length = 0;
  expect((await get(`/feeds/${escaped}.csv`)).status).toBe(200);
  await get(`/feeds/${'/'.repeat(440)}${escaped}.csv`);
  await until(
    async () => logged.filter((line) => line.includes('"path"')).length,
    (lines) => lines >= 2,
  );
  const text = logged.join('\n');
  expect(text).not.toContain(token.slice(4, 30));
  expect(text).not.toContain(token.slice(31, 50));
});
