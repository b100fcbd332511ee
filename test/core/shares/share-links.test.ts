import { randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../../src/clock.js';
import { parseToken } from '../../../src/core/access/token.js';
import { type Context, openContext } from '../../../src/core/context.js';
import { addNote } from '../../../src/core/notes/notes.js';
import { pageOfEvents } from '../../../src/core/people/security-events.js';
import { findProjects, getProject, listProjects } from '../../../src/core/projects/project.reads.js';
import { archiveProject, createProject } from '../../../src/core/projects/project.writes.js';
import {
  createShareLink,
  LIVE_LINKS_MAX,
  revokeShareLink,
  shareLinksOf,
  updateShareLink,
} from '../../../src/core/shares/share-links.js';
import { admitVisit, deleteExpiredShares, LINK_REQUESTS, openVisit } from '../../../src/core/shares/visits.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { aClient, addPerson, openOwner, signedIn } from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';

/** Links that show parts of a project to people without an account, and the visits that they open. */

let database: TestDatabase;
let ctx: Context;
let projectId: string;

const BRAND = { brandName: 'Northwind', websiteUrl: 'https://northwind.example' };
const PASSWORD = 'eight or more';

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ({ ctx } = await signedIn(database, await openOwner(database.db)));
  projectId = (await createProject(ctx, BRAND)).id;
});
afterAll(() => database.close());

const create = (input: object = {}, by = ctx) =>
  createShareLink(by, projectId, { name: 'For the board', shows: ['overview'], ...input }, aClient());

const open = (token: string, password?: string, client = aClient()) =>
  openVisit(database.db, { token, password }, client);

async function admit(token: string) {
  const parsed = parseToken('visit', token);
  if (!parsed) throw new Error('a visit has no token of its kind');
  return admitVisit(database.db, parsed);
}

const query = (text: string, values: unknown[] = []) => queryDatabase(database, text, values);

const GONE = { code: 'NOT_FOUND', message: 'This link is not valid. Ask whoever sent it for a new one' };

test('a link is shown once, kept as a hash, and opens its project and nothing else', async () => {
  const { link, token } = await create({ shows: ['answers', 'overview', 'answers'], name: ' Board ' });
  expect(link).toMatchObject({ name: 'Board', shows: ['overview', 'answers'], hasPassword: false, visitCount: 0 });
  expect(link.createdByName).not.toBeNull();
  const stored = JSON.stringify(await query('select l.*, encode(l.token_hash, $1) from share_link l', ['escape']));
  expect(stored).not.toContain(token.slice(4));
  const visit = await open(token);
  const { caller } = await admit(visit.token);
  expect(caller).toEqual({
    ...{ kind: 'visitor', accountId: ctx.caller.accountId, tier: 'agency' },
    ...{ linkId: link.id, projectId, shows: ['overview', 'answers'] },
  });
  const [listed] = (await shareLinksOf(ctx, [projectId])).get(projectId) ?? [];
  expect(listed).toMatchObject({ id: link.id, visitCount: 1, lastVisitedAt: expect.any(String) });
});

test('the address of a link is no visit, and a visit is no address', async () => {
  const { token } = await create();
  expect(parseToken('visit', token)).toBeNull();
  const visit = await open(token);
  await expect(open(visit.token)).rejects.toMatchObject(GONE);
});

describe('whatever is wrong', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['another text', async () => 'nothing'],
    ['a token of nothing', async () => `bvs_${'a'.repeat(64)}`],
    [
      'a link that was revoked',
      async () => {
        const { link, token } = await create();
        await revokeShareLink(ctx, link.id, aClient());
        return token;
      },
    ],
    [
      'a link that has expired',
      async () => {
        const { link, token } = await create();
        await query(`update share_link set expires_at = now() where id = $1`, [link.id]);
        return token;
      },
    ],
    [
      'an archived project',
      async () => {
        const { token } = await create();
        await archiveProject(ctx, projectId);
        return token;
      },
    ],
    [
      'an inactive account',
      async () => {
        const { token } = await create();
        await query(`update account set subscription = 'inactive' where account_id = $1`, [ctx.caller.accountId]);
        return token;
      },
    ],
  ])('%s is the same 404', async (_what, tokenOf) => {
    await expect(open(String(await tokenOf()))).rejects.toMatchObject(GONE);
  });
});

