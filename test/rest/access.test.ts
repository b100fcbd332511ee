import { randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { generateKey } from '../../src/core/admission/credential.js';
import { updateAccount } from '../../src/core/people/accounts.js';
import { createKey } from '../../src/core/people/api-keys.js';
import { setKillSwitch } from '../../src/core/writes.js';
import { paramsOf, ROUTES, type Route } from '../../src/rest/routes.js';
import { type Answer, ApiCaller, liftLimits, type SentHeaders, useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** The matrix of who may reach what, over the route table itself: a new route is in it by itself. */

const api = useApi({ trustProxy: true });

type Ids = Readonly<Record<string, string>>;

let owner: ApiCaller;
let stranger: ApiCaller;

/** Accounts of its own for each test: together they send more in a minute than the database serves one account. */
beforeEach(async () => {
  [owner, stranger] = [await api.open(), await api.open()];
  await Promise.all([liftLimits(owner), liftLimits(stranger)]);
});

/** A project with a prompt and a competitor below it, named as the routes' parameters name them. */
async function resourcesOf(caller: ApiCaller): Promise<Ids> {
  const { id: projectId } = await createProject(caller);
  const prompt = await createPrompt(caller, projectId);
  const competitor = await createCompetitor(caller, projectId);
  return { projectId, promptId: prompt.id, competitorId: competitor.id };
}

async function archive(caller: ApiCaller, ids: Ids): Promise<Ids> {
  await caller.delete(`/prompts/${ids['promptId']}`);
  await caller.delete(`/competitors/${ids['competitorId']}`);
  await caller.delete(`/projects/${ids['projectId']}`);
  return ids;
}

async function belowArchived(caller: ApiCaller): Promise<Ids> {
  const ids = await resourcesOf(caller);
  await caller.delete(`/projects/${ids['projectId']}`);
  return ids;
}

const NEVER: Ids = { projectId: randomUUID(), promptId: randomUUID(), competitorId: randomUUID() };

function pathOf(route: Route, ids: Ids): string {
  return route.path.replace(/:(\w+)/g, (_all, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`no resource for the parameter ${name}: add it to resourcesOf`);
    return id;
  });
}

/** One body that each route takes, as unknown fields are ignored. */
function validBody() {
  return { brand_name: 'A', website_url: 'https://a.example', prompt_text: randomUUID(), name: 'B' };
}

async function call(route: Route, caller: ApiCaller, ids: Ids, headers: SentHeaders = {}): Promise<Answer> {
  const method = route.method.toUpperCase();
  return route.body
    ? caller.sendJson(method, pathOf(route, ids), validBody(), headers)
    : caller.send(method, pathOf(route, ids), headers);
}

const named = (routes: readonly Route[]) => routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const all = named(ROUTES);
const ofResource = named(ROUTES.filter((route) => paramsOf(route.path).length > 0 && route.tag !== 'Metrics'));
const ofHistory = named(ROUTES.filter((route) => route.tag === 'Metrics'));
const writes = named(ROUTES.filter((route) => route.method !== 'get'));

test('the table holds the 17 endpoints of the specification', () => {
  expect(ROUTES.map((route) => `${route.method.toUpperCase()} ${route.path} ${route.status}`).toSorted()).toEqual(
    [
      'GET /projects 200',
      'POST /projects 201',
      'GET /projects/:projectId 200',
      'PATCH /projects/:projectId 200',
      'DELETE /projects/:projectId 200',
      'GET /projects/:projectId/prompts 200',
      'POST /projects/:projectId/prompts 201',
      'GET /prompts/:promptId 200',
      'PATCH /prompts/:promptId 200',
      'DELETE /prompts/:promptId 200',
      'GET /projects/:projectId/competitors 200',
      'POST /projects/:projectId/competitors 201',
      'DELETE /competitors/:competitorId 200',
      'GET /projects/:projectId/visibility 200',
      'GET /projects/:projectId/mentions 200',
      'GET /projects/:projectId/citations 200',
      'GET /projects/:projectId/sentiment 200',
    ].toSorted(),
  );
});

test.each(all)('%s answers the owner with its status', async (_name, route) => {
  const answer = await call(route, owner, await resourcesOf(owner));
  expect(answer.status).toBe(route.status);
  expect(answer.body).toHaveProperty('data');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test.each(ofResource)('%s finds nothing once archived, whoever asks', async (_name, route) => {
  const ids = await archive(owner, await resourcesOf(owner));
  expectError(await call(route, owner, ids), 'NOT_FOUND');
  expectError(await call(route, stranger, ids), 'NOT_FOUND');
});

test.each(ofResource)('%s finds nothing below an archived project, whoever asks', async (_name, route) => {
  const ids = await belowArchived(owner);
  expectError(await call(route, owner, ids), 'NOT_FOUND');
  expectError(await call(route, stranger, ids), 'NOT_FOUND');
});

test.each(ofHistory)('%s keeps answering for an archived project, to its owner alone', async (_name, route) => {
  const ids = await archive(owner, await resourcesOf(owner));
  expect((await call(route, owner, ids)).status).toBe(200);
  expectError(await call(route, stranger, ids), 'FORBIDDEN');
});

test.each([...ofResource, ...ofHistory])('%s takes an id in upper case', async (_name, route) => {
  const ids = await resourcesOf(owner);
  const upper = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.toUpperCase()]));
  expect((await call(route, owner, upper)).status).toBe(route.status);
});

