import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallFailure } from '../../src/platforms/failures.js';
import { CALL_LIMITS, type CallLimits, PlatformHttpClient } from '../../src/platforms/http-client.js';
import { type PlatformAnswer, PlatformServer } from '../support/platform-server.js';
import { TestClock } from '../support/test-clock.js';

const KEY = 'sk-test-sesame';
const FAST: CallLimits = { ...CALL_LIMITS, timeoutMs: 5_000, retries: 2, retryMs: 1 };

let server: PlatformServer;
let clock: TestClock;
beforeEach(async () => {
  clock = new TestClock('2026-06-18T14:00:00Z');
  server = await PlatformServer.start(() => ({ json: { fine: true } }));
});
afterEach(() => server.close());

function caller(limits: Partial<CallLimits> = {}, platform: 'chatgpt' | 'claude' | 'gemini' = 'chatgpt') {
  return new PlatformHttpClient({ platform, apiKey: KEY, baseUrl: `${server.url}/v1` }, clock, { ...FAST, ...limits });
}

const call = (limits: Partial<CallLimits> = {}, signal?: AbortSignal) =>
  caller(limits).post({ path: '/ask', body: { question: 'é' } }, signal);

async function failure(asked: Promise<unknown>): Promise<CallFailure> {
  const outcome = await asked.then(
    () => null,
    (error: CallFailure) => error,
  );
  if (!outcome) throw new Error('the call came through');
  expect(outcome.message).not.toContain('sesame');
  expect(outcome.message).not.toContain('127.0.0.1');
  return outcome;
}

/** Sends the replies one after the other; the last one repeats. */
function answerInTurn(...answers: PlatformAnswer[]): void {
  server.answer = () => answers[Math.min(server.calls.length, answers.length) - 1] ?? {};
}

test('a request reaches the platform as JSON with its key, below its address', async () => {
  expect(await call()).toEqual({ fine: true });
  expect(server.calls).toMatchObject([{ method: 'POST', path: '/v1/ask', body: { question: 'é' } }]);
  expect(server.calls[0]?.headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
  });
  await caller({}, 'claude').post({ path: '/ask', body: {} });
  expect(server.calls[1]?.headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' });
  await caller({}, 'gemini').post({ path: '/ask', body: {} });
  expect(server.calls[2]?.headers).toMatchObject({ 'x-goog-api-key': KEY });
});

test.each([
  ['500', { status: 500, json: { error: { message: 'oops' } } }],
  ['503 that is no JSON', { status: 503, text: '<html>' }],
  ['529', { status: 529, json: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } }],
  ['429', { status: 429, json: { error: { message: 'slow down' } } }],
  ['a connection that breaks off', { ends: 'cut' }],
] as const)('%s is tried again', async (_what, first) => {
  answerInTurn(first, { json: { fine: true } });
  expect(await call()).toEqual({ fine: true });
  expect(server.calls).toHaveLength(2);
});

test.each([
  ['500', { status: 500, json: { error: { message: 'oops' } } }, 'server_error', 'oops'],
  ['429', { status: 429, json: { error: { message: 'slow down' } } }, 'rate_limited', 'slow down'],
  ['a broken connection', { ends: 'cut' }, 'broke_off', 'broke off before the answer'],
] as const)('%s that stays is tried as often as it may be, and reported', async (_what, answer, fault, words) => {
  answerInTurn(answer);
  expect(await failure(call())).toMatchObject({ fault, message: expect.stringContaining(words) });
  expect(server.calls).toHaveLength(3);
});

test.each([
  ['401', { status: 401, json: { error: { message: `Incorrect API key provided: ${KEY}` } } }, 'denied'],
  ['403', { status: 403, json: {} }, 'forbidden'],
  ['429 without credit', { status: 429, json: { error: { code: 'insufficient_quota', message: 'no' } } }, 'denied'],
  ['404', { status: 404, json: { error: { message: 'no such model' } } }, 'not_accepted'],
  ['400', { status: 400, json: { error: { message: 'bad' } } }, 'not_accepted'],
  ['a 200 that is no JSON', { text: '<html>' }, 'unreadable'],
  ['a 200 that breaks off, and may have been paid for', { ends: 'midway' }, 'broke_off'],
  ['a redirect', { status: 307, headers: { Location: 'http://127.0.0.1:1/' }, json: {} }, 'not_accepted'],
] as const)('%s is not tried again', async (_what, answer, fault) => {
  answerInTurn(answer);
  expect((await failure(call())).fault).toBe(fault);
  expect(server.calls).toHaveLength(1);
});

