import { randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { generateKey } from '../../src/core/admission/credential.js';
import { updateAccount } from '../../src/core/people/accounts.js';
import { revokeKey } from '../../src/core/people/api-keys.js';
import { type Answer, useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { sendGraphql } from '../support/graphql.js';
import { openHolder } from '../support/holder-session.js';

const api = useApi({ trustProxy: true });

const FAILURES_ALLOWED = 60;

function fail(address: string, key = 'wrong'): Promise<Answer> {
  return api.request('GET', '/api/v1/projects', { Authorization: `Bearer ${key}`, 'X-Forwarded-For': address });
}

async function failOften(address: string, key?: string): Promise<Answer[]> {
  return Promise.all(Array.from({ length: FAILURES_ALLOWED }, () => fail(address, key)));
}

test('the 61st failure within a minute from one address is answered with 429 and Retry-After', async () => {
  for (const answer of await failOften('192.0.2.1')) {
    expectError(answer, 'UNAUTHORIZED');
    expect(answer.headers.get('retry-after')).toBeNull();
  }
  const answer = await fail('192.0.2.1');
  expectError(answer, 'RATE_LIMIT_EXCEEDED');
  expect(answer.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
});

test('a valid key from a throttled address is served, another address may still fail', async () => {
  const caller = await api.open();
  await failOften('192.0.2.2');
  expectError(await fail('192.0.2.2'), 'RATE_LIMIT_EXCEEDED');
  expect((await caller.get('/projects', { 'X-Forwarded-For': '192.0.2.2' })).status).toBe(200);
  expectError(await fail('192.0.2.3'), 'UNAUTHORIZED');
});

test('well-formed keys that nobody holds are throttled alike', async () => {
  const { key } = generateKey(randomUUID());
  await failOften('192.0.2.4', key);
  expectError(await fail('192.0.2.4', key), 'RATE_LIMIT_EXCEEDED');
});

test('valid requests and those of a tier without access do not count as failures', async () => {
  const [caller, starter] = [await api.open(), await api.open('starter')];
  const from = { 'X-Forwarded-For': '192.0.2.5' };
  await Promise.all(Array.from({ length: 61 }, () => caller.get('/projects', from)));
  await Promise.all(Array.from({ length: 61 }, () => starter.get('/projects', from)));
  expectError(await fail('192.0.2.5'), 'UNAUTHORIZED');
});

test.each([
  ['in full', '2001:db8:1:2:a::1', '2001:db8:1:2:b:c:d:e'],
  ['with zeros left out of the network', '2001:db8::1', '2001:db8::b:c:d:e'],
  ['with zeros written out', '2001:db8:5::1', '2001:0db8:0005:0000:ffff::'],
  ['in upper case', '2001:db8:6:7::a', '2001:DB8:6:7::B'],
])('the addresses of one IPv6 network of 64 bits are one address, %s', async (_how, one, other) => {
  await failOften(one);
  expectError(await fail(other), 'RATE_LIMIT_EXCEEDED');
});

test('addresses of two IPv6 networks are two', async () => {
  await failOften('2001:db8:8:1::1');
  expectError(await fail('2001:db8:8:2::1'), 'UNAUTHORIZED');
  await failOften('::1');
  expectError(await fail('::1:0:0:0:1'), 'UNAUTHORIZED');
});

test('an IPv4 address is the same when it is written as IPv6', async () => {
  await failOften('192.0.2.6');
  expectError(await fail('::ffff:192.0.2.6'), 'RATE_LIMIT_EXCEEDED');
  expectError(await fail('::ffff:192.0.2.7'), 'UNAUTHORIZED');
});

test('a refusal does not tell an unknown key from a revoked one or an inactive subscription', async () => {
  const caller = await api.open();
  const inactive = await api.open();
  await revokeKey(api.db, caller.account.keyId);
  await updateAccount(api.db, SYSTEM_CLOCK, inactive.account.accountId, { subscription: 'inactive' });
  const keys = ['wrong', generateKey(randomUUID()).key, caller.key, inactive.key];
  const answers = await Promise.all(keys.map((key, at) => fail(`198.51.100.${at}`, key)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.map(({ headers }) => headers.get('www-authenticate'))).toEqual(keys.map(() => 'Bearer'));
});

describe('where others of the same address send wrong keys', () => {
  const from = { 'X-Forwarded-For': '192.0.2.80' };
  const QUERY = JSON.stringify({ query: '{ __typename }' });
  const EXPORT = `/dashboard/export/visibility.csv?project=${randomUUID()}`;

  beforeAll(async () => {
    await failOften(from['X-Forwarded-For']);
    expectError(await fail(from['X-Forwarded-For']), 'RATE_LIMIT_EXCEEDED');
  });

  test('a browser whose session has ended, or that has none, is told that it is signed out', async () => {
    const { headers } = await openHolder(api);
    const ended = { ...headers, ...from };
    await api.request('DELETE', '/dashboard/session', headers);
    const none = { 'Sec-Fetch-Site': 'same-origin', ...from };
    for (const sent of [ended, none, { ...none, Cookie: 'session=forged' }]) {
      for (let n = 0; n < FAILURES_ALLOWED + 1; n += 1) {
        expect((await sendGraphql(api, QUERY, sent)).status).toBe(401);
      }
      expectError(await api.request('GET', EXPORT, sent), 'UNAUTHORIZED');
      expectError(await api.request('GET', '/dashboard/factors', sent), 'UNAUTHORIZED');
    }
  });

  test('a key on the same paths is refused for now', async () => {
    const sent = { Authorization: 'Bearer wrong', ...from };
    expect((await sendGraphql(api, QUERY, sent)).status).toBe(429);
    expectError(await api.request('GET', EXPORT, sent), 'RATE_LIMIT_EXCEEDED');
  });

  test('and browsers that are signed out take nothing from keys', async () => {
    const elsewhere = { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': '192.0.2.81' };
    for (let n = 0; n < FAILURES_ALLOWED + 1; n += 1) await sendGraphql(api, QUERY, elsewhere);
    expectError(await fail('192.0.2.81'), 'UNAUTHORIZED');
  });
});
