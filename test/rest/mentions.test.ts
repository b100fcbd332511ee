import { type ApiCaller, useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { addCandidate, addMentions, candidateOf, selectAnalysis } from '../support/history.js';
import { createCompetitor, createProject } from '../support/resources.js';

const api = useApi();

interface Bucket {
  competitor_candidate_id: string | null;
  competitor_id: string | null;
  bucket_date: string;
  mention_count: number;
  response_count: number;
  provider: string;
}

interface Page {
  data: { mentions: Bucket[] };
  pagination: { limit: number; offset: number; has_more: boolean };
  rate_limit: object;
}

async function openHistory() {
  const caller = await api.open();
  const { id } = await createProject(caller);
  return { caller, id, history: await selectAnalysis(caller, id) };
}

async function page(caller: ApiCaller, id: string, query = ''): Promise<Page> {
  const answer = await caller.get(`/projects/${id}/mentions?${query}`);
  expect(answer.status).toBe(200);
  // The shape is compared field by field in the first test.
  return answer.body as Page;
}

test('a page has exactly the fields of the specification', async () => {
  const { caller, id, history } = await openHistory();
  const competitor = await createCompetitor(caller, id);
  const candidate = await candidateOf(caller, competitor.id);
  const bucket = { date: '2026-06-10', platform: 'claude' as const, mentions: 3, responses: 2 };
  await addMentions(history, [{ ...bucket, subject: candidate }]);
  expect(await page(caller, id)).toEqual({
    data: {
      mentions: [
        {
          competitor_candidate_id: candidate,
          competitor_id: competitor.id,
          bucket_date: '2026-06-10',
          mention_count: 3,
          response_count: 2,
          provider: 'claude',
        },
      ],
    },
    pagination: { limit: 50, offset: 0, has_more: false },
    rate_limit: { limit: 200, remaining: 197, reset: expect.any(Number) },
  });
});

test('a project without history has an empty page', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  expect(await page(caller, id)).toMatchObject({ data: { mentions: [] }, pagination: { has_more: false } });
});

test('the brand has neither id, a discovered name its candidate alone, a tracked one both', async () => {
  const { caller, id, history } = await openHistory();
  const competitor = await createCompetitor(caller, id);
  const [tracked, discovered] = [await candidateOf(caller, competitor.id), await addCandidate(caller, id)];
  const bucket = { date: '2026-06-10', platform: 'claude' as const, responses: 1 };
  await addMentions(history, [
    { ...bucket, subject: id, mentions: 1 },
    { ...bucket, subject: tracked, mentions: 3 },
    { ...bucket, subject: discovered, mentions: 2 },
  ]);
  const { mentions } = (await page(caller, id)).data;
  expect(mentions.map((bucket) => [bucket.competitor_candidate_id, bucket.competitor_id])).toEqual([
    [null, null],
    [tracked, competitor.id],
    [discovered, null],
  ]);
});

test('the history of a removed competitor stays, its id included', async () => {
  const { caller, id, history } = await openHistory();
  const competitor = await createCompetitor(caller, id);
  const subject = await candidateOf(caller, competitor.id);
  await addMentions(history, [{ date: '2026-06-10', platform: 'claude', subject, mentions: 1, responses: 1 }]);
  const before = (await page(caller, id)).data;
  await caller.delete(`/competitors/${competitor.id}`);
  expect((await page(caller, id)).data).toEqual(before);
  expect(before.mentions[0]?.competitor_id).toBe(competitor.id);
});

