import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createHolder } from '../../src/core/people/holders.js';
import { removeProvider } from '../../src/core/people/providers/providers.js';
import { useApi } from '../support/api.js';
import { aDomain, addProvider, comeBack, eventsOf, startSso, useProvider } from '../support/company-sign-in.js';
import { CLIENT_SECRET, type Mode, walkThrough } from '../support/identity-provider.js';
import { OWN_PAGE, openOwner, operatorOf, type Person } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';

let logged = '';
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  }),
);

const api = useApi({ log, trustProxy: true });
const provider = useProvider(api);

afterEach(async () => {
  await provider.spoil('plain');
  // All of this file's browsers are of one network.
  await queryDatabase(api.database, 'delete from sign_in_throttle');
});

interface Employee extends Person {
  login: string;
  providerId: string;
}

/** Somebody who may sign in by the company's provider. */
async function openEmployee(): Promise<Employee> {
  const owner = await openOwner(api.db);
  const domain = aDomain();
  const { id: providerId } = await addProvider(api, owner, provider.issuer, { domains: [domain] });
  const [email, login] = [`ann@${domain}`, `login-${randomUUID()}`];
  const { holderId } = await createHolder(operatorOf(api.db, owner), { email, name: 'Ann', role: 'member' });
  await provider.know({ [login]: { claims: { email, email_verified: true } } });
  return { ...owner, holderId, email, login, providerId };
}

async function walkBack({ email, login }: Employee): Promise<{ url: URL; cookie: string }> {
  const { url, cookie } = await startSso(api, email);
  return { url: await walkThrough(url, login), cookie };
}

async function expectRefused(
  { accountId }: Employee,
  back: Awaited<ReturnType<typeof comeBack>>,
  reason: string,
): Promise<void> {
  expect(back).toMatchObject({ status: 303, location: `/dashboard/sign-in?refused=${reason}`, cookies: '' });
  const refused = (await eventsOf(api, accountId)).filter(({ kind }) => kind === 'sso_refused');
  expect(refused.map(({ detail }) => detail['reason'])).toEqual([reason]);
}

test.each<[string, (url: URL) => void, string]>([
  ['another state', ({ searchParams }) => searchParams.set('state', 'x'.repeat(43)), 'response_state'],
  ['no state', ({ searchParams }) => searchParams.delete('state'), 'response_state'],
  ['two states', ({ searchParams }) => searchParams.append('state', 'another'), 'response_state'],
  ['another issuer', ({ searchParams }) => searchParams.set('iss', 'https://evil.example'), 'response_issuer'],
  ['no issuer', ({ searchParams }) => searchParams.delete('iss'), 'response_issuer'],
  ['another code', ({ searchParams }) => searchParams.set('code', 'x'.repeat(43)), 'code_refused'],
  ['no code', ({ searchParams }) => searchParams.delete('code'), 'unreadable'],
  ['an error of the provider', ({ searchParams }) => searchParams.set('error', 'server_error'), 'provider_error'],
])('a callback with %s is refused', async (_what, spoil, reason) => {
  const person = await openEmployee();
  const { url, cookie } = await walkBack(person);
  spoil(url);
  await expectRefused(person, await comeBack(url, cookie), reason);
});

test.each<[string, Mode, string]>([
  ['another nonce', 'nonce', 'token_invalid'],
  ['another audience', 'audience', 'token_invalid'],
  ['another issuer', 'issuer', 'token_invalid'],
  ['an end in the past', 'expired', 'token_invalid'],
  ['no signature', 'none', 'token_invalid'],
  ["the signature of a stranger's key", 'forged', 'token_signature'],
])('an ID token with %s is refused', async (_what, mode, reason) => {
  const person = await openEmployee();
  const { url, cookie } = await walkBack(person);
  await provider.spoil(mode);
  await expectRefused(person, await comeBack(url, cookie), reason);
});

test('an answer without an ID token is refused', async () => {
  const person = await openEmployee();
  const { url, cookie } = await walkBack(person);
  await provider.spoil('without_id_token');
  await expectRefused(person, await comeBack(url, cookie), 'token_invalid');
});

