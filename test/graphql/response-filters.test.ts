import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** Retained answers by what was found in them, and every name in them. */

const api = useApi();

let caller: ApiCaller;
let projectId: string;
let competitorId: string;

const LIST = '1. **Contoso** – strong\n2. **Hooli** – cheap\n3. **Northwind** – fine';

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: projectId } = await createProject(caller));
  await createPrompt(caller, projectId, { prompt_text: 'Which is best?' });
  ({ id: competitorId } = await createCompetitor(caller, projectId));
  const line = (at: number, platform: string, answer: string, url: string) =>
    JSON.stringify({
      ...{ external_id: `${at}`, platform, question: 'Which is best?', answer, citations: [{ url, title: 'T' }] },
      answered_at: `2026-06-1${at}T09:00:00Z`,
    });
  const lines = [
    line(0, 'chatgpt', 'A: Northwind is excellent, 100% of it.', 'https://www.teapress.com/a'),
    line(1, 'claude', 'B: Northwind is terrible and slow.', 'https://teapress.com/b'),
    line(2, 'claude', 'C: Contoso it is. Contoso_s best.', 'https://othertea.com'),
    line(3, 'perplexity', LIST, 'https://othertea.com/x'),
  ];
  await importAnswers(api.db, { projectId }, fileOf(lines));
});

async function ask(args: string, fields = 'text', list = 'totalCount') {
  await liftLimits(caller);
  const query = `{ project(id: "${projectId}") { responses(${args}) { ${list} nodes { ${fields} } } } }`;
  return (await askGraphql(caller, query)).body;
}

/** The answers by their first letter, and that the count says as many. */
async function found(args: string): Promise<string> {
  const { data, errors } = await ask(args);
  expect(errors).toBeUndefined();
  // Shaped by the query above.
  const { totalCount, nodes } = (data as { project: { responses: { totalCount: number; nodes: { text: string }[] } } })
    .project.responses;
  expect(totalCount).toBe(nodes.length);
  return nodes.map(({ text }) => text.charAt(0)).join('');
}

test.each([
  ['platforms: [CHATGPT, PERPLEXITY]', '1A'],
  ['platforms: [CHATGPT, CLAUDE], platform: CLAUDE', 'CB'],
  ['platforms: [CHATGPT], platform: CLAUDE', ''],
  ['named: true', '1BA'],
  ['named: false', 'C'],
  ['named: null, sentiments: null, citing: null, search: null', '1CBA'],
  ['sentiments: [POSITIVE]', '1A'],
  ['sentiments: [POSITIVE, NEGATIVE]', '1BA'],
  ['sentiments: [NEGATIVE], platforms: [CHATGPT]', ''],
  ['citing: "teapress.com"', 'BA'],
  ['citing: " WWW.Teapress.com "', 'BA'],
  ['citing: "com"', ''],
  ['search: "NORTHWIND is"', 'BA'],
  ['search: "100%"', 'A'],
  ['search: "0%0"', ''],
  ['search: "Contoso_s"', 'C'],
  ['search: "Contosoxs"', ''],
  ['search: "\\\\\\\\%"', ''],
  ['search: "contoso", named: true', '1'],
  ['named: true, from: "2026-06-11", to: "2026-06-12"', 'B'],
])('responses(%s) are %j, newest first, and counted alike', async (args, expected) => {
  expect(await found(args)).toBe(expected);
});

test('filters of content narrow those by name and prompt', async () => {
  expect(await found(`mentioning: "${competitorId}", named: true`)).toBe('1');
  expect(await found(`mentioning: "${competitorId}", named: false`)).toBe('C');
  expect(await found(`mentioning: "${projectId}", citing: "teapress.com"`)).toBe('BA');
  expect(await found('promptId: "00000000-0000-4000-8000-000000000000", named: true')).toBe('');
});

test('pages of sifted answers go on after a cursor', async () => {
  const page = async (args: string) => {
    const { data } = await ask(`named: true, first: 2${args}`, 'text', 'pageInfo { endCursor hasNextPage }');
    return (data as { project: { responses: { nodes: { text: string }[]; pageInfo: Record<string, unknown> } } })
      .project.responses;
  };
  const newest = await page('');
  const next = await page(`, after: "${newest.pageInfo['endCursor']}"`);
  expect([newest.pageInfo['hasNextPage'], next.pageInfo['hasNextPage']]).toEqual([true, false]);
  expect([...newest.nodes, ...next.nodes].map(({ text }) => text.charAt(0))).toEqual(['1', 'B', 'A']);
});

interface Named {
  text: string;
  mentions: { name: string; isBrand: boolean; competitorId: string | null; spans: { start: number; end: number }[] }[];
}

test('every name in an answer is told with its places, the brand and competitors apart from others', async () => {
  const fields = 'text mentions { name isBrand competitorId candidateId spans { start end } }';
  const { data } = await ask('platform: PERPLEXITY', fields);
  const { text, mentions } = first((data as { project: { responses: { nodes: Named[] } } }).project.responses.nodes);
  expect(mentions).toMatchObject([
    { name: 'Contoso', isBrand: false, competitorId, candidateId: expect.any(String) },
    { name: 'Hooli', isBrand: false, competitorId: null, candidateId: expect.any(String) },
    { name: 'Northwind', isBrand: true, competitorId: null, candidateId: null },
  ]);
  for (const { name, spans } of mentions) {
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([name]);
  }
});

const ONE = `query ($projectId: ID!, $date: Date!, $id: ID!) {
  response(projectId: $projectId, date: $date, id: $id) { text mentions { name } prompt { promptText } } }`;

test('one answer is found at its place, and nothing at another', async () => {
  const { data } = await ask('platform: CHATGPT', 'id answeredAt');
  const { id, answeredAt } = first(
    (data as { project: { responses: { nodes: { id: string; answeredAt: string }[] } } }).project.responses.nodes,
  );
  const place = { projectId, date: answeredAt.slice(0, 10), id };
  const one = async (variables: object) => (await askGraphql(caller, ONE, variables)).body;
  expect((await one(place)).data).toMatchObject({
    response: { text: expect.stringMatching(/^A/), mentions: [{ name: 'Northwind' }], prompt: expect.any(Object) },
  });
  expect((await one({ ...place, date: '2026-06-11' })).data).toEqual({ response: null });
  expect((await one({ ...place, id: projectId })).data).toEqual({ response: null });
  const other = await api.open();
  expect((await askGraphql(other, ONE, place)).body.errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  for (const wrong of [{ id: 'no id' }, { date: '2026-02-30' }, { projectId: '' }]) {
    const [error] = (await one({ ...place, ...wrong })).errors ?? [];
    expect(error?.extensions['code']).toBe('VALIDATION_ERROR');
  }
});

test.each([
  ['platforms: []', 'platforms'],
  ['sentiments: []', 'sentiments'],
  ['citing: ""', 'citing'],
  [`citing: "${'x'.repeat(254)}"`, 'citing'],
  ['citing: "a\\u0000b"', 'citing'],
  ['search: "ab"', 'search'],
  [`search: "${'x'.repeat(201)}"`, 'search'],
  ['search: "a\\u0000bc"', 'search'],
  ['search: "tea", window: D90', 'search'],
  ['search: "tea", from: "2026-05-15", to: "2026-06-15"', 'search'],
])('responses(%s) are refused, naming the argument', async (args, path) => {
  const { errors } = await ask(args);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: [path] }] });
});
