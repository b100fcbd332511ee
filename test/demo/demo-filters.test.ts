import { createKey } from '../../src/core/people/api-keys.js';
import { statement } from '../../src/database/rows.js';
import { type LoadedDemo, loadDemo } from '../../src/demo/load-demo.js';
import type { TestAccount } from '../support/accounts.js';
import { ApiCaller, FIXED_CLOCK, liftLimits, type StartedApi, startApi, useApi } from '../support/api.js';
import { connectAgain } from '../support/database.js';
import { askGraphql } from '../support/graphql.js';
import { RowsRead } from '../support/rows-read.js';
import { queryDatabase } from '../support/sql.js';
import { statementsOfService } from '../support/statements.js';
import { doWorkersWork, fieldsOfProjects, readFiles } from './work-beside-numbers.js';

/**
 * Every number of the demo's projects: without a filter, with one that leaves all prompts, and by parts of a whole. And
 * how many rows the statements read that told them, beside those of imports and of all else that reads what was found.
 */

/** On a machine that may be busy. */
const LOAD_TIMEOUT_MS = 120_000;

const api = useApi();
let account: TestAccount;
/** A process of a test's own, as an account has so much of the database's time a minute in each. */
let started: StartedApi;
let caller: ApiCaller;
let projects: Project[];
let rowsRead: RowsRead;

/** Names and prompts beside those of the demo, as a project has them after a year: no answer is about them. */
const OTHER_NAMES = `
  insert into competitor_candidate (account_id, id, project_id, name, name_key)
  select p.account_id, gen_random_uuid(), p.id, 'Other ' || n, 'other ' || n
  from project p, generate_series(1, 1000) n`;
const ARCHIVED_PROMPTS = `
  insert into prompt (
    account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency, archived_at
  )
  select p.account_id, gen_random_uuid(), p.id, 'Other ' || n, sha256(('Other ' || n)::bytea), '{claude}', 'daily',
    now()
  from project p, generate_series(1, 100) n`;

interface Project {
  id: string;
  name: string;
  prompts: { nodes: { id: string; stage: string | null }[] };
  competitors: { nodes: { id: string }[] };
}

beforeAll(async () => {
  rowsRead = await RowsRead.of(api.database);
  const loading = await connectAgain(api.database);
  await rowsRead.hear(loading.db);
  const demo: LoadedDemo | null = await loadDemo(loading, undefined, FIXED_CLOCK);
  await loading.close();
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
  for (const text of [OTHER_NAMES, ARCHIVED_PROMPTS, 'analyze']) await queryDatabase(api.database, text);
  const query = `{ projects { nodes { id name prompts(first: 100) { nodes { id stage } }
    competitors(first: 5) { nodes { id } } } } }`;
  projects = (await ask<{ projects: { nodes: Project[] } }>(query)).projects.nodes;
}, LOAD_TIMEOUT_MS);

beforeEach(async () => {
  started = await startApi({}, api.database);
  caller = new ApiCaller(started, account);
  await rowsRead.hear(started.db);
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

/**
 * Of the statements that ran for all of that, the step that reads most returns and drops up to 2.2 times the rows that
 * its statement's tables and lists hold, as a table is read twice, or a row of it for each row of another. Those that
 * compared each row with each had 4 to 500 times as many, with 2,600 answers of one project.
 */
const TIMES = 3;
/** Fewer rows take no time, however few there are: 10,000 are compared within 2 ms. */
const LEAST = 10_000;

describe('no statement reads more rows than there are', () => {
  const named = async () => rowsRead.excesses(await statementsOfService(), TIMES, LEAST);

  test('of numbers and imports', async () => {
    const { errors } = await readFields();
    expect(errors.filter((code) => code !== 'FORBIDDEN')).toEqual([]);
    expect(await named()).toEqual([]);
  });

  test(
    'of files, and of what workers do',
    async () => {
      const work = {
        database: started.database,
        ctx: { ...account.ctx, db: started.db },
        projectIds: await idsBySize(),
      };
      await readFiles(work);
      await doWorkersWork(work);
      // A page of the file looks through the prompts for each of its rows: an index of prompts by question would spare
      // that, and with it a score of prompts with a label took more than twice its time in the database.
      expect(await named()).toEqual([expect.objectContaining({ statement: 'prompts-daily-after-place' })]);
    },
    LOAD_TIMEOUT_MS,
  );

  test('which most statements that read answers, or what was found in them, are among', async () => {
    const heard = new Set(rowsRead.texts);
    const facts = [...(await statementsOfService())].filter(([, text]) => FACTS.test(text));
    expect(facts.filter(([, text]) => heard.has(text)).length).toBeGreaterThan(120);
  });

  test('which is noticed of one that compares each answer with each', async () => {
    const text = `with few as materialized (select answered_at from answer_reading limit 400)
      select count(*) from few a join few b on a.answered_at < b.answered_at`;
    await started.db.rows(statement('compare-each', text), []);
    const found = await rowsRead.excesses(new Map([['compare-each', text]]), TIMES, LEAST);
    expect(found.find((one) => one.statement === 'compare-each')).toMatchObject({ read: 160_000 });
  });
});

const FACTS = /\b(?:from|join|into|update|using)\s+(?:answer(?:_\w+)?|daily_\w+|mention_total)\b/;

/** The one with most answers first. */
async function idsBySize(): Promise<string[]> {
  const text = 'select project_id as id from answer_reading group by 1 order by count(*) desc';
  return (await queryDatabase<{ id: string }>(api.database, text)).map(({ id }) => id);
}

/** All that a project tells without arguments, each field alone; returns the codes of what was refused. */
async function readFields(): Promise<{ errors: unknown[] }> {
  const errors: unknown[] = [];
  const [id] = await idsBySize();
  for (const field of fieldsOfProjects()) {
    await liftLimits(caller);
    const { body } = await askGraphql(caller, `{ project(id: "${id}") { ${field} } }`);
    for (const { extensions, message } of body.errors ?? []) errors.push(extensions['code'] ?? message);
  }
  return { errors };
}
