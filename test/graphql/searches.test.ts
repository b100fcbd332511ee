import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { addPerson, askWithSession, cookieOf, openOwner } from '../support/people.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** What platforms searched the web for: with a response, and by query over all of a period. */

const api = useApi();

let caller: ApiCaller;
let id: string;
let promptIds: string[];

const [BOTH, RIVAL, BRAND, NOBODY] = ['Contoso, then Northwind.', 'Contoso.', 'Northwind.', 'Try your local shop.'];
const QUESTIONS = ['Which tea is best?', 'Which tea for work?'];

/** Answers with the queries that were searched for them. */
const ANSWERS: [platform: string, question: number, text: string, ...searches: string[]][] = [
  ['chatgpt', 0, RIVAL, 'best tea 2026', 'tea test'],
  ['claude', 0, RIVAL, 'Best Tea 2026', 'BEST TEA 2026'],
  ['gemini', 1, RIVAL, 'best tea 2026'],
  ['claude', 1, RIVAL, 'tea test'],
  ['claude', 0, BRAND, 'tea test'],
  ['claude', 0, BOTH, 'tea test'],
  ['chatgpt', 1, NOBODY, 'office tea', '<b>site:shop.example</b> "tea"'],
  ['chatgpt', 1, NOBODY],
];

beforeAll(async () => {
  caller = await api.open();
  ({ id } = await createProject(caller));
  await createCompetitor(caller, id);
  promptIds = [];
  for (const prompt_text of QUESTIONS) promptIds.push((await createPrompt(caller, id, { prompt_text })).id);
  await importInto(id, 10);
});

async function importInto(projectId: string, day: number): Promise<void> {
  const lines = ANSWERS.map(([platform, question, answer, ...searches], at) =>
    JSON.stringify({
      ...{ external_id: `${day} ${at}`, platform, question: QUESTIONS[question], answer, searches },
      answered_at: `2026-06-${day}T09:0${at}:00Z`,
    }),
  );
  await importAnswers(api.db, { projectId }, fileOf(lines));
}

beforeEach(() => liftLimits(caller));

