import { Client, escapeLiteral } from 'pg';
import type { Context } from '../../src/core/context.js';
import { citationsOfProjects } from '../../src/core/metrics/citations.js';
import { citedPagesOfProjects } from '../../src/core/metrics/cited-pages.js';
import { searchesOfProjects } from '../../src/core/metrics/searches.js';
import { createKey } from '../../src/core/people/api-keys.js';
import type { PromptFilter } from '../../src/core/prompt-filters/prompt-filter.js';
import type { Statement } from '../../src/database/rows.js';
import { type LoadedDemo, loadDemo } from '../../src/demo/load-demo.js';
import type { TestAccount } from '../support/accounts.js';
import { ApiCaller, FIXED_CLOCK, liftLimits, type StartedApi, startApi, useApi } from '../support/api.js';
import type { TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { askGraphql } from '../support/graphql.js';
import { queryDatabase } from '../support/sql.js';

/** Every number of the demo's projects: without a filter, with one that leaves all prompts, and by parts of a whole. */

/** On a machine that may be busy. */
const LOAD_TIMEOUT_MS = 120_000;

const api = useApi();
let account: TestAccount;
/** A process of a test's own, as an account has so much of the database's time a minute in each. */
let started: StartedApi;
let caller: ApiCaller;
let projects: Project[];

interface Project {
  id: string;
  name: string;
  prompts: { nodes: { id: string; stage: string | null }[] };
  competitors: { nodes: { id: string }[] };
}

beforeAll(async () => {
  const demo: LoadedDemo | null = await loadDemo(api.database, undefined, FIXED_CLOCK);
  if (!demo) throw new Error('an empty database took no demo');
  const { accountId } = demo;
  const { keyId, apiKey } = await createKey(api.db, FIXED_CLOCK, { accountId, name: 'test' });
  const ctx = {
    db: api.db,
    clock: FIXED_CLOCK,
    caller: { kind: 'key', accountId, keyId, access: 'full', tier: 'professional' },
  } as const;
  account = { accountId, keyId, apiKey, ctx };
  caller = new ApiCaller(api, account);
  await queryDatabase(api.database, 'analyze');
  const query = `{ projects { nodes { id name prompts(first: 100) { nodes { id stage } }
    competitors(first: 5) { nodes { id } } } } }`;
  projects = (await ask<{ projects: { nodes: Project[] } }>(query)).projects.nodes;
}, LOAD_TIMEOUT_MS);

beforeEach(async () => {
  started = await startApi({}, api.database);
  caller = new ApiCaller(started, account);
});
afterEach(() => started.close());

async function ask<Data>(query: string): Promise<Data> {
  await liftLimits(caller);
  const { body } = await askGraphql(caller, query);
  expect(body.errors).toBeUndefined();
  // Shaped by the query.
  return body.data as Data;
}

async function below<Data>({ id }: Project, fields: string): Promise<Data> {
  return (await ask<{ project: Data }>(`{ project(id: "${id}") { ${fields} } }`)).project;
}

const RANGE = '{ low high }';
const PREVIOUS =
  'previous { score change verdict significant explanation { isExplainedBy difference verdictWithout } }';
const COUNTS = 'planned underWay accepted failed skipped reasons { state reason count }';
const SEGMENT = `key label promptCount intentCount responseCount brandMentionCount score adjustedConfidence ${RANGE}
  evenScore previous { change verdict }`;
const PLACES = `firstNamedCount firstNamedPercent firstNamedConfidence ${RANGE} meanRank rankedCount
  meanRankInterval ${RANGE} prominence prominenceConfidence ${RANGE}`;
const CITED = `citationCount responseCount share firstSeen lastSeen ownership isGap responseCountNamingBrand
  competitorResponseCount`;
const PARTITIONS = ['CATEGORY', 'STAGE', 'PERSONA', 'MARKET', 'COUNTRY', 'LANGUAGE', 'BRANDED'] as const;

/** Each number that takes `where`, by what it is called; `args` is what narrows it. */
const NUMBERS: Readonly<Record<string, (args: string, rivals: string) => string>> = {
  visibility: (args) => `visibility(${args}) { score confidence ${RANGE} adjustedConfidence ${RANGE} evenScore
    evenConfidence ${RANGE} trend { date score responses brandMentionCount }
    pooled: trend(over: 7) { date score responses adjustedConfidence ${RANGE} } ${PREVIOUS}
    byPlatform { platform responseCount brandMentionCount visibilityScore adjustedConfidence ${RANGE} evenScore
      evenConfidence ${RANGE} trend { date score responses } previous { change verdict } } }`,
  'visibility without the name': (args) => `visibility(${args}, branded: false) { score trend { date score } }`,
  cells: (args) => `cells(${args}) { promptId platform responseCount brandMentionCount visibilityScore
    confidence ${RANGE} }`,
  'tracked names': (args) => `brands(${args}, tracked: true) { name mentionCount responseCount wholeCount share
    visibilityScore adjustedConfidence ${RANGE} againstBrand { verdict difference low high } ${PLACES}
    previous { mentionCount responseCount share change verdict firstNamedVerdict meanRankVerdict prominenceVerdict } }`,
  'other names': (args) => `brands(${args}, tracked: false) { name mentionCount responseCount wholeCount }`,
  'trends of names': (args, rivals) => `brandTrends(${args}, competitorIds: [${rivals}], over: 7) {
    name points { date visibilityScore responseCount wholeCount } }`,
  tone: (args) =>
    `sentiment(${args.replace(/, platforms: \[[^\]]*\]/, '')}) { positive neutral negative mixed noRule total }`,
  'cited domains': (args) => `citations(${args}, first: 100) { totalCount nodes { domain ${CITED}
    topUrls { url count } } }`,
  'gaps of domains': (args) => `citations(${args}, gaps: true, first: 100) { totalCount nodes { domain } }`,
  'cited pages': (args) => `pages(${args}, first: 100) { totalCount nodes { url responseCount lastSeen ownership isGap
    responseCountNamingBrand competitorResponseCount } }`,
  'gaps of pages': (args) => `pages(${args}, gaps: true, first: 100) { totalCount nodes { url } }`,
  searches: (args) => `searches(${args}, first: 100) { totalCount nodes { query responseCount namingBrandCount
    namingCompetitorCount platforms promptCount isGap } }`,
  'gaps of searches': (args) => `searches(${args}, gaps: true, first: 100) { totalCount nodes { query } }`,
  responses: (args) => `responses(${args}, first: 100) { totalCount nodes { id } }`,
  'what came of runs': (args) => `quality(${args}) { lastAnsweredAt byPlatform { platform lastAnsweredAt ${COUNTS} }
    byDay { date platform ${COUNTS} } }`,
  segments: (args) => PARTITIONS.map((by) => `${by}: segments(by: ${by}, ${args}) { ${SEGMENT} }`).join('\n'),
  'segments by tag': (args) => `segments(by: TAG, ${args}) { ${SEGMENT} }`,
};

const PERIODS = ['window: D7', 'window: D30', 'window: D90', 'window: D30, platforms: [CLAUDE, GEMINI]'];
const rivalsOf = ({ competitors }: Project) => competitors.nodes.map(({ id }) => `"${id}"`).join(', ');
const allOf = ({ prompts }: Project) => `{ promptIds: [${prompts.nodes.map(({ id }) => `"${id}"`).join(', ')}] }`;

describe.each(Object.entries(NUMBERS))('%s', (_name, fieldFor) => {
  test('of no filter, of an empty one and of one that leaves all prompts is the same', async () => {
    for (const project of projects) {
      for (const days of PERIODS) {
        const of = (where: string) => below<object>(project, fieldFor(`${days}${where}`, rivalsOf(project)));
        const whole = await of('');
        expect(JSON.stringify(whole).length).toBeGreaterThan(10);
        expect([project.name, days, await of(`, where: ${allOf(project)}`)]).toEqual([project.name, days, whole]);
        if (days !== PERIODS[0]) continue;
        for (const where of ['{}', '{ tags: null, branded: null }']) {
          expect([project.name, where, await of(`, where: ${where}`)]).toEqual([project.name, where, whole]);
        }
      }
    }
  });
});

test('prompts and runs of no filter, of an empty one and of one that leaves all are the same', async () => {
  for (const project of projects) {
    const of = (where: string) =>
      below<object>(
        project,
        `prompts(first: 100${where}) { totalCount nodes { id } }
         runs(first: 100, from: "2026-04-01"${where}) { totalCount nodes { id } }
         sampleSize(input: { changePoints: 5${where} }) {
           present { prompts } assumptions { share within between answers }
         }`,
      );
    const whole = await of('');
    for (const where of ['{}', allOf(project)]) expect(await of(`, where: ${where}`)).toEqual(whole);
  }
});

test('the segments of each partition add up to the whole', async () => {
  for (const project of projects) {
    for (const days of PERIODS) {
      const { visibility, prompts, ...parts } = await below<Whole & Record<string, Segment[]>>(
        project,
        `visibility(${days}) { byPlatform { responseCount brandMentionCount } } prompts { totalCount }
         ${NUMBERS['segments']?.(days, '')}`,
      );
      const whole = {
        promptCount: prompts.totalCount,
        responseCount: sumOf(visibility.byPlatform, 'responseCount'),
        brandMentionCount: sumOf(visibility.byPlatform, 'brandMentionCount'),
      };
      for (const by of PARTITIONS) {
        const own = parts[by] ?? [];
        const told = {
          promptCount: sumOf(own, 'promptCount'),
          responseCount: sumOf(own, 'responseCount'),
          brandMentionCount: sumOf(own, 'brandMentionCount'),
        };
        expect([project.name, days, by, told]).toEqual([project.name, days, by, whole]);
      }
    }
  }
});

const PERIOD = { from: '2026-03-18', to: '2026-06-15' };
const PAGE = { platforms: undefined, domain: undefined, gaps: false, limit: 100, offset: 0 };

/** The lists that read facts one by one where questions are chosen, each by its last statement. */
const LISTS: Readonly<Record<string, (ctx: Context, ids: string[], where: PromptFilter) => Promise<unknown>>> = {
  'cited domains': (ctx, ids, where) => citationsOfProjects(ctx, ids, { period: PERIOD, ...PAGE, where }),
  'gaps of domains': (ctx, ids, where) => citationsOfProjects(ctx, ids, { period: PERIOD, ...PAGE, gaps: true, where }),
  'cited pages': (ctx, ids, where) => citedPagesOfProjects(ctx, ids, { period: PERIOD, filter: { ...PAGE, where } }),
  searches: (ctx, ids, where) =>
    searchesOfProjects(ctx, ids, { period: PERIOD, filter: { ...PAGE, where }, withPrompts: true }),
};

test.each(Object.entries(LISTS))('%s of some questions compare no list with another row by row', async (_, list) => {
  const ids = projects.map(({ id }) => id);
  const prompts = projects.flatMap(({ prompts }) => prompts.nodes.map(({ id }) => id));
  const asked: [text: string, values: unknown[]][] = [];
  const db = Object.assign(Object.create(api.db), {
    rows: (statement: Statement<object>, values: unknown[]) => {
      asked.push([statement.text, values]);
      return api.db.rows(statement, values);
    },
  });
  await list({ ...account.ctx, db }, ids, { promptIds: prompts });
  const [text, values] = asked.at(-1) ?? ['', []];
  const plan = await explainGeneric(api.database, text, values);
  const compared = [...nodesOf(plan)].map((node) => (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops']);
  // About 5,000 answers cite 15,000 pages: each with each would be 75 million.
  expect(Math.max(...compared)).toBeLessThan(1_000_000);
  expect(plan['Actual Rows']).toBeGreaterThan(10);
});

interface PlanNode {
  'Rows Removed by Join Filter'?: number;
  'Actual Loops': number;
  'Actual Rows': number;
  Plans?: PlanNode[];
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const inner of node.Plans ?? []) yield* nodesOf(inner);
}

/** Runs a statement as the service's connections do, whose plans know no values, and returns how it went. */
async function explainGeneric({ address }: TestDatabase, text: string, values: unknown[]): Promise<PlanNode> {
  const client = new Client(databaseUrl(address));
  await client.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare asked as ${text}`);
    const literals = values.map((value) => (value === null ? 'null' : escapeLiteral(toText(value))));
    const { rows } = await client.query(`explain (analyze, format json) execute asked (${literals.join(', ')})`);
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await client.end();
  }
}

/** A value as PostgreSQL reads it from a text. */
function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return Array.isArray(value) ? `{${value.map((item) => `"${toText(item)}"`).join(',')}}` : String(value);
}

interface Whole {
  visibility: { byPlatform: Counts[] };
  prompts: { totalCount: number };
}

type Counts = Record<'responseCount' | 'brandMentionCount', number>;
type Segment = Counts & { promptCount: number };

function sumOf<Field extends string>(rows: readonly Record<Field, number>[], field: Field): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

/** What is counted, by what it is of: a figure of the whole is the sum of those of its parts. */
const COUNTED: Readonly<Record<string, (args: string, rivals: string) => string>> = {
  visibility: (args) => `visibility(${args}) { byPlatform { platform responseCount brandMentionCount }
    trend { date responses brandMentionCount } }`,
  cells: (args) => `cells(${args}) { promptId platform responseCount brandMentionCount }`,
  names: (args) => `brands(${args}) { name mentionCount responseCount firstNamedCount rankedCount }`,
  'trends of names': (args, rivals) => `brandTrends(${args}, competitorIds: [${rivals}]) {
    name points { date responseCount } }`,
  tone: (args) => `sentiment(${args}) { positive neutral negative mixed noRule total }`,
  'cited domains': (args) => `citations(${args}, first: 100) { nodes { domain citationCount responseCount
    responseCountNamingBrand competitorResponseCount } }`,
  searches: (args) => `searches(${args}, first: 100) { nodes { query responseCount namingBrandCount
    namingCompetitorCount promptCount } }`,
  responses: (args) => `responses(${args}) { totalCount }`,
  'what came of runs': (args) => `quality(${args}) { byPlatform { platform planned accepted failed skipped }
    byDay { date platform planned } }`,
};

/** The parts of a whole: filters of which each prompt passes one. */
const PARTS: Readonly<Record<string, (project: Project) => string[]>> = {
  'whether they name the brand': () => ['{ branded: true }', '{ branded: false }'],
  prompts: ({ prompts }) => prompts.nodes.map(({ id }) => `{ promptIds: ["${id}"] }`),
};

test.each(Object.keys(COUNTED).flatMap((number) => Object.keys(PARTS).map((parts) => [number, parts] as const)))(
  '%s by %s add up to the whole',
  async (number, parts) => {
    for (const project of projects) {
      const of = async (where: string) => {
        const field = COUNTED[number]?.(`window: D30${where}`, rivalsOf(project)) ?? '';
        return figuresOf(await below<unknown>(project, field));
      };
      const whole = await of('');
      expect(whole.size).toBeGreaterThan(0);
      const sums = new Map<string, number>();
      for (const where of PARTS[parts]?.(project) ?? []) {
        for (const [place, figure] of await of(`, where: ${where}`)) sums.set(place, (sums.get(place) ?? 0) + figure);
      }
      const isNot = ([place, figure]: [string, number]) => (sums.get(place) ?? 0) !== figure;
      expect([project.name, [...whole].filter(isNot).map(([place, of]) => [place, of, sums.get(place)])]).toEqual([
        project.name,
        [],
      ]);
      const beyond = [...sums.keys()].filter((place) => sums.get(place) !== 0 && !whole.has(place));
      expect([project.name, beyond]).toEqual([project.name, []]);
    }
  },
);

/** Each figure of a number by where it is: the names of the fields, and in lists what the entry is of. */
function figuresOf(value: unknown, place = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[place, value]]);
  if (Array.isArray(value)) return joined(value.map((entry) => figuresOf(entry, `${place} ${nameOf(entry)}`)));
  if (typeof value !== 'object' || value === null) return new Map();
  return joined(Object.entries(value).map(([field, inner]) => figuresOf(inner, `${place}.${field}`)));
}

function joined(maps: readonly Map<string, number>[]): Map<string, number> {
  return new Map(maps.flatMap((map) => [...map]));
}

/** What an entry of a list is of: its texts, and which prompt. */
function nameOf(entry: unknown): string {
  const texts = Object.values(entry ?? {}).filter((value) => typeof value === 'string');
  return texts.join(' ');
}
