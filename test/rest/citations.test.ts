import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { addCitations, type Citations, selectAnalysis } from '../support/history.js';
import { createProject } from '../support/resources.js';

const api = useApi();

interface Page {
  data: {
    domain: string;
    citation_count: number;
    response_count: number;
    first_seen: string;
    last_seen: string;
    top_urls: { url: string; count: number }[];
  }[];
  meta: { total: number; cursor: string | null };
}

async function openHistory(added: readonly Citations[]) {
  const caller = await api.open();
  await liftLimits(caller);
  const { id } = await createProject(caller);
  await addCitations(await selectAnalysis(caller, id), added);
  return { caller, id };
}

async function page(caller: ApiCaller, id: string, query = ''): Promise<Page> {
  const answer = await caller.get(`/projects/${id}/citations?${query}`);
  expect(answer.status).toBe(200);
  // The shape is compared field by field in the first test.
  return answer.body as Page;
}

const DAY = { date: '2026-06-10', platform: 'perplexity' as const };

test('a page has exactly the fields of the specification, summed over days and platforms', async () => {
  const { caller, id } = await openHistory([
    {
      ...DAY,
      domain: 'tea.example',
      citations: 3,
      responses: 2,
      seen: '2026-06-10T08:00:00.120Z',
      urls: { 'https://tea.example/a': 2, 'https://tea.example/b': 1 },
    },
    {
      date: '2026-06-12',
      platform: 'claude',
      domain: 'tea.example',
      citations: 2,
      responses: 1,
      seen: '2026-06-12T23:59:59Z',
      urls: { 'https://tea.example/b': 2 },
    },
  ]);
  expect(await page(caller, id)).toEqual({
    data: [
      {
        domain: 'tea.example',
        citation_count: 5,
        response_count: 3,
        first_seen: '2026-06-10T08:00:00.120Z',
        last_seen: '2026-06-12T23:59:59.000Z',
        top_urls: [
          { url: 'https://tea.example/b', count: 3 },
          { url: 'https://tea.example/a', count: 2 },
        ],
      },
    ],
    meta: { total: 1, cursor: null },
  });
});

test('a project without history has an empty page', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  expect((await caller.get(`/projects/${id}/citations`)).body).toEqual({ data: [], meta: { total: 0, cursor: null } });
});

test('first and last seen are of the answers within the range', async () => {
  const { caller, id } = await openHistory(
    ['2026-05-01', '2026-06-10', '2026-06-11', '2026-06-14'].map((date) => ({
      ...DAY,
      date,
      domain: 'a.example',
      citations: 1,
    })),
  );
  const { data } = await page(caller, id, 'from=2026-06-10&to=2026-06-11');
  expect(data).toMatchObject([
    { citation_count: 2, first_seen: '2026-06-10T10:00:00.000Z', last_seen: '2026-06-11T10:00:00.000Z' },
  ]);
});

test('a provider narrows domains, counts and pages to its own', async () => {
  const both = { domain: 'both.example', citations: 2, urls: { 'https://both.example/': 2 } };
  const { caller, id } = await openHistory([
    { ...DAY, ...both },
    { ...DAY, ...both, platform: 'gemini' },
    { ...DAY, domain: 'one.example', citations: 9 },
  ]);
  expect(await page(caller, id, 'provider=gemini')).toMatchObject({
    data: [{ domain: 'both.example', citation_count: 2, top_urls: [{ count: 2 }] }],
    meta: { total: 1, cursor: null },
  });
  expect(await page(caller, id, 'provider=claude')).toEqual({ data: [], meta: { total: 0, cursor: null } });
});

test('at most five pages of a domain are shown, most cited first, then by address', async () => {
  const counts = [1, 4, 2, 4, 3, 5, 1];
  const urls = Object.fromEntries(counts.map((count, at) => [`https://tea.example/${at}`, count]));
  const { caller, id } = await openHistory([{ ...DAY, domain: 'tea.example', citations: 20, urls }]);
  expect((await page(caller, id)).data[0]?.top_urls.map(({ url, count }) => `${url.slice(-1)} ${count}`)).toEqual([
    '5 5',
    '1 4',
    '3 4',
    '4 3',
    '2 2',
  ]);
});