describe('the next request of a visit is refused', () => {
  test.each<[string, (linkId: string) => Promise<unknown>]>([
    ['once the link is revoked', (id) => revokeShareLink(ctx, id, aClient())],
    ['once the link has expired', (id) => query('update share_link set expires_at = now() where id = $1', [id])],
    ['once another password is set', (id) => updateShareLink(ctx, id, { password: PASSWORD }, aClient())],
    ['once the project is archived', () => archiveProject(ctx, projectId)],
    [
      'once the account is inactive',
      () => query(`update account set subscription = 'inactive' where account_id = $1`, [ctx.caller.accountId]),
    ],
    ['once twelve hours are over', () => query(`update share_visit set expires_at = now()`)],
  ])('%s', async (_when, change) => {
    const { link, token } = await create();
    const visit = await open(token);
    await admit(visit.token);
    await change(link.id);
    await expect(admit(visit.token)).rejects.toMatchObject(GONE);
  });

  test('and one of a link that shows something else now is admitted for that', async () => {
    const { link, token } = await create();
    const visit = await open(token);
    await updateShareLink(ctx, link.id, { shows: ['citations'] }, aClient());
    expect((await admit(visit.token)).caller).toMatchObject({ shows: ['citations'] });
  });
});

test('a password is asked for, compared in its normal form, and never kept as it is', async () => {
  const { link, token } = await create({ password: 'caf\u00e9 noir 1' });
  expect(link.hasPassword).toBe(true);
  await expect(open(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'This link asks for a password' });
  await expect(open(token, 'another one')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  const visit = await open(token, 'cafe\u0301 noir 1');
  expect((await admit(visit.token)).caller).toMatchObject({ linkId: link.id });
  expect(JSON.stringify(await query('select * from share_link'))).not.toContain('noir');
  await updateShareLink(ctx, link.id, { password: null }, aClient());
  await expect(admit(visit.token)).rejects.toMatchObject(GONE);
  await open(token);
});

test('ten wrong passwords of a network are the last in a quarter of an hour, and right ones do not count', async () => {
  const { token } = await create({ password: PASSWORD });
  const client = aClient();
  for (let at = 0; at < 2; at += 1) await open(token, PASSWORD, client);
  for (let at = 0; at < 10; at += 1) {
    await expect(open(token, 'not this one', client)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  }
  await expect(open(token, PASSWORD, client)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    retryAfterSeconds: expect.any(Number),
  });
  await open(token, PASSWORD);
  const { entries } = await pageOfEvents(ctx, { first: 20, after: null });
  expect(entries.filter(({ kind }) => kind === 'limits_hit')).toHaveLength(1);
});

test('sixty wrong links of a network are the last in a quarter of an hour, and right ones do not count', async () => {
  const { token } = await create();
  const client = aClient();
  await open(token, undefined, client);
  for (let at = 0; at < 60; at += 1) {
    await expect(open(`bvs_${'a'.repeat(64)}`, undefined, client)).rejects.toMatchObject(GONE);
  }
  await expect(open(token, undefined, client)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
});

test('a link has a minute and a day of its own, which its account does not pay', async () => {
  const { link, token } = await create();
  const visit = await open(token);
  await query('update share_link set minute_count = $2 where id = $1', [link.id, LINK_REQUESTS.perMinute - 1]);
  await admit(visit.token);
  await expect(admit(visit.token)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await expect(open(token)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  const other = await create();
  await admit((await open(other.token)).token);
  await query(`update share_link set minute_started_at = 'epoch', day_count = $2 where id = $1`, [
    link.id,
    LINK_REQUESTS.perDay,
  ]);
  await expect(admit(visit.token)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  const budgets = 'select minute_count from request_budget where account_id = $1';
  expect(await query(budgets, [ctx.caller.accountId])).toEqual([{ minute_count: 0 }]);
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'a'.repeat(201) }, 'name'],
  [{ expiresInDays: 0 }, 'expiresInDays'],
  [{ expiresInDays: 366 }, 'expiresInDays'],
  [{ expiresInDays: 1.5 }, 'expiresInDays'],
  [{ password: 'seven c' }, 'password'],
  [{ password: 'a'.repeat(257) }, 'password'],
  [{ shows: [] }, 'shows'],
  [{ shows: ['runs'] }, 'shows'],
])('%j is refused by name', async (input, field) => {
  const refused = { code: 'VALIDATION_ERROR', message: expect.stringMatching(new RegExp(`^${field}`)) };
  await expect(create(input)).rejects.toMatchObject(refused);
  const { link } = await create();
  await expect(updateShareLink(ctx, link.id, input, aClient())).rejects.toMatchObject(refused);
});

test('a link ends when it was said to, 90 days from now where nothing was', async () => {
  const daysOf = (text: string) => (Date.parse(text) - Date.now()) / 86_400_000;
  expect(daysOf((await create()).link.expiresAt)).toBeCloseTo(90, 1);
  const { link } = await create({ expiresInDays: 1 });
  expect(daysOf(link.expiresAt)).toBeCloseTo(1, 1);
  expect(daysOf((await updateShareLink(ctx, link.id, { expiresInDays: 365 }, aClient())).expiresAt)).toBeCloseTo(
    365,
    1,
  );
});

test('a project has twenty links that are good, however many are made at once', async () => {
  const made = await Promise.allSettled(Array.from({ length: LIVE_LINKS_MAX + 2 }, () => create()));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIVE_LINKS_MAX);
  const [first, second] = (await shareLinksOf(ctx, [projectId])).get(projectId) ?? [];
  if (!first || !second) throw new Error('no links are listed');
  await revokeShareLink(ctx, first.id, aClient());
  await create();
  await query('update share_link set expires_at = now() where id = $1', [second.id]);
  await create();
  const again = updateShareLink(ctx, second.id, { expiresInDays: 5 }, aClient());
  await expect(again).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(updateShareLink(ctx, first.id, { name: 'x' }, aClient())).rejects.toMatchObject({
    message: 'The link was revoked: create a new one',
  });
});

describe('who shares', () => {
  test('members and owners do, once they proved who they are; viewers only see the links', async () => {
    const { accountId, tier } = ctx.caller;
    const { ctx: viewer } = await signedIn(database, await addPerson(database.db, { accountId, tier }, 'viewer'));
    const { ctx: member } = await signedIn(database, await addPerson(database.db, { accountId, tier }, 'member'));
    const { link } = await create({}, member);
    await expect(create({}, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(revokeShareLink(viewer, link.id, aClient())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await shareLinksOf(viewer, [projectId])).get(projectId)).toHaveLength(1);
    if (member.caller.kind !== 'holder') throw new Error('a person is no holder');
    const later = { ...member, caller: { ...member.caller, isSteppedUp: false } };
    await expect(create({}, later)).rejects.toMatchObject({ reason: 'STEP_UP_REQUIRED' });
    await expect(updateShareLink(later, link.id, {}, aClient())).rejects.toMatchObject({ reason: 'STEP_UP_REQUIRED' });
    await expect(revokeShareLink(later, link.id, aClient())).rejects.toMatchObject({ reason: 'STEP_UP_REQUIRED' });
  });

  test('keys, workers and visitors never do, nor do they see the links', async () => {
    const { link } = await create();
    const { accountId, tier } = ctx.caller;
    const callers = [
      { kind: 'key', keyId: randomUUID(), access: 'full' },
      { kind: 'worker' },
      { kind: 'visitor', linkId: link.id, projectId, shows: ['overview'] },
    ] as const;
    for (const caller of callers) {
      const as: Context = { ...ctx, caller: { ...caller, accountId, tier } };
      await expect(create({}, as)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(updateShareLink(as, link.id, { name: 'x' }, aClient())).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(revokeShareLink(as, link.id, aClient())).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(shareLinksOf(as, [projectId])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });
});

test('making, changing and ending a link are remembered, without its address or password', async () => {
  const { link, token } = await create({ password: PASSWORD });
  await updateShareLink(ctx, link.id, { name: 'Other', password: null }, aClient());
  await revokeShareLink(ctx, link.id, aClient());
  await revokeShareLink(ctx, link.id, aClient());
  const { entries } = await pageOfEvents(ctx, { first: 3, after: null });
  expect(entries.map(({ kind, detail }) => [kind, detail['link']])).toEqual([
    ['share_link_revoked', link.id],
    ['share_link_changed', link.id],
    ['share_link_created', link.id],
  ]);
  expect(entries[1]?.detail['changed']).toBe('name password');
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${PASSWORD}|${token}`));
});

test('a visitor sees its project alone, lists none, and cannot write, whatever a verb forgot', async () => {
  const other = await createProject(ctx, BRAND);
  const { token } = await create();
  const { caller } = await admit((await open(token)).token);
  const visitor = openContext({ database, clock: SYSTEM_CLOCK }, caller);
  expect([...(await findProjects(visitor, [projectId, other.id])).keys()]).toEqual([projectId]);
  await expect(getProject(visitor, other.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(listProjects(visitor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const note = { at: '2026-01-01T00:00:00Z', text: 'x' };
  await expect(addNote(visitor, projectId, note)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(visitor.db.transaction(async () => 1)).rejects.toThrow('only reads');
  const remove = { name: 'test-remove', text: 'delete from share_link', isRead: false };
  await expect(visitor.db.rows(remove, [])).rejects.toThrow('only reads');
});

test('upkeep deletes visits that are over, and links that ended 90 days ago with their visits', async () => {
  const { link, token } = await create();
  const kept = await create();
  await open(token);
  const over = await open(kept.token);
  await query(`update share_visit set expires_at = now() where link_id = $1`, [kept.link.id]);
  await query(`update share_link set expires_at = now() - interval '91 days' where id = $1`, [link.id]);
  await deleteExpiredShares(database.db);
  await expect(admit(over.token)).rejects.toMatchObject(GONE);
  const left = `select (select count(*)::int from share_visit where link_id = any ($1)) as visits,
    (select count(*)::int from share_link where id = any ($1)) as links`;
  expect(await query(left, [[link.id, kept.link.id]])).toEqual([{ visits: 0, links: 1 }]);
});
