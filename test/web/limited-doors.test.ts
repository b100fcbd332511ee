import { randomUUID } from 'node:crypto';
import { openContext } from '../../src/core/context.js';
import { EXPORT_NAMES, LINE_EXPORT_NAMES } from '../../src/core/exports/open-export.js';
import { TOOLS } from '../../src/mcp/tools/all-tools.js';
import { paramsOf, ROUTES } from '../../src/rest/routes.js';
import { FIXED_CLOCK, liftLimitsOf, useApi } from '../support/api.js';
import { idOf } from '../support/every-table.js';
import { Browser, dataOf, signedInBrowser } from '../support/factors.js';
import { FILLED_DAY, fillProjects, idsOfProjects, limitedPerson, projectOf } from '../support/limited-account.js';
import { MCP_HEADERS, messageOf } from '../support/mcp.js';
import { addPerson, openOwner } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';
import { readZip } from '../support/zip.js';

/**
 * Every door beside GraphQL (`test/graphql/limited-people`), tried by somebody who is limited to one of an account's
 * two projects: the other one is answered as one that never was.
 */

const api = useApi({
  trustProxy: true,
  importFile: async () => ({ received: 0, accepted: 0, rejected: 0, duplicates: 0, errors: [] }),
});

interface Limited {
  accountId: string;
  browser: Browser;
  own: string;
  other: string;
  /** Ids of the other project, and of all that is in it. */
  hidden: readonly string[];
}

let limited: Limited;

beforeAll(async () => {
  const owner = await openOwner(api.db);
  const { accountId } = owner;
  await fillProjects(api.database, accountId, 2);
  const [own, other] = [projectOf(accountId, 0), projectOf(accountId, 1)];
  const person = await addPerson(api.db, owner, 'member');
  await queryDatabase(api.database, 'update holder set project_ids = $3 where account_id = $1 and id = $2', [
    ...[accountId, person.holderId],
    [own],
  ]);
  const { hidden } = await idsOfProjects(api.database, accountId);
  expect(hidden).toContain(other);
  limited = { accountId, browser: await signedInBrowser(api, person.email), own, other, hidden };
});

beforeEach(() => liftLimitsOf(api.db, limited.accountId));

async function get(path: string, method = 'GET') {
  const { browser } = limited;
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: browser.cookie },
  });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
}

/** What an answer says, but for which request it is of. */
const said = ({ status, body }: { status: number; body: Buffer }) =>
  `${status} ${body.toString().replace(/"request_id":"[^"]*"/, '')}`;

function expectNothingHidden(text: string): void {
  expect(limited.hidden.filter((id) => text.includes(id))).toEqual([]);
  for (const word of ['mark of project brand_name 1', 'mark of prompt text 1']) expect(text).not.toContain(word);
}

const FILE_PATHS = [
  ...EXPORT_NAMES.flatMap((name) => ['csv', 'ndjson', 'parquet'].map((ending) => `${name}.${ending}`)),
  ...LINE_EXPORT_NAMES.map((name) => `${name}.jsonl`),
  'manifest.json',
];

