import { useApi } from '../support/api.js';
import { expectError, UUID_V4 } from '../support/expectations.js';

const api = useApi();

test.each(['a', 'order 66/{x}', '~'.repeat(128)])('a printable request id is given back: %s', async (id) => {
  const caller = await api.open();
  expect((await caller.get('/projects', { 'X-Request-Id': id })).headers.get('x-request-id')).toBe(id);
});

test.each([
  ['none', {}],
  ['an empty one', { 'X-Request-Id': '' }],
  ['one of 129 characters', { 'X-Request-Id': 'a'.repeat(129) }],
  ['one beyond ASCII', { 'X-Request-Id': 'caf\u00e9' }],
  ['one with a tab', { 'X-Request-Id': 'a\tb' }],
])('in place of %s a new request id is made', async (_what, headers) => {
  const caller = await api.open();
  expect((await caller.get('/projects', headers)).headers.get('x-request-id')).toMatch(UUID_V4);
});

test.each([
  ['401', '/api/v1/projects', 401],
  ['an unknown path outside the API', '/nowhere', 404],
  ['the health of the process', '/healthz', 200],
  ['the description of the API', '/openapi.json', 200],
])('%s carries a request id', async (_what, path, status) => {
  const answer = await api.request('GET', path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-request-id')).toMatch(UUID_V4);
});

test('answers of each kind carry a request id of their own', async () => {
  const caller = await api.open();
  const answers = [
    await caller.get('/projects'),
    await caller.post('/projects', { brand_name: 'A', website_url: 'https://a.example' }),
    await caller.get('/projects', { 'If-None-Match': '*' }),
    await caller.get('/nowhere'),
    await caller.get('/projects/1'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 304, 404, 422]);
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  for (const id of ids) expect(id).toMatch(UUID_V4);
  expect(new Set(ids).size).toBe(answers.length);
});

test('a path outside the API needs no key and is answered in the envelope', async () => {
  expectError(await api.request('GET', '/api/v2/projects'), 'NOT_FOUND');
  expectError(await api.request('POST', '/'), 'NOT_FOUND');
});
