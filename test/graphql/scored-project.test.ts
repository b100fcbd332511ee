import { Client } from 'pg';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { addResponses, selectAnalysis } from '../support/history.js';
import { createProject } from '../support/resources.js';

/** A project and its visibility come in one statement; nothing of that shows. */

const api = useApi();

let caller: ApiCaller;
let id: string;

beforeAll(async () => {
  caller = await api.open();
  ({ id } = await createProject(caller));
  await createProject(caller);
  const history = await selectAnalysis(caller, id, []);
  await addResponses(history, [
    { date: '2026-06-08', platform: 'claude', responses: 4, naming: 4 },
    { date: '2026-06-09', platform: 'chatgpt', responses: 7, naming: 3 },
    { date: '2026-06-10', platform: 'chatgpt', responses: 3, naming: 1 },
    { date: '2026-06-10', platform: 'perplexity', responses: 2, naming: 2 },
  ]);
});

/** Compiled from the second time on, so it is sent three times. */
async function ask(query: string, variables: object = {}, owner = caller) {
  await liftLimits(owner);
  for (let time = 1; time < 3; time++) await askGraphql(owner, query, variables);
  const { status, body } = await askGraphql(owner, query, variables);
  const { data, errors } = body;
  return { status, data, errors };
}

const NUMBERS = `window { from to } score confidence { low high }
  byPlatform { platform responseCount brandMentionCount visibilityScore }`;
const DAYS = 'trend { date score responses brandMentionCount }';

test.each([
  ['', 'score'],
  ['', `score ${DAYS}`],
  ['', NUMBERS],
  ['', `${NUMBERS} ${DAYS}`],
  ['(window: D1)', `${NUMBERS} ${DAYS}`],
  ['(platforms: [CLAUDE, GEMINI])', `${NUMBERS} ${DAYS}`],
  ['(from: "2026-06-10", to: "2026-06-10", platforms: [CHATGPT])', `score ${DAYS}`],
  ['(to: "2020-01-01")', `${NUMBERS} ${DAYS}`],
])('visibility%s { %s } is the same by id, apart from the project, and in the list', async (args, fields) => {
  const project = (directive: string) =>
    `{ project(id: "${id}") { id name createdAt visibility${args} ${directive} { ${fields} } } }`;
  const together = await ask(project(''));
  expect(together.errors).toBeUndefined();
  expect(together).toEqual(await ask(project('@include(if: true)')));
  const { data } = await ask(`{ projects { nodes { id name createdAt visibility${args} { ${fields} } } } }`);
  expect(data).toEqual({ projects: { nodes: expect.arrayContaining([together.data?.['project']]) } });
});

test('a score without responses is zero, with a row of zeros for each enabled platform', async () => {
  const { id: emptyId } = await createProject(caller);
  const { data } = await ask(`{ project(id: "${emptyId}") { visibility { ${NUMBERS} ${DAYS} } } }`);
  const zeros = { responseCount: 0, brandMentionCount: 0, visibilityScore: 0 };
  expect(data?.['project']).toMatchObject({
    visibility: {
      ...{ score: 0, confidence: null, trend: [] },
      byPlatform: ['CHATGPT', 'PERPLEXITY'].map((platform) => ({ platform, ...zeros })),
    },
  });
});

test('a fragment at two places has the days where they are selected beside it, and nowhere else', async () => {
  const { data, errors } = await ask(
    `
    query ($to: Date!) {
      plain: projects { nodes { id ...Score } }
      days: projects { nodes { id ...Score visibility(to: $to) { trend { date } } } }
    }
    fragment Score on Project { visibility(to: $to) { score } }`,
    { to: '2026-06-10' },
  );
  expect(errors).toBeUndefined();
  const nodesOf = (name: string) => data?.[name] as { nodes: { id: string; visibility: object }[] };
  const visibility = (name: string) => nodesOf(name).nodes.find((node) => node.id === id)?.visibility;
  const trend = ['08', '09', '10'].map((day) => ({ date: `2026-06-${day}` }));
  expect(visibility('days')).toEqual({ ...visibility('plain'), trend });
  expect(Object.keys(visibility('plain') ?? {})).toEqual(['score']);
});

