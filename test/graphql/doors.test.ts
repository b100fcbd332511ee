import { createHash, randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { generateToken } from '../../src/core/access/token.js';
import type { Caller } from '../../src/core/context.js';
import { EXPORT_NAMES, LINE_EXPORT_NAMES } from '../../src/core/exports/open-export.js';
import { createKey, revokeKey } from '../../src/core/people/api-keys.js';
import { TOOLS } from '../../src/mcp/tools/all-tools.js';
import { ROUTES } from '../../src/rest/routes.js';
import { type Answer, liftLimitsOf, type SentHeaders, sql, useApi } from '../support/api.js';
import { idOf, tablesWithAccount } from '../support/every-table.js';
import { asGraphql } from '../support/graphql.js';
import { FILLED_DAY, fillProjects, limitedPerson, rowsOf } from '../support/limited-account.js';
import { bodyOf, MCP_HEADERS, messageOf } from '../support/mcp.js';
import { NOWHERE, toolsFor } from '../support/operated.js';
import { cookieOf, cookiesOf, OWN_PAGE, openOwner } from '../support/people.js';
import { watchRoutes } from '../support/routes-of-app.js';
import { askSchema, documentOf, fieldsOf, placesOf, seenIn, tableOf, typesOf } from '../support/schema-documents.js';

/**
 * Every door of the service, as the code has it: routes of all surfaces, fields and mutations of GraphQL, tools of MCP.
 * Each is tried with another account's id, with an id that never was, without a credential, and with one that has
 * ended. Another account's rows are told to nobody and stay as they are.
 */

const routes = watchRoutes();
const api = useApi({
  trustProxy: true,
  offersSetup: true,
  importFile: async () => ({ received: 0, accepted: 0, rejected: 0, duplicates: 0, errors: [] }),
  platforms: toolsFor(NOWHERE),
});

/** A door that needs no credential, and why. */
interface Open {
  open: string;
}

/** A door whose path holds a secret, which is the credential. */
interface ByToken {
  token: 'feed' | 'confirmation' | 'unsubscription';
}

/** A door for who has a session or a key. */
interface Held {
  /** The table that an id of the path is of, where its name does not tell. */
  of?: string;
  body?: string;
  type?: string;
  /** What another account's id is answered with; 403 where left out. */
  foreign?: number;
  /** Whether it is for owners of the operator's account. */
  isOperators?: true;
}

type Row = Open | ByToken | Held;

const JSON_BODY = JSON.stringify({
  ...{ brand_name: 'A', website_url: 'https://a.example', prompt_text: 'Which tea?', name: 'B' },
});

const REST = Object.fromEntries(
  ROUTES.map(({ method, path, body }) => [
    `${method.toUpperCase()} /api/v1${path}`,
    body ? { body: JSON_BODY, type: 'application/json' } : {},
  ]),
);

const EXPORTS = Object.fromEntries(
  [
    ...EXPORT_NAMES.flatMap((name) => ['csv', 'parquet', 'ndjson'].map((ending) => `${name}.${ending}`)),
    ...LINE_EXPORT_NAMES.map((name) => `${name}.jsonl`),
    'manifest.json',
  ].map((file) => [`GET /dashboard/export/${file}`, { of: 'project' }]),
);

const json = (body: object = {}): Held => ({ body: JSON.stringify(body), type: 'application/json' });
const OF_OPERATOR = { ...json(), isOperators: true } as const;
const PAGE: Open = { open: 'a page or its files, the same for everybody' };
const WAY_IN: Open = { open: 'how somebody gets a session' };
const BELOW: Open = { open: 'each field and tool has rows of its own below' };

/** A route without a row fails the test. */
const ROWS: Readonly<Record<string, Row>> = {
  ...REST,
  ...EXPORTS,
  'GET /dashboard/export/account': {},
  'GET /dashboard/export/person': {},
  'GET /dashboard/export/account.zip': {},
  'GET /dashboard/export/person.zip': {},
  'GET /dashboard/export/reports/:id.pdf': { of: 'report' },
  'POST /dashboard/import/:projectId': { body: '{}', type: 'application/x-ndjson' },
  'POST /dashboard/password': json(),
  'POST /dashboard/session/step-up/challenge': json(),
  'POST /dashboard/session/step-up': json(),
  'GET /dashboard/session/factor': {},
  'GET /dashboard/factors': {},
  'POST /dashboard/factors/totp': json(),
  'POST /dashboard/factors/totp/confirm': json(),
  'DELETE /dashboard/factors/totp': {},
  'POST /dashboard/factors/passkeys/challenge': json(),
  'POST /dashboard/factors/passkeys': json(),
  // One's own alone: that others have one is not told.
  'DELETE /dashboard/factors/passkeys/:id': { of: 'passkey', foreign: 404 },
  'POST /dashboard/factors/recovery-codes': json(),
  'POST /dashboard/factors/requirement': json(),
  'POST /dashboard/sso/step-up': json(),
  'POST /dashboard/sso/link': json(),
  'GET /dashboard/operator/platforms/': { isOperators: true },
  'POST /dashboard/operator/platforms/:platform/try': OF_OPERATOR,
  'POST /dashboard/operator/platforms/:platform/key': OF_OPERATOR,
  'POST /dashboard/operator/platforms/:platform/key/remove': OF_OPERATOR,
  'POST /dashboard/operator/platforms/:platform/pause': OF_OPERATOR,
  'POST /dashboard/operator/platforms/:platform/resume': OF_OPERATOR,
  'GET /feeds/:token.csv': { token: 'feed' },
  'GET /feeds/:token.ndjson': { token: 'feed' },
  'GET /mail/confirm/:token': { token: 'confirmation' },
  'POST /mail/confirm/:token': { token: 'confirmation' },
  'GET /mail/unsubscribe/:token': { token: 'unsubscription' },
  'POST /mail/unsubscribe/:token': { token: 'unsubscription' },
  'POST /shared/visits': { open: 'its body holds the token of a link: tried below' },
  'POST /shared/data': { open: 'its cookie holds the token of a visit: tried below' },
  'POST /dashboard/session': WAY_IN,
  'POST /dashboard/session/factor': WAY_IN,
  'DELETE /dashboard/session': { open: 'whoever has no session is signed out already' },
  'POST /dashboard/links': WAY_IN,
  'POST /dashboard/links/use': WAY_IN,
  'POST /dashboard/setup': WAY_IN,
  'POST /dashboard/sso': WAY_IN,
  'GET /dashboard/sso/callback': WAY_IN,
  // To a browser alone, which asks for HTML.
  'GET /graphql': BELOW,
  'GET /graphql/assets/:file': PAGE,
  'OPTIONS /graphql': PAGE,
  'ALL /graphql': BELOW,
  'ALL /mcp': BELOW,
  'GET /': PAGE,
  'GET /dashboard/assets/:file': PAGE,
  'GET /dashboard/{*path}': PAGE,
  'GET /shared': PAGE,
  'GET /shared/assets/:file': PAGE,
  'GET /openapi.json': PAGE,
  'GET /docs': PAGE,
  'GET /docs/start.js': PAGE,
  'GET /docs/assets/:file': PAGE,
  'GET /healthz': PAGE,
  'GET /readyz': PAGE,
};

const isOpen = (row: Row): row is Open => 'open' in row;
const isByToken = (row: Row): row is ByToken => 'token' in row;
const doorsWith = <Kind extends Row>(is: (row: Row) => row is Kind) =>
  Object.entries(ROWS).flatMap(([door, row]) => (is(row) ? [[door, row] as const] : []));
const OPEN = doorsWith(isOpen);
const BY_TOKEN = doorsWith(isByToken);
const HELD = doorsWith((row): row is Held => !isOpen(row) && !isByToken(row));

const NEVER = randomUUID();
/** Rows of the number that the asking account has none of. */
const FOREIGN = 1;

let own: string;
let other: string;
let owner: Caller;
/** What opens each door, each kind of credential. */
let held: Record<'session' | 'key', SentHeaders>;
/** What opened doors, and does no longer; and nothing at all. */
let ended: Record<'nobody' | 'revoked key' | 'ended session', SentHeaders>;
let before: string;
let networks = 0;

const foreignId = (table: string) => idOf(other, table, FOREIGN);
const rows = (text: string, values: readonly unknown[] = []) => rowsOf(api.database)(text, values);

beforeAll(async () => {
  const person = await openOwner(api.db);
  own = person.accountId;
  other = (await openOwner(api.db)).accountId;
  await fillProjects(api.database, own, 1);
  await fillProjects(api.database, other, 2);
  await rows(`update project_change set kind = 'note' where account_id = $1`, [other]);
  owner = { ...limitedPerson(own, null), role: 'owner' } as Caller;
  const [good, revoked] = [await aKey(), await aKey()];
  await revokeKey(api.db, revoked.keyId);
  held = { session: { Cookie: await cookieOf(api, person.email) }, key: { Authorization: `Bearer ${good.apiKey}` } };
  ended = {
    nobody: {},
    'revoked key': { Authorization: `Bearer ${revoked.apiKey}` },
    'ended session': { Cookie: await endedSession(person.email) },
  };
  before = await hashOfOther();
});

const aKey = () => createKey(api.db, SYSTEM_CLOCK, { accountId: own, name: 'tool' });

async function endedSession(email: string): Promise<string> {
  const cookie = await cookieOf(api, email);
  const { status } = await api.request('DELETE', '/dashboard/session', { ...OWN_PAGE, Cookie: cookie });
  expect(status).toBe(204);
  return cookie;
}

beforeEach(async () => {
  await liftLimitsOf(api.db, own);
  await sql(api.db, 'update request_budget set minute_started_at = now(), minute_count = 0 where account_id = $1', [
    own,
  ]);
});

/** From a network of its own, as failures are counted by network. */
async function ask(method: string, path: string, headers: SentHeaders, body?: string): Promise<Answer> {
  networks += 1;
  const from = { 'X-Forwarded-For': `198.51.${Math.floor(networks / 250)}.${networks % 250}` };
  const answer = await api.request(method, path, { 'Sec-Fetch-Site': 'same-origin', ...from, ...headers }, body);
  expectNothingForeign(answer.text);
  return answer;
}

/** None of another account's ids but those that were asked for, and none of its texts. */
function expectNothingForeign(text: string, asked = ''): void {
  expect(text).not.toMatch(/mark of \w+ \w+ 1\b/);
  expect(text.replaceAll(asked || NEVER, '')).not.toContain(foreignId('project'));
  expect(text).not.toContain(other);
}

/** A request of a door, about an id. */
function requestOf(door: string, row: Held, idIn: (table: string) => string) {
  const [method = '', path = ''] = door.split(' ');
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => {
    if (name === 'platform') return 'chatgpt';
    const table = row.of ?? tableOf(name, '');
    if (table === null) throw new Error(`which table is ${name} of ${door} of?`);
    return idIn(table);
  });
  const search = row.of === 'project' ? `?project=${idIn('project')}` : '';
  return (credential: SentHeaders) =>
    ask(method, filled + search, { ...(row.type && { 'Content-Type': row.type }), ...credential }, row.body);
}

