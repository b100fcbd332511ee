import { sql, useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { budgetOf } from '../support/graphql.js';
import { addResponses, type History, selectAnalysis } from '../support/history.js';
import { type HolderSession, openHolder } from '../support/holder-session.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** What a copy of a project's files is compared with. */

const api = useApi();

interface Manifest {
  analysis_id: string | null;
  first_day: string | null;
  last_day: string | null;
  months: { from: string; to: string; version: string }[];
  lists_version: string;
  kinds: { kind: string; is_of_period: boolean; columns: { name: string; type: string }[] }[];
}

let holder: HolderSession;
let history: History;

beforeEach(async () => {
  holder = await openHolder(api);
  const { id } = await createProject(holder.caller);
  history = await selectAnalysis(holder.caller, id);
  await addResponses(history, [
    { date: '2026-04-30', platform: 'claude', responses: 3, naming: 1 },
    { date: '2026-06-01', platform: 'claude', responses: 3, naming: 1 },
    { date: '2026-06-10', platform: 'gemini', responses: 3, naming: 1 },
  ]);
});

function get(headers: Record<string, string> = holder.headers, project = history.projectId) {
  return api.request('GET', `/dashboard/export/manifest.json?project=${project}`, headers);
}

async function read(): Promise<Manifest> {
  // As the documents shape it.
  return (await get()).body as unknown as Manifest;
}

test('has the months with answers, and the kinds with the types of their columns', async () => {
  const manifest = await read();
  expect(manifest).toMatchObject({
    ...{ project_id: history.projectId, analysis_id: history.analysisId },
    ...{ first_day: '2026-04-30', last_day: '2026-06-10' },
    months: [
      { from: '2026-04-30', to: '2026-04-30' },
      { from: '2026-06-01', to: '2026-06-10' },
    ],
  });
  expect(manifest.kinds).toHaveLength(9);
  expect(manifest.kinds.find(({ kind }) => kind === 'sentiment')?.columns).toContainEqual({
    name: 'date',
    type: 'date',
  });
  expect(manifest.kinds.filter(({ is_of_period }) => !is_of_period).map(({ kind }) => kind)).toEqual([
    'prompts',
    'competitors',
  ]);
});

test('has no months before the first answer', async () => {
  const { id } = await createProject(holder.caller);
  expect((await get(holder.headers, id)).body).toMatchObject({ analysis_id: null, first_day: null, months: [] });
});

test('of an unchanged project is 304 to whoever names its tag, for one request', async () => {
  const first = await get();
  const etag = first.headers.get('etag') ?? '';
  const again = await get({ ...holder.headers, 'If-None-Match': etag });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  expect(budgetOf(first).remaining - budgetOf(again).remaining).toBe(1);
});

test('has another version for the month of a new answer, and the same for the others', async () => {
  const before = await read();
  await addResponses(history, [{ date: '2026-06-10', platform: 'claude', responses: 1, naming: 0 }]);
  const { months } = await read();
  expect(months[0]).toEqual(before.months[0]);
  expect(months[1]?.version).not.toBe(before.months[1]?.version);
});

test('has another analysis, and other versions, once the project was analysed again', async () => {
  const before = await read();
  const { analysisId } = await selectAnalysis(holder.caller, history.projectId);
  await sql(
    api.db,
    `insert into daily_response
       (account_id, project_id, analysis_id, bucket_date, platform, response_count, brand_mention_count, positive,
       neutral, negative, mixed, no_rule)
     select account_id, project_id, $3, bucket_date, platform, response_count, brand_mention_count, positive, neutral,
       negative, mixed, no_rule
     from daily_response
     where account_id = $1 and project_id = $2`,
    [history.accountId, history.projectId, analysisId],
  );
  const after = await read();
  expect(after.analysis_id).toBe(analysisId);
  expect(after.months.map(({ from }) => from)).toEqual(before.months.map(({ from }) => from));
  for (const [at, { version }] of after.months.entries()) expect(version).not.toBe(before.months[at]?.version);
});

test('tells that lists have changed, and months of a renamed project, whose name is in each row', async () => {
  const { id } = await createPrompt(holder.caller, history.projectId);
  const versions = [await read()];
  const again = async (change: () => Promise<unknown>) => {
    await change();
    versions.push(await read());
  };
  await again(() => createPrompt(holder.caller, history.projectId));
  await again(() => holder.caller.delete(`/prompts/${id}`));
  await again(() => createCompetitor(holder.caller, history.projectId));
  expect(new Set(versions.map(({ lists_version }) => lists_version)).size).toBe(4);
  expect(new Set(versions.map(({ months }) => months[0]?.version)).size).toBe(1);
  await sql(api.db, `update project set name = 'Other' where account_id = $1 and id = $2`, [
    history.accountId,
    history.projectId,
  ]);
  expect((await read()).months[0]?.version).not.toBe(versions[0]?.months[0]?.version);
});

test('is refused as the files are', async () => {
  const stranger = await openHolder(api);
  expectError(await get({}), 'UNAUTHORIZED');
  expectError(await get(stranger.headers), 'FORBIDDEN');
  expectError(await get(holder.headers, '00000000-0000-4000-8000-000000000000'), 'NOT_FOUND');
  expectError(await get(holder.headers, '1'), 'VALIDATION_ERROR', 'project: must be a UUID');
  expect((await get({ Authorization: `Bearer ${holder.caller.key}` })).status).toBe(200);
});