const SCORE = 'query ($id: ID!) { project(id: $id) { name visibility { score trend { date } } } }';

test("a project that is another account's, archived or nobody's is refused as it is without its score", async () => {
  const stranger = await api.open();
  const { id: theirs } = await createProject(stranger);
  const { id: archived } = await createProject(caller);
  await caller.delete(`/projects/${archived}`);
  for (const [absent, code] of [
    [theirs, 'FORBIDDEN'],
    [archived, 'NOT_FOUND'],
    ['00000000-0000-4000-8000-000000000000', 'NOT_FOUND'],
    ['no id', 'VALIDATION_ERROR'],
  ]) {
    const response = await ask(SCORE, { id: absent });
    expect(response).toMatchObject({ data: { project: null }, errors: [{ path: ['project'], extensions: { code } }] });
    expect(await ask('query ($id: ID!) { project(id: $id) { name } }', { id: absent })).toEqual(response);
  }
});

test.each(['(from: "2026-06-10", to: "2026-06-09")', '(from: "1950-01-01")', '(platforms: [])'])(
  'the refused arguments visibility%s fail that field alone',
  async (args) => {
    const response = await ask(`{ project(id: "${id}") { id visibility${args} { score } } }`);
    expect(response.data).toEqual({ project: { id, visibility: null } });
    expect(response.errors).toMatchObject([
      { path: ['project', 'visibility'], extensions: { code: 'VALIDATION_ERROR' } },
    ]);
  },
);

async function askFailing(query: string) {
  let failed = 0;
  const real = Client.prototype.query;
  Client.prototype.query = new Proxy(real, {
    apply(target, self, args) {
      if (!textOf(args[0]).includes('json_agg(json_build_array')) return Reflect.apply(target, self, args);
      failed += 1;
      return Promise.reject(new Error('the statement failed'));
    },
  });
  const response = await ask(query, { id }).finally(() => {
    Client.prototype.query = real;
  });
  expect(failed).toBeGreaterThanOrEqual(3);
  return response;
}

test('where the statement for both fails, the score fails and the project stays', async () => {
  const response = await askFailing(SCORE);
  expect(response.data).toEqual({ project: { name: expect.any(String), visibility: null } });
  expect(response.errors).toMatchObject([{ path: ['project', 'visibility'], extensions: { code: 'INTERNAL_ERROR' } }]);
});

test('where the statement for a page and its scores fails, the scores fail and the projects stay', async () => {
  const response = await askFailing('{ projects(first: 2) { totalCount nodes { name visibility { score } } } }');
  const entry = { name: expect.any(String), visibility: null };
  expect(response.data).toEqual({ projects: { totalCount: expect.any(Number), nodes: [entry, entry] } });
  expect(response.errors).toMatchObject(
    [0, 1].map((at) => ({
      path: ['projects', 'nodes', at, 'visibility'],
      extensions: { code: 'INTERNAL_ERROR' },
    })),
  );
});

test('pages of projects with their scores follow one another, and an empty one has none', async () => {
  const page = `query ($after: String) { projects(first: 1, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { id visibility { score } } } } }`;
  const owner = await api.open();
  const none = { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, edges: [] };
  expect((await ask(page, {}, owner)).data).toEqual({ projects: none });
  // Oldest first; two that are made within a millisecond by their ids.
  const made = [await createProject(owner), await createProject(owner)].toSorted(
    (a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id),
  );
  let after: string | undefined;
  for (const [at, project] of made.entries()) {
    const { data } = await ask(page, { after }, owner);
    const pageInfo = { hasNextPage: at === 0, endCursor: expect.any(String) };
    const edges = [{ node: { id: project.id, visibility: { score: 0 } } }];
    expect(data).toEqual({ projects: { totalCount: 2, pageInfo, edges } });
    after = endOf(data);
  }
});

function endOf(data: unknown): string {
  return (data as { projects: { pageInfo: { endCursor: string } } }).projects.pageInfo.endCursor;
}

function textOf(sent: unknown): string {
  return typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : '';
}