test('each route that the service has, has a row, and each row a route', () => {
  expect(routes().toSorted()).toEqual(Object.keys(ROWS).toSorted());
});

test.each(HELD)('%s is shut to nobody’s, a revoked key’s and an ended session’s', async (door, row) => {
  for (const [who, credential] of Object.entries(ended)) {
    expect([who, (await requestOf(door, row, () => NEVER)(credential)).status]).toEqual([who, 401]);
  }
});

const NAMING = HELD.filter(([door, { of }]) => of !== undefined || /:\w+Id\b/.test(door));

test.each(NAMING)('%s refuses another account’s id, and one that never was', async (door, row) => {
  const credential = door.includes('/api/v1') ? held.key : held.session;
  const statuses = [];
  for (const idIn of [foreignId, () => NEVER]) statuses.push((await requestOf(door, row, idIn)(credential)).status);
  expect(statuses).toEqual([row.foreign ?? 403, 404]);
});

test.each(HELD.filter(([, row]) => row.isOperators))(
  '%s is shut to an account that is not the operator’s',
  async (door, row) => {
    expect((await requestOf(door, row, () => NEVER)(held.session)).status).toBe(403);
  },
);

test.each(BY_TOKEN)('%s knows no token of its own making, of either account', async (door, { token: kind }) => {
  const [method = '', path = ''] = door.split(' ');
  for (const accountId of [own, other]) {
    const answer = await ask(method, path.replace(':token', generateToken(kind, accountId).token), held.session);
    expect(answer.status).toBe(404);
  }
});

