import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createAccount } from '../../src/core/people/accounts.js';
import { makeFirstSetupCode, renewSetupCode, type SetupNotice } from '../../src/core/people/set-up.js';
import { DEMO_EMAIL } from '../../src/entities/vocabulary.js';
import { type StartedApi, startApi } from '../support/api.js';
import { askWithSession, cookiesOf, OWN_PAGE } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';

/** The first account of an installation, opened in a browser by the code of the first start. */

let api: StartedApi;
beforeEach(async () => {
  api = await startApi({ offersSetup: true, trustProxy: true });
});
afterEach(() => api.close());

const FIRST = {
  organisation: 'Northwind Ltd',
  name: 'Ada Northwind',
  email: 'ada@northwind.example',
  password: 'a lamp, a ladder and a lake',
  tier: 'professional',
};

async function firstCode(): Promise<string> {
  const notice: SetupNotice = await makeFirstSetupCode(api.db);
  if (notice.kind !== 'code') throw new Error(`there is no code: ${notice.kind}`);
  return notice.code;
}

const send = (body: object, at: StartedApi = api, network = '198.51.100.7') =>
  at.request('POST', '/dashboard/setup', { ...OWN_PAGE, 'X-Forwarded-For': network }, JSON.stringify(body));
const pageState = async (at: StartedApi = api) =>
  /data-setup="([\w-]+)"/.exec((await at.request('GET', '/dashboard/sign-in', { Accept: 'text/html' })).text)?.[1];
const accounts = () => queryDatabase(api.database, 'select name, email, tier, is_operator from account');

test('the code opens the first account, which is the operator’s, and signs its owner in', async () => {
  expect(await pageState()).toBe('first');
  const done = await send({ ...FIRST, code: (await firstCode()).toLowerCase().replaceAll('-', ' ') });
  expect(done.status).toBe(204);
  const { body } = await askWithSession(api, cookiesOf(done), '{ account { name } }');
  expect(body).toMatchObject({ data: { account: { name: 'Northwind Ltd' } } });
  expect(await accounts()).toEqual([
    { name: 'Northwind Ltd', email: FIRST.email, tier: 'professional', is_operator: true },
  ]);
  const [owner] = await queryDatabase(api.database, 'select name, email, role from holder');
  expect(owner).toEqual({ name: 'Ada Northwind', email: FIRST.email, role: 'owner' });
});

test('from then on there is nothing to set up, on any replica and for good, though the account goes', async () => {
  const replica = await startApi({ offersSetup: true }, api.database);
  const code = await firstCode();
  expect((await send({ ...FIRST, code })).status).toBe(204);
  for (const at of [api, replica]) {
    expect((await send({ ...FIRST, code, email: 'eve@example.com' }, at)).status).toBe(404);
    expect(await pageState(at)).toBe('none');
  }
  await expect(renewSetupCode(api.db)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await makeFirstSetupCode(api.db)).toEqual({ kind: 'closed' });
  await queryDatabase(api.database, `update account set email = '${DEMO_EMAIL}'`);
  expect((await send({ ...FIRST, code }, replica)).status).toBe(404);
  await replica.close();
});

test('of ten browsers at once one opens the account', async () => {
  const code = await firstCode();
  const asked = Array.from({ length: 10 }, (_, at) => ({ ...FIRST, code, email: `p${at}@northwind.example` }));
  const outcomes = await Promise.all(asked.map((body, at) => send(body, api, `198.51.100.${at}`)));
  const statuses = outcomes.map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([204, 404]));
  expect(await accounts()).toHaveLength(1);
});

test('a wrong code opens nothing, and ten stop a network; a renewed one replaces the first', async () => {
  const code = await firstCode();
  const wrong = await send({ ...FIRST, code: 'ABCD-EFGH-JKMN-PQRS' });
  expect([wrong.status, wrong.body]).toEqual([
    401,
    { success: false, error: { code: 'UNAUTHORIZED', message: 'The setup code is wrong' } },
  ]);
  const renewed = await renewSetupCode(api.db);
  expect((await send({ ...FIRST, code })).status).toBe(401);
  for (let n = 0; n < 8; n += 1) expect((await send({ ...FIRST, code: 'x' })).status).toBe(401);
  const stopped = await send({ ...FIRST, code: renewed });
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await accounts()).toEqual([]);
  expect((await send({ ...FIRST, code: renewed }, api, '203.0.113.9')).status).toBe(204);
});

test('without a code made nothing is opened', async () => {
  expect((await send({ ...FIRST, code: 'ABCD-EFGH-JKMN-PQRS' })).status).toBe(401);
});

test.each([
  [{ organisation: ' ' }, 'organisation: must not be empty'],
  [{ email: 'ada' }, 'email: must be an e-mail address'],
  [{ tier: 'gold' }, 'tier: must be one of'],
  [{ password: 'short' }, 'password: must be at least 15 characters'],
  [{ password: 'ada@northwind.example' }, 'password: must not be based on your address or a name in your account'],
])('%j is refused by its field, and the code stays good', async (fault, message) => {
  const code = await firstCode();
  const refused = await send({ ...FIRST, code, ...fault });
  expect(refused.status).toBe(422);
  expect((refused.body as { error: { message: string } }).error.message).toContain(message);
  expect((await send({ ...FIRST, code })).status).toBe(204);
});

test('beside the demo the own account is opened all the same; beside any other account it is not', async () => {
  await createAccount(api.db, SYSTEM_CLOCK, { name: 'Demo', email: DEMO_EMAIL, tier: 'professional' });
  expect(await pageState()).toBe('beside-demo');
  const code = await firstCode();
  expect(await makeFirstSetupCode(api.db)).toEqual({ kind: 'has_code' });
  await createAccount(api.db, SYSTEM_CLOCK, { name: 'Other', email: 'other@example.com', tier: 'starter' });
  expect((await send({ ...FIRST, code })).status).toBe(404);
  expect(await pageState()).toBe('none');
});

test('an account that the operator created ends setting up for good, though it goes', async () => {
  const code = await firstCode();
  await createAccount(api.db, SYSTEM_CLOCK, { name: 'Other', email: 'other@example.com', tier: 'starter' });
  await queryDatabase(api.database, `update account set email = '${DEMO_EMAIL}'`);
  expect((await send({ ...FIRST, code })).status).toBe(404);
  expect(await makeFirstSetupCode(api.db)).toEqual({ kind: 'closed' });
});

test('a page elsewhere cannot set up, and neither can anybody where SETUP is off', async () => {
  const code = await firstCode();
  const elsewhere = { ...OWN_PAGE, 'Sec-Fetch-Site': 'cross-site' };
  const foreign = await api.request('POST', '/dashboard/setup', elsewhere, JSON.stringify({ ...FIRST, code }));
  expect(foreign.status).toBe(403);
  const off = await startApi({}, api.database);
  expect((await send({ ...FIRST, code }, off)).status).toBe(404);
  expect(await pageState(off)).toBe('none');
  await off.close();
});
