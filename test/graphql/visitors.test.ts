import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObjectType, parse } from 'graphql';
import { pino } from 'pino';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { plainEvidence } from '../../src/core/alerts/evidence.js';
import { readDocument } from '../../src/graphql/operation/document.js';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import {
  typesOfVisitorDocuments,
  VISITOR_DOCUMENTS,
  type VisitorDocument,
} from '../../src/graphql/visitors/visitor-documents.js';
import { findNeeds, VISITOR_FIELDS } from '../../src/graphql/visitors/visitor-fields.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { ReportMaker } from '../../src/monitoring/reports/make-reports.js';
import { ROOT } from '../contract/sources.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type Answer, TODAY, useApi, useReplica } from '../support/api.js';
import { asGraphql } from '../support/graphql.js';
import { askWithSession, cookieOf, cookiesOf, OWN_PAGE, openOwner, type Person } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';

/** What visitors of a shared link are told, and all that they are not. */

/** Each line of the log of the first process, whatever its level. */
const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });

const api = useApi({ log });
const replica = useReplica(api);

const PROMPT = 'Which tea shop of the north is best?';
const ANSWER = 'Northwind is excellent, says everyone.';

let owner: Person;
let cookie: string;
let projectId: string;
let otherId: string;

async function ask(query: string, variables: object = {}) {
  const answer = await askWithSession(api, cookie, query, variables);
  if (answer.body.errors) throw new Error(JSON.stringify(answer.body.errors));
  return answer;
}

async function createProject(brandName: string): Promise<string> {
  const input = {
    brandName,
    websiteUrl: `https://${brandName.toLowerCase()}.example`,
    description: `Secret words of ${brandName}`,
  };
  const { body } = await ask('mutation ($input: CreateProjectInput!) { createProject(input: $input) { id } }', {
    input,
  });
  return (body.data as { createProject: { id: string } }).createProject.id;
}

beforeAll(async () => {
  owner = await openOwner(api.db);
  cookie = await cookieOf(api, owner.email);
  projectId = await createProject('Northwind');
  otherId = await createProject('Fabrikam');
  await ask(
    'mutation ($id: ID!, $text: String!) { createPrompt(projectId: $id, input: { promptText: $text }) { id } }',
    {
      id: projectId,
      text: PROMPT,
    },
  );
  const rival = 'mutation ($id: ID!) { createCompetitor(projectId: $id, input: { name: "Contoso" }) { id } }';
  await ask(rival, { id: projectId });
  const note =
    'mutation ($id: ID!) { addNote(projectId: $id, input: { at: "2026-06-10T00:00:00Z", text: "Our note" }) { id } }';
  await ask(note, { id: projectId });
  const line = { external_id: 'a', platform: 'chatgpt', question: PROMPT, answered_at: `${TODAY}T09:00:00Z` };
  const citations = [{ url: 'https://teapress.example/x', title: 'A' }];
  const text = `${ANSWER} Contoso is fine.`;
  await importAnswers(api.db, { projectId }, fileOf([JSON.stringify({ ...line, answer: text, citations })]));
  const before = { ...line, external_id: 'b', answered_at: '2026-06-12T09:00:00Z', answer: text, citations };
  await importAnswers(api.db, { projectId }, fileOf([JSON.stringify(before)]));
  await importAnswers(api.db, { projectId: otherId }, fileOf([JSON.stringify({ ...line, answer: 'Fabrikam leads.' })]));
  const evidence = plainEvidence('Northwind', { type: 'prompts', id: null, name: 'Northwind' });
  await queryDatabase(
    api.database,
    `insert into alert (account_id, id, project_id, kind, series, state, evidence, parts, opened_on, opened_at,
       updated_at)
     select p.account_id, gen_random_uuid(), p.id, 'prompt_lost', 'lost:2026-06-09', 'open', $2, '{}', '2026-06-09',
       '2026-06-10', '2026-06-10'
     from project p
     where p.id = $1`,
    [projectId, JSON.stringify(evidence)],
  );
  await makeReport();
});

/** As a worker does, once the report was asked for. */
async function makeReport(): Promise<void> {
  const input = { from: '2026-06-08', to: '2026-06-14', hasPdf: false };
  const make = 'mutation ($id: ID!, $input: MakeReportInput!) { makeReport(projectId: $id, input: $input) { id } }';
  await ask(make, { id: projectId, input });
  const maker = new ReportMaker({
    database: api.database,
    clock: { ...SYSTEM_CLOCK, now: () => new Date(`${TODAY}T19:00:00Z`) },
    log: { error: (details, message) => expect([message, details]).toBeUndefined() },
    baseUrl: 'https://visibility.example',
    canMail: false,
    counted: () => undefined,
  });
  await maker.look(new AbortController().signal);
  await maker.stop();
}

