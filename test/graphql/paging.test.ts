import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { addCitations, addMentions, selectAnalysis } from '../support/history.js';
import { createCompetitor, createProject, seedPrompts } from '../support/resources.js';

const api = useApi();

interface PageOf {
  totalCount: number;
  nodes: Record<string, unknown>[];
  edges: { cursor: string; node: Record<string, unknown> }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

const PAGE_INFO = 'totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const DAYS = ['2026-06-08', '2026-06-09', '2026-06-10'];

let caller: ApiCaller;
let projectId: string;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: projectId } = await createProject(caller));
  await Promise.all(Array.from({ length: 4 }, () => createProject(caller)));
  await seedPrompts(caller, projectId, 7);
  await Promise.all(Array.from({ length: 5 }, () => createCompetitor(caller, projectId)));
  const history = await selectAnalysis(caller, projectId);
  const bucket = { platform: 'claude' as const, subject: projectId, mentions: 1, responses: 1 };
  await addMentions(
    history,
    DAYS.map((date) => ({ ...bucket, date })),
  );
  const cited = { platform: 'claude' as const, date: '2026-06-10', citations: 2 };
  await addCitations(
    history,
    ['a', 'b', 'c', 'd'].map((name) => ({ ...cited, domain: `${name}.example` })),
  );
});

type Lists = [name: string, key: string, fields: string, count: number];
const LISTS: Lists[] = [
  ['projects', 'id', 'id', 5],
  ['prompts', 'id', 'id', 7],
  ['competitors', 'id', 'id', 5],
  ['mentions', 'bucketDate', 'bucketDate', 3],
  ['citations', 'domain', 'domain', 4],
];

async function page(list: string, fields: string, args: string): Promise<PageOf> {
  const field = `${list}(${args}) { ${PAGE_INFO} nodes { ${fields} } edges { cursor node { ${fields} } } }`;
  const query = list === 'projects' ? `{ ${field} }` : `{ project(id: "${projectId}") { ${field} } }`;
  const { body } = await askGraphql(caller, query);
  expect(body.errors).toBeUndefined();
  const data = list === 'projects' ? body.data : body.data?.['project'];
  // Shaped by the query above.
  return (data as Record<string, PageOf>)[list] as PageOf;
}

describe.each(LISTS)('%s', (list, key, fields, count) => {
  test.each([1, 2, 3, 100])('in pages of %d come whole: each entry once, in one order', async (size) => {
    const whole = await page(list, fields, 'first: 100');
    expect(whole.nodes).toHaveLength(count);
    const seen: unknown[] = [];
    let after = '';
    for (let isFirst = true; ; isFirst = false) {
      const { nodes, edges, pageInfo, totalCount } = await page(list, fields, `first: ${size}${after}`);
      seen.push(...nodes.map((node) => node[key]));
      expect(totalCount).toBe(count);
      expect(edges.map(({ node }) => node)).toEqual(nodes);
      expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0]?.cursor, edges.at(-1)?.cursor]);
      expect(pageInfo.hasPreviousPage).toBe(!isFirst);
      if (!pageInfo.hasNextPage) break;
      after = `, after: "${pageInfo.endCursor}"`;
    }
    expect(seen).toEqual(whole.nodes.map((node) => node[key]));
    expect(new Set(seen).size).toBe(count);
  });

  test('a page behind the last entry is empty and says so', async () => {
    const whole = await page(list, fields, 'first: 100');
    const { nodes, edges, pageInfo, totalCount } = await page(list, fields, `after: "${whole.pageInfo.endCursor}"`);
    expect([nodes, edges, totalCount]).toEqual([[], [], count]);
    expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null });
  });

  test.each([
    ['first: 0', 'first: must be a whole number from 1 to 100'],
    ['first: -100000', 'first: must be a whole number from 1 to 100'],
    ['first: 101', 'first: must be a whole number from 1 to 100'],
    ['after: "MTIzNDU2Nzg5MDEyMzQ1"', 'after: must be a cursor from an earlier page'],
    ['after: "nothing of ours"', 'after: must be a cursor from an earlier page'],
  ])('refuses %s with the field and its bound', async (args, message) => {
    const field = `${list}(${args}) { totalCount }`;
    const { body } = await askGraphql(
      caller,
      list === 'projects' ? `{ ${field} }` : `{ project(id: "${projectId}") { id ${field} } }`,
    );
    expect(body.errors).toEqual([
      expect.objectContaining({ message, extensions: expect.objectContaining({ code: 'VALIDATION_ERROR' }) }),
    ]);
    expect(body.data).toEqual(list === 'projects' ? { projects: null } : { project: { id: projectId, [list]: null } });
  });
});

test('entries that go and come while a list is paged neither repeat nor hide another', async () => {
  const own = await api.open();
  const ids = [];
  for (let n = 0; n < 4; n += 1) ids.push((await createProject(own)).id);
  const list = async (args: string) => {
    const { body } = await askGraphql(own, `{ projects(${args}) { nodes { id } pageInfo { endCursor } } }`);
    return (body.data as { projects: PageOf }).projects;
  };
  const all = (await list('first: 100')).nodes.map(({ id }) => String(id));
  const begin = await list('first: 2');
  await own.delete(`/projects/${all[0]}`);
  const rest = await list(`first: 100, after: "${begin.pageInfo.endCursor}"`);
  expect(rest.nodes.map(({ id }) => id)).toEqual(all.slice(2));
  expect((await list('first: 100, archived: true')).nodes.map(({ id }) => id)).toEqual([all[0]]);
});