/** Names in every order: 5 days, 3 platforms, the brand and 4 candidates of which two are named equally often. */
async function openManifold() {
  const { caller, id, history } = await openHistory();
  const candidates = await Promise.all([1, 2, 3, 4].map(() => addCandidate(caller, id)));
  const added = ['2026-06-12', '2026-06-10', '2026-06-14', '2026-06-11', '2026-06-13'].flatMap((date) =>
    (['perplexity', 'chatgpt', 'gemini'] as const).flatMap((platform) =>
      [...candidates, id].map((subject, at) => ({
        date,
        platform,
        subject,
        mentions: [7, 2, 7, 9, 1][at] ?? 0,
        responses: 1,
      })),
    ),
  );
  await addMentions(history, added);
  const rank = (subject: string, mentions: number) =>
    subject === id ? '0' : `1 ${String(100 - mentions).padStart(3, '0')} ${subject}`;
  const inOrder = added.toSorted((a, b) => {
    if (a.date !== b.date) return a.date < b.date ? 1 : -1;
    const [one, other] = [a, b].map((row) => `${row.platform} ${rank(row.subject, row.mentions)}`);
    return (one ?? '') < (other ?? '') ? -1 : 1;
  });
  return {
    caller,
    id,
    expected: inOrder.map((row) => [row.date, row.platform, row.subject === id ? null : row.subject]),
  };
}

const keyOf = (bucket: Bucket) => [bucket.bucket_date, bucket.provider, bucket.competitor_candidate_id];

test('newest day first, then platform, then the brand, then most mentions, then candidate', async () => {
  const { caller, id, expected } = await openManifold();
  const { data, pagination } = await page(caller, id, 'limit=100');
  expect(data.mentions.map(keyOf)).toEqual(expected);
  expect(pagination).toEqual({ limit: 100, offset: 0, has_more: false });
});

test.each([1, 7, 25, 75])('walked in pages of %i the whole is complete and nothing comes twice', async (limit) => {
  const { caller, id, expected } = await openManifold();
  const walked: Bucket[] = [];
  for (let offset = 0, more = true; more; offset += limit) {
    const { data, pagination } = await page(caller, id, `limit=${limit}&offset=${offset}`);
    expect([pagination.limit, pagination.offset]).toEqual([limit, offset]);
    walked.push(...data.mentions);
    more = pagination.has_more;
    expect(more).toBe(walked.length < expected.length);
  }
  expect(walked.map(keyOf)).toEqual(expected);
});

test('50 buckets make a page unless another limit is sent', async () => {
  const { caller, id } = await openManifold();
  const { data, pagination } = await page(caller, id);
  expect([data.mentions.length, pagination]).toEqual([50, { limit: 50, offset: 0, has_more: true }]);
});

test('an offset beyond the end gives an empty page without more', async () => {
  const { caller, id } = await openManifold();
  for (const offset of [75, 1_000_000, 999_999_999_999_999]) {
    const found = await page(caller, id, `offset=${offset}`);
    expect(found).toMatchObject({ data: { mentions: [] }, pagination: { limit: 50, offset, has_more: false } });
  }
});

test('a provider narrows the buckets to its own', async () => {
  const { caller, id, expected } = await openManifold();
  const { data } = await page(caller, id, 'provider=gemini&limit=100');
  expect(data.mentions.map(keyOf)).toEqual(expected.filter(([, platform]) => platform === 'gemini'));
  expect((await page(caller, id, 'provider=claude')).data.mentions).toEqual([]);
});

test.each([
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=',
  'limit=1.5',
  'limit=1e1',
  'limit=0x10',
  'limit=ten',
  'limit=5&limit=6',
  'limit=%2B5',
  'limit=999999999999999999999999',
  'offset=-1',
  'offset=',
  'offset=1.0',
  'offset=x',
  'offset=1&offset=2',
  'offset=Infinity',
  'offset=%201',
  'provider=',
  'provider=Gemini',
  'provider=bing',
  'provider=gemini,claude',
  'provider=gemini&provider=claude',
])('%s is refused, and the message names the parameter', async (query) => {
  const { caller, id } = await openHistory();
  const field = new RegExp(`^${query.split('=')[0]}: `);
  expectError(await caller.get(`/projects/${id}/mentions?${query}`), 'VALIDATION_ERROR', field);
});

test('a limit of 1 and one of 100 are taken, and leading zeros do no harm', async () => {
  const { caller, id } = await openHistory();
  for (const [sent, limit] of [
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ] as const) {
    expect((await page(caller, id, `limit=${sent}&offset=00`)).pagination).toEqual({
      limit,
      offset: 0,
      has_more: false,
    });
  }
});