interface Page {
  totalCount: number;
  nodes: Record<string, unknown>[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

const FIELDS = 'query responseCount namingBrandCount namingCompetitorCount platforms promptCount isGap';

async function searches(args = '', fields = FIELDS): Promise<Page> {
  const page = `totalCount nodes { ${fields} } pageInfo { endCursor hasNextPage }`;
  const { data, errors } = (await askGraphql(caller, `{ project(id: "${id}") { searches${args} { ${page} } } }`)).body;
  expect(errors).toBeUndefined();
  // Shaped by the query above.
  return (data as { project: { searches: Page } }).project.searches;
}

const queries = async (args: string) => (await searches(args, 'query')).nodes.map(({ query }) => query);

test('a query tells how many responses were searched for by it, what they name, and whether it is a gap', async () => {
  const { totalCount, nodes } = await searches();
  expect(totalCount).toBe(4);
  expect(nodes).toEqual([
    {
      ...{ query: 'tea test', responseCount: 4, namingBrandCount: 2, namingCompetitorCount: 3 },
      ...{ platforms: ['CHATGPT', 'CLAUDE'], promptCount: 2, isGap: false },
    },
    {
      ...{ query: 'Best Tea 2026', responseCount: 3, namingBrandCount: 0, namingCompetitorCount: 3 },
      ...{ platforms: ['CHATGPT', 'CLAUDE', 'GEMINI'], promptCount: 2, isGap: true },
    },
    {
      ...{ query: '<b>site:shop.example</b> "tea"', responseCount: 1, namingBrandCount: 0, namingCompetitorCount: 0 },
      ...{ platforms: ['CHATGPT'], promptCount: 1, isGap: false },
    },
    {
      ...{ query: 'office tea', responseCount: 1, namingBrandCount: 0, namingCompetitorCount: 0 },
      ...{ platforms: ['CHATGPT'], promptCount: 1, isGap: false },
    },
  ]);
});

test('queries are chosen by platform, by days, and by what the responses name', async () => {
  expect(await queries('(gaps: true)')).toEqual(['Best Tea 2026']);
  expect(await queries('(gaps: true, platforms: [CLAUDE])')).toEqual([]);
  expect(await queries('(platforms: [GEMINI, PERPLEXITY])')).toEqual(['best tea 2026']);
  expect(await queries('(to: "2026-06-09")')).toEqual([]);
  expect(await queries('(from: "2026-06-10", to: "2026-06-10", gaps: false, platforms: [CHATGPT])')).toEqual([
    '<b>site:shop.example</b> "tea"',
    'best tea 2026',
    'office tea',
    'tea test',
  ]);
});

test('only the responses to the prompts of a filter are counted', async () => {
  const of = (at: number) => `(where: { promptIds: ["${promptIds[at]}"] })`;
  expect((await searches(of(0), 'query responseCount promptCount')).nodes).toEqual([
    { query: 'tea test', responseCount: 3, promptCount: 1 },
    { query: 'Best Tea 2026', responseCount: 2, promptCount: 1 },
  ]);
  expect(await queries(of(1))).toEqual(['<b>site:shop.example</b> "tea"', 'best tea 2026', 'office tea', 'tea test']);
  expect(await queries('(where: { tags: ["none"] })')).toEqual([]);
});

test('pages follow one another', async () => {
  const found: unknown[] = [];
  let after = '';
  for (let page = 0; page < 4; page++) {
    const { nodes, totalCount, pageInfo } = await searches(`(first: 1${after})`, 'query');
    found.push(...nodes.map(({ query }) => query));
    expect([totalCount, pageInfo.hasNextPage]).toEqual([4, page < 3]);
    after = `, after: "${pageInfo.endCursor}"`;
  }
  expect(found).toEqual(await queries(''));
  expect(await queries(`(first: 1${after})`)).toEqual([]);
});

test('a competitor that is tracked no longer leaves no gap, and an archived prompt still counts', async () => {
  const { id: other } = await createProject(caller);
  const rival = await createCompetitor(caller, other);
  const prompt = await createPrompt(caller, other, { prompt_text: QUESTIONS[0] });
  await importInto(other, 11);
  await caller.delete(`/competitors/${rival.id}`);
  await caller.delete(`/prompts/${prompt.id}`);
  const query = `{ project(id: "${other}") { searches(first: 1) { nodes { ${FIELDS} } } gaps: searches(gaps: true) {
    totalCount } } }`;
  expect((await askGraphql(caller, query)).body.data?.['project']).toEqual({
    searches: { nodes: [expect.objectContaining({ query: 'tea test', namingCompetitorCount: 0, promptCount: 1 })] },
    gaps: { totalCount: 0 },
  });
});

test('a response has what was searched for it in its order, once whatever its letter case', async () => {
  const query = `{ project(id: "${id}") { responses { nodes { searches } } } }`;
  const { data } = (await askGraphql(caller, query)).body;
  const found = ANSWERS.map(([, , , ...all]) => ({ searches: all.filter((one) => one !== 'BEST TEA 2026') }));
  expect(data).toEqual({ project: { responses: { nodes: found.toReversed() } } });
  const plain = await askGraphql(caller, `{ project(id: "${id}") { responses(first: 1) { nodes { id } } } }`);
  const [{ id: responseId } = { id: '' }] = (plain.body.data as { project: { responses: { nodes: { id: string }[] } } })
    .project.responses.nodes;
  const one = `{ response(projectId: "${id}", date: "2026-06-10", id: "${responseId}") { searches } }`;
  expect((await askGraphql(caller, one)).body.data).toEqual({ response: { searches: [] } });
});

test('a viewer who is signed in reads what a key reads', async () => {
  const owner = await openOwner(api.db);
  const ask = async (cookie: string, query: string) => (await askWithSession(api, cookie, query)).body.data;
  const input = '{ brandName: "Northwind", websiteUrl: "https://northwind.example" }';
  const created = await ask(await cookieOf(api, owner.email), `mutation { createProject(input: ${input}) { id } }`);
  const projectId = (created as { createProject: { id: string } }).createProject.id;
  await importInto(projectId, 12);
  const viewer = await cookieOf(api, (await addPerson(api.db, owner, 'viewer')).email);
  const query = `{ project(id: "${projectId}") { searches(first: 1) { nodes { query responseCount } } } }`;
  expect(await ask(viewer, query)).toEqual({
    project: { searches: { nodes: [{ query: 'tea test', responseCount: 4 }] } },
  });
});

test.each([
  ['searches(first: 101)', 'first'],
  ['searches(platforms: [])', 'platforms'],
  ['searches(after: "x")', 'after'],
  ['searches(from: "2026-01-01", to: "2026-06-01")', 'from'],
])('%s is refused by its field', async (field, path) => {
  const { errors } = (await askGraphql(caller, `{ project(id: "${id}") { ${field} { totalCount } } }`)).body;
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: [path] }] });
});
