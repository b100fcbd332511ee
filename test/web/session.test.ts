import { randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createAccount } from '../../src/core/people/accounts.js';
import { useApi } from '../support/api.js';
import { queryDatabase } from '../support/sql.js';

const api = useApi({ trustProxy: true });
const PASSWORD = 'correct horse battery staple';

interface Person {
  accountId: string;
  email: string;
}

async function openPerson(tier: 'starter' | 'agency' = 'agency'): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const { accountId } = await createAccount(api.db, SYSTEM_CLOCK, { name: 'Test', email, tier, password: PASSWORD });
  return { accountId, email };
}

const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };

function signIn(email: string, password: string, headers: Record<string, string> = {}) {
  return api.request('POST', '/dashboard/session', { ...OWN, ...headers }, JSON.stringify({ email, password }));
}

function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

function askGraphql(cookie: string, headers: Record<string, string> = OWN) {
  return api.request(
    'POST',
    '/graphql',
    { ...headers, Cookie: cookie },
    JSON.stringify({ query: '{ account { id } }' }),
  );
}

test('who signs in asks GraphQL by a cookie: HttpOnly, Lax, not Secure on loopback, whatever the tier', async () => {
  const { accountId, email } = await openPerson('starter');
  const { status, headers } = await signIn(email, PASSWORD);
  expect(status).toBe(204);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=[\w-]{64}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^device=[\w-]{64}; /),
  ]);
  const { body } = await askGraphql(cookiesOf(headers));
  expect(body).toMatchObject({
    data: { account: { id: accountId } },
    extensions: { cost: { limit: 120, remaining: 119 } },
  });
});

test('over https the cookie is Secure and kept to its host', async () => {
  const { email } = await openPerson();
  const { headers } = await signIn(email, PASSWORD, {
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'visibility.example',
  });
  expect(headers.getSetCookie()[0]).toMatch(/^__Host-session=[\w-]{64}; .*; HttpOnly; Secure; SameSite=Lax$/);
});

test('an unknown address, a wrong password and a disabled holder are refused alike', async () => {
  const [known, disabled] = [await openPerson(), await openPerson()];
  await queryDatabase(api.database, 'update holder set disabled_at = now() where account_id = $1', [
    disabled.accountId,
  ]);
  const refusals = [
    await signIn(known.email, 'a wrong password, long enough'),
    await signIn(`${randomUUID()}@example.com`, PASSWORD),
    await signIn(disabled.email, PASSWORD),
  ];
  for (const { status, body, headers } of refusals) {
    expect(status).toBe(401);
    expect(headers.getSetCookie()).toEqual([]);
    expect(body).toEqual(refusals[0]?.body);
  }
});

test('the eleventh wrong password is refused with 429, and a browser that signed in before gets in', async () => {
  const { email } = await openPerson();
  const device = cookiesOf((await signIn(email, PASSWORD)).headers);
  const network = { 'X-Forwarded-For': '203.0.113.7' };
  const statuses = [];
  for (let n = 0; n < 11; n += 1) statuses.push((await signIn(email, 'wrong', network)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  const refused = await signIn(email, PASSWORD, network);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn(email, PASSWORD, { ...network, Cookie: device })).status).toBe(204);
});

test('a body that is too long is refused with the bound of the route', async () => {
  const { status, body } = await signIn('ann@example.com', 'x'.repeat(20_000));
  expect(status).toBe(422);
  expect(body).toMatchObject({ error: { message: 'The request body must be at most 16 KiB' } });
});

test('a session that was signed out is refused on the next request', async () => {
  const { email } = await openPerson();
  const cookie = cookiesOf((await signIn(email, PASSWORD)).headers);
  const { status, headers } = await api.request('DELETE', '/dashboard/session', { ...OWN, Cookie: cookie });
  expect(status).toBe(204);
  expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect((await askGraphql(cookie)).status).toBe(401);
});

test.each([
  ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a page of a sibling host', { 'Sec-Fetch-Site': 'same-site' }],
  ['another origin, of a browser without Sec-Fetch-Site', { Origin: 'http://evil.example' }],
  ['nobody says where', {}],
])('a request with a session from %s is refused with 403, as signing in is', async (_what, headers) => {
  const { email } = await openPerson();
  const cookie = cookiesOf((await signIn(email, PASSWORD)).headers);
  const sent = { 'Content-Type': 'application/json', ...headers };
  expect((await askGraphql(cookie, sent)).status).toBe(403);
  const body = JSON.stringify({ email, password: PASSWORD });
  expect((await api.request('POST', '/dashboard/session', sent, body)).status).toBe(403);
});

test('a session asks GraphQL by POST alone, and REST with a key alone', async () => {
  const { email } = await openPerson();
  const Cookie = cookiesOf((await signIn(email, PASSWORD)).headers);
  const get = await api.request('GET', '/graphql?query=%7Baccount%7Bid%7D%7D', { ...OWN, Cookie });
  expect(get.status).toBe(403);
  expect((await api.request('GET', '/api/v1/projects', { ...OWN, Cookie })).status).toBe(401);
});

test('a body of another type than JSON is refused with 415', async () => {
  const { status } = await api.request('POST', '/dashboard/session', { ...OWN, 'Content-Type': 'text/plain' }, '{}');
  expect(status).toBe(415);
});

test('asking for a link is answered alike for an address that somebody has and one that nobody has', async () => {
  const { email } = await openPerson();
  for (const address of [email, `${randomUUID()}@example.com`]) {
    const body = JSON.stringify({ email: address });
    expect(await api.request('POST', '/dashboard/links', OWN, body)).toMatchObject({ status: 202, text: '' });
  }
});
