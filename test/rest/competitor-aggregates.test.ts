import { type ApiCaller, useApi } from '../support/api.js';
import { dataOf, first } from '../support/expectations.js';
import { addCandidate, addMentions, addResponses, candidateOf, selectAnalysis } from '../support/history.js';
import { createCompetitor, createProject, type WireCompetitor } from '../support/resources.js';

/** The API's today is 2026-06-15, so the last 30 days begin on 2026-05-16. */

const api = useApi();

const DAY = { date: '2026-06-10', platform: 'claude' as const };
const AGGREGATES = [
  'total_mentions_count',
  'visibility_score',
  'market_share',
  'first_seen_at',
  'last_seen_at',
] as const;

async function openProject(names: number) {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const competitors = await Promise.all(Array.from({ length: names }, () => createCompetitor(caller, id)));
  const candidates = await Promise.all(competitors.map((competitor) => candidateOf(caller, competitor.id)));
  return { caller, id, competitors, candidates };
}

/** The aggregate fields that the list shows of a competitor. */
async function aggregatesOf(caller: ApiCaller, id: string, competitorId: string | undefined) {
  const listed = dataOf<WireCompetitor[]>(await caller.get(`/projects/${id}/competitors`));
  const competitor = first(listed.filter((one) => one.id === competitorId));
  return Object.fromEntries(AGGREGATES.filter((name) => name in competitor).map((name) => [name, competitor[name]]));
}

test('a listed competitor carries every aggregate field after the base fields', async () => {
  const { caller, id, competitors, candidates } = await openProject(1);
  const [subject = ''] = candidates;
  const history = await selectAnalysis(caller, id, candidates);
  await addResponses(history, [{ ...DAY, responses: 8, naming: 4 }]);
  await addMentions(history, [
    { ...DAY, subject: id, mentions: 4, responses: 4 },
    { ...DAY, subject, mentions: 2, responses: 1, seen: '2026-06-10T09:30:00.5Z' },
    { date: '2026-01-10', platform: 'gemini', subject, mentions: 40, responses: 9, seen: '2026-01-10T00:00:00Z' },
  ]);
  const listed = first(dataOf<WireCompetitor[]>(await caller.get(`/projects/${id}/competitors`)));
  expect(listed).toEqual({
    ...competitors[0],
    total_mentions_count: 42,
    visibility_score: 13,
    market_share: 33.33,
    first_seen_at: '2026-01-10T00:00:00.000Z',
    last_seen_at: '2026-06-10T09:30:00.500Z',
  });
  expect(Object.keys(listed)).toEqual([...Object.keys(competitors[0] ?? {}), ...AGGREGATES]);
});

test('a competitor never named while the project has answers has zeros and no seen dates', async () => {
  const { caller, id, competitors, candidates } = await openProject(1);
  await addResponses(await selectAnalysis(caller, id, candidates), [{ ...DAY, responses: 8, naming: 4 }]);
  expect(await aggregatesOf(caller, id, competitors[0]?.id)).toEqual({
    total_mentions_count: 0,
    visibility_score: 0,
    market_share: 0,
  });
});

test('a competitor that the selected analysis did not look for has no aggregate field', async () => {
  const { caller, id, competitors, candidates } = await openProject(2);
  const history = await selectAnalysis(caller, id, candidates.slice(0, 1));
  await addResponses(history, [{ ...DAY, responses: 8, naming: 4 }]);
  expect(await aggregatesOf(caller, id, competitors[0]?.id)).toHaveProperty('visibility_score', 0);
  expect(await aggregatesOf(caller, id, competitors[1]?.id)).toEqual({});
});

test('without answers no competitor has an aggregate field', async () => {
  const { caller, id, competitors, candidates } = await openProject(1);
  await selectAnalysis(caller, id, candidates);
  expect(await aggregatesOf(caller, id, competitors[0]?.id)).toEqual({});
});

