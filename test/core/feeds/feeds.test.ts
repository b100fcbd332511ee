import { randomUUID } from 'node:crypto';
import { parseToken } from '../../../src/core/access/token.js';
import type { Context } from '../../../src/core/context.js';
import { createFeed, deleteOldFeeds, feedsOf, LIVE_FEEDS_MAX, revokeFeed } from '../../../src/core/feeds/feeds.js';
import { findFeed } from '../../../src/core/feeds/read-feed.js';
import { pageOfEvents } from '../../../src/core/people/security-events.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { aClient, addPerson, openOwner, signedIn } from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';

/** Files of projects at addresses that need no other credential. */

let database: TestDatabase;
let ctx: Context;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ({ ctx } = await signedIn(database, await openOwner(database.db)));
  projectId = (await createProject(ctx, { brandName: 'Northwind', websiteUrl: 'https://northwind.example' })).id;
});
afterAll(() => database.close());

const create = (input: object = {}, by = ctx) =>
  createFeed(by, projectId, { name: 'Sheet', kind: 'visibility', ...input }, aClient());

const query = (text: string, values: unknown[] = []) => queryDatabase(database, text, values);

const listed = async (by = ctx) => (await feedsOf(by, [projectId])).get(projectId) ?? [];

function find(token: string) {
  const parsed = parseToken('feed', token);
  if (!parsed) throw new Error('a feed has no token of its kind');
  return findFeed(database.db, parsed);
}

test('an address is shown once, kept as a hash, and known by its end', async () => {
  const { feed, token } = await create({ name: ' Sheet ', platforms: ['claude'], window: '7d' });
  expect(feed).toEqual({
    ...{ id: expect.any(String), name: 'Sheet', kind: 'visibility', window: '7d', platforms: ['claude'] },
    ...{ isFiltered: false, ending: token.slice(-8), requestCount: 0, lastUsedAt: null, revokedAt: null },
    ...{ createdByName: expect.any(String), createdAt: expect.stringMatching(/Z$/) },
  });
  const stored = JSON.stringify(await query('select f.*, encode(f.token_hash, $1) from feed f', ['escape']));
  expect(stored).not.toContain(token.slice(4, -8));
  expect(await listed()).toEqual([feed]);
  expect(parseToken('share', token)).toBeNull();
});

test('a token of another account opens nothing', async () => {
  const { token } = await create();
  const [account, ...secret] = [
    Buffer.from(randomUUID().replaceAll('-', ''), 'hex'),
    Buffer.from(token.slice(4), 'base64url').subarray(16),
  ];
  const forged = `bvf_${Buffer.concat([account, ...secret]).toString('base64url')}`;
  await expect(find(forged)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await find(token)).feed).toMatchObject({ projectId, kind: 'visibility', window: '30d' });
});

test.each<[object, string]>([
  [{ name: '' }, 'name'],
  [{ kind: 'answers' }, 'kind'],
  [{ window: '8d' }, 'window'],
  [{ platforms: [] }, 'platforms'],
  [{ platforms: ['bing'] }, 'platforms'],
  [{ kind: 'citations', where: { tags: ['tea'] } }, 'where'],
  [{ kind: 'brands', where: { tags: [] } }, 'where'],
])('%j is refused, by the name of its field', async (input, field) => {
  await expect(create(input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    issues: [expect.objectContaining({ path: expect.arrayContaining([field]) })],
  });
});

test('may be of some prompts where its rows are', async () => {
  const { feed, token } = await create({ kind: 'prompts_daily', where: { tags: ['tea', 'tea'] } });
  expect(feed.isFiltered).toBe(true);
  expect((await find(token)).feed.promptFilter).toEqual({ tags: ['tea'] });
});

test('a project has twenty, and another once one was revoked', async () => {
  const feeds = [];
  for (let at = 0; at < LIVE_FEEDS_MAX; at += 1) feeds.push(await create());
  await expect(create()).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(/at most 20/),
  });
  await revokeFeed(ctx, feeds[0]?.feed.id, aClient());
  await create();
});

test('one that was revoked opens nothing more, is listed for 90 days, and may be revoked again', async () => {
  const { feed, token } = await create();
  const revoked = await revokeFeed(ctx, feed.id, aClient());
  expect(revoked.revokedAt).not.toBeNull();
  await expect(find(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await revokeFeed(ctx, feed.id, aClient())).toEqual(revoked);
  expect(await listed()).toEqual([revoked]);
  await query(`update feed set revoked_at = now() - interval '91 days' where id = $1`, [feed.id]);
  expect(await listed()).toEqual([]);
  await deleteOldFeeds(database.db);
  expect(await query('select id from feed where id = $1', [feed.id])).toEqual([]);
});

test('is recorded as it is made and ended, without its address', async () => {
  const { feed, token } = await create();
  await revokeFeed(ctx, feed.id, aClient());
  const { entries } = await pageOfEvents(ctx, { first: 2, after: null });
  expect(entries.map(({ kind }) => kind)).toEqual(['feed_revoked', 'feed_created']);
  expect(JSON.stringify(entries)).not.toContain(token.slice(4));
});

describe('is refused', () => {
  test.each<[string, (by: Context) => Promise<Context>, object]>([
    ['a key', async (by) => ({ ...by, caller: keyOf(by) }), { code: 'FORBIDDEN' }],
    ['a viewer', async (by) => (await signedIn(database, await addViewer(by))).ctx, { code: 'FORBIDDEN' }],
    [
      'a tier without API access',
      async (by) => ({ ...by, caller: { ...by.caller, tier: 'starter' } }),
      { code: 'FORBIDDEN', message: expect.stringMatching(/no API access/) },
    ],
    [
      'whoever proved long ago who it is',
      async (by) => ({ ...by, caller: { ...holderOf(by), isSteppedUp: false } }),
      { reason: 'STEP_UP_REQUIRED' },
    ],
    [
      'an inactive subscription',
      async (by) => ({ ...by, caller: { ...holderOf(by), subscription: 'inactive' } }),
      { code: 'FORBIDDEN' },
    ],
  ])('to %s', async (_what, of, refusal) => {
    await expect(create({}, await of(ctx))).rejects.toMatchObject(refusal);
  });

  test('to be listed for a key', async () => {
    await expect(feedsOf({ ...ctx, caller: keyOf(ctx) }, [projectId])).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  const keyOf = ({ caller: { accountId, tier } }: Context) =>
    ({ kind: 'key', keyId: randomUUID(), access: 'full', accountId, tier }) as const;

  function holderOf({ caller }: Context) {
    if (caller.kind !== 'holder') throw new Error('a person is no holder');
    return caller;
  }

  const addViewer = (by: Context) => addPerson(database.db, by.caller, 'viewer');
});
