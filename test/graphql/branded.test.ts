import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** Prompts that name the brand, and what the answers to single prompts say. */

const api = useApi();
const BRANDED = 'Is Northwind a good tea shop?';
const PLAIN = 'Which tea shop is best?';
const OF_A_RIVAL = 'Is Northwind Traders cheap?';

let caller: ApiCaller;
let projectId: string;
let ids: Record<string, string>;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: projectId } = await createProject(caller));
  await createCompetitor(caller, projectId, { name: 'Northwind Traders' });
  const texts = [BRANDED, PLAIN, OF_A_RIVAL];
  const prompts = await Promise.all(texts.map((text) => createPrompt(caller, projectId, { prompt_text: text })));
  ids = Object.fromEntries(prompts.map((prompt) => [prompt.prompt_text, prompt.id]));
  const answers: [day: string, platform: string, question: string, answer: string][] = [
    ['2026-06-08', 'chatgpt', BRANDED, 'Northwind is fine.'],
    ['2026-06-10', 'claude', BRANDED, 'Northwind is fine.'],
    ['2026-06-10', 'chatgpt', PLAIN, 'Contoso.'],
    ['2026-06-10', 'claude', PLAIN, 'Northwind.'],
    ['2026-06-12', 'claude', PLAIN, 'Contoso.'],
    ['2026-06-12', 'chatgpt', OF_A_RIVAL, 'Contoso.'],
    ['2026-06-12', 'chatgpt', 'Northwind, asked by an import?', 'Northwind.'],
  ];
  const lines = answers.map(([day, platform, question, answer], at) =>
    JSON.stringify({ external_id: `${at}`, platform, question, answer, answered_at: `${day}T09:00:00Z` }),
  );
  await importAnswers(api.db, { projectId }, fileOf(lines));
});

async function below<Data>(fields: string): Promise<Data> {
  await liftLimits(caller);
  const { body } = await askGraphql(caller, `{ project(id: "${projectId}") { ${fields} } }`);
  expect(body.errors).toBeUndefined();
  // Shaped by the fields.
  return body.data?.['project'] as Data;
}

test('a prompt is branded by the names that answers are read for, not by a rival whose name begins alike', async () => {
  const { prompts } = await below<{ prompts: { nodes: { promptText: string; isBranded: boolean }[] } }>(
    'prompts { nodes { promptText isBranded } }',
  );
  expect(Object.fromEntries(prompts.nodes.map(({ promptText, isBranded }) => [promptText, isBranded]))).toEqual({
    [BRANDED]: true,
    [PLAIN]: false,
    [OF_A_RIVAL]: false,
  });
});

const SUMS = 'score byPlatform { platform responseCount brandMentionCount } trend { date responses }';

test('visibility is told with branded prompts alone and without them, and both make up the whole', async () => {
  const { all, branded, others, dropped } = await below<Record<string, { byPlatform: object[]; score: number }>>(
    `all: visibility { ${SUMS} } branded: visibility(branded: true) { ${SUMS} }
     others: visibility(branded: false) { ${SUMS} } dropped: visibility(branded: null) { ${SUMS} }`,
  );
  const counts = (platform: string, responseCount: number, brandMentionCount: number) => ({
    ...{ platform, responseCount, brandMentionCount },
  });
  expect(branded).toMatchObject({
    score: 100,
    byPlatform: [counts('CHATGPT', 1, 1), counts('PERPLEXITY', 0, 0), counts('CLAUDE', 1, 1)],
    trend: [
      { date: '2026-06-08', responses: 1 },
      { date: '2026-06-10', responses: 1 },
    ],
  });
  expect(others).toMatchObject({
    score: 40,
    byPlatform: [counts('CHATGPT', 3, 1), counts('PERPLEXITY', 0, 0), counts('CLAUDE', 2, 1)],
  });
  expect(all).toMatchObject({
    score: 57,
    byPlatform: [counts('CHATGPT', 4, 2), counts('PERPLEXITY', 0, 0), counts('CLAUDE', 3, 2)],
  });
  expect(dropped).toEqual(all);
});

test('every part of visibility keeps to the prompts asked for', async () => {
  const parts = `adjustedConfidence { low } previous { score verdict } pooled: trend(over: 30) { responses }
    byPlatform { platform previous { score change } trend { responses } }`;
  const { visibility } = await below<{ visibility: Record<string, unknown> }>(
    `visibility(branded: true, from: "2026-06-10", to: "2026-06-11") { ${parts} }`,
  );
  expect(visibility).toEqual({
    adjustedConfidence: expect.any(Object),
    previous: { score: 100, verdict: 'TOO_FEW_ANSWERS' },
    pooled: [{ responses: 2 }, { responses: 2 }],
    byPlatform: [
      { platform: 'CHATGPT', previous: { score: 100, change: -100 }, trend: [] },
      { platform: 'PERPLEXITY', previous: null, trend: [] },
      { platform: 'CLAUDE', previous: { score: 0, change: 100 }, trend: [{ responses: 1 }] },
    ],
  });
});

