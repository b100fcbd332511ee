import type { Platform } from '../../src/entities/vocabulary.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import {
  addCitations,
  addMentions,
  addResponses,
  candidateOf,
  type History,
  selectAnalysis,
} from '../support/history.js';
import { createCompetitor, createProject } from '../support/resources.js';

/** The flat tables, and that they say what the nested metrics say. */

const api = useApi();
const TABLES = ['visibilityDaily', 'mentionsDaily', 'citationsDaily', 'sentimentDaily', 'responsesDaily'];
const NEVER = '00000000-0000-4000-8000-000000000000';
const DAYS = ['2026-06-08', '2026-06-09', '2026-06-10'];
const PLATFORMS: Platform[] = ['chatgpt', 'claude'];

type Row = Record<string, number> & { projectId: string; platform: string; date: string; name: string };

let caller: ApiCaller;
let ids: string[];

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ids = [];
  for (const name of ['One', 'Two']) ids.push((await createProject(caller, { brand_name: name })).id);
  for (const [at, id] of ids.entries()) {
    const { id: competitorId } = await createCompetitor(caller, id);
    const candidate = await candidateOf(caller, competitorId);
    await fill(await selectAnalysis(caller, id, [candidate]), id, candidate, at + 1);
  }
});

async function fill(history: History, brand: string, candidate: string, factor: number): Promise<void> {
  const buckets = DAYS.flatMap((date, day) =>
    PLATFORMS.map((platform, at) => ({ date, platform, n: factor * (10 * day + at + 1) })),
  );
  await addResponses(
    history,
    buckets.map(({ n, ...bucket }) => ({ ...bucket, responses: 3 * n, naming: 2 * n, positive: n, negative: n })),
  );
  await addMentions(
    history,
    buckets.flatMap(({ n, ...bucket }) => [
      { ...bucket, subject: brand, mentions: 4 * n, responses: 2 * n },
      { ...bucket, subject: candidate, mentions: n, responses: n },
    ]),
  );
  await addCitations(
    history,
    buckets.flatMap(({ n, ...bucket }) => [
      { ...bucket, domain: 'a.example', citations: 5 * n },
      { ...bucket, domain: 'b.example', citations: n },
    ]),
  );
}

async function rows(table: string, fields: string, args = ''): Promise<Row[]> {
  const { body } = await askGraphql(caller, `{ ${table}${args} { projectId platform date ${fields} } }`);
  expect(body.errors).toBeUndefined();
  // Shaped by the query above.
  return (body.data as Record<string, Row[]>)[table] ?? [];
}

function sumOf(found: readonly Row[], measure: string, projectId: string): number {
  return found.filter((row) => row.projectId === projectId).reduce((sum, row) => sum + (row[measure] ?? 0), 0);
}

test('the rows of a period add up to the nested metrics', async () => {
  const visibility = await rows('visibilityDaily', 'responseCount brandMentionCount');
  const mentions = await rows('mentionsDaily', 'name mentionCount');
  const citations = await rows('citationsDaily', 'domain citationCount');
  const sentiment = await rows('sentimentDaily', 'positive neutral negative mixed total');
  const responses = await rows('responsesDaily', 'responseCount brandMentionCount mentionCount citationCount');
  for (const id of ids) {
    const nested = await nestedSums(id);
    expect({
      responses: sumOf(visibility, 'responseCount', id),
      naming: sumOf(visibility, 'brandMentionCount', id),
      mentions: sumOf(mentions, 'mentionCount', id),
      citations: sumOf(citations, 'citationCount', id),
      sentiment: Object.fromEntries(
        ['positive', 'neutral', 'negative', 'mixed', 'total'].map((name) => [name, sumOf(sentiment, name, id)]),
      ),
    }).toEqual(nested);
    expect(sumOf(responses, 'responseCount', id)).toBe(nested.responses);
    expect(sumOf(responses, 'brandMentionCount', id)).toBe(nested.naming);
    expect(sumOf(responses, 'citationCount', id)).toBe(nested.citations);
    const own = mentions.filter(({ name }) => name !== 'Contoso');
    expect(sumOf(responses, 'mentionCount', id)).toBe(sumOf(own, 'mentionCount', id));
  }
});

