import { randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { type Caller, openContext, payerOf } from '../../src/core/context.js';
import { CONNECTIONS, DATABASE_MS_PER_MINUTE } from '../../src/database/database.js';
import type { DatabaseSession } from '../../src/database/database-session.js';
import { holdingPermit } from '../../src/database/database-session.js';
import { useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';

const api = useApi();

/** A key of the account, and one of its people. */
function callersOf(accountId: string): Caller[] {
  const ids = { holderId: randomUUID(), sessionId: randomUUID() };
  const holder = { ...ids, role: 'owner', subscription: 'active', projectIds: null } as const;
  return [
    { kind: 'key', accountId, tier: 'agency', keyId: randomUUID(), access: 'full' },
    { kind: 'holder', accountId, tier: 'agency', ...holder, isSteppedUp: false },
  ];
}

/** As if the database had worked so long for the account's keys, or its people, in this minute. */
function noteWork(kind: 'key' | 'holder', accountId: string, workMs: number): void {
  api.database.openForRequest(accountId, undefined, payerOf({ kind, accountId })).access.recordTime(workMs);
}

const CONNECTIONS_HELD = Array.from({ length: CONNECTIONS.request.permits }, (_, at) => at);

/** Has other accounts hold every connection of the requests. @returns lets one go at each call. */
async function holdAll(): Promise<() => void> {
  const held = CONNECTIONS_HELD.map(() => Promise.withResolvers<void>());
  const { permitsPerKey } = CONNECTIONS.request;
  for (const [at, { promise }] of held.entries()) {
    const db = api.database.openForRequest(`holder ${Math.floor(at / permitsPerKey)}`);
    void holdingPermit(db.access, true, () => promise);
  }
  await settle();
  return () => held.pop()?.resolve();
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Notes who gets a connection. */
function takeConnection(openings: readonly [who: string, db: DatabaseSession][]): {
  got: string[];
  all: Promise<unknown>;
} {
  const got: string[] = [];
  const taken = openings.map(([who, db]) => holdingPermit(db.access, true, async () => void got.push(who)));
  return { got, all: Promise.all(taken) };
}

test('who has had far more than its share of the database is served all the same while nobody else waits', async () => {
  const greedy = await api.open();
  noteWork('key', greedy.account.accountId, 10 * DATABASE_MS_PER_MINUTE);
  expect((await greedy.get('/projects')).status).toBe(200);
  expect((await askGraphql(greedy, '{ account { id } }')).status).toBe(200);
});

test('a free connection goes to the account that has had least of the database', async () => {
  const letGo = await holdAll();
  noteWork('key', 'greedy', DATABASE_MS_PER_MINUTE);
  noteWork('key', 'busy', 10);
  const { got, all } = takeConnection([
    ['greedy', api.database.openForRequest('greedy')],
    ['busy', api.database.openForRequest('busy')],
    ['quiet', api.database.openForRequest('quiet')],
  ]);
  await settle();
  for (const _ of CONNECTIONS_HELD) letGo();
  await all;
  expect(got).toEqual(['quiet', 'busy', 'greedy']);
});

test('accounts that have used their share of the database leave a connection to any other', async () => {
  const caller = await api.open();
  const held = Promise.withResolvers<void>();
  const heavy = CONNECTIONS_HELD.flatMap((at) => [`heavy ${at}`, `heavy ${at}`]);
  for (const accountId of heavy) noteWork('key', accountId, DATABASE_MS_PER_MINUTE);
  const asked = heavy.map((accountId) =>
    holdingPermit(api.database.openForRequest(accountId).access, true, () => held.promise),
  );
  await settle();
  expect((await caller.get('/projects')).status).toBe(200);
  held.resolve();
  await Promise.all(asked);
});

test("what an account's keys have had does not hold up its people", async () => {
  const letGo = await holdAll();
  const accountId = randomUUID();
  const core = { database: api.database, clock: SYSTEM_CLOCK };
  const [key, holder] = callersOf(accountId).map((caller) => openContext(core, caller).db);
  if (!key || !holder) throw new Error('there are two callers');
  noteWork('key', accountId, DATABASE_MS_PER_MINUTE);
  const { got, all } = takeConnection([
    ['key', key],
    ['holder', holder],
  ]);
  await settle();
  for (const _ of CONNECTIONS_HELD) letGo();
  await all;
  expect(got).toEqual(['holder', 'key']);
});

test('where accounts hold every connection, the next gets 503 with Retry-After, and admission works', async () => {
  const caller = await api.open();
  const greedy = await api.open();
  noteWork('key', greedy.account.accountId, DATABASE_MS_PER_MINUTE);
  const letGo = await holdAll();
  const [waiting, late, unknown] = await Promise.all([
    caller.get('/projects'),
    greedy.get('/projects'),
    api.request('GET', '/api/v1/projects', { Authorization: `Bearer ${caller.key.slice(0, -1)}` }),
  ]);
  for (const _ of CONNECTIONS_HELD) letGo();
  expect(unknown.status).toBe(401);
  expect(waiting.status).toBe(503);
  expect(waiting.headers.get('Retry-After')).toBe('1');
  expect(late.status).toBe(503);
  expect(late.body).toMatchObject({
    error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('more of it in this minute') },
  });
  expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(1);
  expect(Number(late.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  expect(waiting.headers.get('X-RateLimit-Remaining')).not.toBeNull();
  expect((await caller.get('/projects')).status).toBe(200);
});
