import { useApi } from '../support/api.js';
import { askWithSession, cookieOf, OWN_PAGE, openOwner } from '../support/people.js';

const api = useApi({ trustProxy: true });

const PATHS: [string, string][] = [
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/docs'],
  ['GET', '/openapi.json'],
  ['GET', '/graphql'],
  ['POST', '/graphql'],
  ['OPTIONS', '/graphql'],
  ['GET', '/api/v1/projects'],
  ['OPTIONS', '/api/v1/projects'],
  ['POST', '/dashboard/session'],
  ['DELETE', '/dashboard/session'],
  ['POST', '/dashboard/links'],
  ['POST', '/dashboard/password'],
  ['GET', '/nothing'],
];

describe.each(PATHS)('%s %s', (method, path) => {
  test.each([
    ['a program', {}],
    ['a page of another site', { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }],
  ])('tells browsers what not to do, and allows no other site anything, asked by %s', async (_who, headers) => {
    const { headers: answered } = await api.request(method, path, { Accept: 'text/html, */*', ...headers });
    expect(Object.fromEntries(answered)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect([...answered.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(answered.has('x-powered-by')).toBe(false);
  });
});

test('what a session is answered is never stored', async () => {
  const cookie = await cookieOf(api, (await openOwner(api.db)).email);
  expect((await askWithSession(api, cookie, '{ account { id } }')).headers.get('cache-control')).toBe('no-store');
  expect((await askWithSession(api, cookie, '{')).headers.get('cache-control')).toBe('no-store');
  const ended = await api.request('DELETE', '/dashboard/session', { ...OWN_PAGE, Cookie: cookie });
  expect(ended.headers.get('cache-control')).toBe('no-store');
  expect((await askWithSession(api, cookie, '{ account { id } }')).headers.get('cache-control')).toBe('no-store');
});

test('over https a session in a cookie of the plain name, which a sibling host could set, is none', async () => {
  const cookie = await cookieOf(api, (await openOwner(api.db)).email);
  const ask = (Cookie: string, more: object = {}) =>
    api.request('POST', '/graphql', { ...OWN_PAGE, Cookie, ...more }, JSON.stringify({ query: '{ account { id } }' }));
  const https = { 'X-Forwarded-Proto': 'https' };
  expect((await ask(cookie)).status).toBe(200);
  expect((await ask(cookie, https)).status).toBe(401);
  expect((await ask(cookie.replace('session=', '__Host-session='), https)).status).toBe(200);
});

test('over plain http to another host nobody signs in, and is told why', async () => {
  const body = JSON.stringify({ email: 'ann@example.com', password: 'x' });
  const headers = { ...OWN_PAGE, 'X-Forwarded-Host': 'visibility.example' };
  const { status, body: refused } = await api.request('POST', '/dashboard/session', headers, body);
  expect([status, refused]).toMatchObject([403, { error: { message: expect.stringMatching(/needs HTTPS/) } }]);
});