async function nestedSums(id: string) {
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${id}") {
      visibility { byPlatform { responseCount brandMentionCount } }
      mentions(first: 100) { nodes { mentionCount } }
      citations { nodes { citationCount } }
      sentiment { positive neutral negative mixed total }
    } }`,
  );
  // Shaped by the query above.
  const { project } = body.data as {
    project: {
      visibility: { byPlatform: Record<string, number>[] };
      mentions: { nodes: Record<string, number>[] };
      citations: { nodes: Record<string, number>[] };
      sentiment: Record<string, number>;
    };
  };
  const { visibility, mentions, citations, sentiment } = project;
  const sum = (found: Record<string, number>[], name: string) => found.reduce((all, row) => all + (row[name] ?? 0), 0);
  return {
    responses: sum(visibility.byPlatform, 'responseCount'),
    naming: sum(visibility.byPlatform, 'brandMentionCount'),
    mentions: sum(mentions.nodes, 'mentionCount'),
    citations: sum(citations.nodes, 'citationCount'),
    sentiment,
  };
}

test('a row carries its project’s name and its score with numerator and denominator', async () => {
  const found = await rows(
    'visibilityDaily',
    'projectName visibilityScore brandMentionCount responseCount',
    `(projectIds: ["${ids[1]}"], platforms: [CLAUDE], window: D7)`,
  );
  const same = { projectId: ids[1], projectName: 'Two', platform: 'CLAUDE', visibilityScore: 67 };
  expect(found).toEqual(
    [2, 12, 22].map((n, at) => ({ ...same, date: DAYS[at], brandMentionCount: 4 * n, responseCount: 6 * n })),
  );
});

test('a mention row tells who is named', async () => {
  const fields = 'name isBrand competitorCandidateId competitorId';
  const found = await rows('mentionsDaily', fields, `(projectIds: ["${ids[0]}"], limit: 2)`);
  expect(found.map(({ name, isBrand }) => [name, isBrand])).toEqual(
    expect.arrayContaining([
      ['One', true],
      ['Contoso', false],
    ]),
  );
  for (const { isBrand, competitorCandidateId, competitorId } of found) {
    expect([competitorCandidateId === null, competitorId === null]).toEqual([isBrand, isBrand]);
  }
});

test.each(TABLES)('%s in pages comes whole, in one order', async (table) => {
  const fields = { mentionsDaily: 'name', citationsDaily: 'domain' }[table] ?? '';
  const whole = await rows(table, fields, '(limit: 1000)');
  expect(whole).toHaveLength(table === 'mentionsDaily' || table === 'citationsDaily' ? 24 : 12);
  const keys = whole.map(({ projectId, date, platform }) => `${projectId} ${date} ${platform}`);
  expect(keys).toEqual(keys.toSorted());
  const paged: Row[] = [];
  for (let offset = 0; offset < whole.length; offset += 7) {
    paged.push(...(await rows(table, fields, `(limit: 7, offset: ${offset})`)));
  }
  expect(paged).toEqual(whole);
});

describe.each(TABLES)('%s', (table) => {
  const ask = async (args: string) => (await askGraphql(caller, `{ ${table}(${args}) { date } }`)).body;

  test.each([
    ['limit: 0', 'limit: must be a whole number from 1 to 1000'],
    ['limit: 1001', 'limit: must be a whole number from 1 to 1000'],
    ['offset: -1', 'offset: must be a whole number, 0 or more'],
    ['projectIds: []', 'projectIds: must name at least one project'],
    ['projectIds: ["x"]', 'projectIds[0]: must be a UUID'],
    ['platforms: []', 'platforms: must name at least one platform'],
    ['from: "2026-01-01"', 'from: date range must be 0-90 days, not 165'],
  ])('refuses %s', async (args, message) => {
    const { data, errors } = await ask(args);
    expect(data).toEqual({ [table]: null });
    expect(errors).toEqual([
      expect.objectContaining({ message, extensions: expect.objectContaining({ code: 'VALIDATION_ERROR' }) }),
    ]);
  });

  test('refuses a foreign project as forbidden, even beside one that never existed, which is not found', async () => {
    const stranger = await api.open();
    const { id } = await createProject(stranger);
    const code = async (...asked: (string | undefined)[]) =>
      first((await ask(`projectIds: ${JSON.stringify(asked)}`)).errors ?? []).extensions['code'];
    expect(await code(ids[0], NEVER, id)).toBe('FORBIDDEN');
    expect(await code(ids[0], NEVER)).toBe('NOT_FOUND');
  });

  test('asks about unarchived projects where none is named, and about archived ones that are', async () => {
    const owner = await api.open();
    const { id } = await createProject(owner);
    const candidate = await candidateOf(owner, (await createCompetitor(owner, id)).id);
    await fill(await selectAnalysis(owner, id, [candidate]), id, candidate, 1);
    await owner.delete(`/projects/${id}`);
    const { body } = await askGraphql(
      owner,
      `{ all: ${table} { date } named: ${table}(projectIds: ["${id}"], limit: 1) { date } }`,
    );
    expect(body.data).toEqual({ all: [], named: [{ date: DAYS[0] }] });
  });
});
