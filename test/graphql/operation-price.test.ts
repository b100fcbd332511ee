import fc from 'fast-check';
import { offsetCursor } from '../../src/core/pages.js';
import type { Price } from '../../src/graphql/operation/operation-price.js';
import { Refusal } from '../../src/graphql/operation/operation-refusal.js';
import { createOperationReader } from '../../src/graphql/operation/read-operation.js';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { callsOf, operation, writeOperation } from './random-operation.js';
import { requestOf } from './small-server.js';

const ID = '00000000-0000-4000-8000-000000000000';

const operations = createOperationReader(buildGraphqlSchema(), { now: () => new Date('2026-06-15T12:00:00Z') });

async function priceOf(query: string, variables: object = {}): Promise<Price> {
  return (await operations.read(requestOf({ query, variables }), async () => {})).price;
}

test('a query costs exactly the REST calls that it replaces, and ten of them one request', async () => {
  await fc.assert(
    fc.asyncProperty(operation, async (asks) => {
      const { query, variables } = writeOperation(asks);
      const calls = callsOf(asks);
      expect(await priceOf(query, variables)).toEqual({
        complexity: calls,
        requests: Math.max(1, Math.ceil(calls / 10)),
      });
    }),
    { numRuns: 300 },
  );
});

const LISTED = 'nodes { visibility { score } }';
const unusual = fc.oneof(fc.integer({ max: 0, min: -(2 ** 31) }), fc.integer({ min: 101, max: 2 ** 31 - 1 }));

test('a size out of bounds is never cheaper than any size within them', async () => {
  await fc.assert(
    fc.asyncProperty(unusual, fc.integer({ min: 1, max: 100 }), async (out, within) => {
      const variable = `query ($n: Int!) { projects(first: $n) { ${LISTED} } }`;
      const [literal, sent, usual] = [
        await priceOf(`{ projects(first: ${out}) { ${LISTED} } }`),
        await priceOf(variable, { n: out }),
        await priceOf(variable, { n: within }),
      ];
      expect(literal.complexity).toBeGreaterThanOrEqual(usual.complexity);
      expect(sent.complexity).toBeGreaterThanOrEqual(usual.complexity);
    }),
  );
});

test('a field with a faulty size beside it never makes an operation cheaper', async () => {
  const dear = `a: projects(first: 100) { ${LISTED} }`;
  const alone = await priceOf(`{ ${dear} }`);
  await fc.assert(
    fc.asyncProperty(unusual, async (out) => {
      const { complexity } = await priceOf(
        `{ ${dear} b: projects(first: ${out}) { ${LISTED} } c: visibilityDaily(limit: ${out}) { date } }`,
      );
      expect(complexity).toBeGreaterThan(alone.complexity);
    }),
  );
});

test.each([
  [`{ projects(first: null) { ${LISTED} } }`, {}],
  [`{ projects(first: 2147483648) { ${LISTED} } }`, {}],
  [`query ($n: Int) { projects(first: $n) { ${LISTED} } }`, { n: null }],
  [`query ($n: Int = null) { projects(first: $n) { ${LISTED} } }`, {}],
  [`query ($n: Int!) { projects(first: $n) { ${LISTED} } }`, { n: 2 ** 31 }],
  [`query ($n: Int!) { projects(first: $n) { ${LISTED} } }`, { n: 1.5 }],
  [`query ($n: Int!) { projects(first: $n) { ${LISTED} } }`, { n: '5' }],
])('%s with %j has no price and is refused', async (query, variables) => {
  await expect(priceOf(query, variables)).rejects.toThrow(Refusal);
});

test('lists within lists multiply', async () => {
  const nest = 'projects(first: 100) { nodes { mentions(first: 100) { nodes { competitor { id } } } } }';
  const { complexity, requests } = await priceOf(`{ ${nest} }`);
  expect([complexity, requests]).toEqual([1 + 100 * (1 + 100), 1_011]);
});

test('what is skipped costs nothing', async () => {
  const query = `query ($no: Boolean!) {
    __typename projects(first: 100) @skip(if: $no) { ${LISTED} } ...F @include(if: false)
  } fragment F on Query { account { name } }`;
  expect(await priceOf(query, { no: true })).toEqual({ complexity: 0, requests: 1 });
  expect(await priceOf(query, { no: false })).toEqual({ complexity: 101, requests: 11 });
});