/** A project has 20 at a time. */
beforeEach(() => queryDatabase(api.database, 'delete from share_link'));

const CREATE = `mutation ($id: ID!, $input: CreateShareLinkInput!) {
  createShareLink(projectId: $id, input: $input) { url shareLink { id shows hasPassword expiresAt } }
}`;

async function share(shows: readonly string[], input: object = {}): Promise<{ id: string; token: string }> {
  const { body } = await ask(CREATE, { id: projectId, input: { name: 'Board', shows, ...input } });
  const { url, shareLink } = (body.data as { createShareLink: { url: string; shareLink: { id: string } } })
    .createShareLink;
  return { id: shareLink.id, token: url.split('#')[1] ?? '' };
}

const open = (token: string, password: string | null = null, headers: Record<string, string> = OWN_PAGE, at = api) =>
  at.request('POST', '/shared/visits', headers, JSON.stringify({ token, password }));

async function visit(shows: readonly string[]): Promise<{ id: string; Cookie: string }> {
  const { id, token } = await share(shows);
  const answer = await open(token);
  expect(answer.status).toBe(204);
  return { id, Cookie: cookiesOf(answer) };
}

const data = (Cookie: string, document: string, variables: object = {}, at = api): Promise<Answer> =>
  at.request('POST', '/shared/data', { ...OWN_PAGE, Cookie }, JSON.stringify({ document, variables }));

const PARTS = ['OVERVIEW', 'COMPETITORS', 'PROMPTS', 'CITATIONS', 'REPORTS', 'ANSWERS'] as const;
const NEEDS: Readonly<Record<VisitorDocument, readonly string[]>> = {
  frame: [],
  overview: ['OVERVIEW'],
  competitors: ['COMPETITORS'],
  prompts: ['PROMPTS'],
  citations: ['CITATIONS'],
  reports: ['REPORTS'],
  answers: ['ANSWERS'],
  askedAnswers: ['ANSWERS', 'PROMPTS'],
};
const DOCUMENTS = Object.entries(NEEDS) as [VisitorDocument, readonly string[]][];

/** What no visitor is told, and what those alone are who are shown the part. */
const NEVER = /Secret words|Our note|Fabrikam|example\.com|holder|accountId/;

const projectOf = (answer: Answer) =>
  (asGraphql(answer).body.data as { project: Record<string, unknown> } | null)?.project;

test.each(DOCUMENTS)(
  '%s is served with a link that shows what it needs, and refused with all others',
  async (name, needs) => {
    const shown = await visit(needs.length > 0 ? needs : ['OVERVIEW']);
    const answer = await data(shown.Cookie, name, ['frame', 'reports'].includes(name) ? {} : { window: 'D30' });
    expect(asGraphql(answer).body.errors).toBeUndefined();
    expect(answer.status).toBe(200);
    expect(projectOf(answer)).toBeTruthy();
    expect(answer.text).not.toMatch(NEVER);
    for (const lacking of needs) {
      const { Cookie } = await visit(PARTS.filter((part) => part !== lacking));
      const refused = await data(Cookie, name);
      expect([refused.status, asGraphql(refused).body.errors?.[0]?.extensions['code']]).toEqual([403, 'FORBIDDEN']);
      expect(refused.text).not.toMatch(/Northwind|Contoso|teapress|tea shop/);
    }
  },
);

test('each part has its own and nothing of the others', async () => {
  const { Cookie } = await visit(PARTS);
  const texts = Object.fromEntries(
    await Promise.all(DOCUMENTS.map(async ([name]) => [name, (await data(Cookie, name)).text] as const)),
  );
  const having = (text: string) => DOCUMENTS.map(([name]) => name).filter((name) => texts[name]?.includes(text));
  expect(having('Northwind')).toEqual(['frame', 'competitors', 'reports', 'answers', 'askedAnswers']);
  expect(having('Contoso')).toEqual(['competitors', 'reports', 'answers', 'askedAnswers']);
  expect(having('teapress')).toEqual(['citations']);
  expect(having(PROMPT)).toEqual(['prompts', 'askedAnswers']);
  expect(having(ANSWER)).toEqual(['answers', 'askedAnswers']);
});

test('a report tells neither alerts nor notes nor runs, nor prompts where those are not shown', async () => {
  const partsOf = async (shows: readonly string[]) => {
    const answer = await data((await visit(shows)).Cookie, 'reports');
    const [report] = (projectOf(answer) as { reports: { nodes: { pages: { sections: { title: string }[] } }[] } })
      .reports.nodes;
    return report?.pages.sections.map(({ title }) => title) ?? [];
  };
  const own = await ask(
    'query ($id: ID!) { project(id: $id) { reports(first: 1) { nodes { pages { sections { title } } } } } }',
    { id: projectId },
  );
  const known = JSON.stringify(own.body);
  for (const title of ['Alerts', 'What changed meanwhile', 'Prompts']) expect(known).toContain(`"${title}"`);
  const alone = await partsOf(['REPORTS']);
  expect(alone).toEqual(expect.arrayContaining(['Score', 'Platforms', 'Brand and competitors']));
  const never = ['Alerts', 'What was asked', 'What changed meanwhile'];
  for (const hidden of [...never, 'Prompts']) expect(alone).not.toContain(hidden);
  const withPrompts = await partsOf(['REPORTS', 'PROMPTS']);
  expect(withPrompts).toContain('Prompts');
  for (const hidden of never) expect(withPrompts).not.toContain(hidden);
});