test('a competitor named only long ago keeps its total and seen dates beside zeros', async () => {
  const { caller, id, competitors, candidates } = await openProject(1);
  const [subject = ''] = candidates;
  const history = await selectAnalysis(caller, id, candidates);
  await addResponses(history, [{ date: '2026-05-15', platform: 'claude', responses: 2, naming: 0 }]);
  await addMentions(history, [{ date: '2026-05-15', platform: 'claude', subject, mentions: 5, responses: 2 }]);
  expect(await aggregatesOf(caller, id, competitors[0]?.id)).toEqual({
    total_mentions_count: 5,
    visibility_score: 0,
    market_share: 0,
    first_seen_at: '2026-05-15T10:00:00.000Z',
    last_seen_at: '2026-05-15T10:00:00.000Z',
  });
});

test('the last 30 days count both their first day and today', async () => {
  const { caller, id, competitors, candidates } = await openProject(1);
  const [subject = ''] = candidates;
  const history = await selectAnalysis(caller, id, candidates);
  for (const date of ['2026-05-15', '2026-05-16', '2026-06-15', '2026-06-16']) {
    await addResponses(history, [{ date, platform: 'claude', responses: 10, naming: 0 }]);
    await addMentions(history, [{ date, platform: 'claude', subject, mentions: 1, responses: 1 }]);
  }
  expect(await aggregatesOf(caller, id, competitors[0]?.id)).toMatchObject({
    total_mentions_count: 4,
    visibility_score: 10,
    market_share: 100,
  });
});

test('market share is of the brand and all tracked competitors: not of discovered and removed ones', async () => {
  const { caller, id, competitors, candidates } = await openProject(3);
  const discovered = await addCandidate(caller, id);
  const history = await selectAnalysis(caller, id, candidates);
  await addResponses(history, [{ ...DAY, responses: 100, naming: 50 }]);
  await addMentions(
    history,
    [id, ...candidates, discovered].map((subject, at) => ({
      ...DAY,
      subject,
      mentions: [3, 1, 2, 60, 500][at] ?? 0,
      responses: 1,
    })),
  );
  const share = async (at: number) => (await aggregatesOf(caller, id, competitors[at]?.id))['market_share'];
  expect([await share(0), await share(1), await share(2)]).toEqual([1.52, 3.03, 90.91]);
  await caller.delete(`/competitors/${competitors[2]?.id}`);
  expect([await share(0), await share(1)]).toEqual([16.67, 33.33]);
});

test.each([
  [1, 8, 12.5],
  [1, 800, 0.13],
  [1, 20_000, 0.01],
  [1, 20_001, 0],
  [2, 3, 66.67],
])('%i mentions of %i are a share of %f percent, rounded half up', async (mentions, all, share) => {
  const { caller, id, competitors, candidates } = await openProject(1);
  const history = await selectAnalysis(caller, id, candidates);
  await addResponses(history, [{ ...DAY, responses: 1, naming: 1 }]);
  await addMentions(history, [
    { ...DAY, subject: id, mentions: all - mentions, responses: 1 },
    { ...DAY, subject: candidates[0] ?? '', mentions, responses: 1 },
  ]);
  expect(await aggregatesOf(caller, id, competitors[0]?.id)).toMatchObject({ market_share: share });
});

test('the fields are of the selected analysis alone', async () => {
  const { caller, id, competitors, candidates } = await openProject(1);
  const [subject = ''] = candidates;
  const earlier = await selectAnalysis(caller, id, candidates);
  await addResponses(earlier, [{ ...DAY, responses: 1, naming: 1 }]);
  await addMentions(earlier, [{ ...DAY, subject, mentions: 9, responses: 1 }]);
  const later = await selectAnalysis(caller, id, candidates);
  expect(await aggregatesOf(caller, id, competitors[0]?.id)).toEqual({});
  await addResponses(later, [{ ...DAY, responses: 2, naming: 1 }]);
  await addMentions(later, [{ ...DAY, subject, mentions: 3, responses: 1 }]);
  expect(await aggregatesOf(caller, id, competitors[0]?.id)).toMatchObject({
    total_mentions_count: 3,
    visibility_score: 50,
  });
});
