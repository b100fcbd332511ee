import { RateLimitExceeded } from '../../src/core/admission/admission.js';
import { ServiceError } from '../../src/core/errors.js';
import { IN_FLIGHT_BOUNDS, RefusedCredentials } from '../../src/http/admission-control.js';
import { type Answer, type ApiCaller, sql, useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { askGraphql, budgetOf, expectFailure } from '../support/graphql.js';
import { recordStatements } from '../support/statements.js';
import { until } from '../support/until.js';

const api = useApi({ trustProxy: true });

/** Costs eleven requests. */
const ELEVEN = 'query ($n: Int!) { projects(first: $n) { nodes { id visibility { score } } } }';

function times<Result>(count: number, ask: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, ask));
}

async function spend(caller: ApiCaller, requests: number): Promise<void> {
  await sql(api.db, 'update request_budget set minute_count = $2, minute_started_at = now() where account_id = $1', [
    caller.account.accountId,
    requests,
  ]);
}

describe('a storm of a key that is refused', () => {
  test('costs a few statements, and each answer tells the budget and when to come again', async () => {
    const caller = await api.open('professional');
    await spend(caller, 60);
    const texts = await recordStatements(api.db);
    const refused: Answer[] = [];
    const startedMs = performance.now();
    for (let round = 0; round < 5; round += 1) refused.push(...(await times(100, () => caller.get('/projects'))));
    // Each second begins anew: with twenty refusals, and what is asked meanwhile.
    const seconds = Math.ceil((performance.now() - startedMs) / 1_000) + 1;
    const most = seconds * (20 + IN_FLIGHT_BOUNDS.account.atOnce);
    expect(texts.filter((text) => text.includes('request_budget')).length).toBeLessThanOrEqual(most);
    for (const answer of refused) {
      expectError(answer, 'RATE_LIMIT_EXCEEDED');
      expect(budgetOf(answer)).toEqual({ limit: 60, remaining: 0, reset: expect.any(Number) });
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(30);
    }
    expect(new Set(refused.map((answer) => budgetOf(answer).reset)).size).toBe(1);
  });

  test('is over soon after there is room, long before the minute is', async () => {
    const caller = await api.open('professional');
    await spend(caller, 60);
    await times(100, () => caller.get('/projects'));
    await spend(caller, 0);
    await until(
      () => caller.get('/projects'),
      ({ status }) => status === 200,
    );
  });

  test('of dear operations leaves room for cheaper ones, and for one that is above the ceiling', async () => {
    const caller = await api.open('professional');
    await spend(caller, 55);
    const refused = await times(60, () => askGraphql(caller, ELEVEN, { n: 100 }));
    for (const answer of refused) expectFailure(answer, 429, 'RATE_LIMIT_EXCEEDED');
    expect((await caller.get('/projects')).status).toBe(200);
    const lists = Array.from(
      { length: 7 },
      (_, at) => `a${at}: projects(first: 100) { nodes { id visibility { score } } }`,
    );
    const dear = `{ ${lists.join(' ')} }`;
    expectFailure(await askGraphql(caller, dear), 400, 'QUERY_TOO_COMPLEX');
  });

  test('leaves the other keys of the process alone', async () => {
    const [caller, other] = [await api.open('professional'), await api.open('professional')];
    await spend(caller, 60);
    await times(100, () => caller.get('/projects'));
    expect((await other.get('/projects')).status).toBe(200);
  });
});

describe('refusals kept in memory', () => {
  const exhaustion = {
    budget: { limit: 60, remaining: 0, reset: 1_800_000_000 },
    secondsLeft: 30.2,
    cost: 1,
    charge: 1,
    message: 'Rate limit exceeded.',
  };
  let nowMs = 0;

  beforeEach(() => {
    nowMs = 5_000;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => jest.restoreAllMocks());

  function storm(refusal: ServiceError, count = 20): RefusedCredentials {
    const refused = new RefusedCredentials();
    for (let noted = 0; noted < count; noted += 1) refused.add('key', refusal, nowMs);
    return refused;
  }

  test('count from the twentieth within a second on, and no longer than to the end of that second', () => {
    expect(storm(new RateLimitExceeded(exhaustion), 19).find('key', 1)).toBeUndefined();
    const refused = storm(new RateLimitExceeded(exhaustion));
    expect(refused.find('key', 1)).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: 31 });
    expect(refused.find('other', 1)).toBeUndefined();
    nowMs += 999;
    expect(refused.find('key', 1)).toMatchObject({ retryAfterSeconds: 30 });
    nowMs += 1;
    expect(refused.find('key', 1)).toBeUndefined();
  });

  test('end with the window', () => {
    const refused = storm(new RateLimitExceeded({ ...exhaustion, secondsLeft: 0.5 }));
    nowMs += 499;
    expect(refused.find('key', 1)).toMatchObject({ retryAfterSeconds: 1 });
    nowMs += 1;
    expect(refused.find('key', 1)).toBeUndefined();
  });

  test('refuse every cost where one request has no room, and else the same cost alone', () => {
    expect(storm(new RateLimitExceeded(exhaustion)).find('key', 11)).toBeDefined();
    const dear = storm(new RateLimitExceeded({ ...exhaustion, cost: 11, charge: 11 }));
    expect([1, 10, 11, 12, 61].filter((cost) => dear.find('key', cost))).toEqual([11]);
    const aboveCeiling = storm(new RateLimitExceeded({ ...exhaustion, cost: 700, charge: 1 }));
    expect(aboveCeiling.find('key', 1)).toBeDefined();
  });

  test('hold for a key without access alike', () => {
    expect(storm(new ServiceError('FORBIDDEN', 'no access')).find('key', 5)).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a tier without API access', () => {
  test('is throttled by address after 60 requests, and leaves valid keys and failed authentication alone', async () => {
    const [starter, caller] = [await api.open('starter'), await api.open()];
    const from = { 'X-Forwarded-For': '192.0.2.60' };
    const refused = await times(60, () => starter.get('/projects', from));
    for (const answer of refused) expectError(answer, 'FORBIDDEN', 'tier');
    const over = await starter.get('/projects', from);
    expectError(over, 'RATE_LIMIT_EXCEEDED', 'too many requests without API access from this address');
    expect(over.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    const graphql = await askGraphql(starter, '{ __typename }', {}, from);
    expectFailure(graphql, 429, 'RATE_LIMIT_EXCEEDED', /without API access/);
    expectError(await starter.get('/projects', { 'X-Forwarded-For': '192.0.2.61' }), 'FORBIDDEN');
    expect((await caller.get('/projects', from)).status).toBe(200);
    expectError(await api.request('GET', '/api/v1/projects', from), 'UNAUTHORIZED');
  });
});