test('the numbers are those that the account sees', async () => {
  const { Cookie } = await visit(['OVERVIEW']);
  const own = await ask(
    'query ($id: ID!) { project(id: $id) { visibility(window: D30) { score byPlatform { platform responseCount } } } }',
    { id: projectId },
  );
  const shared = projectOf(await data(Cookie, 'overview', { window: 'D30' })) as { visibility: { score: number } };
  expect(own.body.data).toMatchObject({ project: { visibility: { score: shared.visibility.score } } });
  expect(shared.visibility.score).toBe(100);
});

describe('what a visitor sends', () => {
  test.each([
    [{ document: 'account' }, 'document'],
    [{ document: '{ account { name } }' }, 'document'],
    [{ query: '{ account { name } }' }, 'document'],
    [{ document: 'overview', variables: { projectId: 'x' } }, 'variables'],
    [{ document: 'overview', variables: { id: 'x' } }, 'variables'],
    [{ document: 'overview', variables: [] }, 'variables'],
    [[{ document: 'overview' }], ''],
  ])('%j is refused by name', async (body, field) => {
    const { Cookie } = await visit(PARTS);
    const refused = await api.request('POST', '/shared/data', { ...OWN_PAGE, Cookie }, JSON.stringify(body));
    expect(refused).toMatchObject({ status: 422, body: { error: { message: expect.stringContaining(field) } } });
  });

  test('a variable of another type is refused by GraphQL', async () => {
    const { Cookie } = await visit(PARTS);
    const refused = asGraphql(await data(Cookie, 'overview', { window: 'D1000' }));
    expect([refused.status, refused.body.errors?.[0]?.extensions['code']]).toEqual([400, 'BAD_USER_INPUT']);
  });

  test('more than 16 KiB, another type and another page are refused', async () => {
    const { Cookie } = await visit(PARTS);
    const send = (headers: Record<string, string>, body: string) =>
      api.request('POST', '/shared/data', { ...OWN_PAGE, Cookie, ...headers }, body);
    expect((await send({}, JSON.stringify({ document: 'frame', x: 'a'.repeat(17_000) }))).status).toBe(422);
    expect((await send({ 'Content-Type': 'text/plain' }, '{}')).status).toBe(422);
    expect((await send({ 'Sec-Fetch-Site': 'cross-site' }, '{}')).status).toBe(403);
    expect((await api.request('GET', '/shared/data', { ...OWN_PAGE, Cookie })).status).toBe(404);
  });

  test('its cookie opens nothing else', async () => {
    const { Cookie } = await visit(PARTS);
    const token = Cookie.split('=')[1] ?? '';
    const query = JSON.stringify({ query: '{ account { name } }' });
    for (const sent of [Cookie, `session=${token}`, `__Host-session=${token}`]) {
      expect((await api.request('POST', '/graphql', { ...OWN_PAGE, Cookie: sent }, query)).status).toBe(401);
    }
    const Authorization = `Bearer ${token}`;
    expect((await api.request('GET', '/api/v1/projects', { Authorization })).status).toBe(401);
    const session = cookie.split('=')[1] ?? '';
    expect((await data(`shared=${session}`, 'frame')).status).toBe(404);
  });
});

test('without a visit, and once its link is revoked, by whichever process, the answer is 404', async () => {
  expect((await data('', 'frame')).status).toBe(404);
  expect((await data(`shared=bvv_${'a'.repeat(64)}`, 'frame')).status).toBe(404);
  const { id, Cookie } = await visit(PARTS);
  expect((await data(Cookie, 'frame', {}, replica)).status).toBe(200);
  await ask('mutation ($id: ID!) { revokeShareLink(id: $id) { revokedAt } }', { id });
  for (const at of [api, replica]) expect((await data(Cookie, 'overview', {}, at)).status).toBe(404);
});