test('the numbers of a prompt are of its own question, and its cells say the same', async () => {
  const { prompts, cells } = await below<{ prompts: { nodes: Record<string, unknown>[] }; cells: object[] }>(
    `prompts { nodes { id lastAnsweredAt visibility {
       score responseCount brandMentionCount window { to } trend { date score } pooled: trend(over: 3) { date score }
       byPlatform { platform responseCount brandMentionCount visibilityScore trend { date } } } } }
     cells { promptId platform responseCount brandMentionCount }`,
  );
  const plain = first(prompts.nodes.filter(({ id }) => id === ids[PLAIN]));
  expect(plain).toMatchObject({
    lastAnsweredAt: '2026-06-12T09:00:00.000Z',
    visibility: {
      ...{ score: 33, responseCount: 3, brandMentionCount: 1, window: { to: '2026-06-15' } },
      trend: [
        { date: '2026-06-10', score: 50 },
        { date: '2026-06-12', score: 0 },
      ],
      pooled: [
        { date: '2026-06-10', score: 50 },
        { date: '2026-06-11', score: 50 },
        { date: '2026-06-12', score: 33 },
        { date: '2026-06-13', score: 0 },
        { date: '2026-06-14', score: 0 },
      ],
    },
  });
  const own = (plain['visibility'] as { byPlatform: object[] }).byPlatform;
  expect(own).toEqual([
    {
      platform: 'CHATGPT',
      responseCount: 1,
      brandMentionCount: 0,
      visibilityScore: 0,
      trend: [{ date: '2026-06-10' }],
    },
    {
      ...{ platform: 'CLAUDE', responseCount: 2, brandMentionCount: 1, visibilityScore: 50 },
      trend: [{ date: '2026-06-10' }, { date: '2026-06-12' }],
    },
  ]);
  expect(cells).toEqual(
    expect.arrayContaining([
      { promptId: ids[PLAIN], platform: 'CHATGPT', responseCount: 1, brandMentionCount: 0 },
      { promptId: ids[PLAIN], platform: 'CLAUDE', responseCount: 2, brandMentionCount: 1 },
    ]),
  );
});

test('a prompt without answers has no score to be sure of, and a project tells its last answer', async () => {
  const { id } = await createProject(caller);
  await createPrompt(caller, id);
  await liftLimits(caller);
  const fields = `lastAnsweredAt prompts { nodes { lastAnsweredAt isBranded
    visibility { score responseCount confidence { low } byPlatform { platform } trend { date } } } }`;
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { ${fields} } }`);
  const visibility = { score: 0, responseCount: 0, confidence: null, byPlatform: [], trend: [] };
  expect(body.data).toEqual({
    project: { lastAnsweredAt: null, prompts: { nodes: [{ lastAnsweredAt: null, isBranded: false, visibility }] } },
  });
  expect(await below('lastAnsweredAt')).toEqual({ lastAnsweredAt: '2026-06-12T09:00:00.000Z' });
});

test("a prompt's visibility narrows by platform and refuses days and platforms as visibility does", async () => {
  const ask = async (args: string) =>
    (await askGraphql(caller, `{ prompt(id: "${ids[PLAIN]}") { visibility(${args}) { responseCount } } }`)).body;
  expect((await ask('platforms: [CLAUDE]')).data).toEqual({ prompt: { visibility: { responseCount: 2 } } });
  for (const [args, path] of [
    ['platforms: []', 'platforms'],
    ['from: "2020-01-01"', 'from'],
  ] as const) {
    const [error] = (await ask(args)).errors ?? [];
    expect(error?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: [path] }] });
  }
});

test('names and prompts that take long to read are told in as many requests as there are prompts at most', async () => {
  const { id } = await createProject(caller, { brand_name: 'a '.repeat(100).trim() });
  const aliases = Array.from({ length: 50 }, (_, at) => 'a '.repeat(99 - at).trim());
  await askGraphql(
    caller,
    'mutation ($id: ID!, $aliases: [String!]) { updateProject(id: $id, input: { aliases: $aliases }) { id } }',
    { id, aliases },
  );
  const inputs = Array.from({ length: 20 }, (_, at) => ({ promptText: `${at} ${'a.'.repeat(998)}` }));
  const create =
    'mutation ($id: ID!, $inputs: [CreatePromptInput!]!) { createPrompts(projectId: $id, inputs: $inputs) { id } }';
  await askGraphql(caller, create, { id, inputs });
  const query = 'query ($id: ID!) { project(id: $id) { prompts(first: 20) { nodes { isBranded } } } }';
  let errors: { extensions: Record<string, unknown> }[] = [];
  for (let requests = 0; requests === 0 || (errors.length > 0 && requests <= inputs.length); requests++) {
    ({ errors = [] } = (await askGraphql(caller, query, { id })).body);
    expect(errors.filter(({ extensions }) => extensions['code'] !== 'SERVICE_UNAVAILABLE')).toEqual([]);
  }
  expect(errors).toEqual([]);
});