test.each<[string, Mode, string]>([
  ['is down', 'down', 'unreachable'],
  ['answers with 10 MB', 'large', 'too_large'],
  ['sends on to another address', 'redirecting', 'redirecting'],
  ['answers with what is no object', 'unreadable', 'unreadable'],
  ['does not answer within five seconds', 'slow', 'slow'],
])('a provider that %s identifies nobody, at the start and at the end', async (_what, mode, reason) => {
  const person = await openEmployee();
  const { url, cookie } = await walkBack(person);
  await provider.spoil(mode);
  await expectRefused(person, await comeBack(url, cookie), reason);
  await provider.spoil(mode, 'discovery');
  const other = await openEmployee();
  const body = JSON.stringify({ email: other.email });
  const answer = await api.request('POST', '/dashboard/sso', OWN_PAGE, body);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('10');
  expect(answer.body).toMatchObject({
    error: { message: "Your company's sign-in cannot be reached now. Try again, or ask who runs it" },
  });
  const events = await eventsOf(api, other.accountId);
  expect(events.at(-1)).toMatchObject({ kind: 'sso_refused', detail: { reason, provider: 'Acme' } });
});

test('a callback is good once: again, and with the same code by another browser, it is refused', async () => {
  const person = await openEmployee();
  const { url, cookie } = await walkBack(person);
  expect((await comeBack(url, cookie)).location).toBe('/dashboard/');
  await expectRefused(person, await comeBack(url, cookie), 'flow_over');
  const other = await startSso(api, person.email);
  expect((await comeBack(url, other.cookie)).location).toBe('/dashboard/sign-in?refused=response_state');
});

test('a flow is used up by whatever came back first', async () => {
  const person = await openEmployee();
  const { url, cookie } = await walkBack(person);
  const wrong = new URL(url);
  wrong.searchParams.set('state', 'another');
  expect((await comeBack(wrong, cookie)).location).toBe('/dashboard/sign-in?refused=response_state');
  expect((await comeBack(url, cookie)).location).toBe('/dashboard/sign-in?refused=flow_over');
});

test.each([
  ['without its cookie', ''],
  ['with a cookie that is none', 'sso=x'],
  ['with a cookie that was never given', `sso=${'A'.repeat(64)}`],
])('a callback %s is refused, and asks the provider nothing', async (_what, cookie) => {
  const person = await openEmployee();
  const { url } = await walkBack(person);
  const before = await provider.requests();
  const back = await comeBack(url, cookie);
  expect(back).toMatchObject({ status: 303, location: '/dashboard/sign-in?refused=flow_unknown', cookies: '' });
  expect(await provider.requests()).toEqual(before);
});

test('a flow older than ten minutes is refused', async () => {
  const person = await openEmployee();
  const { url, cookie } = await walkBack(person);
  await queryDatabase(
    api.database,
    `update sso_flow
     set expires_at = now() - interval '1 second'
     where account_id = $1`,
    [person.accountId],
  );
  await expectRefused(person, await comeBack(url, cookie), 'flow_over');
});

test('a provider that is removed meanwhile lets nobody in', async () => {
  const person = await openEmployee();
  const { url, cookie } = await walkBack(person);
  await removeProvider(operatorOf(api.db, person), person.providerId);
  await expectRefused(person, await comeBack(url, cookie), 'provider_removed');
});

test('a provider that has new keys is believed by them, asked anew a minute after it was last asked', async () => {
  const person = await openEmployee();
  const first = await walkBack(person);
  expect((await comeBack(first.url, first.cookie)).location).toBe('/dashboard/');
  await provider.spoil('rotated', 'jwks');
  const soon = await walkBack(person);
  await expectRefused(person, await comeBack(soon.url, soon.cookie), 'token_signature');
  const later = await walkBack(person);
  const { now } = Date;
  // The library has the machine's clock alone.
  Date.now = () => now() + 61_000;
  try {
    expect((await comeBack(later.url, later.cookie)).location).toBe('/dashboard/');
  } finally {
    Date.now = now;
  }
});

