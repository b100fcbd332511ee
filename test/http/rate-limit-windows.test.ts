import { RateLimitExceeded } from '../../src/core/admission/admission.js';
import { type ApiCaller, sql, useApi } from '../support/api.js';
import { expectError, first } from '../support/expectations.js';

const api = useApi();

interface Windows {
  minute_count: number;
  minute_age: number;
  day_count: number;
  days_ago: number;
}

/** Puts an account where so many requests within so many seconds and days would have brought it. */
async function putAt(caller: ApiCaller, at: Partial<Windows>): Promise<void> {
  const { minute_count, minute_age, day_count, days_ago } = {
    minute_count: 0,
    minute_age: 0,
    day_count: 0,
    days_ago: 0,
    ...at,
  };
  await sql(
    api.db,
    `update request_budget
     set minute_count = $2, minute_started_at = now() - make_interval(secs => $3), day_count = $4,
       day_date = (now() at time zone 'UTC')::date - $5::int
     where account_id = $1`,
    [caller.account.accountId, minute_count, minute_age, day_count, days_ago],
  );
}

async function windowsOf(caller: ApiCaller) {
  const found = await sql<{ minute_count: number; day_count: number }>(
    api.db,
    'select minute_count, day_count from request_budget where account_id = $1',
    [caller.account.accountId],
  );
  return first(found);
}

async function ask(caller: ApiCaller) {
  const answer = await caller.get('/projects');
  const { headers, status } = answer;
  const reset = Number(headers.get('x-ratelimit-reset'));
  return {
    answer,
    status,
    limit: Number(headers.get('x-ratelimit-limit')),
    remaining: Number(headers.get('x-ratelimit-remaining')),
    reset,
    resetsIn: reset - Date.now() / 1000,
    retryAfter: headers.get('retry-after'),
  };
}

const nextMidnight = () => Math.floor(Date.now() / 86_400_000 + 1) * 86_400;

test('the last request of a minute is admitted, the next is refused until the window ends', async () => {
  const caller = await api.open('professional');
  await putAt(caller, { minute_count: 59, minute_age: 20 });
  expect(await ask(caller)).toMatchObject({ status: 200, limit: 60, remaining: 0, retryAfter: null });
  const refused = await ask(caller);
  expectError(refused.answer, 'RATE_LIMIT_EXCEEDED', /rate limit exceeded/i);
  expect(refused).toMatchObject({ limit: 60, remaining: 0 });
  expect(refused.resetsIn).toBeGreaterThan(35);
  expect(refused.resetsIn).toBeLessThan(42);
  expect(refused.retryAfter).toMatch(/^(3[5-9]|4[0-2])$/);
});

test('a minute ends 60 seconds after its first request, and the next begins with the next request', async () => {
  const caller = await api.open('professional');
  await putAt(caller, { minute_count: 60, minute_age: 30 });
  expect((await ask(caller)).status).toBe(429);
  await putAt(caller, { minute_count: 60, minute_age: 60 });
  const next = await ask(caller);
  expect(next).toMatchObject({ status: 200, remaining: 59 });
  expect(next.resetsIn).toBeGreaterThan(55);
});

test.each([
  ['a minute', { minute_count: 60, minute_age: -3_600 }],
  ['a day', { day_count: 500, days_ago: -3 }],
])('%s that begins in the future, as after the clock was set back, closes nothing', async (_window, ahead) => {
  const caller = await api.open('professional');
  await putAt(caller, ahead);
  expect(await ask(caller)).toMatchObject({ status: 200, remaining: 59 });
  expect(await windowsOf(caller)).toEqual({ minute_count: 1, day_count: 1 });
});

test('a minute that others began while the request waited for them counts', async () => {
  const caller = await api.open('professional');
  await putAt(caller, { minute_count: 60, minute_age: -8 });
  expect((await ask(caller)).status).toBe(429);
});

test('Retry-After is at least 1 in the last moment of a window', () => {
  const budget = { limit: 60, remaining: 0, reset: 1_800_000_000 };
  const refusal = new RateLimitExceeded({ budget, secondsLeft: 0.001, cost: 1, charge: 1, message: 'too many' });
  expect(refusal.retryAfterSeconds).toBe(1);
});

test('Retry-After is told by the clock that the windows run on, however wrong that of the process is', async () => {
  const caller = await api.open('professional');
  await putAt(caller, { minute_count: 60, minute_age: 20 });
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  const refused = await ask(caller).finally(() => clock.mockRestore());
  expect(refused.retryAfter).toMatch(/^(3[5-9]|4[0-2])$/);
});

test('a refused request is charged to neither window', async () => {
  const caller = await api.open('professional');
  await putAt(caller, { minute_count: 60, day_count: 100 });
  for (let count = 0; count < 3; count += 1) expect((await ask(caller)).status).toBe(429);
  expect(await windowsOf(caller)).toEqual({ minute_count: 60, day_count: 100 });
  await putAt(caller, { minute_count: 10, day_count: 500 });
  expect((await ask(caller)).status).toBe(429);
  expect(await windowsOf(caller)).toEqual({ minute_count: 10, day_count: 500 });
});

test('the window with fewer requests remaining is the one reported', async () => {
  const caller = await api.open('professional');
  await putAt(caller, { minute_count: 10, day_count: 400 });
  expect(await ask(caller)).toMatchObject({ limit: 60, remaining: 49 });
  await putAt(caller, { minute_count: 10, day_count: 470 });
  expect(await ask(caller)).toMatchObject({ limit: 500, remaining: 29, reset: nextMidnight() });
});

test.each([
  ['professional', 500],
  ['agency', 5000],
] as const)('a %s day has %i requests and ends at midnight UTC', async (tier, limit) => {
  const caller = await api.open(tier);
  await putAt(caller, { day_count: limit - 1 });
  expect(await ask(caller)).toMatchObject({ status: 200, limit, remaining: 0 });
  const refused = await ask(caller);
  expect(refused).toMatchObject({ status: 429, limit, remaining: 0, reset: nextMidnight() });
  expect(Math.abs(Number(refused.retryAfter) - (nextMidnight() - Date.now() / 1000))).toBeLessThan(3);
  await putAt(caller, { day_count: limit, days_ago: 1 });
  expect((await ask(caller)).status).toBe(200);
  expect(await windowsOf(caller)).toMatchObject({ day_count: 1 });
});

test('where both windows are exhausted the later reset is told', async () => {
  const caller = await api.open('professional');
  await putAt(caller, { minute_count: 60, day_count: 500 });
  expect(await ask(caller)).toMatchObject({ status: 429, limit: 500, reset: nextMidnight() });
});

test('a window left over from a larger tier is exhausted, never negative', async () => {
  const caller = await api.open('professional');
  await putAt(caller, { minute_count: 150 });
  expect(await ask(caller)).toMatchObject({ status: 429, limit: 60, remaining: 0 });
});

test('of requests at once over the end of a day exactly as many are admitted as the day has left', async () => {
  const caller = await api.open('agency');
  await putAt(caller, { day_count: 4_990 });
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(caller)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(await windowsOf(caller)).toEqual({ minute_count: 10, day_count: 5_000 });
});