test.each(OPEN.filter(([, row]) => row === PAGE))('%s is the same with and without a session', async (door) => {
  const [method = '', path = ''] = door.split(' ');
  const at = path.replace(/:file|\{\*path\}/, 'x');
  const said = async (credential: SentHeaders) => {
    const { status, text } = await ask(method, at, credential);
    return [status, text.replace(/"request_id":"[^"]*"| data-session="\w+"/, '')];
  };
  expect(await said(held.session)).toEqual(await said({}));
});

test('feeds and shared links that were revoked are shut, and so are their visits', async () => {
  const [feed, link] = [generateToken('feed', own), generateToken('share', own)];
  const open = async (table: string, hash: Buffer) =>
    rows(`update ${table} set token_hash = $2, revoked_at = null where account_id = $1`, [own, hash]);
  await open('feed', feed.hash);
  await open('share_link', link.hash);
  const usable = `update share_link set password_hash = null, expires_at = '2100-01-01' where account_id = $1`;
  await rows(usable, [own]);
  const json = { 'Content-Type': 'application/json' };
  const visit = () => ask('POST', '/shared/visits', json, JSON.stringify({ token: link.token }));
  const opened = await visit();
  const statuses = async () => [
    (await ask('GET', `/feeds/${feed.token}.csv`, {})).status,
    (await visit()).status,
    (await ask('POST', '/shared/data', { ...json, Cookie: cookiesOf(opened) }, '{}')).status,
  ];
  expect(await statuses()).toEqual([200, 204, 422]);
  await rows('update feed set revoked_at = now() where account_id = $1', [own]);
  await rows('update share_link set revoked_at = now() where account_id = $1', [own]);
  expect(await statuses()).toEqual([404, 404, 404]);
});

type Outcomes = readonly [unknown: string, foreign: string];

/** What an id that never was and another account's are answered with; the first that fits. */
const OUTCOMES: readonly (readonly [place: RegExp, outcomes: Outcomes])[] = [
  // What must be of the project or account that it is sent for.
  [/^Project\.(sampleSize|promptSuggestions) at /, ['VALIDATION_ERROR', 'VALIDATION_ERROR']],
  [/^Mutation\.createFeed at input\.where\./, ['VALIDATION_ERROR', 'VALIDATION_ERROR']],
  [/^Mutation\.update(AlertSettings|Notifications|Branding) at input\./, ['VALIDATION_ERROR', 'VALIDATION_ERROR']],
  [/^Mutation\.(create|update)ReportSchedule at input\./, ['VALIDATION_ERROR', 'VALIDATION_ERROR']],
  [/^Mutation\.createDestination at input\./, ['VALIDATION_ERROR', 'VALIDATION_ERROR']],
  [/^Mutation\.(invite|update)Holder at input\./, ['VALIDATION_ERROR', 'VALIDATION_ERROR']],
  // What chooses among what the project has: one of elsewhere chooses nothing.
  [/^Project\./, ['DONE', 'DONE']],
  [/^Query\.response at id$/, ['DONE', 'DONE']],
  // What is an account's own alone: that others have it is not told.
  [/^Mutation\.(correctAnswer|undoCorrection) at id$/, ['NOT_FOUND', 'NOT_FOUND']],
  [/^Mutation\.(renewHolderLink|updateHolder|disableHolder|endSession) at id$/, ['NOT_FOUND', 'NOT_FOUND']],
  [/^Mutation\.(updateIdentityProvider|removeHolderIdentity) at id$/, ['NOT_FOUND', 'NOT_FOUND']],
  [/^/, ['NOT_FOUND', 'FORBIDDEN']],
];

/** Arguments that are refused for their own sake where they are made by their types alone. */
const SENT: Readonly<Record<string, (id: (table: string) => string) => string>> = {
  correctAnswer: (id) =>
    `correctAnswer(projectId: "${id('project')}", date: "${FILLED_DAY}", id: "${id('answer')}",
      input: { sentiment: MIXED }) { id }`,
  addSearchTerms: (id) =>
    `addSearchTerms(projectId: "${id('project')}", input: { source: BING, csv: "Query,Impressions\\na,1" }) {
      accepted }`,
  replayDeliveries: (id) =>
    `replayDeliveries(destinationId: "${id('destination')}", from: "2026-06-01T00:00:00Z", to: "2026-06-02T00:00:00Z")`,
};

const PLACES = ['Query', 'Mutation', 'Project'].flatMap((root) =>
  fieldsOf(root).flatMap((field) =>
    placesOf(field.args).map((place) => [`${root}.${field.name} at ${place}`, root, field, place] as const),
  ),
);

test('no other type of the schema has fields that take an id', () => {
  const others = typesOf().filter((name) => !['Query', 'Mutation', 'Project'].includes(name));
  expect(others.filter((name) => fieldsOf(name).some((field) => placesOf(field.args).length > 0))).toEqual([]);
});

test.each(PLACES)('%s refuses another account’s id, and one that never was', async (name, root, field, place) => {
  const table = tableOf(place.split('.').at(-1) ?? '', field.name);
  if (table === null) throw new Error(`which table is ${place} of ${field.name} of?`);
  const answers = [];
  for (const by of [NEVER, foreignId(table)]) {
    const idIn = (of: string) => (of === table ? by : idOf(own, of, 0));
    const asked =
      (place.includes('.') ? null : SENT[field.name]?.(idIn)) ??
      documentOf(field, { ...seenIn(own), at: place, by }, root === 'Mutation' ? 0 : 1);
    const within =
      root === 'Project'
        ? ofProject(idOf(own, 'project', 0))
        : (inside: string) => `${root.toLowerCase()} { ${inside} }`;
    const { data, faults } = await askSchema(api.database, owner, within(asked));
    expectNothingForeign(JSON.stringify(data), by);
    answers.push({ code: faults[0]?.code ?? 'DONE', told: JSON.stringify([data, faults]).replaceAll(by, 'ID') });
  }
  const [unknown, foreign] = OUTCOMES.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  expect(answers.map(({ code }) => code)).toEqual([unknown, foreign]);
  if (unknown === foreign) expect(answers[1]).toEqual(answers[0]);
});

/** All that a root field or a project tells, asked of the own account. */
const TOLD = [
  ...fieldsOf('Query').map((field) => [`Query.${field.name}`, (asked: string) => `{ ${asked} }`, field] as const),
  ...fieldsOf('Project').map(
    (field) => [`Project.${field.name}`, (asked: string) => ofProject(idOf(own, 'project', 0))(asked), field] as const,
  ),
];

test.each(TOLD)('%s tells nothing of another account', async (_name, within, field) => {
  const { data, faults } = await askSchema(api.database, owner, within(documentOf(field, seenIn(own), 1)));
  expectNothingForeign(JSON.stringify(data));
  expect(faults.filter(({ code }) => code === 'INTERNAL')).toEqual([]);
});

function ofProject(id: string) {
  return (asked: string) => `{ project(id: "${id}") { ${asked} } }`;
}

const askOverHttp = async (headers: SentHeaders, query: string) => {
  const sent = { 'Content-Type': 'application/json', ...headers };
  return asGraphql(await ask('POST', '/graphql', sent, JSON.stringify({ query })));
};

/** Over HTTP, as the paths that are quicker than the schema's own are there. */
test.each(fieldsOf('Project').map((field) => [field.name, field] as const))(
  'Project.%s is refused of another account’s project, and of one that never was',
  async (_name, field) => {
    for (const [id, code] of [
      [foreignId('project'), 'FORBIDDEN'],
      [NEVER, 'NOT_FOUND'],
    ] as const) {
      const { body } = await askOverHttp(held.key, ofProject(id)(documentOf(field, seenIn(own), 0)));
      expect(body).toMatchObject({ data: { project: null }, errors: [{ path: ['project'], extensions: { code } }] });
    }
  },
);

const OF_ROOTS = ['Query', 'Mutation'].flatMap((root) =>
  fieldsOf(root).map((field) => [`${root}.${field.name}`, root, field] as const),
);

test.each(OF_ROOTS)('%s is shut to nobody’s, a revoked key’s and an ended session’s', async (_name, root, field) => {
  for (const [who, credential] of Object.entries(ended)) {
    const { status, body } = await askOverHttp(
      credential,
      `${root.toLowerCase()} { ${documentOf(field, seenIn(own), 0)} }`,
    );
    expect([who, status, body]).toEqual([
      who,
      401,
      { errors: [expect.objectContaining({ extensions: { code: 'UNAUTHORIZED' } })] },
    ]);
  }
});

const ARGUMENTS: Readonly<Record<string, object>> = {
  compare_segments: { by: 'tag' },
  sample_size: { change_points: 5 },
  add_prompts: { prompts: [{ text: 'Which kettle?' }] },
  add_note: { at: `${FILLED_DAY}T00:00:00Z`, text: 'x' },
  get_answer: { date: FILLED_DAY },
};

const OF_TOOLS = TOOLS.flatMap(({ name, input }) =>
  Object.keys(input.shape)
    .filter((key) => key.endsWith('_id'))
    .map((key) => [`${name} at ${key}`, name, key] as const),
);
/** What is looked for in a project, where another's is not. */
const TOOL_OUTCOMES: Readonly<Record<string, Outcomes>> = {
  'search_answers at prompt_id': ['DONE', 'DONE'],
  'get_answer at answer_id': ['NOT_FOUND', 'NOT_FOUND'],
};

const callTool = (name: string, credential: SentHeaders, more: object) =>
  ask(
    'POST',
    '/mcp',
    { ...MCP_HEADERS, ...credential },
    messageOf('tools/call', { name, arguments: { ...ARGUMENTS[name], ...more } }),
  );

const ownIdsOf = (name: string) =>
  Object.fromEntries(
    Object.entries(TOOLS.find((tool) => tool.name === name)?.input.shape ?? {})
      .filter(
        ([key, type]) =>
          key.endsWith('_id') &&
          !(type as { safeParse: (sent: unknown) => { success: boolean } }).safeParse(undefined).success,
      )
      .map(([key]) => [key, idOf(own, key.slice(0, -3), 0)]),
  );

test.each(OF_TOOLS)('the tool %s refuses another account’s id, and one that never was', async (what, name, key) => {
  const codes = [];
  for (const id of [NEVER, foreignId(key.slice(0, -3))]) {
    const { text } = await callTool(name, held.key, { ...ownIdsOf(name), [key]: id });
    const { result } = bodyOf(text) as { result: { isError?: boolean; content: [{ text: string }] } };
    codes.push(result.isError ? result.content[0].text.split(':', 1)[0] : 'DONE');
  }
  expect(codes).toEqual(TOOL_OUTCOMES[what] ?? ['NOT_FOUND', 'FORBIDDEN']);
});

test.each(TOOLS.map(({ name }) => name))(
  'the tool %s is shut to nobody’s, a revoked key’s and a session’s',
  async (name) => {
    for (const [who, credential] of [...Object.entries(ended), ['session', held.session] as const]) {
      expect([who, (await callTool(name, credential, ownIdsOf(name))).status]).toEqual([who, 401]);
    }
  },
);

test('all of that left the other account as it was', async () => {
  expect(await hashOfOther()).toBe(before);
});

/** Of all its rows. */
async function hashOfOther(): Promise<string> {
  const hash = createHash('sha256');
  for (const { name } of await tablesWithAccount(rows)) {
    hash.update(
      JSON.stringify(await rows(`select t::text as row from ${name} t where account_id = $1 order by 1`, [other])),
    );
  }
  return hash.digest('hex');
}
