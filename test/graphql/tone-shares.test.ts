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

async function sentimentOf(from: string, to: string, more = '') {
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${id}") { sentiment(from: "${from}", to: "${to}"${more}) { ${SHARES} } } }`,
  );
  expect(body.errors).toBeUndefined();
  return (body.data as { project: { sentiment: Record<string, unknown> } }).project.sentiment;
}

const PRAISE = 'Northwind is excellent and reliable.';
const BLAME = 'Northwind is unreliable and slow.';
const FACT = 'Northwind sells tea.';

/** Imports answers to as many questions on a day, each question with the same answers. */
async function importDay(date: string, answers: readonly string[], questions = 12) {
  const lines = Array.from({ length: questions }, (_, question) => question).flatMap((question) =>
    answers.map((answer, at) =>
      JSON.stringify({
        ...{ external_id: `${date} ${question} ${at}`, platform: 'claude', question: `Question ${question}?`, answer },
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

test('no one else’s project shows its shares', async () => {
  await importDay('2026-06-02', [PRAISE]);
  const { body } = await askGraphql(await api.open(), `{ project(id: "${id}") { sentiment { ${SHARES} } } }`);
  expect((body.data as { project: unknown } | null)?.project ?? null).toBeNull();
});
