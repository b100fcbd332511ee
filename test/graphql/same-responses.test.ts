import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, Kind, parse, type TypeNode, type VariableDefinitionNode, visit } from 'graphql';
import { loadDemo } from '../../src/demo/load-demo.js';
import type { FastPaths } from '../../src/environment-values.js';
import { ROOT } from '../contract/sources.js';
import {
  FIXED_CLOCK,
  liftLimitsOf,
  type SentHeaders,
  sql,
  type TestApi,
  TODAY,
  useApi,
  useReplica,
} from '../support/api.js';
import { asGraphql } from '../support/graphql.js';

/**
 * What the service's own ways past its libraries must not change: each query of the dashboard, of the documents and of
 * GraphQL's tests has the same response from a server on the same database with all fast paths switched off.
 */
const ALL_OFF: FastPaths = { directReads: false, compiledQueries: false, gateDocuments: false, textArrays: false };
/** A query runs compiled from the second time on. */
const TIMES = 2;

const api = useApi();
const plain = useReplica(api, { fastPaths: ALL_OFF });

/** Of the demo, by what they are ids of. */
let ids: Readonly<Record<string, string>>;
let byKey: SentHeaders;
let bySession: SentHeaders;

beforeAll(async () => {
  const demo = await loadDemo(api.database, () => {}, FIXED_CLOCK);
  if (!demo) throw new Error('an empty database took no demo');
  const idOf = async (table: string) => {
    const select = `select id from ${table} where account_id = $1 order by created_at, id limit 1`;
    const [found] = await sql<{ id: string }>(api.db, select, [demo.accountId]);
    if (!found) throw new Error(`the demo has no ${table}`);
    return found.id;
  };
  ids = { project: await idOf('project'), prompt: await idOf('prompt'), competitor: await idOf('competitor') };
  const json = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  const credentials = JSON.stringify({ email: demo.email, password: demo.password });
  const { headers } = await api.request('POST', '/dashboard/session', json, credentials);
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  bySession = { ...json, Cookie: cookies.join('; ') };
  byKey = { ...json, Authorization: `Bearer ${demo.apiKey}` };
}, 120_000);

beforeEach(async () => {
  await liftLimitsOf(api.db);
  await sql(api.db, 'update request_budget set minute_started_at = now(), minute_count = -100000, day_count = -100000');
});

test.each([
  ['the dashboard', dashboardQueries, () => bySession, 30],
  ['the documents', documentedQueries, () => byKey, 10],
  ['the tests of GraphQL', testedQueries, () => byKey, 100],
])(
  'queries of %s are answered alike with and without fast paths',
  async (_, queries, headersOf, answeredMin) => {
    const differences: string[] = [];
    let answered = 0;
    for (const query of queries()) {
      for (let time = 0; time < TIMES; time += 1) {
        const [withFastPaths, without] = await Promise.all([api, plain].map((to) => respond(to, query, headersOf())));
        if (textOf(withFastPaths) !== textOf(without)) differences.push(query);
        if (time === 0 && withFastPaths?.body.data) answered += 1;
      }
    }
    expect(differences).toEqual([]);
    expect(answered).toBeGreaterThanOrEqual(answeredMin);
  },
  300_000,
);

/** What differs from one request to the next: the price stays, what is left of the budget does not. */
const BUDGET_LEFT = new Set(['remaining', 'reset', 'requestsThisMinute', 'requestsToday']);

function textOf(response: object | undefined): string {
  return JSON.stringify(response, (name, value) => (BUDGET_LEFT.has(name) ? null : value));
}

async function respond(to: TestApi, query: string, headers: SentHeaders) {
  const body = JSON.stringify({ query, variables: variablesOf(query) });
  const response = asGraphql(await to.request('POST', '/graphql', headers, body));
  return { status: response.status, type: response.headers.get('content-type'), body: response.body };
}

function dashboardQueries(): string[] {
  const web = join(ROOT, 'dashboard');
  const texts = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(web, name), 'utf8'));
  return readable(
    texts.flatMap((text) => [...text.matchAll(/\bgraphql\(`([^`]*)`\)/g)].map(([, found = '']) => found)),
  );
}

function documentedQueries(): string[] {
  const docs = join(ROOT, 'docs');
  const texts = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(docs, name), 'utf8'));
  return readable(
    texts.flatMap((text) => [...text.matchAll(/```graphql\n([^`]*)```/g)].map(([, found = '']) => found)),
  );
}

/** All literals of the tests beside this one that are queries, once what they hold in `${…}` is filled in. */
function testedQueries(): string[] {
  const files = readdirSync(import.meta.dirname).map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  return readable(
    files.flatMap((file) =>
      [...file.matchAll(/`((?:\\`|[^`])*)`|'([^'\n]*)'/g)].map(([, template, text]) =>
        fill(template ?? text ?? '', file),
      ),
    ),
  );
}

/** Ids of the demo for ids, and the constants of the file for its constants. What is still open parses as nothing. */
function fill(text: string, file: string): string {
  return text
    .replace(/(\w+)\((?:[^()"]*, )?(\w+): "\$\{[^}]*\}"/g, (all, field: string, argument: string) =>
      all.replace(/\$\{[^}]*\}/, ids[subjectOf(field, argument)] ?? ''),
    )
    .replace(/\$\{([A-Z_]+)\}/g, (all, name: string) => {
      const [, template, plainText] = new RegExp(`const ${name} = (?:\`([^\`]*)\`|'([^']*)')`).exec(file) ?? [];
      const found = template ?? plainText;
      return found === undefined ? all : fill(found, file);
    });
}

/** `prompt(id:)` and `responses(promptId:)` are about a prompt. */
function subjectOf(field: string, argument: string): string {
  return argument === 'id' ? field : argument.replace(/Id$/, '');
}

/** Those that parse as one operation that reads, each once. */
function readable(texts: readonly string[]): string[] {
  const isRead = (text: string) =>
    parsed(text)?.definitions.some(({ kind, ...rest }) => kind === Kind.OPERATION_DEFINITION && isQuery(rest)) === true;
  return [...new Set(texts)].filter(isRead);
}

function isQuery(definition: object): boolean {
  return Reflect.get(definition, 'operation') === 'query';
}

function parsed(text: string): DocumentNode | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** One for each variable without a default: ids by where they are used, else by type. */
function variablesOf(query: string): Record<string, unknown> {
  const document = parse(query);
  const subjects = new Map<string, string>();
  visit(document, {
    Field: ({ name, arguments: given = [] }) => {
      for (const { name: argument, value } of given) {
        if (value.kind === Kind.VARIABLE) subjects.set(value.name.value, subjectOf(name.value, argument.value));
      }
    },
  });
  const found: Record<string, unknown> = {};
  const add = ({ variable, type }: VariableDefinitionNode) => {
    const name = variable.name.value;
    found[name] = ids[subjects.get(name) ?? ''] ?? (type.kind === Kind.NON_NULL_TYPE ? sampleOf(type) : undefined);
  };
  visit(document, { VariableDefinition: (node) => (node.defaultValue ? undefined : void add(node)) });
  return found;
}

const VALUES: Readonly<Record<string, unknown>> = { Int: 2, Boolean: true, Date: TODAY, Window: 'D30', String: 'tea' };

function sampleOf(type: TypeNode): unknown {
  if (type.kind === Kind.NON_NULL_TYPE) return sampleOf(type.type);
  if (type.kind === Kind.LIST_TYPE) return [sampleOf(type.type)];
  return VALUES[type.name.value] ?? ids['project'];
}
