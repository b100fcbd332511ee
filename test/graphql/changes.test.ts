import { ServedModel } from '../../src/entities/project.entity.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { reanalyse } from '../../src/monitoring/reanalysis/reanalyse.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, sql, TODAY, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** What is described beside a project's numbers. */

const api = useApi();

let caller: ApiCaller;
let projectId: string;
beforeEach(async () => {
  caller = await api.open();
  ({ id: projectId } = await createProject(caller));
});

interface Change {
  at: string;
  kind: string;
  text: string;
}

async function changesOf(args = '', asking = caller): Promise<Change[]> {
  const { body } = await askGraphql(asking, `{ project(id: "${projectId}") { changes${args} { at kind text } } }`);
  expect(body.errors).toBeUndefined();
  // Shaped by the fields above.
  const project = body.data?.['project'] as { changes: Change[] };
  return project.changes;
}

/** As `KIND text`, in no order: changes of one instant have none that means anything. */
async function toldOf(args = ''): Promise<string[]> {
  return (await changesOf(args)).map(({ kind, text }) => `${kind} ${text}`).toSorted();
}

async function answer(answered: readonly (readonly [day: string, platform: string, model: string | null])[]) {
  const lines = answered.map(([day, platform, model]) =>
    JSON.stringify({
      external_id: `${day} ${platform} ${model}`,
      ...{ platform, model, question: 'Which tea shop is best?', answer: 'Northwind.' },
      answered_at: `${day}T09:00:00Z`,
    }),
  );
  await importAnswers(api.db, { projectId }, fileOf(lines));
}

test('a new project has none', async () => {
  expect(await changesOf()).toEqual([]);
});

test('prompts are added, reworded, paused, resumed and archived', async () => {
  const { id, created_at } = await createPrompt(caller, projectId, { prompt_text: 'Which tea shop is best?' });
  expect(await changesOf()).toEqual([
    { at: created_at, kind: 'PROMPT_ADDED', text: 'Prompt added: Which tea shop is best?' },
  ]);
  await caller.patch(`/prompts/${id}`, { prompt_text: 'Where to buy tea?' });
  await caller.patch(`/prompts/${id}`, { is_active: false });
  await caller.patch(`/prompts/${id}`, { is_active: true, tags: ['a'] });
  await caller.patch(`/prompts/${id}`, { tags: ['b'], monitoring_frequency: 'weekly' });
  await caller.delete(`/prompts/${id}`);
  expect(await toldOf()).toEqual([
    'PROMPT_ACTIVATED Prompt resumed: Where to buy tea?',
    'PROMPT_ADDED Prompt added: Which tea shop is best?',
    'PROMPT_ARCHIVED Prompt archived: Where to buy tea?',
    'PROMPT_DEACTIVATED Prompt paused: Where to buy tea?',
    'PROMPT_REWORDED Prompt reworded from “Which tea shop is best?” to “Where to buy tea?”',
  ]);
});

test('competitors are tracked, renamed and removed, and names and sites of all subjects change', async () => {
  const { id } = await createCompetitor(caller, projectId, { name: 'Contoso' });
  const update = (input: string) =>
    askGraphql(caller, `mutation { updateCompetitor(id: "${id}", input: { ${input} }) { id } }`);
  await update('name: "Fabrikam", aliases: ["Fab", "Brikam"]');
  await update('description: "a note", aliases: []');
  await update('websiteUrl: "https://fabrikam.example"');
  await caller.patch(`/projects/${projectId}`, { brand_name: 'Northwind Teas', website_url: 'https://nw.example' });
  await askGraphql(
    caller,
    `mutation { updateProject(id: "${projectId}", input: { aliases: ["NW"], mainTopic: "Tea" }) { id } }`,
  );
  await caller.delete(`/competitors/${id}`);
  expect(await toldOf()).toEqual([
    'COMPETITOR_REMOVED Competitor removed: Fabrikam',
    'COMPETITOR_RENAMED Competitor renamed from Contoso to Fabrikam',
    'COMPETITOR_TRACKED Competitor tracked: Contoso',
    'NAMES_CHANGED Brand name changed from Northwind to Northwind Teas',
    'NAMES_CHANGED Other names of Fabrikam changed to Fab, Brikam',
    'NAMES_CHANGED Other names of Fabrikam removed',
    'NAMES_CHANGED Other names of Northwind Teas changed to NW',
    'NAMES_CHANGED Website of Fabrikam changed to https://fabrikam.example',
    'NAMES_CHANGED Website of Northwind Teas changed to https://nw.example',
  ]);
});