test('opening says 401 where a password is wanted and 404 for whatever is wrong', async () => {
  const { token } = await share(PARTS, { password: 'eight or more' });
  expect((await open(token)).status).toBe(401);
  expect((await open(token, 'something else')).status).toBe(401);
  const opened = await open(token, 'eight or more');
  expect(opened.status).toBe(204);
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^shared=bvv_[\w-]{64}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
  ]);
  expect((await open(`bvs_${'a'.repeat(64)}`)).status).toBe(404);
  expect((await open('')).status).toBe(404);
  expect((await open(token, null, { ...OWN_PAGE, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
});

test('no token and no password is in the log, whatever becomes of it', async () => {
  const { token } = await share(PARTS, { password: 'eight or more' });
  await open(token, 'a wrong password');
  const Cookie = cookiesOf(await open(token, 'eight or more'));
  await data(Cookie, 'frame');
  await data(Cookie, 'nothing');
  await api.request('GET', `/shared/${token}`);
  await api.request('POST', `/shared/data?${Cookie}`, OWN_PAGE, '{');
  const logged = lines.join('');
  expect(logged.match(/"path":"\/shared\/(visits|data|\[redacted\])"/g)?.length).toBeGreaterThan(5);
  expect(logged).not.toMatch(/eight or more|a wrong password/);
  for (const secret of [token, Cookie.split('=')[1] ?? '']) expect(logged).not.toContain(secret.slice(4));
});

test('responses are kept by nobody, listed by no robot, and name the link and what it shows', async () => {
  const { id, Cookie } = await visit(['ANSWERS', 'OVERVIEW']);
  const { headers } = await data(Cookie, 'frame');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive');
  expect([headers.get('shared-link'), headers.get('shared-parts')]).toEqual([id, 'overview, answers']);
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test("beyond a link's budget the answer is 429 with Retry-After, and the account goes on", async () => {
  const { id, Cookie } = await visit(['OVERVIEW']);
  await queryDatabase(api.database, 'update share_link set minute_count = 120 where id = $1', [id]);
  const refused = await data(Cookie, 'overview');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('{ account { name } }')).status).toBe(200);
});

test('the page of share links has the types of these documents', () => {
  const written = readFileSync(join(ROOT, 'dashboard', 'visitors', 'documents-of-visitors.ts'), 'utf8');
  expect(written).toBe(typesOfVisitorDocuments());
});

describe('the wall of visitors', () => {
  const schema = buildGraphqlSchema();
  const needsOf = (text: string) => {
    const [node] = parse(text).definitions;
    if (node?.kind !== 'OperationDefinition') throw new Error('no operation');
    return findNeeds(schema, { node, alone: parse(text), rootFields: [] });
  };

  test('lets every document through, for the parts that it is meant for', () => {
    for (const [name, needs] of DOCUMENTS) {
      const [operation] = readDocument(schema, VISITOR_DOCUMENTS[name]).operations;
      const found = operation ? findNeeds(schema, operation) : null;
      expect([name, [...(found ?? ['nothing'])].toSorted()]).toEqual([
        name,
        needs.map((part) => part.toLowerCase()).toSorted(),
      ]);
    }
  });

  test('names fields that there are, each of which a document selects', () => {
    const texts = Object.values(VISITOR_DOCUMENTS).join('\n');
    for (const coordinate of VISITOR_FIELDS.keys()) {
      const [typeName = '', field = ''] = coordinate.split('.');
      const type = schema.getType(typeName);
      expect([coordinate, isObjectType(type) && field in type.getFields()]).toEqual([coordinate, true]);
      expect(texts).toMatch(new RegExp(`\\b${field}\\b`));
    }
  });

  test('stops every other root field, every mutation and every other field of a project', () => {
    const fieldsOf = (name: string) => {
      const type = schema.getType(name);
      return isObjectType(type) ? Object.keys(type.getFields()) : [];
    };
    const roots = fieldsOf('Query').filter((field) => needsOf(`query ($projectId: ID!) { ${field} { __typename } }`));
    // Where `branding` is asked for, the verb leaves out whom readers answer to.
    expect(roots).toEqual(['project', 'branding']);
    expect(fieldsOf('Mutation').filter((field) => needsOf(`mutation { ${field} { __typename } }`))).toEqual([]);
    const ofProject = fieldsOf('Project').filter((field) =>
      needsOf(`query ($projectId: ID!) { project(id: $projectId) { ${field} { __typename } } }`),
    );
    const shown = [
      'brandName',
      'brands',
      'cells',
      'citations',
      'lastAnsweredAt',
      'reports',
      'responses',
      'sentiment',
      'visibility',
    ];
    expect(ofProject.toSorted()).toEqual(shown);
  });

  test('stops a project that is not the variable, and what a fragment hides', () => {
    expect(needsOf(`query { project(id: "${otherId}") { brandName } }`)).toBeNull();
    expect(needsOf('query ($other: ID!) { project(id: $other) { brandName } }')).toBeNull();
    const hidden =
      'query ($projectId: ID!) { project(id: $projectId) { ...F } } fragment F on Project { shareLinks { id } }';
    expect(needsOf(hidden)).toBeNull();
  });
});
