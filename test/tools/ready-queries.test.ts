import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from 'graphql';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { type GraphqlResponse, sendGraphql } from '../support/graphql.js';
import { seedReporting } from '../support/reporting-history.js';
import { documentedAnswer, documentedColumns, type ReadyQuery, readyQueriesOf } from './ready-queries.js';
import { TOOLS, type Tool } from './tools.js';

/** The queries of docs/tools, each sent as its tool sends it. */

const api = useApi();
const TABLES = ['Visibility', 'Mentions', 'Citations', 'Sentiment', 'Responses'];
const COLUMNS = documentedColumns();

type Row = Record<string, unknown>;

let caller: ApiCaller;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  await seedReporting(caller, 20);
});

function send(tool: Tool, body: string): Promise<GraphqlResponse> {
  return sendGraphql(api, body, { ...tool.headers, Authorization: `Bearer ${caller.key}` });
}

function expectPrice({ status, body }: GraphqlResponse, { points, requests }: ReadyQuery): void {
  expect([status, body.errors]).toEqual([200, undefined]);
  expect(body.extensions?.cost).toMatchObject({ complexity: points, requests });
}

/** The table's rows: the only field of the data, whatever it is called. */
function rowsOf({ body }: GraphqlResponse): Row[] {
  // Shaped by the queries of the tables, each with one root field.
  return Object.values(body.data ?? {})[0] as Row[];
}

function columnsOf(title: string): string[] {
  return COLUMNS.get(`${title.toLowerCase()}Daily`) ?? [];
}

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  const queries = readyQueriesOf(tool.page, tool.language);

  test('has a query for each table and the dashboard', () => {
    expect(queries.map(({ title }) => title)).toEqual(expect.arrayContaining([...TABLES, 'Dashboard']));
  });

  test.each(queries.map((query) => [query.title, query] as const))(
    '%s is answered, at the price that its page states',
    async (_title, query) => {
      for (const body of tool.bodiesOf(query.code)) expectPrice(await send(tool, body), query);
    },
  );

  test.each(TABLES)('%s comes as flat rows of the documented columns', async (title) => {
    const { code } = queryNamed(queries, title);
    const rows = rowsOf(await send(tool, tool.bodiesOf(code)[0] ?? ''));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(columnsOf(title));
      expect(Object.values(row).filter((value) => typeof value === 'object')).toEqual([]);
    }
  });

  test('is told of a mistake and of refused arguments as its page says', async () => {
    const mistake = await send(tool, JSON.stringify({ query: '{ nothing }' }));
    expect([mistake.status, mistake.body.errors?.length]).toEqual([tool.statusOfMistake, 1]);
    const refused = await send(tool, JSON.stringify({ query: '{ visibilityDaily(from: "2026-01-01") { date } }' }));
    expect([refused.status, refused.body.data]).toEqual([200, { visibilityDaily: null }]);
    expect(refused.body.errors?.[0]?.message).toMatch(/date range must be 0-90 days/);
  });
});

function queryNamed(queries: readonly ReadyQuery[], title: string): ReadyQuery {
  const found = queries.find((query) => query.title === title);
  if (!found) throw new Error(`the page has no query ${title}`);
  return found;
}

function toolNamed(name: string): [Tool, ReadyQuery[]] {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) throw new Error(`no such tool: ${name}`);
  return [tool, readyQueriesOf(tool.page, tool.language)];
}

test('the root of each Grafana query leads to its rows', async () => {
  const [tool, queries] = toolNamed('Grafana');
  for (const { code, below } of queries) {
    const path = /^Root `([\w.]+)`/m.exec(below)?.[1]?.split('.') ?? [];
    const { body } = await send(tool, tool.bodiesOf(code)[0] ?? '');
    const found = path.reduce<unknown>((value, name) => Object(value)[name], body);
    expect(found).toEqual(expect.arrayContaining([expect.anything()]));
  }
});

test('each Power BI query types the columns that it asks for', () => {
  const [, queries] = toolNamed('Power BI');
  for (const title of TABLES) {
    const typed = [...queryNamed(queries, title).code.matchAll(/\{"(\w+)", /g)].map(([, column]) => column);
    expect(typed).toEqual(columnsOf(title));
  }
});

test("Retool's transformers make rows of the answer, with or without its envelope", async () => {
  const [tool, queries] = toolNamed('Retool');
  const { code, below } = queryNamed(queries, 'Dashboard');
  const transform = new Function('data', /```js\n([\s\S]*?)```/.exec(below)?.[1] ?? '');
  const { body } = await send(tool, tool.bodiesOf(code)[0] ?? '');
  const rows: unknown = transform(body);
  expect(rows).toEqual(transform(body.data));
  expect(rows).toHaveLength(20);
  const flat = { name: 'Brand 1', score: 50, change: 50, positive: 18, negative: 9, source: 'a.example' };
  expect(rows).toEqual(expect.arrayContaining([flat]));
});

test('the dashboard answer in the documents has the shape and the price of a real one', async () => {
  const [tool, queries] = toolNamed('curl');
  const { body } = await send(tool, tool.bodiesOf(queryNamed(queries, 'Dashboard').code)[0] ?? '');
  expect(shapeOf(documentedAnswer())).toEqual(shapeOf(body));
  expect(documentedAnswer()).toMatchObject({ extensions: { cost: { complexity: 81, requests: 9 } } });
});

/** Names and kinds without values; of a list its first entry stands for all. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

describe('introspection', () => {
  test.each([
    ['as graphql-js writes it', getIntrospectionQuery()],
    ['without descriptions', getIntrospectionQuery({ descriptions: false })],
    [
      'with all that is optional',
      getIntrospectionQuery({
        schemaDescription: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    ],
  ])('%s gives every tool the whole schema for one request', async (_how, query) => {
    for (const tool of TOOLS) {
      const body = JSON.stringify({ query, variables: {}, operationName: 'IntrospectionQuery' });
      const answer = await send(tool, body);
      expectPrice(answer, { title: '', code: '', below: '', points: 0, requests: 1 });
      // Introspection has the shape that graphql-js declares for it.
      const seen = buildClientSchema(answer.body.data as unknown as IntrospectionQuery);
      expect(Object.keys(seen.getTypeMap()).toSorted()).toEqual(
        Object.keys(buildGraphqlSchema().getTypeMap()).toSorted(),
      );
      expect(printSchema(seen)).toContain('visibilityDaily(');
    }
  });
});

const run = promisify(execFile);

(hasShellAndCurl() ? test : test.skip)('each command of the curl page runs as it stands', async () => {
  const [, queries] = toolNamed('curl');
  for (const query of queries) {
    const { stdout } = await run('sh', ['-c', query.code], { env: { ...process.env, URL: api.url, KEY: caller.key } });
    const { data, errors, extensions } = JSON.parse(stdout);
    expect([Object.values(data)[0], errors]).toEqual([expect.anything(), undefined]);
    expect(extensions.cost).toMatchObject({ complexity: query.points, requests: query.requests });
  }
});

function hasShellAndCurl(): boolean {
  try {
    execFileSync('sh', ['-c', 'curl --version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
