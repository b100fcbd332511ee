import { clusteredWilson, wilson } from '../../src/core/metrics/shares.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { addCandidate, addMentions, addResponses, candidateOf, selectAnalysis } from '../support/history.js';
import { createCompetitor, createProject, createPrompt, type WireCompetitor } from '../support/resources.js';

/** Share of voice: the brand, its competitors and other names. */

const api = useApi();

let caller: ApiCaller;
let id: string;
beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
});

const FIELDS = `name isBrand competitorId candidateId mentionCount responseCount wholeCount visibilityScore
  confidence { low high } share previous { mentionCount responseCount visibilityScore share change }`;

async function brands(args = '', fields = FIELDS): Promise<Record<string, unknown>[]> {
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { brands${args} { ${fields} } } }`);
  expect(body.errors).toBeUndefined();
  return (body.data as { project: { brands: Record<string, unknown>[] } }).project.brands;
}

test('each name has its sums, its share of tracked mentions, and those of the period before', async () => {
  const rival = await createCompetitor(caller, id);
  const silent = await createCompetitor(caller, id, { name: 'Fabrikam' });
  const [tracked, unnamed, other] = [
    await candidateOf(caller, rival.id),
    await candidateOf(caller, silent.id),
    await addCandidate(caller, id),
  ];
  const history = await selectAnalysis(caller, id, [tracked, unnamed]);
  await addResponses(history, [
    { date: '2026-06-09', platform: 'chatgpt', responses: 10, naming: 5 },
    { date: '2026-06-10', platform: 'chatgpt', responses: 8, naming: 6 },
    { date: '2026-06-10', platform: 'claude', responses: 2, naming: 0 },
  ]);
  const day = { platform: 'chatgpt' as const };
  await addMentions(history, [
    { ...day, date: '2026-06-09', subject: id, mentions: 10, responses: 5 },
    { ...day, date: '2026-06-09', subject: tracked, mentions: 30, responses: 9 },
    { ...day, date: '2026-06-10', subject: id, mentions: 9, responses: 6 },
    { ...day, date: '2026-06-10', subject: tracked, mentions: 2, responses: 2 },
    { date: '2026-06-10', platform: 'claude', subject: tracked, mentions: 1, responses: 1 },
    { ...day, date: '2026-06-10', subject: other, mentions: 7, responses: 7 },
  ]);
  const brand = {
    ...{ name: 'Northwind', isBrand: true, competitorId: null, candidateId: null },
    ...{ mentionCount: 9, responseCount: 6, wholeCount: 10, visibilityScore: 60, confidence: wilson(6, 10), share: 75 },
    previous: { mentionCount: 10, responseCount: 5, visibilityScore: 50, share: 25, change: 10 },
  };
  const competitor = {
    ...{ name: 'Contoso', isBrand: false, competitorId: rival.id, candidateId: tracked },
    ...{ mentionCount: 3, responseCount: 3, wholeCount: 10, visibilityScore: 30, confidence: wilson(3, 10), share: 25 },
    previous: { mentionCount: 30, responseCount: 9, visibilityScore: 90, share: 75, change: -60 },
  };
  const looked = {
    ...{ name: 'Fabrikam', isBrand: false, competitorId: silent.id, candidateId: unnamed },
    ...{ mentionCount: 0, responseCount: 0, wholeCount: 10, visibilityScore: 0, confidence: wilson(0, 10), share: 0 },
    previous: { mentionCount: 0, responseCount: 0, visibilityScore: 0, share: 0, change: 0 },
  };
  const discovered = {
    ...{ name: 'Discovered', isBrand: false, competitorId: null, candidateId: other },
    ...{ mentionCount: 7, responseCount: 7, wholeCount: 10, visibilityScore: 70, confidence: wilson(7, 10) },
    ...{ share: null, previous: { mentionCount: 0, responseCount: 0, visibilityScore: 0, share: null, change: 70 } },
  };
  const days = 'from: "2026-06-10", to: "2026-06-10"';
  expect(await brands(`(${days})`)).toEqual([brand, discovered, competitor, looked]);
  expect(await brands(`(${days}, tracked: true)`)).toEqual([brand, competitor, looked]);
  expect(await brands(`(${days}, tracked: false)`)).toEqual([discovered]);
  expect(await brands(`(${days}, platforms: [CLAUDE], tracked: true)`, 'name mentionCount wholeCount share')).toEqual([
    { name: 'Northwind', mentionCount: 0, wholeCount: 2, share: 0 },
    { name: 'Contoso', mentionCount: 1, wholeCount: 2, share: 100 },
    { name: 'Fabrikam', mentionCount: 0, wholeCount: 2, share: 0 },
  ]);
});

test('of the last thirty days competitors have what REST tells of them', async () => {
  await createCompetitor(caller, id);
  await createCompetitor(caller, id, { name: 'Fabrikam' });
  const answers = ['Northwind and Contoso. Contoso wins.', 'Contoso.', 'Fabrikam, then Northwind.', 'None of them.'];
  const lines = answers.map((answer, at) =>
    JSON.stringify({
      ...{ external_id: `${at}`, platform: 'chatgpt', question: `Ask ${at}?`, answer },
      answered_at: `2026-06-1${at}T09:00:00Z`,
    }),
  );
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
  const { body } = await caller.get(`/projects/${id}/competitors`);
  const listed = (body as { data: WireCompetitor[] }).data;
  const named = (await brands('(tracked: true)')).filter(({ isBrand }) => isBrand === false);
  expect(named).toHaveLength(2);
  for (const { competitorId, visibilityScore, share } of named) {
    const { visibility_score, market_share } = first(listed.filter((one) => one.id === competitorId));
    expect([visibilityScore, share]).toEqual([visibility_score, market_share]);
  }
});

test('of one prompt the answers to its question count alone, and another project’s prompt has none', async () => {
  await createCompetitor(caller, id);
  const prompt = await createPrompt(caller, id, { prompt_text: 'Which tea shop is best?' });
  const line = (at: number, question: string, answer: string) =>
    JSON.stringify({
      ...{ external_id: `${at}`, platform: 'chatgpt', question, answer },
      answered_at: '2026-06-10T09:00:00Z',
    });
  await importAnswers(
    api.db,
    { projectId: id },
    fileOf([
      line(1, 'Which tea shop is best?', 'Contoso, Contoso and Northwind.'),
      line(2, 'Which tea shop is best?', 'Contoso.'),
      line(3, 'Another question?', 'Northwind.'),
    ]),
  );
  const fields = 'name mentionCount responseCount wholeCount';
  expect(await brands(`(promptId: "${prompt.id}", tracked: true)`, fields)).toEqual([
    { name: 'Northwind', mentionCount: 1, responseCount: 1, wholeCount: 2 },
    { name: 'Contoso', mentionCount: 3, responseCount: 2, wholeCount: 2 },
  ]);
  const { id: otherId } = await createProject(caller);
  const foreign = await createPrompt(caller, otherId);
  expect(await brands(`(promptId: "${foreign.id}")`, fields)).toEqual([
    { name: 'Northwind', mentionCount: 0, responseCount: 0, wholeCount: 0 },
    { name: 'Contoso', mentionCount: 0, responseCount: 0, wholeCount: 0 },
  ]);
});

test('a removed competitor is tracked no longer, and a project without answers has no names', async () => {
  expect(await brands()).toEqual([]);
  const rival = await createCompetitor(caller, id);
  const candidate = await candidateOf(caller, rival.id);
  const history = await selectAnalysis(caller, id, [candidate]);
  const day = { date: '2026-06-10', platform: 'chatgpt' as const, responses: 3 };
  await addResponses(history, [{ ...day, naming: 0 }]);
  await addMentions(history, [{ ...day, subject: candidate, mentions: 3 }]);
  await caller.delete(`/competitors/${rival.id}`);
  const fields = 'name share competitor { id }';
  expect(await brands('(tracked: true)', fields)).toEqual([{ name: 'Northwind', share: 0, competitor: null }]);
  expect(await brands('(tracked: false)', fields)).toEqual([{ name: 'Contoso', share: null, competitor: null }]);
});

/** An answer to each of eight questions on each of the days; what it says depends on question and day. */
async function importDays(days: readonly string[], answerOf: (question: number, date: string) => string) {
  const lines = days.flatMap((date) =>
    Array.from({ length: 8 }, (_, question) =>
      JSON.stringify({
        ...{ external_id: `${date} ${question}`, platform: question % 2 ? 'claude' : 'chatgpt' },
        ...{ question: `Which shop is best for ${question}?`, answer: answerOf(question, date) },
        answered_at: `${date}T09:00:00Z`,
      }),
    ),
  );
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
}

const BEFORE = ['2026-06-01', '2026-06-02', '2026-06-03'];
const NOW = ['2026-06-04', '2026-06-05', '2026-06-06'];
const PERIOD = 'from: "2026-06-04", to: "2026-06-06"';
const STANDING = `name visibilityScore adjustedConfidence { low high } againstBrand { verdict difference low high }
  previous { verdict }`;

test('each competitor is compared with the brand and with the period before, over the same questions', async () => {
  for (const name of ['Contoso', 'Fabrikam', 'Hooli', 'Umbrex']) await createCompetitor(caller, id, { name });
  await importDays([...BEFORE, ...NOW], (question, date) => {
    const isNow = NOW.includes(date);
    const even = question % 2 === 0;
    const named = [
      ...(even ? ['Northwind'] : []),
      'Contoso',
      ...(isNow && question < 7 ? ['Fabrikam'] : []),
      ...((date === NOW[0]) === even ? ['Hooli'] : []),
    ];
    return `${named.join(', ')} and others.`;
  });
  const found = await brands(`(${PERIOD}, tracked: true)`, STANDING);
  const standings = Object.fromEntries(found.map(({ name, ...standing }) => [name as string, standing]));
  const of = (naming: (question: number) => number) =>
    clusteredWilson(Array.from({ length: 8 }, (_, question) => ({ responses: 3, naming: naming(question) })));
  expect(standings).toMatchObject({
    Northwind: {
      visibilityScore: 50,
      adjustedConfidence: of((question) => (question % 2 === 0 ? 3 : 0)),
      againstBrand: null,
      previous: { verdict: 'WITHIN_NOISE' },
    },
    Contoso: {
      visibilityScore: 100,
      adjustedConfidence: of(() => 3),
      againstBrand: { verdict: 'MORE_OFTEN', difference: 50 },
      previous: { verdict: 'WITHIN_NOISE' },
    },
    Fabrikam: {
      visibilityScore: 88,
      adjustedConfidence: of((question) => (question < 7 ? 3 : 0)),
      againstBrand: { verdict: 'WITHIN_NOISE', difference: 37.5 },
      previous: { verdict: 'MOVED_UP' },
    },
    Hooli: { againstBrand: { verdict: 'WITHIN_NOISE' } },
    Umbrex: { visibilityScore: 0, againstBrand: { verdict: 'LESS_OFTEN', difference: -50 } },
  });
});

test("the brand's interval is that of visibility, on chosen platforms too", async () => {
  await createCompetitor(caller, id);
  await importDays([...BEFORE, ...NOW], (question) => (question < 3 ? 'Northwind and Contoso.' : 'Contoso.'));
  for (const args of [PERIOD, `${PERIOD}, platforms: [CLAUDE]`]) {
    const [brand] = await brands(`(${args}, tracked: true)`, 'adjustedConfidence { low high } previous { verdict }');
    const { body } = await askGraphql(
      caller,
      `{ project(id: "${id}") { visibility(${args}) { adjustedConfidence { low high } previous { verdict } } } }`,
    );
    expect(brand).toEqual((body.data as { project: { visibility: object } }).project.visibility);
  }
});

test('of one prompt, and of a name that no analysis looked for, there is no standing', async () => {
  const prompt = await createPrompt(caller, id, { prompt_text: 'Which shop is best for 1?' });
  await importDays(NOW, () => '1. **Hooli** – cheap\n2. **Umbrex** – fine\n3. **Northwind** – new');
  const fields = 'name adjustedConfidence { low } againstBrand { verdict } previous { verdict }';
  const unknown = { adjustedConfidence: null, againstBrand: null };
  const others = await brands(`(${PERIOD}, tracked: false)`, fields);
  expect(others).toContainEqual({ name: 'Hooli', ...unknown, previous: null });
  expect(await brands(`(${PERIOD}, promptId: "${prompt.id}", tracked: true)`, fields)).toEqual([
    { name: 'Northwind', ...unknown, previous: null },
  ]);
});

test('trends are of the brand and the chosen competitors, in that order, and equal their daily shares', async () => {
  const [contoso, hooli] = [await createCompetitor(caller, id), await createCompetitor(caller, id, { name: 'Hooli' })];
  await importDays(NOW, (question, date) => {
    if (date === NOW[1]) return 'Nothing to say.';
    return question === 0 ? 'Northwind and Contoso.' : 'Contoso.';
  });
  const trends = async (args: string) => {
    const fields = 'name isBrand competitorId points { date visibilityScore responseCount wholeCount }';
    const { body } = await askGraphql(
      caller,
      `query ($ids: [ID!]!) { project(id: "${id}") { brandTrends(${args}, competitorIds: $ids) { ${fields} } } }`,
      { ids: [hooli.id, '00000000-0000-4000-8000-000000000000', contoso.id] },
    );
    expect(body.errors).toBeUndefined();
    return (body.data as { project: { brandTrends: unknown[] } }).project.brandTrends;
  };
  const points = (counts: readonly number[], whole: readonly number[]) =>
    NOW.map((date, at) => {
      const [responseCount = 0, wholeCount = 0] = [counts[at], whole[at]];
      return { date, visibilityScore: Math.round((100 * responseCount) / wholeCount), responseCount, wholeCount };
    });
  const rows = (days: readonly (readonly number[])[], whole: readonly number[]) => [
    { name: 'Northwind', isBrand: true, competitorId: null, points: points(days[0] ?? [], whole) },
    { name: 'Hooli', isBrand: false, competitorId: hooli.id, points: points([0, 0, 0], whole) },
    { name: 'Contoso', isBrand: false, competitorId: contoso.id, points: points(days[1] ?? [], whole) },
  ];
  expect(await trends(PERIOD)).toEqual(
    rows(
      [
        [1, 0, 1],
        [8, 0, 8],
      ],
      [8, 8, 8],
    ),
  );
  expect(await trends(`${PERIOD}, over: 2`)).toEqual(
    rows(
      [
        [1, 1, 1],
        [8, 8, 8],
      ],
      [8, 16, 16],
    ),
  );
  expect(await trends(`${PERIOD}, platforms: [CLAUDE]`)).toEqual(
    rows(
      [
        [0, 0, 0],
        [4, 0, 4],
      ],
      [4, 4, 4],
    ),
  );
});

test('a competitor that no analysis looked for yet has no days in a trend, and a sixth one is refused', async () => {
  await importDays(NOW, () => 'Northwind.');
  const late = await createCompetitor(caller, id);
  const trends = (ids: readonly string[]) =>
    askGraphql(
      caller,
      `query ($ids: [ID!]!) { project(id: "${id}") { brandTrends(competitorIds: $ids) { name points { date } } } }`,
      { ids },
    );
  expect((await trends([late.id])).body.data).toEqual({
    project: {
      brandTrends: [
        { name: 'Northwind', points: NOW.map((date) => ({ date })) },
        { name: 'Contoso', points: [] },
      ],
    },
  });
  const { body } = await trends(Array.from({ length: 6 }, () => late.id));
  expect(body.errors?.[0]?.extensions).toMatchObject({
    code: 'VALIDATION_ERROR',
    issues: [{ path: ['competitorIds'] }],
  });
});

test.each([
  ['platforms: []', 'platforms'],
  ['promptId: "no id"', 'promptId'],
  ['from: "2020-01-01"', 'from'],
])('brands(%s) are refused, naming the argument', async (args, path) => {
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { brands(${args}) { name } } }`);
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: [path] }] });
});
