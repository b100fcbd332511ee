import { useApi, useReplica } from '../support/api.js';
import {
  addPerson,
  askWithSession,
  cookieOf,
  OWN_PAGE,
  openOwner,
  type Person,
  postSignIn,
} from '../support/people.js';

/** What one process ends is over on every other at the next request: nothing is kept in memory. */

const one = useApi();
const two = useReplica(one);

let owner: Person;
let member: Person;
let ownerCookie: string;
let memberCookie: string;
beforeEach(async () => {
  owner = await openOwner(one.db);
  member = await addPerson(one.db, owner, 'member');
  ownerCookie = await cookieOf(one, owner.email);
  memberCookie = await cookieOf(one, member.email);
  // Both processes have let the sessions in.
  for (const cookie of [ownerCookie, memberCookie]) expect(await statusOf(cookie)).toBe(200);
});

const statusOf = async (cookie: string) => (await askWithSession(two, cookie, '{ account { id } }')).status;

const done = async (cookie: string, mutation: string) => {
  const { body } = await askWithSession(one, cookie, `mutation { ${mutation} }`);
  expect(body.errors).toBeUndefined();
  return body.data;
};

test('a session that was signed out', async () => {
  const { status } = await one.request('DELETE', '/dashboard/session', { ...OWN_PAGE, Cookie: memberCookie });
  expect(status).toBe(204);
  expect(await statusOf(memberCookie)).toBe(401);
});

test('sessions that their holder ended', async () => {
  const other = await cookieOf(two, member.email);
  await done(memberCookie, 'endOtherSessions { ended }');
  expect([await statusOf(other), await statusOf(memberCookie)]).toEqual([401, 200]);
});

test('somebody who was disabled', async () => {
  await done(ownerCookie, `disableHolder(id: "${member.holderId}") { disabledAt }`);
  expect(await statusOf(memberCookie)).toBe(401);
  expect((await postSignIn(two, member.email)).status).toBe(401);
});

test('a role that was changed', async () => {
  await done(ownerCookie, `updateHolder(id: "${member.holderId}", input: { role: VIEWER }) { role }`);
  expect(await statusOf(memberCookie)).toBe(401);
  const again = await cookieOf(two, member.email);
  const { body } = await askWithSession(two, again, 'mutation { createApiKey(input: { name: "k" }) { apiKey } }');
  expect(body.errors?.[0]?.message).toBe('Your role, viewer, is read-only');
});

test('a key that was revoked', async () => {
  const made = await done(memberCookie, 'createApiKey(input: { name: "k" }) { apiKey key { id requestCount } }');
  const { createApiKey } = made as { createApiKey: { apiKey: string; key: { id: string } } };
  const { apiKey, key } = createApiKey;
  const ask = async () => (await two.request('GET', '/api/v1/projects', { Authorization: `Bearer ${apiKey}` })).status;
  expect(await ask()).toBe(200);
  const listed = await askWithSession(one, memberCookie, '{ apiKeys { name requestCount lastUsedAt } }');
  expect(listed.body.data).toEqual({ apiKeys: [{ name: 'k', requestCount: 1, lastUsedAt: expect.any(String) }] });
  await done(memberCookie, `revokeApiKey(id: "${key.id}") { revokedAt }`);
  expect(await ask()).toBe(401);
});

test('budgets of a minute are one for all processes: 120 of 500 at once of a person, 200 of all people', async () => {
  const askOften = async (cookie: string) => {
    const asked = Array.from({ length: 500 }, (_, n) =>
      askWithSession(n % 2 === 0 ? one : two, cookie, '{ account { id } }'),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    return statuses.filter((status) => status === 200).length;
  };
  // Each has spent one request before.
  expect(await askOften(memberCookie)).toBe(119);
  expect(await askOften(ownerCookie)).toBe(79);
});

test('wrong passwords are counted over all processes', async () => {
  const statuses = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await postSignIn(n % 2 === 0 ? one : two, member.email, 'wrong')).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});
