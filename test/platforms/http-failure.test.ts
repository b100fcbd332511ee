import fc from 'fast-check';
import { httpFailure, RETRY_AFTER_MAX_MS } from '../../src/platforms/failures.js';
import { TestClock } from '../support/test-clock.js';

const NOW = '2026-11-22T12:00:00Z';

function failure(
  platform: 'chatgpt' | 'perplexity' | 'claude' | 'gemini',
  status: number,
  body: unknown,
  { headers = {}, now = NOW }: { headers?: Record<string, string>; now?: string } = {},
) {
  return httpFailure(platform, { status, headers: new Headers(headers) }, body, new TestClock(now));
}

test.each([
  [301, 'not_accepted'],
  [400, 'not_accepted'],
  [401, 'denied'],
  [402, 'denied'],
  [403, 'forbidden'],
  [404, 'not_accepted'],
  [408, 'unavailable'],
  [409, 'not_accepted'],
  [422, 'not_accepted'],
  [429, 'rate_limited'],
  [500, 'server_error'],
  [501, 'server_error'],
  [502, 'server_error'],
  [503, 'unavailable'],
  [504, 'server_error'],
  [529, 'unavailable'],
  [599, 'server_error'],
] as const)('%d is %s', (status, fault) => {
  expect(failure('chatgpt', status, null).fault).toBe(fault);
});

test.each(['invalid_prompt', 'content_filter', 'content_policy_violation'])(
  'a 400 that says %s is a refusal of the question, not a fault of the request',
  (code) => {
    const body = { error: { message: 'Invalid prompt: flagged.', type: 'invalid_request_error', param: null, code } };
    expect(failure('chatgpt', 400, body)).toMatchObject({ fault: 'refusal', retryAfterMs: null });
    expect(failure('chatgpt', 500, body).fault).toBe('server_error');
  },
);

test.each([
  ['denied', { error: { type: 'permission_error', message: 'Not allowed.' } }],
  ['denied', { error: { status: 'PERMISSION_DENIED', message: 'The service is disabled.' } }],
  ['denied', { error: { code: 'unsupported_country_region_territory', message: 'No.' } }],
  ['denied', { error: { message: 'Your API key has no access.' } }],
  ['refusal', { error: { code: 'content_filter', message: 'Flagged.' } }],
  ['forbidden', { error: { message: 'Blocked.' } }],
  ['forbidden', null],
] as const)('a 403 is %s by its body %j', (fault, body) => {
  expect(failure('chatgpt', 403, body).fault).toBe(fault);
});

test.each([
  [400, null, true],
  [413, null, true],
  [422, { error: { message: 'No API key for you.' } }, true],
  [400, { error: { code: 'model_not_found', message: 'No.' } }, false],
  [400, { error: { type: 'permission_error', message: 'Not allowed.' } }, false],
  [404, null, false],
  [409, null, false],
  [307, null, false],
  [500, null, false],
] as const)('a %d with the body %j may be about the question: %j', (status, body, mayConcernQuestion) => {
  expect(failure('chatgpt', status, body).mayConcernQuestion).toBe(mayConcernQuestion);
});