describe('who is limited to a project', () => {
  test.each(FILE_PATHS)('loads %s of it alone', async (file) => {
    const path = `/dashboard/export/${file}?project=`;
    const own = await get(path + limited.own);
    expect(own.status).toBe(200);
    expectNothingHidden(own.body.toString());
    for (const method of ['GET', 'HEAD']) {
      const foreign = await get(path + limited.other, method);
      expect(foreign.status).toBe(404);
      expect(said(foreign)).toBe(said(await get(path + randomUUID(), method)));
    }
  });

  test('loads PDFs of reports of it alone', async () => {
    const pathOf = (id: string) => `/dashboard/export/reports/${id}.pdf`;
    expect((await get(pathOf(idOf(limited.accountId, 'report', 0)))).status).toBe(200);
    const foreign = await get(pathOf(idOf(limited.accountId, 'report', 1)));
    expect(foreign.status).toBe(404);
    expect(said(foreign)).toBe(said(await get(pathOf(randomUUID()))));
  });

  test('imports answers into it alone', async () => {
    const send = async (project: string) => {
      const headers = {
        ...{ 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-ndjson' },
        Cookie: limited.browser.cookie,
      };
      const { status, text } = await api.request('POST', `/dashboard/import/${project}`, headers, '{}');
      return { status, body: Buffer.from(text) };
    };
    expect((await send(limited.own)).status).toBe(200);
    const foreign = await send(limited.other);
    expect(foreign.status).toBe(404);
    expect(said(foreign)).toBe(said(await send(randomUUID())));
  });

  test('downloads what is kept of them, without other projects, and not the account', async () => {
    for (const path of ['account', 'account.zip']) expect((await get(`/dashboard/export/${path}`)).status).toBe(403);
    const { status, body } = await get('/dashboard/export/person.zip');
    expect(status).toBe(200);
    expectNothingHidden([...readZip(body).values()].join('\n'));
  });

  test('gets feeds and share links of it alone, whose answers have nothing else', async () => {
    const { browser, own, other } = limited;
    const making = {
      createFeed: 'input: { name: "Sheet", kind: PROMPTS }) { url }',
      createShareLink: 'input: { name: "Board", shows: [OVERVIEW, ANSWERS] }) { url }',
    };
    const urls: Record<string, string> = {};
    for (const [name, rest] of Object.entries(making)) {
      const make = async (project: string) =>
        (await browser.graphql(`mutation { ${name}(projectId: "${project}", ${rest} }`)).body;
      const [foreign, none] = [await make(other), await make(randomUUID())] as { errors: { message: string }[] }[];
      expect(foreign?.errors.map(({ message }) => message)).toEqual(none?.errors.map(({ message }) => message));
      urls[name] = dataOf<Record<string, { url: string }>>(await make(own))[name]?.url ?? '';
    }
    const feed = await api.request('GET', new URL(urls['createFeed'] ?? '').pathname);
    expect(feed.status).toBe(200);
    expectNothingHidden(feed.text);
    const visitor = new Browser(api);
    const token = new URL(urls['createShareLink'] ?? '').hash.slice(1);
    expect((await visitor.send('POST', '/shared/visits', { token })).status).toBe(204);
    for (const path of ['/feeds', '/shared']) expectNothingHidden((await get(path)).body.toString());
  });

  test('has a session and no key: the doors of programs are shut', async () => {
    const { browser, own } = limited;
    const headers = { Cookie: browser.cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
    for (const { method, path } of ROUTES) {
      const at = `/api/v1${path.replace(/:\w+/g, own)}`;
      const body = method === 'post' || method === 'patch' ? '{}' : undefined;
      expect((await api.request(method.toUpperCase(), at, headers, body)).status).toBe(401);
    }
    const call = messageOf('tools/call', { name: 'list_projects', arguments: {} });
    expect((await api.request('POST', '/mcp', { ...MCP_HEADERS, ...headers }, call)).status).toBe(401);
    const made = await browser.graphql('mutation { createApiKey(input: { name: "n" }) { apiKey } }');
    expect(made.body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });
});

/** No credential of programs is limited to projects; their verbs are asked as if one were. */
describe('the verbs of programs, asked by who is limited', () => {
  /** Results and refusals as text. */
  async function tell(work: (ctx: ReturnType<typeof open>) => Promise<object>): Promise<string> {
    return work(open()).then(
      (result) => JSON.stringify(result),
      (error: Error) => `${error.name} ${error.message}`,
    );
  }

  const open = () => openContext({ database: api.database, clock: FIXED_CLOCK }, limitedPerson(limited.accountId));

  const TABLES = { projectId: 'project', promptId: 'prompt', competitorId: 'competitor' } as const;
  const idsAt = (at: number | null) =>
    Object.fromEntries(
      Object.entries(TABLES).map(([name, table]) => [
        name,
        at === null ? randomUUID() : idOf(limited.accountId, table, at),
      ]),
    );
  const BODY = { brandName: 'A', websiteUrl: 'https://a.example', promptText: 'Which tea?', name: 'B' };

  test.each(ROUTES.map((route) => [route.operationId, route] as const))('REST %s', async (_id, route) => {
    const ask = (at: number | null) =>
      tell((ctx) => route.run(ctx, { params: idsAt(at), query: {}, body: { ...BODY } }));
    if (paramsOf(route.path).length === 0) {
      expectNothingHidden(await ask(null));
      return;
    }
    expect(await ask(1)).toBe(await ask(null));
    if (route.method === 'get') {
      const own = await ask(0);
      expect(own).toMatch(/^\{/);
      expectNothingHidden(own);
    }
  });

  /** What both tell of credits is of the account. */
  const OF_ACCOUNT = /^ServiceError (Credits|Counts of the account) are for people who see all projects/;

  const ARGUMENTS: Record<string, object> = {
    compare_segments: { by: 'tag' },
    sample_size: { change_points: 5 },
    add_prompts: { prompts: [{ text: 'Which kettle?' }] },
    add_note: { at: `${FILLED_DAY}T00:00:00Z`, text: 'x' },
  };

  test.each(TOOLS.map((tool) => [tool.name, tool] as const))('MCP %s', async (name, tool) => {
    const ask = (at: number | null) => {
      const of = (table: string) => (at === null ? randomUUID() : idOf(limited.accountId, table, at));
      const args = {
        ...('project_id' in tool.input.shape && { project_id: of('project') }),
        ...('prompt_id' in tool.input.shape && name !== 'search_answers' && { prompt_id: of('prompt') }),
        ...('answer_id' in tool.input.shape && { date: FILLED_DAY, answer_id: of('answer') }),
        ...ARGUMENTS[name],
      };
      return tell((ctx) => tool.call(ctx, args));
    };
    const foreign = await ask(1);
    expectNothingHidden(foreign);
    if (name === 'get_account') expect(foreign).toMatch(OF_ACCOUNT);
    else if (name !== 'list_projects') expect(foreign).toBe(await ask(null));
    if (!tool.isWrite) {
      const own = await ask(0);
      expect(own).toMatch(['get_account', 'get_project'].includes(name) ? OF_ACCOUNT : /^\{/);
      expectNothingHidden(own);
    }
  });
});
