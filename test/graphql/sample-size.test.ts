import { measureParts } from '../../src/core/sample-size/variance-parts.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createProject, createPrompt } from '../support/resources.js';

/** How many answers a wish takes. */

const api = useApi();

let caller: ApiCaller;
let id: string;
beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
});

const OPTION = `intents prompts platforms repeats isDaily creditsPerMonth detectablePoints halfWidthPoints reaches
  limit`;
const ALL = `present { ${OPTION} } byRepeats { ${OPTION} } options { ${OPTION} } cheapest { ${OPTION} }
  nextCredit { kind creditsPerMonth detectablePoints halfWidthPoints }
  assumptions { share within between ownMovement basis intents answers weeks }`;

interface Sample {
  present: Record<string, unknown>;
  byRepeats: Record<string, unknown>[];
  options: Record<string, unknown>[];
  cheapest: Record<string, unknown> | null;
  nextCredit: { kind: string }[];
  assumptions: Record<string, unknown>;
}

async function sampleOf(input: string, fields = ALL, projectId = id): Promise<Sample> {
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${projectId}") { sampleSize(input: {${input}}) { ${fields} } } }`,
  );
  expect(body.errors).toBeUndefined();
  return (body.data as { project: { sampleSize: Sample } }).project.sampleSize;
}

const addPrompt = (at: number, more: object = {}) =>
  createPrompt(caller, id, {
    ...{ prompt_text: `Which shop is best for ${at}?`, platforms: ['chatgpt', 'claude'] },
    ...{ monitoring_frequency: 'weekly', ...more },
  });

test('of a project without answers it is by usual figures, of the prompts that are asked', async () => {
  for (let at = 0; at < 6; at++) await addPrompt(at, at === 0 ? { tags: ['tea'] } : {});
  const { present, options, cheapest, nextCredit, assumptions } = await sampleOf('changePoints: 10');
  expect(present).toMatchObject({
    ...{ intents: 6, prompts: 6, platforms: 2, repeats: 1, isDaily: false, creditsPerMonth: 52 },
    ...{ reaches: false, limit: 'TOO_FEW_QUESTIONS' },
  });
  expect(assumptions).toEqual({
    ...{ share: 0.3, within: 0.105, between: 0.105, ownMovement: 0.005 },
    ...{ basis: 'ASSUMED', intents: 0, answers: 0, weeks: 8 },
  });
  expect(options.length).toBeGreaterThan(1);
  for (const { reaches, detectablePoints } of options) {
    expect([reaches, (detectablePoints as number) <= 10]).toEqual([true, true]);
  }
  expect(cheapest).toEqual(options.find(({ limit }) => limit === null || limit === 'TOO_FEW_QUESTIONS'));
  const steps = ['ADD_PLATFORM', 'ADD_PROMPTS', 'ADD_REPEAT', 'MAKE_DAILY'];
  expect(nextCredit.map(({ kind }) => kind).toSorted()).toEqual(steps);
  await askGraphql(caller, `mutation { updateProject(id: "${id}", input: {repeats: 2}) { id } }`);
  expect((await sampleOf('changePoints: 10')).present).toMatchObject({ repeats: 2, creditsPerMonth: 104 });
  await askGraphql(caller, `mutation { updateProject(id: "${id}", input: {repeats: 1}) { id } }`);
  const narrowed = await sampleOf('intervalPoints: 9, platforms: [CLAUDE], where: {tags: ["tea"]}');
  expect(narrowed.present).toMatchObject({ intents: 1, prompts: 1, platforms: 1, detectablePoints: null });
  expect(new Set(narrowed.options.map(({ platforms }) => platforms))).toEqual(new Set([1]));
});

test('what each number of repeats costs and shows is what the project then costs and shows, to the most', async () => {
  for (let at = 0; at < 6; at++) await addPrompt(at, at === 5 ? { monitoring_frequency: 'daily' } : {});
  const { byRepeats } = await sampleOf('changePoints: 10');
  expect(byRepeats.map(({ repeats }) => repeats)).toEqual([1, 2, 3, 4]);
  const [WEEKS, DAYS] = [365 / 12 / 7, 365 / 12];
  expect(byRepeats.map(({ creditsPerMonth }) => creditsPerMonth)).toEqual(
    [1, 2, 3, 4].map((repeats) => Math.round(5 * 2 * repeats * WEEKS + 2 * DAYS)),
  );
  for (const option of byRepeats) {
    await askGraphql(caller, `mutation { updateProject(id: "${id}", input: {repeats: ${option['repeats']}}) { id } }`);
    const { present, byRepeats: again } = await sampleOf('changePoints: 10');
    expect(present).toEqual(option);
    expect(again).toEqual(byRepeats);
  }
});

