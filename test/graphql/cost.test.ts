import fc from 'fast-check';
import { createGate } from '../../src/graphql/gate/gate.js';
import type { Price } from '../../src/graphql/gate/price.js';
import { Refusal } from '../../src/graphql/gate/refusal.js';
import { buildGraphqlSchema } from '../../src/graphql/schema/build-schema.js';
import { callsOf, operation, writeOperation } from './random-operation.js';
import { requestOf } from './small-server.js';

const ID = '00000000-0000-4000-8000-000000000000';

const gate = createGate(buildGraphqlSchema());

async function priceOf(query: string, variables: object = {}): Promise<Price> {
  return (await gate.read(requestOf({ query, variables }), async () => {})).price;
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
  const nest = 'projects(first: 100) { nodes { responses(first: 100) { nodes { prompt { id } } } } }';
  const { complexity, requests } = await priceOf(`{ ${nest} }`);
  expect([complexity, requests]).toEqual([1 + 100 * (1 + 100), 1_011]);
});

test('what is skipped costs nothing', async () => {
  const query = `query ($no: Boolean!) { __typename projects(first: 100) @skip(if: $no) { ${LISTED} } ...F @include(if: false) } fragment F on Query { account { name } }`;
  expect(await priceOf(query, { no: true })).toEqual({ complexity: 0, requests: 1 });
  expect(await priceOf(query, { no: false })).toEqual({ complexity: 101, requests: 11 });
});

test.each([
  ['{ rateLimit { remaining } }', 0],
  ['{ __typename }', 0],
  ['{ account { name usage { promptsUsed } } }', 1],
  [`mutation { a: deleteProject(id: "${ID}") { deleted } b: pauseProject(id: "${ID}") { id } }`, 2],
  [`mutation { pauseProject(id: "${ID}") { visibility { score } } }`, 2],
  ['{ responsesDaily(limit: 1000) { date } }', 10],
  ['{ responsesDaily(limit: 101) { date } }', 2],
])('%s costs %i points', async (query, points) => {
  expect((await priceOf(query)).complexity).toBe(points);
});
