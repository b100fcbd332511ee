import { getNamedType, isCompositeType, isObjectType, isRequiredArgument } from 'graphql';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { addMentions, addResponses, candidateOf, selectAnalysis } from '../support/history.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** What is not selected is not worked out; what is selected is the same whatever is beside it. */

const api = useApi();

let caller: ApiCaller;
let id: string;
let emptyId: string;
let competitorId: string;

beforeAll(async () => {
  caller = await api.open();
  ({ id } = await createProject(caller));
  ({ id: emptyId } = await createProject(caller));
  await createPrompt(caller, id);
  ({ id: competitorId } = await createCompetitor(caller, id));
  const candidate = await candidateOf(caller, competitorId);
  const history = await selectAnalysis(caller, id, [candidate]);
  await addResponses(history, [
    { date: '2026-06-09', platform: 'chatgpt', responses: 7, naming: 3 },
    { date: '2026-06-10', platform: 'chatgpt', responses: 3, naming: 1 },
    { date: '2026-06-10', platform: 'perplexity', responses: 2, naming: 2 },
  ]);
  await addMentions(history, [
    { date: '2026-06-10', platform: 'chatgpt', responses: 2, subject: candidate, mentions: 4 },
  ]);
});

async function data(query: string, variables: object = {}): Promise<Record<string, unknown>> {
  await liftLimits(caller);
  const { body } = await askGraphql(caller, query, variables);
  expect(body.errors).toBeUndefined();
  return body.data ?? {};
}

const SCORES = `projectWindow: window { from to } score confidence { low high }
  byPlatform { platform responseCount brandMentionCount visibilityScore confidence { low } }`;

test.each(['', '(platforms: [CLAUDE, CHATGPT])', '(from: "2026-06-10", to: "2026-06-10")', '(to: "2020-01-01")'])(
  'visibility%s is the same with its trend and without',
  async (args) => {
    const query = (fields: string) =>
      `query ($id: ID!, $empty: ID!) {
      id: project(id: $id) { visibility${args} { ${fields} } }
      empty: project(id: $empty) { visibility${args} { ${fields} } }
    }`;
    const variables = { id, empty: emptyId };
    const without = await data(query(SCORES), variables);
    expect(await data(query(`${SCORES} trend @skip(if: true) { date }`), variables)).toEqual(without);
    const withTrend = await data(query(`${SCORES} trend { score }`), variables);
    for (const name of ['id', 'empty']) {
      expect(withTrend[name]).toEqual({
        visibility: { ...(without[name] as { visibility: object }).visibility, trend: expect.any(Array) },
      });
    }
  },
);

test('each part of visibility is the same whichever others stand beside it', async () => {
  const parts = ['score', 'confidence { low high }', 'byPlatform { platform responseCount }', 'trend { date score }'];
  const ask = async (fields: string) =>
    data(
      `{
        full: project(id: "${id}") { visibility { ${fields} } }
        empty: project(id: "${emptyId}") { visibility { ${fields} } }
      }`,
    );
  const all = (await ask(parts.join(' '))) as Record<string, { visibility: object }>;
  for (const part of parts) {
    const alone = await ask(part);
    for (const name of ['full', 'empty']) expect(all[name]?.visibility).toMatchObject(visibilityOf(alone, name));
  }
});

test('the score before and the change are the same with the verdict and without', async () => {
  const ask = async (fields: string, args: string) =>
    (await data(`{ project(id: "${id}") { visibility${args} { previous { ${fields} } } } }`))['project'];
  for (const args of [
    '',
    '(from: "2026-06-10", to: "2026-06-10")',
    '(from: "2026-06-10", to: "2026-06-10", platforms: [CHATGPT])',
  ]) {
    const { verdict, significant, ...scores } = previousOf(await ask('score change verdict significant', args));
    expect([verdict, significant]).toEqual([expect.any(String), false]);
    expect(previousOf(await ask('score change', args))).toEqual(scores);
  }
});

function previousOf(project: unknown): Record<string, unknown> {
  return (project as { visibility: { previous: Record<string, unknown> } }).visibility.previous;
}

function visibilityOf(answer: Record<string, unknown>, name: string): object {
  return (answer[name] as { visibility: object }).visibility;
}

const LISTS = [
  ['prompts', 'Prompt'],
  ['competitors', 'Competitor'],
] as const;