test('a server that is not there is a fault without the address', async () => {
  const dead = createServer();
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve));
  const { port } = dead.address() as AddressInfo;
  await new Promise((resolve) => dead.close(resolve));
  const access = { platform: 'chatgpt' as const, apiKey: KEY, baseUrl: `http://127.0.0.1:${port}` };
  const { fault, message } = await failure(new PlatformHttpClient(access, clock, FAST).post({ path: '/', body: {} }));
  expect(fault).toBe('unreachable');
  expect(message).toBe('The platform cannot be reached (ECONNREFUSED).');
});

test('a request without a reply ends after its time, and is not sent again', async () => {
  answerInTurn({ ends: 'hang' });
  expect(await failure(call({ timeoutMs: 50 }))).toMatchObject({ fault: 'timed_out' });
  expect(server.calls).toHaveLength(1);
});

test('a reply longer than its bound is a fault, whatever its status', async () => {
  for (const status of [200, 400]) {
    answerInTurn({ status, json: { long: 'x'.repeat(5_000) } });
    expect(await failure(call({ answerBytes: 1_000 }))).toMatchObject({ fault: 'too_long' });
  }
});

describe('a platform that asks to wait', () => {
  const slow = (headers: Record<string, string>, json: unknown = {}): PlatformAnswer => ({
    status: 429,
    headers,
    json,
  });
  const inBody = {
    error: { message: 'x', details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.3s' }] },
  };

  test.each([
    ['Retry-After in seconds', slow({ 'Retry-After': '1' }), 1_000],
    ["OpenAI's milliseconds before it", slow({ 'retry-after-ms': '250', 'Retry-After': '9' }), 250],
    ["Google's RetryInfo", slow({}, inBody), 300],
    ['Retry-After as a date', slow({ 'Retry-After': 'Thu, 18 Jun 2026 14:00:30 GMT' }), 30_000],
  ])('makes every request wait: %s', async (_what, answer, waitMs) => {
    const one = caller();
    answerInTurn(answer, { json: 'done' });
    const asked = one.post({ path: '/ask', body: {} });
    expect(await clock.waits()).toBe(waitMs);
    clock.advance(waitMs - 1);
    expect(await clock.waits()).toBe(1);
    expect(server.calls).toHaveLength(1);
    clock.advance(1);
    expect(await asked).toBe('done');
    expect(server.calls).toHaveLength(2);
  });

  test('delays also the requests that were not limited themselves', async () => {
    const one = caller({ retries: 0, inFlight: 1 });
    answerInTurn(slow({ 'retry-after-ms': '300' }), { json: 'done' });
    const asked = Promise.allSettled([1, 2].map(() => one.post({ path: '/ask', body: {} })));
    expect(await clock.waits()).toBe(300);
    expect(server.calls).toHaveLength(1);
    clock.advance(300);
    const [first, second] = await asked;
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
  });

  test('longer than the limit is not asked again', async () => {
    answerInTurn(slow({ 'Retry-After': '3600' }));
    expect(await failure(call())).toMatchObject({ fault: 'rate_limited', retryAfterMs: 3_600_000 });
    answerInTurn(slow({ 'Retry-After': 'Thu, 18 Jun 2026 16:00:00 GMT' }));
    expect(await failure(call())).toMatchObject({ fault: 'rate_limited', retryAfterMs: 7_200_000 });
    expect(server.calls).toHaveLength(2);
  });
});

test('no more requests than allowed are under way at once', async () => {
  const waiting: (() => void)[] = [];
  server.answer = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { json: 1 };
  };
  const one = caller({ inFlight: 3 });
  const all = Promise.all(Array.from({ length: 10 }, () => one.post({ path: '/ask', body: {} })));
  let isDone = false;
  all.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    if (waiting.length === 3 || server.calls.length === 10) waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(server.calls).toHaveLength(10);
  expect(server.mostAtOnce).toBe(3);
});

test('a call that is aborted ends at once, under way, waiting or not begun', async () => {
  answerInTurn({ ends: 'hang' });
  const stop = new AbortController();
  const one = caller({ inFlight: 1 });
  const asked = [1, 2].map(() => one.post({ path: '/ask', body: {} }, stop.signal));
  while (server.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  stop.abort(new Error('stopped by a test'));
  for (const each of asked) await expect(each).rejects.toThrow('stopped by a test');
  expect(server.calls).toHaveLength(1);
});
