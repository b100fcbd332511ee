import { useApi } from '../support/api.js';
import { anEmail, cookieOf, cookiesOf, OWN_PAGE, openOwner, PASSWORD, postSignIn } from '../support/people.js';

/** Guessing is bounded, and nobody is shut out by others who guess. */

const api = useApi({ trustProxy: true });

const from = (address: string) => ({ 'X-Forwarded-For': address });

test('sixty wrong passwords from a network stop it alone, and leave a known browser able to sign in', async () => {
  const owner = await openOwner(api.db);
  const network = from('198.51.100.20');
  const known = cookiesOf(await postSignIn(api, owner.email, PASSWORD, network));
  const statuses = [];
  for (let n = 0; n < 60; n += 1) statuses.push((await postSignIn(api, anEmail(), 'wrong', network)).status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  const refused = await postSignIn(api, owner.email, PASSWORD, network);
  expect([refused.status, refused.body]).toEqual([
    429,
    { success: false, error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many attempts. Wait, then try again.' } },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await postSignIn(api, owner.email, PASSWORD, { ...network, Cookie: known })).status).toBe(204);
  expect((await postSignIn(api, owner.email, PASSWORD, from('198.51.100.21'))).status).toBe(204);
});

test('a hundred wrong passwords for an address leave its known browser able to sign in', async () => {
  const owner = await openOwner(api.db);
  const known = await cookieOf(api, owner.email);
  for (let n = 0; n < 100; n += 1) {
    expect((await postSignIn(api, owner.email, 'wrong', from(`203.0.113.${n}`))).status).toBe(401);
  }
  const strange = from('203.0.113.200');
  expect((await postSignIn(api, owner.email, PASSWORD, strange)).status).toBe(429);
  expect((await postSignIn(api, owner.email, PASSWORD, { ...strange, Cookie: known })).status).toBe(204);
}, 60_000);

test('a browser known to one person is a stranger to another', async () => {
  const [owner, other] = [await openOwner(api.db), await openOwner(api.db)];
  const known = await cookieOf(api, owner.email);
  const network = from('198.51.100.30');
  for (let n = 0; n < 10; n += 1) await postSignIn(api, other.email, 'wrong', { ...network, Cookie: known });
  expect((await postSignIn(api, other.email, PASSWORD, { ...network, Cookie: known })).status).toBe(429);
});

test('a known browser tries ten wrong passwords too', async () => {
  const owner = await openOwner(api.db);
  const Cookie = await cookieOf(api, owner.email);
  for (let n = 0; n < 10; n += 1) expect((await postSignIn(api, owner.email, 'wrong', { Cookie })).status).toBe(401);
  expect((await postSignIn(api, owner.email, PASSWORD, { Cookie })).status).toBe(429);
});

test('the right password gives its try back', async () => {
  const owner = await openOwner(api.db);
  const network = from('198.51.100.40');
  for (let n = 0; n < 15; n += 1) expect((await postSignIn(api, owner.email, PASSWORD, network)).status).toBe(204);
});

test('links asked for from one network: twenty an hour, whoever has the addresses', async () => {
  const ask = (email: string) =>
    api.request('POST', '/dashboard/links', { ...OWN_PAGE, ...from('198.51.100.50') }, JSON.stringify({ email }));
  const owner = await openOwner(api.db);
  const statuses = [];
  for (let n = 0; n < 20; n += 1) statuses.push((await ask(n < 7 ? owner.email : anEmail())).status);
  expect(new Set(statuses)).toEqual(new Set([202]));
  expect((await ask(anEmail())).status).toBe(429);
});
