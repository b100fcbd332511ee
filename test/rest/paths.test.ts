import { ROUTES } from '../../src/rest/routes.js';
import { useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { createProject } from '../support/resources.js';

const api = useApi();

const ID = '00000000-0000-4000-8000-000000000000';
const PATHS = [...new Set(ROUTES.map(({ path }) => path.replace(/:\w+/g, ID)))];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const lacking = PATHS.flatMap((path) =>
  METHODS.filter(
    (method) =>
      !ROUTES.some((route) => route.method.toUpperCase() === method && route.path.replace(/:\w+/g, ID) === path),
  ).map((method) => [method, path] as const),
);

test.each(lacking)('%s %s is no endpoint: 404, and 401 first', async (method, path) => {
  expectError(await (await api.open()).send(method, path), 'NOT_FOUND', 'No such endpoint');
  expectError(await api.request(method, `/api/v1${path}`), 'UNAUTHORIZED');
});

test.each([
  '',
  '/',
  '/nowhere',
  '/projects/x/y/z',
  `/projects/${ID}/runs`,
  `/competitors/${ID}`,
  `/prompts`,
  '/competitors',
  '/%',
  '/%zz',
  '/%00',
  '/projects%2F',
  '/../healthz/..',
  '//projects',
  '/__proto__',
  '/constructor',
])('GET %s is no endpoint', async (path) => {
  expectError(await (await api.open()).get(path), 'NOT_FOUND');
});

test.each(['/projects/%E0%A4%A', '/projects/%', '/projects/%ff/prompts', '/prompts/%zz'])(
  'the path %s, which cannot be decoded, is refused',
  async (path) => {
    expectError(await (await api.open()).get(path), 'VALIDATION_ERROR');
    expectError(await api.request('GET', `/api/v1${path}`), 'UNAUTHORIZED');
  },
);

test('HEAD is answered like GET, without its body', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  for (const path of ['/projects', `/projects/${id}`, `/projects/${id}/sentiment`, `/projects/${ID}`, '/projects/1']) {
    const [get, head] = [await caller.get(path), await caller.send('HEAD', path)];
    expect(head.status).toBe(get.status);
    expect(head.text).toBe('');
    for (const name of ['etag', 'content-type']) expect(head.headers.get(name)).toBe(get.headers.get(name));
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
  }
});

test('unknown query parameters are ignored', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const query = 'color=red&__proto__=1&constructor=2&fields[]=id&from_=x&Limit=0&=&%E0%A4%A=%ff';
  for (const path of ['/projects', `/projects/${id}`, `/projects/${id}/mentions`, `/projects/${id}/citations`]) {
    expect((await caller.get(`${path}?${query}`)).status).toBe(200);
  }
});

test('answers are not sniffed, not cached by others, and do not name the software', async () => {
  const { headers } = await (await api.open()).get('/projects');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('x-powered-by')).toBeNull();
});
