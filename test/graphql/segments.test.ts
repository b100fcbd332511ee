import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createProject } from '../support/resources.js';

/** Groups of prompts beside each other: what they add up to, and whether they are told apart. */

const api = useApi();
const PLATFORMS = ['chatgpt', 'claude'];
const CATEGORIES = ['Teas', 'Cups', null];
const STAGES = ['AWARENESS', 'DECISION', null];
const NAMING: Readonly<Record<string, number>> = { Teas: 9, Cups: 1 };

let caller: ApiCaller;
let id: string;

interface Prompt {
  promptText: string;
  category: string | null;
  stage: string | null;
  persona: string | null;
  tags: string[];
}

const PROMPTS: Prompt[] = Array.from({ length: 24 }, (_, at) => ({
  promptText: at % 4 === 0 ? `Is Northwind good for ${at}?` : `Question ${at}?`,
  category: CATEGORIES[at % 3] ?? null,
  stage: STAGES[(at >> 2) % 3] ?? null,
  persona: at < 6 ? null : (['Chef', 'Student'][at % 2] ?? null),
  tags: ['a', 'b', 'c'].filter((_tag, place) => (at + place) % (place + 2) === 0),
}));

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
  const create = `mutation ($id: ID!, $inputs: [CreatePromptInput!]!) {
    createPrompts(projectId: $id, inputs: $inputs) { id promptText } }`;
  const { body } = await askGraphql(caller, create, { id, inputs: PROMPTS });
  const created = body.data?.['createPrompts'] as { id: string; promptText: string }[];
  const questions = [...PROMPTS.map(({ promptText }) => promptText), 'Asked by an import?'];
  const lines = questions.flatMap((question, at) =>
    PLATFORMS.flatMap((platform, place) =>
      ['2026-06-01', '2026-06-03', '2026-06-10', '2026-06-12'].map((day, of) => {
        const naming = NAMING[PROMPTS[at]?.category ?? ''] ?? 5;
        const answer = (at * 7 + place * 3 + of * 4) % 10 < naming ? 'Northwind.' : 'None.';
        const place_ = { external_id: `${at} ${place} ${of}`, platform, question, answer };
        return JSON.stringify({ ...place_, answered_at: `${day}T09:00:00Z` });
      }),
    ),
  );
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
  // One that is gone keeps its answers, and is no prompt any more.
  await caller.delete(`/prompts/${created[1]?.id}`);
});

const NUMBERS = `key label promptCount intentCount responseCount brandMentionCount score adjustedConfidence { low high }
  evenScore evenConfidence { low high } previous { score change verdict significant }`;

interface Segment {
  key: string;
  label: string;
  promptCount: number;
  intentCount: number;
  responseCount: number;
  brandMentionCount: number;
  score: number;
  [further: string]: unknown;
}

