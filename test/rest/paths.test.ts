import { ROUTES } from '../../src/rest/routes.js';
import { useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { createProject } from '../support/resources.js';
import { recordStatements } from '../support/statements.js';

const api = useApi();

const ID = '00000000-0000-4000-8000-000000000000';
const PATHS = [...new Set(ROUTES.map(({ path }) => path.replace(/:\w+/g, ID)))];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

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

describe('OPTIONS', () => {
  let texts: string[];

  beforeAll(async () => {
    texts = await recordStatements(api.db);
  });

  test.each(PATHS)('of %s tells the methods of the table to everybody, and asks no database', async (path) => {
    const caller = await api.open();
    texts.length = 0;
    for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: `Bearer ${caller.key}` }]) {
      const answer = await api.request('OPTIONS', `/api/v1${path}`, headers);
      expect([answer.status, answer.text]).toEqual([204, '']);
      const allowed = METHODS.filter((method) => !lacking.some(([lacks, at]) => lacks === method && at === path));
      const named = [...allowed, 'OPTIONS', ...(allowed.includes('GET') ? ['HEAD'] : [])];
      expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(named.toSorted());
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    }
    expect(texts).toEqual([]);
  });

  test.each(['', '/', '/nowhere', '/projects/x/y/z'])('of %s, which is no endpoint, is 404', async (path) => {
    expectError(await api.request('OPTIONS', `/api/v1${path}`), 'NOT_FOUND', 'No such endpoint');
  });

  test('of /graphql tells the methods that it takes', async () => {
    const answer = await api.request('OPTIONS', '/graphql');
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, POST, OPTIONS']);
  });
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
  const query = 'color=red&platforms=claude&__proto__=1&constructor=2&fields[]=id&form=x&t=1&=&%E0%A4%A=%ff';
  for (const path of ['/projects', `/projects/${id}`, `/projects/${id}/mentions`, `/projects/${id}/citations`]) {
    expect((await caller.get(`${path}?${query}`)).status).toBe(200);
  }
});

test.each([
  ['platform', 'visibility', 'platforms'],
  ['platfroms', 'visibility', 'platforms'],
  ['providers[]', 'mentions', 'provider'],
  ['start-date', 'mentions', 'from'],
  ['startDate', 'sentiment', 'from'],
  ['from_', 'citations', 'from'],
  ['end', 'citations', 'to'],
  ['Limit', 'mentions', 'limit'],
  ['windows', 'visibility', 'window'],
])('the parameter %s of %s is refused and names %s, as its filter would be lost', async (sent, metric, meant) => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const answer = await caller.get(`/projects/${id}/${metric}?${sent}=7d`);
  expectError(answer, 'VALIDATION_ERROR');
  const message = `${sent.replace('[]', '')} is not a query parameter. Use ${meant}`;
  expect(answer.body).toMatchObject({ error: { message } });
});

test('each parameter may be written with [], once or several times', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const of = async (query: string) => {
    const { rate_limit, ...rest } = (await caller.get(`/projects/${id}/${query}`)).body as Record<string, unknown>;
    return rest;
  };
  const two = await of('visibility?window=7d&platforms=claude,gemini');
  expect(Object.keys((two as { data: { by_platform: object } }).data.by_platform)).toEqual(['claude', 'gemini']);
  expect(await of('visibility?window[]=7d&platforms[]=claude&platforms%5B%5D=gemini')).toEqual(two);
  expect(await of('visibility?window=7d&platforms=claude&platforms[]=gemini')).toEqual(two);
  const paged = await of('mentions?limit=7&offset=2&provider=claude');
  expect(await of('mentions?limit[]=7&offset[]=2&provider[]=claude')).toEqual(paged);
  expectError(await caller.get(`/projects/${id}/mentions?limit[]=7&limit=8`), 'VALIDATION_ERROR');
});

test.each(['bearer', 'BEARER', 'bEaReR'])(
  'the scheme of the key may be written %s, with more spaces',
  async (scheme) => {
    const { key } = await api.open();
    for (const Authorization of [`${scheme} ${key}`, `Bearer  ${key}`, `${scheme}   ${key}`]) {
      for (const [method, path] of [
        ['GET', '/api/v1/projects'],
        ['GET', '/graphql?query={account{id}}'],
      ] as const) {
        expect((await api.request(method, path, { Authorization })).status).toBe(200);
      }
    }
  },
);

test('answers are not sniffed, not cached by others, and do not name the software', async () => {
  const { headers } = await (await api.open()).get('/projects');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('x-powered-by')).toBeNull();
});
