import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { dataOf } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createProject, createPrompt, seedPrompts, type WirePrompt } from '../support/resources.js';

/** The prompts of a project by what their text has, by label, by whether they are asked, and in either order. */

const api = useApi();

let caller: ApiCaller;
let id: string;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
  const inputs = [
    { promptText: 'Which green tea?', tags: ['tea', 'green'] },
    { promptText: 'Which 100% Arabica?', tags: ['coffee'] },
    { promptText: 'Which tea_pot?', tags: ['tea'] },
    { promptText: 'Which cup?', tags: [] },
  ];
  const create = `mutation ($id: ID!, $inputs: [CreatePromptInput!]!) {
    createPrompts(projectId: $id, inputs: $inputs) { id } }`;
  await askGraphql(caller, create, { id, inputs });
  const pot = (await listed()).find(({ prompt_text }) => prompt_text === 'Which tea_pot?');
  await caller.patch(`/prompts/${pot?.id}`, { is_active: false });
});

const listed = async () => dataOf<WirePrompt[]>(await caller.get(`/projects/${id}/prompts`));

interface List {
  totalCount: number;
  nodes: { promptText: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
}

async function list(args: string, projectId = id): Promise<List> {
  const page = 'totalCount nodes { promptText } pageInfo { hasNextPage hasPreviousPage endCursor }';
  const query = `query ($id: ID!) { project(id: $id) { prompts(${args}) { ${page} } } }`;
  const { body } = await askGraphql(caller, query, { id: projectId });
  expect(body.errors).toBeUndefined();
  // Shaped by the query above.
  return (body.data as { project: { prompts: List } }).project.prompts;
}

test.each([
  ['search: "TEA"', ['Which green tea?', 'Which tea_pot?']],
  ['search: "0%"', ['Which 100% Arabica?']],
  ['search: "tea_"', ['Which tea_pot?']],
  [String.raw`search: "\\"`, []],
  ['tag: "tea"', ['Which green tea?', 'Which tea_pot?']],
  ['tag: "Tea"', []],
  ['tag: "tea", isActive: true', ['Which green tea?']],
  ['isActive: false', ['Which tea_pot?']],
  ['order: NEWEST_FIRST', ['Which cup?', 'Which tea_pot?', 'Which 100% Arabica?', 'Which green tea?']],
  ['order: NEWEST_FIRST, search: "tea"', ['Which tea_pot?', 'Which green tea?']],
])('prompts(%s)', async (args, texts) => {
  const { nodes, totalCount, pageInfo } = await list(args);
  expect(nodes.map(({ promptText }) => promptText)).toEqual(texts);
  expect([totalCount, pageInfo.hasNextPage]).toEqual([texts.length, false]);
});

test.each(['OLDEST_FIRST', 'NEWEST_FIRST'])('pages of a filtered list, %s, come whole', async (order) => {
  const { id: projectId } = await createProject(caller);
  await seedPrompts(caller, projectId, 7);
  const whole = await list(`first: 100, order: ${order}`, projectId);
  expect(whole.nodes).toHaveLength(7);
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const { nodes, pageInfo, totalCount } = await list(`first: 3, order: ${order}${after}`, projectId);
    expect([totalCount, pageInfo.hasPreviousPage]).toEqual([7, after !== '']);
    seen.push(...nodes.map(({ promptText }) => promptText));
    if (!pageInfo.hasNextPage) break;
    after = `, after: "${pageInfo.endCursor}"`;
  }
  expect(seen).toEqual(whole.nodes.map(({ promptText }) => promptText));
});

test.each([
  ['search: " "', 'search: must not be empty'],
  [`search: "${'x'.repeat(201)}"`, 'search: must be at most 200 characters'],
  [`tag: "${'x'.repeat(51)}"`, 'tag: must be at most 50 characters'],
])('prompts(%.20s…) is refused', async (args, message) => {
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { prompts(${args}) { totalCount } } }`);
  expect(body.errors?.[0]).toMatchObject({ message, extensions: { code: 'VALIDATION_ERROR' } });
});

test('labels with the number of their prompts, archived ones left out', async () => {
  const { id: gone } = await createPrompt(caller, id, { prompt_text: 'Gone?', tags: ['gone', 'tea'] });
  await caller.delete(`/prompts/${gone}`);
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { promptTags { tag promptCount } } }`);
  expect(body.data?.['project']).toEqual({
    promptTags: [
      { tag: 'tea', promptCount: 2 },
      { tag: 'coffee', promptCount: 1 },
      { tag: 'green', promptCount: 1 },
    ],
  });
});