test.each([
  ['{ rateLimit { remaining } }', 0],
  ['{ __typename }', 0],
  ['{ account { name usage { promptsUsed } } }', 1],
  [`mutation { a: deleteProject(id: "${ID}") { deleted } b: pauseProject(id: "${ID}") { id } }`, 10],
  [`mutation { pauseProject(id: "${ID}") { visibility { score } } }`, 6],
  ['{ responsesDaily(limit: 1000) { date } }', 10],
  ['{ responsesDaily(limit: 101) { date } }', 2],
])('%s costs %i points', async (query, points) => {
  expect((await priceOf(query)).complexity).toBe(points);
});

describe('a price that was kept', () => {
  const NARROWED = `query ($id: ID!, $of: ID, $to: Date, $from: Date, $window: Window) {
    project(id: $id) { responses(mentioning: $of, from: $from, to: $to, window: $window, first: 1) { totalCount } } }`;

  test.each([
    [{}, 2],
    [{ of: ID }, 2 + 4],
    [{ of: null }, 2],
    [{ of: ID, window: 'D90' }, 2 + 10],
    [{ of: ID, window: 'D1' }, 2 + 1],
    [{ of: ID, from: '2026-06-15' }, 2 + 1],
    [{ of: ID, from: '2026-06-01', window: 'D90' }, 2 + 2],
    [{ of: ID, from: '2026-03-17' }, 2 + 10],
    [{ of: ID, from: '2026-06-01', to: '2026-06-02' }, 2 + 1],
    [{ of: ID, from: '2026-06-16' }, 2 + 10],
    [{ of: ID, from: 'never' }, 2 + 10],
    [{ of: ID, to: '2026-02-30' }, 2 + 10],
  ])('is never that of other days, windows or filters: %j', async (variables, points) => {
    for (let time = 0; time < 2; time += 1) {
      expect((await priceOf(NARROWED, { id: ID, ...variables })).complexity).toBe(points);
      await priceOf(NARROWED, { id: ID });
    }
  });

  test('is forgotten for a newer one, and then the same again', async () => {
    const days = Array.from({ length: 60 }, (_, back) =>
      new Date(Date.UTC(2026, 5, 15 - back)).toISOString().slice(0, 10),
    );
    for (let time = 0; time < 2; time += 1) {
      for (const [back, from] of days.entries()) {
        const { complexity } = await priceOf(NARROWED, { id: ID, of: ID, from });
        expect(complexity).toBe(2 + Math.ceil((back + 1) / 10));
      }
    }
  });

  test('is never that of a nearer cursor or a smaller offset', async () => {
    const paged =
      'query ($after: String, $id: ID!) { project(id: $id) { mentions(after: $after) { nodes { name } } } }';
    const flat = 'query ($offset: Int!) { mentionsDaily(offset: $offset) { date } }';
    for (const [at, points] of [
      [0, 0],
      [60_000, 12],
      [10, 0],
      [99_999, 19],
    ] as const) {
      expect((await priceOf(paged, { id: ID, after: offsetCursor(at - 1) })).complexity).toBe(2 + points);
      expect((await priceOf(flat, { offset: at })).complexity).toBe(1 + points);
    }
  });

  test('of a period without an end is that of the day', async () => {
    let now = new Date('2026-06-15T23:59:59Z');
    const open = createOperationReader(buildGraphqlSchema(), { now: () => now });
    const request = requestOf({ query: NARROWED, variables: { id: ID, of: ID, from: '2026-06-06' } });
    const ask = async () => {
      const read = await open.read(request, async () => {});
      read.keep();
      return read.price.complexity;
    };
    expect(await ask()).toBe(2 + 1);
    now = new Date('2026-06-16T00:00:00Z');
    expect(await ask()).toBe(2 + 2);
  });
});

test('an operation costs no less than a point for each 5,000 values that it may return', async () => {
  const fields = 'id name brandName websiteUrl faviconUrl description targetCountry mainTopic isActive isPaused';
  const copies = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: nodes { ${fields} }`).join(' ');
  expect((await priceOf(`{ projects(first: 100) { ${copies(1)} } }`)).complexity).toBe(1);
  expect((await priceOf(`{ projects(first: 100) { ${copies(29)} } }`)).complexity).toBe(6);
  const lists = Array.from({ length: 25 }, (_, at) => `a${at}: nodes { id model platform answeredAt }`);
  const nested = `responses(first: 100) { ${lists.join(' ')} }`;
  expect((await priceOf(`{ projects(first: 100) { nodes { ${nested} } } }`)).complexity).toBe(252);
  const days = Array.from({ length: 29 }, (_, at) => `a${at}: trend { date score responses }`).join(' ');
  expect((await priceOf(`{ projects(first: 100) { nodes { visibility { ${days} } } } }`)).complexity).toBe(211);
});
