import fc from 'fast-check';
import { clusteredWilson, wilson } from '../../src/core/metrics/shares.js';
import { OVER_MAX, poolDays } from '../../src/core/metrics/trend.js';
import { daysBefore } from '../../src/core/time.js';
import { type ApiCaller, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { addResponses, selectAnalysis } from '../support/history.js';
import { createProject } from '../support/resources.js';

/** What a score is made of: the adjusted interval, pooled days, and the same of each platform. */

const api = useApi();

let caller: ApiCaller;
let id: string;
beforeEach(async () => {
  caller = await api.open();
  ({ id } = await createProject(caller));
});

async function visibility(args: string, fields: string): Promise<Record<string, unknown>> {
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { visibility${args} { ${fields} } } }`);
  expect(body.errors).toBeUndefined();
  return (body.data as { project: { visibility: Record<string, unknown> } }).project.visibility;
}

test('the adjusted interval is that of the questions, over platforms and days, null without responses', async () => {
  await addResponses(await selectAnalysis(caller, id), [
    { date: '2026-06-10', platform: 'chatgpt', responses: 40, naming: 10, questions: 4 },
    { date: '2026-06-11', platform: 'claude', responses: 20, naming: 20, questions: 2 },
  ]);
  const naming = [2, 3, 2, 3];
  const questions = naming.map((count, at) => (at < 2 ? [20, count + 10] : [10, count]));
  const { adjustedConfidence, confidence } = await visibility('', 'adjustedConfidence { low high } confidence { low }');
  const expected = clusteredWilson(questions.map(([responses = 0, named = 0]) => ({ responses, naming: named })));
  expect(adjustedConfidence).toEqual(expected);
  expect(expected?.low).toBeLessThan((confidence as { low: number }).low);
  expect(await visibility('(to: "2020-01-01")', 'adjustedConfidence { low }')).toEqual({ adjustedConfidence: null });
});

test("a platform's adjusted interval is that of visibility asked of it alone", async () => {
  await addResponses(await selectAnalysis(caller, id), [
    { date: '2026-06-10', platform: 'chatgpt', responses: 40, naming: 10, questions: 4 },
    { date: '2026-06-11', platform: 'claude', responses: 20, naming: 20, questions: 2 },
  ]);
  const { byPlatform } = await visibility('', 'byPlatform { platform adjustedConfidence { low high } }');
  for (const { platform, adjustedConfidence } of byPlatform as Record<string, unknown>[]) {
    const alone = await visibility(`(platforms: [${platform}])`, 'adjustedConfidence { low high }');
    expect([platform, adjustedConfidence]).toEqual([platform, alone['adjustedConfidence']]);
  }
});

test('the adjusted interval of a day of a trend is that of visibility in the days it pools', async () => {
  await addResponses(await selectAnalysis(caller, id), [
    { date: '2026-06-01', platform: 'chatgpt', responses: 40, naming: 10, questions: 4 },
    { date: '2026-06-03', platform: 'chatgpt', responses: 21, naming: 20, questions: 2 },
    { date: '2026-06-03', platform: 'claude', responses: 30, naming: 6, questions: 6 },
    { date: '2026-06-09', platform: 'claude', responses: 12, naming: 4, questions: 3 },
  ]);
  const interval = 'adjustedConfidence { low high }';
  for (const over of [1, 3]) {
    const days = '(from: "2026-06-02", to: "2026-06-10")';
    const { trend } = await visibility(days, `trend(over: ${over}) { date ${interval} }`);
    const points = trend as { date: string; adjustedConfidence: unknown }[];
    expect(points).toHaveLength(over === 1 ? 2 : 6);
    for (const { date, adjustedConfidence } of points) {
      const alone = await visibility(`(from: "${daysBefore(date, over - 1)}", to: "${date}")`, interval);
      expect([date, adjustedConfidence]).toEqual([date, alone['adjustedConfidence']]);
    }
  }
});

test('a pooled day is the ratio of sums of its days, those before the period among them', async () => {
  await addResponses(await selectAnalysis(caller, id), [
    { date: '2026-06-01', platform: 'chatgpt', responses: 10, naming: 10 },
    { date: '2026-06-03', platform: 'chatgpt', responses: 90, naming: 0 },
    { date: '2026-06-03', platform: 'claude', responses: 10, naming: 5 },
    { date: '2026-06-09', platform: 'claude', responses: 3, naming: 1 },
  ]);
  const fields = '{ date score responses brandMentionCount confidence { low high } }';
  const days = '(from: "2026-06-02", to: "2026-06-09")';
  const point = (date: string, responses: number, brandMentionCount: number) => ({
    date,
    score: Math.round((100 * brandMentionCount) / responses),
    responses,
    brandMentionCount,
    confidence: wilson(brandMentionCount, responses),
  });
  expect(await visibility(days, `trend ${fields} pooled: trend(over: 3) ${fields}`)).toEqual({
    trend: [point('2026-06-03', 100, 5), point('2026-06-09', 3, 1)],
    pooled: [
      point('2026-06-02', 10, 10),
      point('2026-06-03', 110, 15),
      point('2026-06-04', 100, 5),
      point('2026-06-05', 100, 5),
      point('2026-06-09', 3, 1),
    ],
  });
  const { byPlatform } = await visibility(
    days,
    `byPlatform { platform trend ${fields} pooled: trend(over: 3) ${fields} }`,
  );
  expect(byPlatform).toEqual([
    expect.objectContaining({
      platform: 'CHATGPT',
      trend: [point('2026-06-03', 90, 0)],
      pooled: [
        point('2026-06-02', 10, 10),
        point('2026-06-03', 100, 10),
        point('2026-06-04', 90, 0),
        point('2026-06-05', 90, 0),
      ],
    }),
    { platform: 'PERPLEXITY', trend: [], pooled: [] },
    expect.objectContaining({
      platform: 'CLAUDE',
      trend: [point('2026-06-03', 10, 5), point('2026-06-09', 3, 1)],
    }),
  ]);
});

test('pooled over the whole period, the last point is the score of the period', () => {
  const to = '2026-06-30';
  const counts = fc.record({ responses: fc.nat(50), share: fc.nat(100) });
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: OVER_MAX }), (drawn) => {
      const days = drawn.map(({ responses, share }, at) => {
        const brandMentionCount = Math.floor((responses * share) / 100);
        return { date: daysBefore(to, drawn.length - 1 - at), score: 0, responses, brandMentionCount };
      });
      const period = { from: daysBefore(to, drawn.length - 1), to };
      const sum = (of: 'responses' | 'brandMentionCount') => days.reduce((total, day) => total + day[of], 0);
      const answered = days.filter(({ responses }) => responses > 0);
      const last = poolDays(answered, period, drawn.length).at(-1);
      expect([last?.responses ?? 0, last?.brandMentionCount ?? 0]).toEqual([
        sum('responses'),
        sum('brandMentionCount'),
      ]);
    }),
  );
});

test("a platform's period before is that of visibility asked of it alone, null where it has no responses", async () => {
  const day = { responses: 100, questions: 10 };
  await addResponses(await selectAnalysis(caller, id), [
    { ...day, date: '2026-06-08', platform: 'chatgpt', naming: 20 },
    { ...day, date: '2026-06-10', platform: 'chatgpt', naming: 60 },
    { ...day, date: '2026-06-09', platform: 'claude', naming: 50 },
    { ...day, date: '2026-06-11', platform: 'claude', naming: 50 },
  ]);
  const days = 'from: "2026-06-10", to: "2026-06-11"';
  const previous = 'previous { score change verdict significant }';
  const { byPlatform } = await visibility(`(${days})`, `byPlatform { platform ${previous} }`);
  const alone = async (platform: string) =>
    (await visibility(`(${days}, platforms: [${platform}])`, previous))['previous'];
  expect(byPlatform).toEqual([
    { platform: 'CHATGPT', previous: await alone('CHATGPT') },
    { platform: 'PERPLEXITY', previous: null },
    { platform: 'CLAUDE', previous: await alone('CLAUDE') },
  ]);
  expect(await alone('CHATGPT')).toMatchObject({ score: 20, change: 40, verdict: 'MOVED_UP' });
  expect(await alone('CLAUDE')).toMatchObject({ verdict: 'WITHIN_NOISE' });
});

test.each([-1, 0, 31, 2_147_483_647])('a trend over %d days is refused, naming the bound', async (over) => {
  for (const field of ['trend', 'byPlatform { trend']) {
    const end = field.includes('{') ? ' }' : '';
    const query = `{ project(id: "${id}") { visibility { ${field}(over: ${over}) { score }${end} } } }`;
    const { body } = await askGraphql(caller, query);
    expect(body.errors?.[0]).toMatchObject({
      extensions: { code: 'VALIDATION_ERROR', issues: [{ path: ['over'], message: expect.stringContaining('30') }] },
    });
  }
});

test('days at either end of what a period may be are pooled', async () => {
  for (const days of ['from: "1970-01-01", to: "1970-01-02"', 'from: "9999-12-30", to: "9999-12-31"']) {
    expect(await visibility(`(${days})`, 'trend(over: 30) { score } byPlatform { trend(over: 30) { score } }')).toEqual(
      {
        trend: [],
        byPlatform: [{ trend: [] }, { trend: [] }],
      },
    );
  }
});
