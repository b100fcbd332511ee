import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createProject } from '../support/resources.js';

/** The shares of praise and criticism among the responses that name the brand. */

const api = useApi();

let caller: ApiCaller;
let id: string;
beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
});

const SHARE = '{ percent confidence { low high } previousPercent verdict }';
const SHARES = `positive negative total positiveShare ${SHARE} negativeShare ${SHARE}`;
const BY_PLATFORM = `byPlatform { platform ${SHARES} }`;

async function sentimentOf(from: string, to: string, more = '', fields = SHARES) {
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${id}") { sentiment(from: "${from}", to: "${to}"${more}) { ${fields} } } }`,
  );
  expect(body.errors).toBeUndefined();
  return (body.data as { project: { sentiment: Record<string, unknown> } }).project.sentiment;
}

const PRAISE = 'Northwind is excellent and reliable.';
const BLAME = 'Northwind is unreliable and slow.';
const FACT = 'Northwind sells tea.';

/** Imports answers to as many questions on a day, each question with the same answers. */
async function importDay(date: string, answers: readonly string[], questions = 12, platform = 'claude') {
  const lines = Array.from({ length: questions }, (_, question) => question).flatMap((question) =>
    answers.map((answer, at) =>
      JSON.stringify({
        ...{
          external_id: `${date} ${platform} ${question} ${at}`,
          platform,
          question: `Question ${question}?`,
          answer,
        },
        answered_at: `${date}T09:00:00Z`,
      }),
    ),
  );
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
}

test('shares are of the responses that name the brand, with their interval and whether they moved', async () => {
  await importDay('2026-06-01', [FACT, FACT, BLAME, 'Contoso sells tea.']);
  await importDay('2026-06-02', [PRAISE, PRAISE, FACT, 'Contoso sells tea.']);
  const now = await sentimentOf('2026-06-02', '2026-06-02');
  expect(now).toMatchObject({
    ...{ positive: 24, negative: 0, total: 36 },
    positiveShare: { percent: 67, previousPercent: 0, verdict: 'MOVED_UP' },
    negativeShare: { percent: 0, previousPercent: 33, verdict: 'MOVED_DOWN' },
  });
  const { low, high } = (now['positiveShare'] as { confidence: { low: number; high: number } }).confidence;
  expect(low).toBeLessThan(67);
  expect(high).toBeGreaterThan(67);
});

test('answers to one question are alike: the interval of one question is wider than that of twelve', async () => {
  const widthOf = async () => {
    const { positiveShare } = await sentimentOf('2026-06-02', '2026-06-02');
    const { low, high } = (positiveShare as { confidence: { low: number; high: number } }).confidence;
    return high - low;
  };
  await importDay('2026-06-02', [...Array<string>(18).fill(PRAISE), ...Array<string>(18).fill(FACT)], 1);
  const ofOne = await widthOf();
  ({ id } = await createProject(caller));
  await importDay('2026-06-02', [PRAISE, FACT, FACT], 12);
  expect(await widthOf()).toBeLessThan(ofOne);
});

test('without responses that name the brand there is no share, and no verdict', async () => {
  await importDay('2026-06-02', ['Contoso sells tea.']);
  const none = { percent: null, confidence: null, previousPercent: null, verdict: 'TOO_FEW_ANSWERS' };
  expect(await sentimentOf('2026-06-02', '2026-06-02')).toMatchObject({
    total: 0,
    positiveShare: none,
    negativeShare: none,
  });
});

test('the shares of chosen prompts are of their responses alone', async () => {
  await importDay('2026-06-02', [PRAISE, BLAME]);
  const chosen = await sentimentOf('2026-06-02', '2026-06-02', ', where: { branded: true }');
  expect(chosen).toMatchObject({ total: 0, positiveShare: { percent: null } });
  const rest = await sentimentOf('2026-06-02', '2026-06-02', ', where: { branded: false }');
  expect(rest).toMatchObject({ total: 24, positiveShare: { percent: 50 }, negativeShare: { percent: 50 } });
});

test('each platform has shares of its own, of the answers that name the brand there', async () => {
  await importDay('2026-06-01', [FACT, FACT, BLAME]);
  await importDay('2026-06-02', [PRAISE, PRAISE, FACT]);
  await importDay('2026-06-01', [FACT], 3, 'chatgpt');
  await importDay('2026-06-02', ['Contoso sells tea.'], 3, 'gemini');
  const { byPlatform, ...whole } = await sentimentOf('2026-06-02', '2026-06-02', '', `${SHARES} ${BY_PLATFORM}`);
  const few = { percent: null, confidence: null, verdict: 'TOO_FEW_ANSWERS' };
  // All answers of the day that name the brand are Claude's; ChatGPT's are of the day before.
  expect(byPlatform).toEqual([
    expect.objectContaining({
      ...{ platform: 'CHATGPT', positive: 0, negative: 0, total: 0 },
      positiveShare: { ...few, previousPercent: 0 },
      negativeShare: { ...few, previousPercent: 0 },
    }),
    { ...whole, platform: 'CLAUDE', negativeShare: { ...(whole['negativeShare'] as object), previousPercent: 33 } },
  ]);
  expect(whole).toMatchObject({ total: 36, negativeShare: { percent: 0, previousPercent: 31 } });
  const alone = await sentimentOf('2026-06-02', '2026-06-02', ', where: { branded: true }', BY_PLATFORM);
  expect(alone).toEqual({ byPlatform: [] });
});

test('shares and platforms are paid for once, as one statement serves them', async () => {
  const priceOf = async (fields: string) => {
    const { body } = await askGraphql(caller, `{ project(id: "${id}") { sentiment { ${fields} } } }`);
    return (body.extensions as { cost: { complexity: number } }).cost.complexity;
  };
  const one = await priceOf(`positiveShare ${SHARE}`);
  expect(one - (await priceOf('total'))).toBe(18);
  expect([await priceOf(BY_PLATFORM), await priceOf(`${SHARES} ${BY_PLATFORM}`)]).toEqual([one, one]);
});
