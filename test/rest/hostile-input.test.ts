import fc from 'fast-check';
import { ROUTES } from '../../src/rest/routes.js';
import { type Answer, type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** Nothing that a caller sends is answered with a 5xx, and every answer is in one of the two envelopes. */

const api = useApi();

let caller: ApiCaller;
let ids: Record<string, string>;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  const { id: projectId } = await createProject(caller);
  const prompt = await createPrompt(caller, projectId);
  ids = { projectId, promptId: prompt.id, competitorId: (await createCompetitor(caller, projectId)).id };
});

const pathOf = (path: string, id?: string) => path.replace(/:(\w+)/g, (_all, name) => id ?? ids[name] ?? '');

function expectNoFault(answer: Answer): void {
  expect([200, 201, 400, 404, 409, 422, 431]).toContain(answer.status);
  if (answer.status >= 400) {
    expect(answer.body).toEqual({ success: false, error: { code: expect.any(String), message: expect.any(String) } });
    expect(answer.text.length).toBeLessThan(20_000);
  } else {
    expect(answer.body).toHaveProperty('data');
  }
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('\0', '\ud800', '\udfff', "'", '"', '\\', '{', '}', ',', '%', '\n', '😀'),
    maxLength: 8,
  }),
  fc.constantFrom(
    '',
    'null',
    'NULL',
    '__proto__',
    '2026-02-30',
    '1e9',
    '-1',
    'NaN',
    '9'.repeat(30),
    'chatgpt',
    'daily',
  ),
);

const FIELDS = [
  ...['brand_name', 'website_url', 'description', 'target_country', 'main_topic', 'settings', 'prompt_text'],
  ...['platforms', 'monitoring_frequency', 'tags', 'is_active', 'name', 'auto_discover_competitors', '__proto__', 'id'],
];

const value = fc.oneof(
  { withCrossShrink: true },
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(text, { maxLength: 25 }),
  fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.boolean()), {
    maxKeys: 4,
  }),
);

/** Bodies near enough to good ones to reach the database, and bodies that are nothing of the kind. */
const body = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 6 }) },
  {
    weight: 3,
    arbitrary: fc.record({
      brand_name: text,
      website_url: fc.oneof(
        fc.webUrl(),
        text.map((part) => `https://a.example/${part}`),
      ),
      prompt_text: text,
      name: text,
      description: text,
      tags: fc.array(text, { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue({ noUnicodeString: false }) },
);

const WRITES = ROUTES.filter((route) => route.body).map(({ method, path }) => [method.toUpperCase(), path] as const);

test.each(WRITES)('%s %s answers any JSON value without a fault of its own', async (method, path) => {
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      expectNoFault(await caller.sendJson(method, pathOf(path), sent));
    }),
    { numRuns: 50 },
  );
});

test.each(WRITES)('%s %s answers any bytes as a body without a fault of its own', async (method, path) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, isJson) => {
      const headers = { 'Content-Type': isJson ? 'application/json' : 'text/plain' };
      expectNoFault(await caller.send(method, pathOf(path), headers, Buffer.from(bytes)));
    }),
    { numRuns: 15 },
  );
});

const READS = ROUTES.filter(({ method }) => method === 'get').map(({ path }) => path);
const PARAMETERS = ['from', 'to', 'window', 'provider', 'platforms', 'limit', 'offset', 'cursor', '__proto__'];

const parameter = fc.tuple(
  fc.constantFrom(...PARAMETERS),
  fc.oneof(
    text,
    fc.integer().map(String),
    fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
  ),
);

test.each(READS)('GET %s answers any query without a fault of its own', async (path) => {
  await fc.assert(
    fc.asyncProperty(fc.array(parameter, { maxLength: 4 }), async (pairs) => {
      expectNoFault(await caller.get(`${pathOf(path)}?${new URLSearchParams(pairs)}`));
    }),
    { numRuns: path.includes('/projects/:projectId/') ? 40 : 10 },
  );
});

test('any undecoded query is answered without a fault of its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[!-~]{0,80}$/), async (query) => {
      const path = `${pathOf('/projects/:projectId/mentions')}?${query.replaceAll('#', '')}`;
      expectNoFault(await caller.get(path));
    }),
    { numRuns: 40 },
  );
});

test('any id in any path is answered without a fault of its own', async () => {
  const routes = ROUTES.filter(({ path }) => path.includes(':'));
  const id = fc.oneof(
    text.map((part) => encodeURIComponent(part.toWellFormed())),
    fc.stringMatching(/^[!-~]{1,20}$/),
    fc.uuid(),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), id, async ({ method, path }, sent) => {
      const safe = sent.replaceAll(/[#?]/g, '');
      expectNoFault(
        await caller.sendJson(method.toUpperCase() === 'GET' ? 'DELETE' : method.toUpperCase(), pathOf(path, safe), {}),
      );
    }),
    { numRuns: 80 },
  );
});

test('any header that HTTP can carry is answered without a fault of its own', async () => {
  const header = fc.stringMatching(/^[\x20-\x7e\xa1-\xff]{0,300}$/);
  const names = [
    'Idempotency-Key',
    'If-None-Match',
    'X-Request-Id',
    'Content-Type',
    'Accept',
    'X-Forwarded-For',
    'Range',
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), header, async (name, sent) => {
      const body = { brand_name: 'A', website_url: 'https://a.example' };
      expectNoFault(await caller.post('/projects', body, { [name]: sent }));
      expectNoFault(await caller.get('/projects/1', { [name]: sent }));
    }),
    { numRuns: 40 },
  );
});