/** The fields of a type by name that may be selected without arguments, each as it is selected. */
function fieldsOf(type: string): Record<string, string> {
  const found = buildGraphqlSchema().getType(type);
  const fields = isObjectType(found) ? Object.values(found.getFields()) : [];
  const plain = fields.filter(({ args }) => !args.some(isRequiredArgument));
  return Object.fromEntries(
    plain.map(({ name, type: held }) => [name, isCompositeType(getNamedType(held)) ? `${name} { __typename }` : name]),
  );
}

test.each(LISTS)('every field of the %s is the same alone, in an edge, and beside the others', async (list, type) => {
  const fields = fieldsOf(type);
  const entryOf = async (selection: string) => {
    const { project } = await data(`{ project(id: "${id}") { ${list} { ${selection} } } }`);
    const { nodes, edges } = (project as Record<string, { nodes?: object[]; edges?: { node: object }[] }>)[list] ?? {};
    return nodes?.[0] ?? edges?.[0]?.node;
  };
  const whole = (await entryOf(`nodes { ${Object.values(fields).join(' ')} }`)) as Record<string, unknown>;
  expect(Object.keys(whole)).toEqual(Object.keys(fields));
  for (const [name, field] of Object.entries(fields)) {
    const alone = { [name]: whole[name] };
    expect(await entryOf(`nodes { ${field} }`)).toEqual(alone);
    expect(
      await entryOf(`totalCount pageInfo { endCursor } edges { cursor node { ... on ${type} { ${field} } } }`),
    ).toEqual(alone);
  }
});

test('every field of a project is the same by id, and in the list alone, in an edge and beside a score', async () => {
  const { shareLinks: _links, feeds: _ofSignedIn, ...fields } = fieldsOf('Project');
  const { project } = await data(`{ project(id: "${id}") { ${Object.values(fields).join(' ')} } }`);
  const whole = project as Record<string, unknown>;
  expect(Object.keys(whole)).toEqual(Object.keys(fields));
  const listed = (await data('{ projects { nodes { id } } }'))['projects'] as { nodes: { id: string }[] };
  const at = listed.nodes.findIndex((node) => node.id === id);
  for (const [name, field] of Object.entries(fields)) {
    const alone = { [name]: whole[name] };
    const { nodes, edges, scored } = await data(
      `{
        nodes: projects { nodes { ${field} } }
        edges: projects { totalCount edges { cursor node { ...below } } }
        scored: projects { nodes { own: visibility { score } ...below } }
      }
      fragment below on Project { ... on Project { ${field} } }`,
    );
    expect(nodes).toHaveProperty(`nodes.${at}`, alone);
    expect(edges).toHaveProperty(`edges.${at}.node`, alone);
    expect(scored).toHaveProperty(`nodes.${at}`, { own: { score: 50 }, ...alone });
  }
});

const AGGREGATES = 'totalMentionsCount visibilityScore marketShare firstSeenAt lastSeenAt';

test('aggregates of competitors come wherever they are selected: in fragments, in edges, under aliases', async () => {
  const byFields = await data(`{ project(id: "${id}") { competitors { nodes { ${AGGREGATES} } } } }`);
  const entry = (byFields['project'] as { competitors: { nodes: Record<string, unknown>[] } }).competitors.nodes[0];
  expect(entry).toMatchObject({ totalMentionsCount: 4, visibilityScore: 17, marketShare: 100 });
  const spread = `query { project(id: "${id}") { ...below } }
    fragment below on Project { named: competitors { nodes { id } } all: competitors { edges { node { ...sums } } } }
    fragment sums on Competitor { ... on Competitor { ${AGGREGATES} } }`;
  for (const _run of ['as it stands', 'compiled', 'compiled again']) {
    expect(await data(spread)).toEqual({
      project: { named: { nodes: [{ id: competitorId }] }, all: { edges: [{ node: entry }] } },
    });
  }
});

test('a price goes by sizes and flags and not by ids', async () => {
  const query = `query ($id: ID!, $first: Int, $deep: Boolean!) {
    project(id: $id) { id prompts(first: $first) { nodes { id } } }
    projects(first: $first) { nodes { sentiment @include(if: $deep) { total } } }
  }`;
  const complexity = async (variables: object) =>
    (await askGraphql(caller, query, variables)).body.extensions?.cost.complexity;
  expect(await complexity({ id, first: 3, deep: true })).toBe(6);
  expect(await complexity({ id: emptyId, first: 3, deep: true })).toBe(6);
  expect(await complexity({ id, first: 30, deep: true })).toBe(33);
  expect(await complexity({ id, first: 30, deep: false })).toBe(3);
  expect(await complexity({ id, deep: true })).toBe(23);
});
