import { SYSTEM_CLOCK } from '../../src/clock.js';
import { updateAccount } from '../../src/core/people/accounts.js';
import { createKey, listKeys, revokeKey } from '../../src/core/people/api-keys.js';
import { setKillSwitch } from '../../src/core/writes.js';
import { type Answer, ApiCaller, useApi } from '../support/api.js';
import { expectError, first } from '../support/expectations.js';
import { createProject } from '../support/resources.js';

const api = useApi();

const nowSeconds = () => Date.now() / 1000;

function budgetOf({ headers }: Answer) {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  for (const value of [limit, remaining, reset]) expect(value).toMatch(/^\d+$/);
  return { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) };
}

async function secondKey(caller: ApiCaller): Promise<ApiCaller> {
  const { apiKey } = await createKey(api.db, SYSTEM_CLOCK, { accountId: caller.account.accountId, name: 'second' });
  return new ApiCaller(api, caller.account, apiKey);
}

async function usageOf(caller: ApiCaller) {
  return first(await listKeys(api.db, caller.account.accountId));
}

test.each([
  ['professional', 60],
  ['agency', 200],
] as const)('the first request of a %s account tells a minute of %i requests from now', async (tier, limit) => {
  const budget = budgetOf(await (await api.open(tier)).get('/projects'));
  expect(budget).toMatchObject({ limit, remaining: limit - 1 });
  expect(budget.reset).toBeGreaterThan(nowSeconds() + 55);
  expect(budget.reset).toBeLessThan(nowSeconds() + 62);
});

test('every authenticated answer carries the budget and costs one request, whatever its status', async () => {
  const caller = await api.open();
  const project = await createProject(caller);
  const path = `/projects/${project.id}`;
  const etag = (await caller.get(path)).headers.get('etag') ?? '';
  await caller.post(`${path}/prompts`, { prompt_text: 'Which tea?' });
  const asked: [number, () => Promise<Answer>][] = [
    [200, () => caller.get(path)],
    [201, () => caller.post(`${path}/competitors`, { name: 'Contoso' })],
    [304, () => caller.get(path, { 'If-None-Match': etag })],
    [200, () => caller.send('HEAD', path)],
    [404, () => caller.get('/projects/00000000-0000-4000-8000-000000000000')],
    [404, () => caller.get('/nowhere')],
    [404, () => caller.send('PUT', path)],
    [409, () => caller.post(`${path}/prompts`, { prompt_text: 'Which tea?' })],
    [422, () => caller.get('/projects/1')],
    [422, () => caller.get(`${path}/mentions?limit=0`)],
    [422, () => caller.send('POST', '/projects', { 'Content-Type': 'application/json' }, '{')],
    [422, () => caller.send('GET', '/projects/%E0%A4%A')],
  ];
  let expected = 200 - 3;
  for (const [status, ask] of asked) {
    const answer = await ask();
    expected -= 1;
    expect([answer.status, budgetOf(answer).remaining]).toEqual([status, expected]);
  }
});

test('a write refused by the kill switch carries the budget and costs one request', async () => {
  const caller = await api.open();
  await setKillSwitch(api.db, true);
  const answer = await caller.post('/projects', {}).finally(() => setKillSwitch(api.db, false));
  expectError(answer, 'SERVICE_KILL_SWITCH_ACTIVE');
  expect(budgetOf(answer).remaining).toBe(199);
});

test('the bodies of mentions and sentiment repeat the budget of the headers', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  for (const metric of ['mentions', 'sentiment']) {
    const answer = await caller.get(`/projects/${id}/${metric}`);
    expect(answer.body).toHaveProperty('rate_limit', budgetOf(answer));
  }
});

test('of 1,000 requests at once on a tier of 60 a minute exactly 60 are admitted', async () => {
  const caller = await api.open('professional');
  const answers = await Promise.all(Array.from({ length: 1000 }, () => caller.get('/projects')));
  const admitted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([admitted.length, refused.length]).toEqual([60, 940]);
  const remaining = admitted.map((answer) => budgetOf(answer).remaining).toSorted((a, b) => a - b);
  expect(remaining).toEqual(Array.from({ length: 60 }, (_, at) => at));
  expect((await usageOf(caller)).requestCount).toBe(60);
});

test('all keys of an account share one budget, and another account has its own', async () => {
  const caller = await api.open('professional');
  const other = await secondKey(caller);
  for (let count = 0; count < 30; count += 1) {
    await caller.get('/projects');
    expect(budgetOf(await other.get('/projects')).remaining).toBe(58 - 2 * count);
  }
  expectError(await caller.get('/projects'), 'RATE_LIMIT_EXCEEDED');
  expectError(await other.get('/projects'), 'RATE_LIMIT_EXCEEDED');
  expect((await (await api.open('professional')).get('/projects')).status).toBe(200);
});

test('a key counts its own admitted requests and tells when it was last used', async () => {
  const caller = await api.open();
  const other = await secondKey(caller);
  expect(await usageOf(caller)).toMatchObject({ requestCount: 0, lastUsedAt: null });
  const before = Date.now();
  await caller.get('/projects');
  await caller.get('/projects/1');
  await other.get('/projects');
  const [own, second] = await listKeys(api.db, caller.account.accountId);
  expect([own?.requestCount, second?.requestCount]).toEqual([2, 1]);
  const usedAt = Date.parse(own?.lastUsedAt ?? '');
  expect(usedAt).toBeGreaterThanOrEqual(before - 1_000);
  expect(usedAt).toBeLessThanOrEqual(Date.now() + 1_000);
});

test('a revoked key is refused at once, and other keys of the account are not', async () => {
  const caller = await api.open();
  const other = await secondKey(caller);
  expect((await caller.get('/projects')).status).toBe(200);
  await revokeKey(api.db, caller.account.keyId);
  expectError(await caller.get('/projects'), 'UNAUTHORIZED');
  expect((await other.get('/projects')).status).toBe(200);
});

test('a change of tier or subscription holds on the next request', async () => {
  const caller = await api.open('professional');
  const change = (patch: object) => updateAccount(api.db, SYSTEM_CLOCK, caller.account.accountId, patch);
  expect(budgetOf(await caller.get('/projects')).limit).toBe(60);
  await change({ tier: 'agency' });
  expect(budgetOf(await caller.get('/projects'))).toMatchObject({ limit: 200, remaining: 198 });
  await change({ subscription: 'inactive' });
  expectError(await caller.get('/projects'), 'UNAUTHORIZED');
  await change({ subscription: 'active', tier: 'starter' });
  expectError(await caller.get('/projects'), 'FORBIDDEN');
  await change({ tier: 'professional' });
  expect(budgetOf(await caller.get('/projects'))).toMatchObject({ limit: 60, remaining: 57 });
});

test('requests refused with 401 or 403 cost nothing', async () => {
  const caller = await api.open('professional');
  await updateAccount(api.db, SYSTEM_CLOCK, caller.account.accountId, { tier: 'starter' });
  for (let count = 0; count < 5; count += 1) await caller.get('/projects');
  await updateAccount(api.db, SYSTEM_CLOCK, caller.account.accountId, { tier: 'professional' });
  expect(budgetOf(await caller.get('/projects')).remaining).toBe(59);
  expect((await usageOf(caller)).requestCount).toBe(1);
});
