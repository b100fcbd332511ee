import { parse } from 'graphql';
import { fieldExtensionsEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity';
import { buildGraphqlSchema } from '../../src/graphql/schema/build-schema.js';

/** What each field of the schema costs: a point for each REST call that it replaces. */

const schema = buildGraphqlSchema();
const estimators = [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 0 })];
const pointsOf = (query: string, variables = {}) =>
  getComplexity({ schema, query: parse(query), variables, estimators });

const ID = 'id: "00000000-0000-4000-8000-000000000000"';
const NESTED = ['prompts', 'competitors', 'mentions', 'citations', 'responses'];
const METRICS = ['visibility { score }', 'sentiment { total }', 'analysis { state answersRead }'];

test.each([
  ['{ rateLimit { cost } }', 0],
  ['{ __typename }', 0],
  ['{ account { id usage { requestsToday } limits { dailySlots } } }', 1],
  ['{ apiKeys { id } }', 1],
  ['{ projects { totalCount nodes { id settings { platforms } } edges { node { id } } } }', 1],
  [`{ project(${ID}) { id } }`, 1],
  [`{ prompt(${ID}) { id } }`, 1],
  [`{ competitor(${ID}) { id } }`, 1],
  [`{ a: project(${ID}) { id } b: project(${ID}) { id } }`, 2],
  [`mutation { pauseProject(${ID}) { id } deleteProject(${ID}) { deleted } }`, 2],
  [`mutation { pauseProject(${ID}) { sentiment { total } } }`, 2],
])('%s costs %d', (query, points) => {
  expect(pointsOf(query)).toBe(points);
});

test.each([...NESTED.map((list) => `${list} { totalCount nodes { __typename } edges { cursor } }`), ...METRICS])(
  '%s is one point for each project of the page',
  (field) => {
    expect(pointsOf(`{ project(${ID}) { ${field} } }`)).toBe(2);
    expect(pointsOf(`{ projects { nodes { ${field} } } }`)).toBe(21);
    expect(pointsOf(`{ projects(first: 3) { nodes { ${field} } edges { node { ${field} } } } }`)).toBe(7);
  },
);

test('everything of a hundred projects', () => {
  const fields = [...NESTED.map((list) => `${list}(first: 100) { nodes { __typename } }`), ...METRICS].join(' ');
  expect(pointsOf(`{ projects(first: 100) { nodes { ${fields} } } }`)).toBe(801);
});

test('what stands below an entry of a page is multiplied', () => {
  expect(pointsOf(`{ project(${ID}) { mentions(first: 5) { nodes { name competitor { name } } } } }`)).toBe(7);
  expect(pointsOf(`{ project(${ID}) { responses(first: 5) { nodes { text prompt { tags } } } } }`)).toBe(7);
  expect(pointsOf(`{ project(${ID}) { visibility { score previous { change } } } }`)).toBe(3);
});

test.each([-100_000, 0, 101, 2_000_000_000])(
  'a page of %d costs what the largest does, and is refused when run',
  (first) => {
    const query = 'query ($first: Int!) { projects(first: $first) { nodes { sentiment { total } } } }';
    expect(pointsOf(query, { first })).toBe(101);
  },
);

test.each(['visibilityDaily', 'mentionsDaily', 'citationsDaily', 'sentimentDaily', 'responsesDaily'])(
  '%s is a point for each hundred rows, whatever else is asked',
  (table) => {
    const points = [undefined, 1, 100, 101, 1_000].map((limit) =>
      pointsOf(`{ ${table}${limit === undefined ? '' : `(limit: ${limit})`} { date projectName } }`),
    );
    expect(points).toEqual([1, 1, 1, 2, 10]);
    expect(pointsOf(`{ ${table}(limit: -5) { date } }`)).toBe(10);
  },
);