test.each([...ofResource, ...ofHistory])('%s refuses an id that is no UUID, and names it', async (_name, route) => {
  for (const id of ['1', 'null', '%00', '%F0%9F%98%80', `${NEVER['projectId']}0`, `%7B${NEVER['projectId']}%7D`]) {
    const ids = { projectId: id, promptId: id, competitorId: id };
    expectError(
      await call(route, owner, ids),
      'VALIDATION_ERROR',
      /^(projectId|promptId|competitorId): must be a UUID$/,
    );
  }
});

/** Each from an address of its own, for failures are throttled by address. */
function refusalOf(route: Route, headers: SentHeaders) {
  const address = { 'X-Forwarded-For': `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1` };
  const sent = route.body ? JSON.stringify(validBody()) : undefined;
  const path = `/api/v1${pathOf(route, NEVER)}`;
  return api.request(route.method.toUpperCase(), path, { ...address, ...headers }, sent);
}

describe.each(all)('%s', (_name, route) => {
  test('is refused without a good key in a well-formed header', async () => {
    const key = owner.key;
    const wrong = [
      undefined,
      '',
      key,
      'Bearer',
      `Basic ${key}`,
      `Token ${key}`,
      `Bearer ${key} ${key}`,
      `Bearer ${key},`,
      `Bearer "${key}"`,
      `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${generateKey(owner.account.accountId).key}`,
      `Bearer ${generateKey(randomUUID()).key}`,
    ];
    for (const header of wrong) {
      const answer = await refusalOf(route, header === undefined ? {} : { Authorization: header });
      expectError(answer, 'UNAUTHORIZED');
      expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    }
  });

  test('is refused to an inactive subscription', async () => {
    const caller = await api.open();
    await updateAccount(api.db, SYSTEM_CLOCK, caller.account.accountId, { subscription: 'inactive' });
    expectError(await refusalOf(route, { Authorization: `Bearer ${caller.key}` }), 'UNAUTHORIZED');
  });

  test('is forbidden to the starter tier, at no cost', async () => {
    const answer = await call(route, await api.open('starter'), NEVER);
    expectError(answer, 'FORBIDDEN', 'starter subscription tier has no API access');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });
});

describe('while the kill switch is on', () => {
  beforeAll(() => setKillSwitch(api.db, true));
  afterAll(() => setKillSwitch(api.db, false));

  test.each(writes)('%s is refused', async (_name, route) => {
    expectError(await call(route, owner, NEVER), 'SERVICE_KILL_SWITCH_ACTIVE');
  });

  test.each(all.filter(([, route]) => route.method === 'get'))('%s goes on', async (_name, route) => {
    expect((await call(route, owner, NEVER)).status).toBe(paramsOf(route.path).length > 0 ? 404 : 200);
  });
});

describe('a key that reads only', () => {
  async function readerOf(caller: ApiCaller): Promise<ApiCaller> {
    const input = { accountId: caller.account.accountId, name: 'tool', access: 'read' };
    return new ApiCaller(api, caller.account, (await createKey(api.db, SYSTEM_CLOCK, input)).apiKey);
  }
  const reads = named(ROUTES.filter((route) => route.method === 'get'));

  test.each(reads)('%s answers it as it answers a full key', async (_name, route) => {
    const ids = await resourcesOf(owner);
    const [full, reading] = [await call(route, owner, ids), await call(route, await readerOf(owner), ids)];
    expect([reading.status, withoutBudget(reading)]).toEqual([200, withoutBudget(full)]);
  });

  test.each(writes)('%s is refused, and changes nothing', async (_name, route) => {
    const ids = await resourcesOf(owner);
    const reader = await readerOf(owner);
    for (const headers of [{}, { 'Idempotency-Key': randomUUID() }]) {
      const answer = await call(route, reader, ids, headers);
      expectError(answer, 'FORBIDDEN', 'This key reads only');
      expect(answer.headers.get('x-ratelimit-limit')).toBe('200');
    }
    expect((await owner.get(`/projects/${ids['projectId']}`)).status).toBe(200);
    expect((await owner.get('/projects')).body).toHaveProperty('data.length', 1);
    expect((await owner.get(`/prompts/${ids['promptId']}`)).status).toBe(200);
  });

  test('is told so before the faults of its body', async () => {
    expectError(await (await readerOf(owner)).post('/projects', { brand_name: 7 }), 'FORBIDDEN', 'This key reads only');
  });
});

/** A body without what differs from request to request. */
function withoutBudget({ body }: Answer): unknown {
  return JSON.parse(JSON.stringify(body, (name, value) => (name === 'rate_limit' ? undefined : value)));
}