test("its figures are those of the project's own answers of eight weeks, by intent, of no other account", async () => {
  const lead = await addPrompt(0);
  for (let at = 1; at < 8; at++) await addPrompt(at);
  const wording = await addPrompt(8);
  await askGraphql(caller, `mutation { updatePrompt(id: "${wording.id}", input: {wordingOfId: "${lead.id}"}) { id } }`);
  const weeks = ['2026-04-22', '2026-05-01', '2026-05-12', '2026-05-20', '2026-06-01', '2026-06-10'];
  const named = (question: number, week: number) => question % 3 === 0 || (question + week) % 4 === 0;
  const answers = weeks.flatMap((day, week) =>
    Array.from({ length: 9 }, (_, question) => ({ day, week, question, isNamed: named(question, week) })),
  );
  const lines = answers.map(({ day, question, isNamed }, at) =>
    JSON.stringify({
      ...{ external_id: `${at}`, platform: 'claude', question: `Which shop is best for ${question}?` },
      ...{ answer: isNamed ? 'Northwind.' : 'Another.', answered_at: `${day}T09:00:00Z` },
    }),
  );
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
  const cells = Array.from({ length: 9 }, (_, question) => {
    const own = answers.filter((one) => one.question === question);
    const count = (isNow: boolean, isNamed = false) =>
      own.filter((one) => one.day >= '2026-05-19' === isNow && (!isNamed || one.isNamed)).length;
    return {
      ...{ question: question === 8 ? 0 : question, platform: 'claude' as const },
      ...{ responses: count(true), naming: count(true, true) },
      ...{ previousResponses: count(false), previousNaming: count(false, true) },
    };
  });
  const { assumptions, present } = await sampleOf('changePoints: 5');
  expect(assumptions).toEqual({ ...measureParts(cells), basis: 'MIXED', weeks: 8 });
  expect(assumptions).toMatchObject({ intents: 8, answers: 54 });
  expect(present).toMatchObject({ intents: 8, prompts: 9 });

  const [stranger, strangersProject] = [caller, id];
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
  for (let at = 0; at < 6; at++) await addPrompt(at);
  expect((await sampleOf('changePoints: 5')).assumptions).toMatchObject({ basis: 'ASSUMED', answers: 0 });
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${strangersProject}") { sampleSize(input: {changePoints: 5}) { present { prompts } } } }`,
  );
  expect(first(body.errors ?? []).extensions).toMatchObject({ code: 'FORBIDDEN' });
  expect(stranger.account.accountId).not.toBe(caller.account.accountId);
});

test("the plan's bounds are what the account's other prompts leave, paused ones included", async () => {
  for (let at = 0; at < 6; at++) await addPrompt(at);
  const before = await sampleOf('changePoints: 4', 'options { limit prompts isDaily }');
  const isLimited = (sample: Sample, limit: string) => sample.options.some((option) => option['limit'] === limit);
  expect(isLimited(before, 'PROMPT_CAPACITY')).toBe(false);
  const { id: otherId } = await createProject(caller);
  for (let at = 0; at < 60; at++) {
    await createPrompt(caller, otherId, { prompt_text: `Ask ${at}?`, monitoring_frequency: 'weekly' });
  }
  const after = await sampleOf('changePoints: 4', 'options { limit prompts isDaily }');
  expect(after.options.map(({ prompts }) => prompts)).toEqual(before.options.map(({ prompts }) => prompts));
  expect(isLimited(after, 'PROMPT_CAPACITY')).toBe(true);
});

test.each([
  ['', 'changePoints'],
  ['changePoints: 5, intervalPoints: 4', 'changePoints'],
  ['changePoints: 0.5', 'changePoints'],
  ['changePoints: 51', 'changePoints'],
  ['intervalPoints: 31', 'intervalPoints'],
  ['changePoints: 5, weeks: 13', 'weeks'],
  ['changePoints: 5, power: 49', 'power'],
  ['changePoints: 5, platforms: []', 'platforms'],
  ['changePoints: 5, where: {tags: []}', 'where'],
])('a wish of {%s} is refused, naming the field', async (input, field) => {
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${id}") { sampleSize(input: {${input}}) { present { prompts } } } }`,
  );
  const { extensions } = first(body.errors ?? []);
  expect(extensions).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((extensions as { issues: { path: string[] }[] }).issues[0]?.path[0]).toBe(field);
});