test('a secret that the provider refuses is told as that', async () => {
  const owner = await openOwner(api.db);
  const domain = aDomain();
  await addProvider(api, owner, provider.issuer, { domains: [domain], clientSecret: 'another secret' });
  const login = `login-${randomUUID()}`;
  const { url, cookie } = await startSso(api, `ann@${domain}`);
  const back = await comeBack(await walkThrough(url, login), cookie);
  expect(back.location).toBe('/dashboard/sign-in?refused=client_refused');
});

test('an issuer that names itself otherwise, and one over plain http, are not used', async () => {
  const owner = await openOwner(api.db);
  const [other, plain] = [aDomain(), aDomain()];
  await addProvider(api, owner, provider.issuer.replace('127.0.0.1', 'localhost'), { domains: [other] });
  const { id } = await addProvider(api, owner, provider.issuer, { domains: [plain] });
  await queryDatabase(api.database, 'update identity_provider set issuer = $2 where id = $1', [
    id,
    'http://visibility.example',
  ]);
  const reasons = [];
  for (const domain of [other, plain]) {
    const body = JSON.stringify({ email: `ann@${domain}` });
    expect((await api.request('POST', '/dashboard/sso', OWN_PAGE, body)).status).toBe(503);
    reasons.push((await eventsOf(api, owner.accountId)).at(-1)?.detail['reason']);
  }
  expect(reasons).toEqual(['another_issuer', 'insecure_address']);
});

test('a page of another site starts nothing, and twenty starts of a network without an end are its share', async () => {
  const { email } = await openEmployee();
  const body = JSON.stringify({ email });
  const foreign = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' };
  expect((await api.request('POST', '/dashboard/sso', foreign, body)).status).toBe(403);
  const headers = { ...OWN_PAGE, 'X-Forwarded-For': '203.0.113.77' };
  const statuses = [];
  for (let n = 0; n < 21; n += 1) statuses.push((await api.request('POST', '/dashboard/sso', headers, body)).status);
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});

test('a browser over plain http to another host than this machine is not sent', async () => {
  const { email } = await openEmployee();
  const headers = { ...OWN_PAGE, 'X-Forwarded-Host': 'visibility.example', 'X-Forwarded-Proto': 'http' };
  const answer = await api.request('POST', '/dashboard/sso', headers, JSON.stringify({ email }));
  expect(answer.status).toBe(403);
});

test('a thousand refusals a day are events of an account, and no more', async () => {
  const person = await openEmployee();
  await queryDatabase(
    api.database,
    `insert into security_event (account_id, id, kind, network, user_agent, detail)
     select $1, gen_random_uuid(), 'sso_refused', '', '', '{}'
     from generate_series(1, 1000)`,
    [person.accountId],
  );
  const { url, cookie } = await walkBack(person);
  url.searchParams.set('code', 'another');
  expect((await comeBack(url, cookie)).location).toBe('/dashboard/sign-in?refused=code_refused');
  expect(await eventsOf(api, person.accountId)).toHaveLength(1_000 + 2);
});

test('no line of the log holds a secret, code, state or token of all that', async () => {
  const person = await openEmployee();
  const { url, cookie } = await walkBack(person);
  await comeBack(url, cookie);
  await provider.spoil('forged');
  const again = await walkBack(person);
  await comeBack(again.url, again.cookie);
  expect(logged).toContain('/dashboard/sso/callback');
  const secrets = [url, again.url].flatMap(({ searchParams }) => [searchParams.get('code'), searchParams.get('state')]);
  for (const secret of [...secrets, CLIENT_SECRET, cookie.split('=')[1], 'eyJ']) {
    expect(secret).toBeTruthy();
    expect(logged.includes(secret ?? '')).toBe(false);
  }
  const events = JSON.stringify(await eventsOf(api, person.accountId));
  for (const secret of secrets) expect(events.includes(secret ?? '')).toBe(false);
});