/** 23 domains, some cited equally often. */
async function openManifold() {
  const domains = Array.from({ length: 23 }, (_, at) => ({
    domain: `d${(at * 7) % 23}.example`,
    citations: 1 + (at % 4),
  }));
  const names = ['a-z.example', 'a.example', 'ab.example', 'xn--bcher-kva.example'].map((domain) => ({
    domain,
    citations: 2,
  }));
  const all = [...domains, ...names];
  const inOrder = all.toSorted((a, b) => b.citations - a.citations || (a.domain < b.domain ? -1 : 1));
  const opened = await openHistory(
    all.map((row) => ({ ...DAY, ...row, urls: { [`https://${row.domain}/`]: row.citations } })),
  );
  return { ...opened, expected: inOrder.map(({ domain }) => domain) };
}

const domainsOf = ({ data }: Page) => data.map(({ domain }) => domain);

test('most citations first, then by domain', async () => {
  const { caller, id, expected } = await openManifold();
  const whole = await page(caller, id);
  expect(domainsOf(whole)).toEqual(expected);
  expect(whole.meta).toEqual({ total: expected.length, cursor: null });
});

test.each([1, 4, 9, 27])(
  'walked by cursor in pages of %i the whole is complete and nothing comes twice',
  async (limit) => {
    const { caller, id, expected } = await openManifold();
    const walked: string[] = [];
    for (let cursor: string | null = '0'; cursor !== null; ) {
      const found: Page = await page(caller, id, `limit=${limit}&cursor=${cursor}`);
      walked.push(...domainsOf(found));
      expect(found.meta.total).toBe(expected.length);
      for (const { domain, top_urls } of found.data)
        expect(top_urls.map(({ url }) => url)).toEqual([`https://${domain}/`]);
      cursor = found.meta.cursor;
      if (cursor !== null) expect(cursor).toBe(String(walked.length));
    }
    expect(walked).toEqual(expected);
  },
);

test('an offset starts the first page, and a cursor beside it wins', async () => {
  const { caller, id, expected } = await openManifold();
  const first = await page(caller, id, 'limit=5&offset=3');
  expect([domainsOf(first), first.meta.cursor]).toEqual([expected.slice(3, 8), '8']);
  expect(domainsOf(await page(caller, id, 'limit=5&offset=3&cursor=8'))).toEqual(expected.slice(8, 13));
  expect(domainsOf(await page(caller, id, 'limit=5&offset=3&cursor=0'))).toEqual(expected.slice(0, 5));
});

test('beyond the end a page is empty, tells the total and has no cursor', async () => {
  const { caller, id, expected } = await openManifold();
  const meta = { total: expected.length, cursor: null };
  for (const query of ['offset=27', 'cursor=28', 'cursor=999999999999999', 'offset=999999999999999']) {
    expect(await page(caller, id, query)).toEqual({ data: [], meta });
  }
});

test('50 domains make a page unless another limit is sent', async () => {
  const { caller, id } = await openHistory(
    Array.from({ length: 101 }, (_, at) => ({ ...DAY, domain: `d${at}.example`, citations: 1 })),
  );
  const found = await page(caller, id);
  expect([found.data.length, found.meta]).toEqual([50, { total: 101, cursor: '50' }]);
  expect((await page(caller, id, 'limit=100')).meta).toEqual({ total: 101, cursor: '100' });
});

test.each([
  'cursor=',
  'cursor=-1',
  'cursor=1.5',
  'cursor=abc',
  'cursor=1e3',
  'cursor=%201',
  'cursor=null',
  'cursor=1&cursor=2',
  'cursor=9999999999999999999999',
  'cursor=1&offset=-1',
  'limit=0',
  'limit=101',
  'limit=',
  'offset=-1',
  'offset=x',
  'provider=',
  'provider=bing',
])('%s is refused', async (query) => {
  const { caller, id } = await openHistory([]);
  expectError(
    await caller.get(`/projects/${id}/citations?${query}`),
    'VALIDATION_ERROR',
    /^(cursor|limit|offset|provider): /,
  );
});

test('an archived project keeps its citations', async () => {
  const { caller, id } = await openHistory([{ ...DAY, domain: 'tea.example', citations: 3 }]);
  const before = await page(caller, id);
  await caller.delete(`/projects/${id}`);
  expect(await page(caller, id)).toEqual(before);
});