async function below<Data>(fields: string): Promise<Data> {
  await liftLimits(caller);
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { ${fields} } }`);
  expect(body.errors).toBeUndefined();
  // Shaped by the fields.
  return body.data?.['project'] as Data;
}

const PERIOD = 'from: "2026-06-09", to: "2026-06-15"';
const segments = async (args: string, fields = NUMBERS) =>
  (await below<{ segments: Segment[] }>(`segments(${args}) { ${fields} }`)).segments;

const whereOf: Readonly<Record<string, (key: string) => string>> = {
  CATEGORY: (key) => `{ categories: ["${key}"] }`,
  STAGE: (key) => `{ stages: [${key}] }`,
  PERSONA: (key) => `{ personas: ["${key}"] }`,
  BRANDED: (key) => `{ branded: ${key} }`,
  TAG: (key) => `{ tags: ["${key}"] }`,
};

test.each(['CATEGORY', 'STAGE', 'PERSONA', 'BRANDED'])('segments by %s add up to the whole', async (by) => {
  const { visibility, prompts } = await below<{
    visibility: { byPlatform: { responseCount: number; brandMentionCount: number }[]; score: number };
    prompts: { totalCount: number };
  }>(`visibility(${PERIOD}) { score byPlatform { responseCount brandMentionCount } } prompts { totalCount }`);
  const all = await segments(`by: ${by}, ${PERIOD}`);
  const total = (of: 'promptCount' | 'responseCount' | 'brandMentionCount' | 'intentCount') =>
    all.reduce((sum, segment) => sum + segment[of], 0);
  expect(total('promptCount')).toBe(prompts.totalCount);
  expect(total('intentCount')).toBe(PROMPTS.length + 1);
  expect(total('responseCount')).toBe(visibility.byPlatform.reduce((sum, one) => sum + one.responseCount, 0));
  expect(total('brandMentionCount')).toBe(visibility.byPlatform.reduce((sum, one) => sum + one.brandMentionCount, 0));
  expect(all.length).toBeGreaterThan(1);
});

test.each(Object.keys(whereOf))('each segment by %s says what visibility of its prompts says', async (by) => {
  const all = await segments(`by: ${by}, ${PERIOD}, platforms: [CLAUDE, CHATGPT]`);
  expect(all.map(({ key }) => key).filter((key) => key !== '').length).toBeGreaterThan(1);
  for (const { key, label: _, promptCount, intentCount: _intents, responseCount, brandMentionCount, ...told } of all) {
    if (key === '') continue;
    const where = whereOf[by]?.(key);
    const { visibility, prompts } = await below<{
      visibility: { byPlatform: { responseCount: number; brandMentionCount: number }[]; [further: string]: unknown };
      prompts: { totalCount: number };
    }>(
      `visibility(${PERIOD}, where: ${where}) { score adjustedConfidence { low high } evenScore
         evenConfidence { low high } previous { score change verdict significant }
         byPlatform { responseCount brandMentionCount } }
       prompts(where: ${where}) { totalCount }`,
    );
    const { byPlatform, ...numbers } = visibility;
    expect(told).toEqual(numbers);
    expect(promptCount).toBe(prompts.totalCount);
    expect(responseCount).toBe(byPlatform.reduce((sum, one) => sum + one.responseCount, 0));
    expect(brandMentionCount).toBe(byPlatform.reduce((sum, one) => sum + one.brandMentionCount, 0));
  }
});

test('segments are ordered by responses, then by key, the one without a label last, and have words', async () => {
  const all = await segments(`by: CATEGORY, ${PERIOD}`, 'key label responseCount');
  expect(all).toEqual([
    { key: 'Cups', label: 'Cups', responseCount: 32 },
    { key: 'Teas', label: 'Teas', responseCount: 32 },
    { key: '', label: 'None', responseCount: 36 },
  ]);
  expect((await segments(`by: STAGE, ${PERIOD}, first: 1`, 'key label'))[0]).toEqual({
    ...{ key: 'AWARENESS', label: 'Awareness' },
  });
  expect(await segments(`by: BRANDED, ${PERIOD}`, 'key label')).toEqual([
    { key: 'false', label: 'Does not name the brand' },
    { key: 'true', label: 'Names the brand' },
  ]);
});

test('a filter narrows segments, and leaves out prompts that it does not leave', async () => {
  const all = await segments(
    `by: STAGE, ${PERIOD}, where: { categories: ["Teas"], branded: false }`,
    'key promptCount',
  );
  const chosen = PROMPTS.filter(({ category, promptText }) => category === 'Teas' && !promptText.includes('Northwind'));
  const counts = Map.groupBy(chosen, ({ stage }) => stage ?? '');
  expect(new Map(all.map(({ key, promptCount }) => [key, promptCount]))).toEqual(
    new Map(Array.from(counts, ([key, own]) => [key, own.length])),
  );
});

test('two segments are told apart where the brand is named more often in one, and only then', async () => {
  const fields = `key cups: differsFrom(key: "Cups") { verdict change interval { low high } isPaired }
    none: differsFrom(key: "No such") { verdict }`;
  const [cups, teas] = await segments(`by: CATEGORY, ${PERIOD}`, fields);
  expect(cups).toEqual({ key: 'Cups', cups: null, none: null });
  expect(teas).toMatchObject({ key: 'Teas', none: null, cups: { verdict: 'MORE_OFTEN', isPaired: false } });
  const told = teas?.['cups'] as { change: number; interval: { low: number; high: number } } | undefined;
  const { change, interval } = told ?? { change: 0, interval: { low: 0, high: 0 } };
  expect(interval.low).toBeGreaterThan(0);
  expect(interval.high - change).toBeCloseTo(change - interval.low, 1);
  const byStage = await segments(`by: STAGE, ${PERIOD}`, 'key differsFrom(key: "DECISION") { verdict }');
  expect(byStage[0]).toEqual({ key: 'AWARENESS', differsFrom: { verdict: 'WITHIN_NOISE' } });
});

test('every platform has an even score of its own, null where it has one cell', async () => {
  const { visibility } = await below<{ visibility: { byPlatform: object[] } }>(
    `visibility(${PERIOD}) { evenScore byPlatform { platform evenScore evenConfidence { low } } }`,
  );
  expect(visibility).toMatchObject({
    evenScore: expect.any(Number),
    byPlatform: [
      { platform: 'CHATGPT', evenScore: expect.any(Number), evenConfidence: { low: expect.any(Number) } },
      { platform: 'PERPLEXITY', evenScore: null, evenConfidence: null },
      { platform: 'CLAUDE', evenScore: expect.any(Number) },
    ],
  });
  const alone = `visibility(${PERIOD}, platforms: [CLAUDE], where: { tags: ["c"], stages: [USE] }) { evenScore }`;
  expect(await below(alone)).toEqual({ visibility: { evenScore: null } });
});

test.each([
  ['by: TAG, first: 0', 'first', 'must be a whole number from 1 to 50'],
  ['by: TAG, first: 51', 'first', 'must be a whole number from 1 to 50'],
  ['by: TAG, where: { categories: [] }', 'where.categories', 'must have 1 to 100 values'],
  ['by: TAG, from: "2020-01-01"', 'from', 'date range must be 0-90 days'],
])('segments(%s) is refused, naming the field and its bound', async (args, path, message) => {
  await liftLimits(caller);
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { segments(${args}) { key } } }`);
  expect(body.errors?.[0]?.extensions).toMatchObject({
    code: 'VALIDATION_ERROR',
    issues: [{ path: path.split('.'), message: expect.stringContaining(message) }],
  });
});

test('a project without answers has the segments of its prompts', async () => {
  const other = await api.open();
  const { id: empty } = await createProject(other);
  const ask = async (by: string) =>
    (await askGraphql(other, `{ project(id: "${empty}") { segments(by: ${by}) { ${NUMBERS} } } }`)).body.data;
  expect(await ask('CATEGORY')).toEqual({ project: { segments: [] } });
  await askGraphql(
    other,
    `mutation { createPrompt(projectId: "${empty}", input: { promptText: "A?", category: "Teas" }) { id } }`,
  );
  expect(await ask('CATEGORY')).toEqual({
    project: {
      segments: [
        {
          ...{ key: 'Teas', label: 'Teas', promptCount: 1, intentCount: 0, responseCount: 0, brandMentionCount: 0 },
          ...{ score: 0, adjustedConfidence: null, evenScore: null, evenConfidence: null },
          previous: { score: 0, change: 0, verdict: 'TOO_FEW_ANSWERS', significant: false },
        },
      ],
    },
  });
});
