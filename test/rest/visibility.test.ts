import { type ApiCaller, TODAY, useApi } from '../support/api.js';
import { dataOf, expectError } from '../support/expectations.js';
import { addResponses, type Responses, selectAnalysis } from '../support/history.js';
import { createProject } from '../support/resources.js';

const api = useApi();

interface Visibility {
  project_id: string;
  window: { from: string; to: string };
  by_platform: Record<string, { response_count: number; brand_mention_count: number; visibility_score: number }>;
  score: number;
  trend: { date: string; score: number; responses: number }[];
}

const ZEROS = { response_count: 0, brand_mention_count: 0, visibility_score: 0 };

async function openHistory(added: readonly Responses[]) {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const history = await selectAnalysis(caller, id);
  await addResponses(history, added);
  return { caller, id, history };
}

async function visibility(caller: ApiCaller, id: string, query = ''): Promise<Visibility> {
  return dataOf<Visibility>(await caller.get(`/projects/${id}/visibility?${query}`));
}

test('a project without any analysis has zeros for its platforms and no trend', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  expect(await visibility(caller, id)).toEqual({
    project_id: id,
    window: { from: '2026-05-16', to: TODAY },
    by_platform: { chatgpt: ZEROS, perplexity: ZEROS },
    score: 0,
    trend: [],
  });
});

test('visibility is the share of accepted responses that name the brand, in all, by platform and by day', async () => {
  const { caller, id } = await openHistory([
    { date: '2026-06-10', platform: 'chatgpt', responses: 4, naming: 1 },
    { date: '2026-06-10', platform: 'gemini', responses: 2, naming: 2 },
    { date: '2026-06-12', platform: 'chatgpt', responses: 6, naming: 0 },
  ]);
  expect(await visibility(caller, id)).toEqual({
    project_id: id,
    window: { from: '2026-05-16', to: TODAY },
    by_platform: {
      chatgpt: { response_count: 10, brand_mention_count: 1, visibility_score: 10 },
      perplexity: ZEROS,
      gemini: { response_count: 2, brand_mention_count: 2, visibility_score: 100 },
    },
    score: 25,
    trend: [
      { date: '2026-06-10', score: 50, responses: 6 },
      { date: '2026-06-12', score: 0, responses: 6 },
    ],
  });
});

test.each([
  [1, 200, 1],
  [1, 201, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [3, 8, 38],
  [199, 200, 100],
  [397, 400, 99],
  [99, 100, 99],
])('%i of %i is a score of %i: half up, once', async (naming, responses, score) => {
  const { caller, id } = await openHistory([{ date: '2026-06-10', platform: 'chatgpt', responses, naming }]);
  const found = await visibility(caller, id);
  expect([found.score, found.by_platform['chatgpt']?.visibility_score, found.trend[0]?.score]).toEqual([
    score,
    score,
    score,
  ]);
});

test('the score over all is of the sums, not a mean of rounded scores', async () => {
  const { caller, id } = await openHistory([
    { date: '2026-06-10', platform: 'chatgpt', responses: 1, naming: 1 },
    { date: '2026-06-11', platform: 'chatgpt', responses: 99, naming: 0 },
  ]);
  expect(await visibility(caller, id)).toMatchObject({ score: 1, trend: [{ score: 100 }, { score: 0 }] });
});

test('a list of platforms narrows every figure, and names exactly the platforms shown', async () => {
  const { caller, id } = await openHistory([
    { date: '2026-06-10', platform: 'chatgpt', responses: 4, naming: 1 },
    { date: '2026-06-11', platform: 'claude', responses: 2, naming: 2 },
  ]);
  const narrow = await visibility(caller, id, 'platforms=claude,gemini');
  expect(narrow.by_platform).toEqual({
    claude: { response_count: 2, brand_mention_count: 2, visibility_score: 100 },
    gemini: ZEROS,
  });
  expect([narrow.score, narrow.trend]).toEqual([100, [{ date: '2026-06-11', score: 100, responses: 2 }]]);
  const all = await visibility(caller, id, 'platforms=chatgpt,perplexity,claude,gemini');
  expect(Object.keys(all.by_platform).toSorted()).toEqual(['chatgpt', 'claude', 'gemini', 'perplexity']);
});

test.each(['claude', 'claude,claude', ' claude ', 'claude%2Cclaude', 'claude&platforms=claude'])(
  'platforms=%s is a list of one',
  async (list) => {
    const { caller, id } = await openHistory([]);
    expect((await visibility(caller, id, `platforms=${list}`)).by_platform).toEqual({ claude: ZEROS });
  },
);

test.each(['', ',', 'claude,', ',claude', 'Claude', 'bing', 'claude;gemini', 'claude,bing', 'all', '%00', '*'])(
  'platforms=%s is refused',
  async (list) => {
    const { caller, id } = await openHistory([]);
    expectError(await caller.get(`/projects/${id}/visibility?platforms=${list}`), 'VALIDATION_ERROR', /^platforms/);
  },
);

test('a platform that is no longer enabled is shown while it has responses in the range', async () => {
  const { caller, id } = await openHistory([{ date: '2026-06-01', platform: 'perplexity', responses: 2, naming: 1 }]);
  await caller.patch(`/projects/${id}`, { settings: { platforms: ['claude'] } });
  expect(Object.keys((await visibility(caller, id)).by_platform)).toEqual(['claude', 'perplexity']);
  expect(Object.keys((await visibility(caller, id, 'window=1d')).by_platform)).toEqual(['claude']);
});

test('the figures are those of the selected analysis alone', async () => {
  const { caller, id } = await openHistory([{ date: '2026-06-10', platform: 'chatgpt', responses: 9, naming: 9 }]);
  const later = await selectAnalysis(caller, id);
  expect(await visibility(caller, id)).toMatchObject({ score: 0, trend: [] });
  await addResponses(later, [{ date: '2026-06-10', platform: 'chatgpt', responses: 9, naming: 3 }]);
  expect(await visibility(caller, id)).toMatchObject({ score: 33, trend: [{ responses: 9 }] });
});

test('the trend ascends, with an entry for each day that has responses and none for another', async () => {
  const days = ['2026-06-14', '2026-05-16', '2026-06-01'];
  const { caller, id } = await openHistory(
    days.flatMap((date) =>
      (['gemini', 'claude'] as const).map((platform) => ({ date, platform, responses: 1, naming: 0 })),
    ),
  );
  const { trend } = await visibility(caller, id);
  expect(trend.map(({ date, responses }) => `${date} ${responses}`)).toEqual(days.toSorted().map((day) => `${day} 2`));
});

test('an archived project keeps its visibility', async () => {
  const { caller, id } = await openHistory([{ date: '2026-06-10', platform: 'chatgpt', responses: 2, naming: 1 }]);
  const before = await visibility(caller, id);
  await caller.delete(`/projects/${id}`);
  expect(await visibility(caller, id)).toEqual(before);
});
