import { listKeys } from '../../src/core/people/api-keys.js';
import { useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql, budgetOf, expectFailure } from '../support/graphql.js';

const api = useApi();

const HELLO = '{ __typename }';

describe('the limits that REST has', () => {
  /** Costs 1 + 100 × 1 points: eleven requests. */
  const ELEVEN = 'query ($n: Int!) { projects(first: $n) { nodes { id visibility { score } } } }';

  test('are charged by the cost of an operation, and shared with REST', async () => {
    const caller = await api.open('professional');
    expect((await askGraphql(caller, ELEVEN, { n: 100 })).body.extensions?.cost).toMatchObject({
      complexity: 101,
      requests: 11,
      limit: 60,
      remaining: 49,
    });
    expect(budgetOf(await caller.get('/projects')).remaining).toBe(48);
    expect(budgetOf(await askGraphql(caller, ELEVEN, { n: 9 })).remaining).toBe(47);
    expect(first(await listKeys(api.db, caller.account.accountId)).requestCount).toBe(3);
  });

  test('refuse an operation that the rest of the minute has no room for, and charge nothing', async () => {
    const caller = await api.open('professional');
    for (let count = 1; count <= 5; count += 1) {
      expect(budgetOf(await askGraphql(caller, ELEVEN, { n: 100 })).remaining).toBe(60 - 11 * count);
    }
    const answer = await askGraphql(caller, ELEVEN, { n: 100 });
    expectFailure(answer, 429, 'RATE_LIMIT_EXCEEDED', /Rate limit exceeded/);
    expect(budgetOf(answer)).toMatchObject({ limit: 60, remaining: 5 });
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(61);
    expect(budgetOf(await caller.get('/projects')).remaining).toBe(4);
  });

  test('of 20 operations of eleven requests at once a minute of 60 admits five', async () => {
    const caller = await api.open('professional');
    const answers = await Promise.all(Array.from({ length: 20 }, () => askGraphql(caller, ELEVEN, { n: 100 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test.each([
    ['professional', 600, 6],
    ['agency', 2_000, 20],
  ] as const)(
    'let a %s account spend %i points on one operation, and charge one request for more',
    async (tier, ceiling, hundreds) => {
      const caller = await api.open(tier);
      const limit = ceiling / 10;
      const SCORES = 'nodes { visibility { score } }';
      const lists = Array.from({ length: hundreds - 1 }, (_, at) => `a${at}: projects(first: 99) { ${SCORES} }`);
      const costing = (points: number) =>
        `{ ${lists.join(' ')}
         b: projects(first: ${points - 100 * (hundreds - 1) - 1}) { nodes { visibility { score } } } }`;
      const over = await askGraphql(caller, costing(ceiling + 1));
      expectFailure(
        over,
        400,
        'QUERY_TOO_COMPLEX',
        `The operation costs ${ceiling + 1} points; one operation may cost ${ceiling} at most`,
      );
      expect(over.body.extensions?.cost).toMatchObject({
        complexity: ceiling + 1,
        requests: 1,
        limit,
        remaining: limit - 1,
      });
      const exact = await askGraphql(await api.open(tier), costing(ceiling));
      expect(exact.status).toBe(200);
      expect(exact.body.extensions?.cost).toMatchObject({ complexity: ceiling, requests: limit, remaining: 0 });
    },
  );

  test('charge one request for a price beyond every number, and run nothing of it', async () => {
    const caller = await api.open();
    const entries = '(first: 100) { nodes { id } }';
    const project = `id prompts${entries} competitors${entries}`;
    const lists = Array.from({ length: 30 }, (_, at) => `a${at}: projects(first: 100) { nodes { ${project} } }`);
    const deep = `{ ${lists.join(' ')} }`;
    const answer = await askGraphql(caller, deep);
    expectFailure(answer, 400, 'QUERY_TOO_COMPLEX');
    expect(budgetOf(answer).remaining).toBe(199);
  });
});

test('a caller whose budget is used up is refused before its document is looked at, and charged nothing', async () => {
  const caller = await api.open('professional');
  for (let count = 0; count < 6; count += 1) {
    await askGraphql(caller, 'query ($n: Int!) { projects(first: $n) { nodes { visibility { score } } } }', { n: 99 });
  }
  for (const query of ['{ nothing', HELLO]) {
    const answer = await askGraphql(caller, query);
    expectFailure(answer, 429, 'RATE_LIMIT_EXCEEDED');
    expect(budgetOf(answer)).toMatchObject({ limit: 60, remaining: 0 });
  }
  expect(first(await listKeys(api.db, caller.account.accountId)).requestCount).toBe(6);
});