test('platforms come and go, and monitoring is paused and resumed', async () => {
  const settings = (platforms: string[]) => caller.patch(`/projects/${projectId}`, { settings: { platforms } });
  await settings(['chatgpt', 'claude', 'gemini']);
  await settings(['gemini', 'claude', 'chatgpt']);
  await settings(['chatgpt']);
  for (const mutation of ['pauseProject', 'pauseProject', 'resumeProject']) {
    await askGraphql(caller, `mutation { ${mutation}(id: "${projectId}") { id } }`);
  }
  expect(await toldOf()).toEqual([
    'MONITORING_PAUSED Monitoring paused: no prompt is asked',
    'MONITORING_RESUMED Monitoring resumed',
    'PLATFORMS_CHANGED Platforms of the project: Claude and Gemini added, Perplexity removed',
    'PLATFORMS_CHANGED Platforms of the project: Gemini and Claude removed',
  ]);
});

test('readers of other numbers are told since when, and why', async () => {
  await answer([['2026-06-10', 'chatgpt', null]]);
  await createCompetitor(caller, projectId, { name: 'Contoso' });
  const [from = ''] = new Date().toISOString().split('T');
  await reanalyse(api.db, { projectId });
  const [to = ''] = new Date().toISOString().split('T');
  const change = (await changesOf(`(from: "${from}", to: "${to}")`)).filter(
    ({ kind }) => kind === 'ANSWERS_READ_AGAIN',
  );
  expect(change).toEqual([
    {
      at: expect.any(String),
      kind: 'ANSWERS_READ_AGAIN',
      text: 'Every answer was read again for the names as they are now: the numbers are new',
    },
  ]);
});

test('a model that had not answered before is told as of its first answer, in whatever order it came', async () => {
  await answer([
    ['2026-06-10', 'chatgpt', 'one'],
    ['2026-06-10', 'claude', 'other'],
    ['2026-06-12', 'chatgpt', 'two'],
    ['2026-06-13', 'chatgpt', 'one'],
    ['2026-06-13', 'chatgpt', null],
  ]);
  const change = { kind: 'MODEL_CHANGED', text: 'ChatGPT changed its model from one to two' };
  expect(await changesOf()).toEqual([{ at: '2026-06-12T09:00:00.000Z', ...change }]);
  await answer([['2026-06-11', 'chatgpt', 'two']]);
  expect(await changesOf()).toEqual([{ at: '2026-06-11T09:00:00.000Z', ...change }]);
  await answer([['2026-06-09', 'chatgpt', 'zero']]);
  expect((await changesOf()).map(({ at, text }) => [at.slice(0, 10), text])).toEqual([
    ['2026-06-11', 'ChatGPT changed its model from one to two'],
    ['2026-06-10', 'ChatGPT changed its model from zero to one'],
  ]);
  expect(await changesOf('(from: "2026-06-12", to: "2026-06-13")')).toEqual([]);
  expect(await api.db.em.count(ServedModel, { accountId: caller.account.accountId, projectId })).toBe(4);
});

test('the newest hundred are told, newest first, of the days alone; long names are cut', async () => {
  await sql(
    api.db,
    `insert into project_change (account_id, project_id, at, id, kind, text)
     select $1, $2, timestamptz '2026-06-01 12:00+00' + n * interval '1 hour', gen_random_uuid(), 'prompt_added',
       n::text
     from generate_series(1, 150) n`,
    [caller.account.accountId, projectId],
  );
  await answer([
    ['2026-06-03', 'chatgpt', 'one'],
    ['2026-06-04', 'chatgpt', 'two'],
  ]);
  const all = await changesOf('(window: D30)');
  expect(all).toHaveLength(100);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  expect([all[0]?.text, all.at(-1)?.text]).toEqual(['150', '52']);
  const day = await changesOf('(from: "2026-06-02", to: "2026-06-02")');
  expect(day.map(({ text }) => Number(text))).toEqual(Array.from({ length: 24 }, (_, at) => 35 - at));
  await createPrompt(caller, projectId, { prompt_text: '😀'.repeat(900) });
  expect((await changesOf(`(from: "${TODAY}", to: "${TODAY}")`)).at(0)?.text).toBe(
    `Prompt added: ${'😀'.repeat(199)}…`,
  );
});

test('a change that was refused leaves none', async () => {
  await createPrompt(caller, projectId, { prompt_text: 'Which tea shop is best?' });
  await caller.post(`/projects/${projectId}/prompts`, { prompt_text: 'Which tea shop is best?' });
  expect(await changesOf()).toHaveLength(1);
});

test.each([
  ['from: "2026-06-11", to: "2026-06-10"', 'from'],
  ['from: "2020-01-01"', 'from'],
])('changes(%s) are refused, naming the argument', async (args, path) => {
  const { body } = await askGraphql(caller, `{ project(id: "${projectId}") { changes(${args}) { text } } }`);
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: [path] }] });
});