describe('nothing left to spend', () => {
  const openai = (code: string) => ({ error: { message: 'No.', type: 'insufficient_quota', code, param: null } });
  const claude = (type: string, error_code: string | null, message = 'No.') => ({
    type: 'error',
    error: { type, message, details: error_code === null ? null : { error_code } },
  });

  test.each([
    ['OpenAI, quota', 'chatgpt', 429, openai('insufficient_quota')],
    ['OpenAI, credit', 'chatgpt', 429, { error: { code: 'credit_balance_exhausted', message: 'No.' } }],
    ['OpenAI, spend limit', 'chatgpt', 429, { error: { code: 'project_spend_limit_exceeded', message: 'No.' } }],
    ['OpenAI, usage limit', 'chatgpt', 429, { error: { code: 'organization_usage_limit_exceeded', message: 'No.' } }],
    ['OpenAI, billing', 'chatgpt', 429, { error: { code: 'billing_hard_limit_reached', message: 'No.' } }],
    ['Anthropic, enforced limit', 'claude', 429, claude('rate_limit_error', 'enforced_spend_limit_reached')],
    ['Anthropic, contract', 'claude', 429, claude('rate_limit_error', 'contract_spend_limit_reached')],
    ['Anthropic, billing', 'claude', 402, claude('billing_error', null)],
    ['Anthropic, balance', 'claude', 400, claude('invalid_request_error', null, 'Your credit balance is too low.')],
    ['Perplexity, credits', 'perplexity', 402, { error: { message: 'No.', type: 'insufficient_credits', code: 402 } }],
  ] as const)('is denied, whatever the status: %s', (_who, platform, status, body) => {
    expect(failure(platform, status, body)).toMatchObject({ fault: 'denied', retryAfterMs: null });
  });

  test('is not what a temporary limit says', () => {
    expect(failure('claude', 429, claude('rate_limit_error', 'ramp_limit_exceeded')).fault).toBe('rate_limited');
    expect(failure('chatgpt', 429, { error: { code: 'slow_down', message: 'No.' } }).fault).toBe('rate_limited');
    const perplexity = { error: { type: 'request_rate_limit_exceeded', message: 'No.' } };
    expect(failure('perplexity', 429, perplexity).fault).toBe('rate_limited');
  });
});

describe('a quota of the day of Gemini', () => {
  const body = (...details: object[]) => ({
    error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'No.', details },
  });
  const quotas = (...ids: string[]) => ({
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: ids.map((quotaId) => ({ quotaId })),
  });
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12.4s' };
  const HOUR = 3_600_000;

  test.each([
    ['in winter', NOW, 20 * HOUR],
    ['in summer', '2026-07-01T12:00:00Z', 19 * HOUR],
    ['a moment before midnight', '2026-11-22T07:59:59.999Z', 1],
    ['at midnight', '2026-11-22T08:00:00Z', 24 * HOUR],
    ['on the day that has 23 hours', '2026-03-08T08:00:00Z', 23 * HOUR],
    ['on the day that has 25 hours', '2026-11-01T07:00:00Z', 25 * HOUR],
    ['at the end of a year', '2026-12-31T20:00:00Z', 12 * HOUR],
  ])('is waited for until midnight in California: %s', (_when, now, waitMs) => {
    const failed = failure('gemini', 429, body(quotas('GenerateRequestsPerDayPerProjectPerModel'), retry), { now });
    expect(failed).toMatchObject({ fault: 'denied', retryAfterMs: waitMs });
  });

  test('is known by its name at the end, or by a 429 that names neither quota nor wait', () => {
    const waitMs = 20 * HOUR;
    const denied = { fault: 'denied', retryAfterMs: waitMs };
    expect(failure('gemini', 429, body(quotas('SearchPerDay')))).toMatchObject(denied);
    expect(failure('gemini', 429, body(quotas('TokensPerMinute', 'SearchPerDay'), retry))).toMatchObject(denied);
    expect(failure('gemini', 429, body())).toMatchObject(denied);
  });

  test('is neither a quota of a minute nor a reply that names a wait', () => {
    const minute = failure('gemini', 429, body(quotas('GenerateRequestsPerMinutePerProject'), retry));
    expect(minute).toMatchObject({ fault: 'rate_limited', retryAfterMs: 12_400 });
    expect(failure('gemini', 429, body(retry))).toMatchObject({ fault: 'rate_limited', retryAfterMs: 12_400 });
    const headers = { 'Retry-After': '3' };
    expect(failure('gemini', 429, body(), { headers })).toMatchObject({ fault: 'rate_limited', retryAfterMs: 3_000 });
    expect(failure('gemini', 429, null)).toMatchObject({ fault: 'rate_limited', retryAfterMs: null });
  });

  test('is reset within 25 hours of any moment, at an hour of 7 or 8 by UTC', () => {
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (now) => {
        const { retryAfterMs } = failure('gemini', 429, body(), { now: now.toISOString() });
        expect(retryAfterMs).toBeGreaterThan(0);
        expect(retryAfterMs).toBeLessThanOrEqual(25 * HOUR);
        expect(new Date(now.getTime() + Number(retryAfterMs)).toISOString()).toMatch(/T0[78]:00:00\.000Z$/);
      }),
    );
  });
});

