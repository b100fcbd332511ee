import { useApi } from '../support/api.js';
import { askWithSession, cookieOf, cookiesOf, OWN_PAGE, openOwner, PASSWORD, postSignIn } from '../support/people.js';

/** `POST /dashboard/password`: the own password, and a new cookie. */

const api = useApi();
const NEW_PASSWORD = 'a quite different set of words';

const change = (headers: Record<string, string>, sent: object = {}) => {
  const body = JSON.stringify({ current_password: PASSWORD, password: NEW_PASSWORD, ...sent });
  return api.request('POST', '/dashboard/password', { ...OWN_PAGE, ...headers }, body);
};

const statusOf = async (cookie: string) => (await askWithSession(api, cookie, '{ account { id } }')).status;

test('changing it ends all sessions, and this browser gets a new one', async () => {
  const { email } = await openOwner(api.db);
  const [other, Cookie] = [await cookieOf(api, email), await cookieOf(api, email)];
  const changed = await change({ Cookie });
  expect([changed.status, changed.headers.get('cache-control')]).toEqual([204, 'no-store']);
  expect(changed.headers.get('x-ratelimit-limit')).toBe('120');
  expect([await statusOf(other), await statusOf(Cookie), await statusOf(cookiesOf(changed))]).toEqual([401, 401, 200]);
  expect((await postSignIn(api, email)).status).toBe(401);
  expect((await postSignIn(api, email, NEW_PASSWORD)).status).toBe(204);
});

test.each([
  ['a wrong present password', { current_password: 'wrong' }, /^current_password: is not your current password/],
  ['no present password', { current_password: undefined }, /^current_password: is required/],
  ['a short one', { password: 'short' }, /^password: must be at least 15 characters/],
  ['one without end', { password: 'x'.repeat(2_000) }, /^password: must be at most/],
])('%s is refused with the field, and nothing changes', async (_what, sent, message) => {
  const Cookie = await cookieOf(api, (await openOwner(api.db)).email);
  const { status, body, headers } = await change({ Cookie }, sent);
  expect([status, body]).toMatchObject([422, { error: { message: expect.stringMatching(message) } }]);
  expect(headers.getSetCookie()).toEqual([]);
  expect(await statusOf(Cookie)).toBe(200);
});

test('nobody without a session changes one, and a page of another site neither', async () => {
  const Cookie = await cookieOf(api, (await openOwner(api.db)).email);
  const key = await api.open();
  expect((await change({})).status).toBe(401);
  expect((await change({ Authorization: `Bearer ${key.key}` })).status).toBe(403);
  expect((await change({ Cookie, 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
  expect((await change({ Cookie, 'Content-Type': 'text/plain' })).status).toBe(415);
  expect(await statusOf(Cookie)).toBe(200);
});