describe('how long to wait', () => {
  const waitOf = (headers: Record<string, string>, status = 429) =>
    failure('chatgpt', status, null, { headers }).retryAfterMs;

  test.each([
    ['6m0s', 360_000],
    ['1s', 1_000],
    ['12ms', 12],
    ['1h2m3.5s', 3_723_500],
    ['1d', 86_400_000],
    ['soon', null],
    ['', null],
  ])("is read from OpenAI's rate headers: %s", (reset, waitMs) => {
    expect(waitOf({ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': reset })).toBe(waitMs);
  });

  test('is that of the rate that is used up, the longest of them', () => {
    const requests = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '2s' };
    const left = { 'x-ratelimit-remaining-tokens': '5', 'x-ratelimit-reset-tokens': '9s' };
    expect(waitOf({ ...requests, ...left })).toBe(2_000);
    expect(waitOf({ ...requests, ...left, 'x-ratelimit-remaining-tokens': '0' })).toBe(9_000);
    expect(waitOf(left)).toBeNull();
    expect(waitOf({ ...requests, 'Retry-After': '1' })).toBe(1_000);
    expect(waitOf(requests, 500)).toBeNull();
  });

  test("is read from Anthropic's rate headers, which hold an instant", () => {
    const name = 'anthropic-ratelimit-output-tokens';
    expect(waitOf({ [`${name}-remaining`]: '0', [`${name}-reset`]: '2026-11-22T12:00:09Z' })).toBe(9_000);
    expect(waitOf({ [`${name}-remaining`]: '0', [`${name}-reset`]: '2026-11-22T11:00:00Z' })).toBe(0);
    expect(waitOf({ [`${name}-remaining`]: '0' })).toBeNull();
  });

  test.each(['-5', '-1', '1,5', '5.5.5', 'NaN', '0x10', '9999999999'])(
    'is unknown for %s, which is no time',
    (told) => {
      expect(waitOf({ 'Retry-After': told })).toBeNull();
    },
  );

  test('is a day at most, and never below nothing, whatever is sent', () => {
    expect(waitOf({ 'Retry-After': '999999999' })).toBe(RETRY_AFTER_MAX_MS);
    expect(waitOf({ 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' })).toBe(RETRY_AFTER_MAX_MS);
    const values = fc.string({ unit: 'grapheme-ascii', maxLength: 30 });
    const names = fc.constantFrom('retry-after', 'retry-after-ms', 'x-ratelimit-reset-requests');
    fc.assert(
      fc.property(names, values, (name, value) => {
        const waitMs = waitOf({ 'x-ratelimit-remaining-requests': '0', [name]: value });
        expect(waitMs === null || (waitMs >= 0 && waitMs <= RETRY_AFTER_MAX_MS)).toBe(true);
      }),
    );
  });
});

test('a platform that forbids a retry is obeyed, whatever the fault', () => {
  const headers = { 'x-should-retry': 'false' };
  expect(failure('chatgpt', 500, null, { headers })).toMatchObject({ forbidsRetry: true, isPassing: false });
  expect(failure('chatgpt', 500, null, { headers: { 'x-should-retry': 'true' } }).isPassing).toBe(true);
  expect(failure('gemini', 429, { error: {} }, { headers })).toMatchObject({ fault: 'denied', forbidsRetry: true });
});
