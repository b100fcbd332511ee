import { ownerOf } from '../../src/core/access/access.js';
import { getCompetitor } from '../../src/core/competitors/competitor.reads.js';
import {
  createCompetitor,
  removeCompetitor,
  setCompetitorAliases,
} from '../../src/core/competitors/competitor.writes.js';
import type { Context } from '../../src/core/context.js';
import { findProjects, getProject, listProjects } from '../../src/core/projects/project.reads.js';
import {
  archiveProject,
  createProject,
  pauseProject,
  resumeProject,
  updateProject,
} from '../../src/core/projects/project.writes.js';
import { findPrompts, promptsOfProjects } from '../../src/core/prompts/prompt.reads.js';
import { createPrompt } from '../../src/core/prompts/prompt.writes.js';
import { getKillSwitch, setKillSwitch, write } from '../../src/core/writes.js';
import type { DatabaseSession } from '../../src/database/database-session.js';
import { openAccount } from '../support/accounts.js';
import { sql } from '../support/api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

/** What the core offers beyond REST: to GraphQL, the dashboard and the operator. */

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ({ ctx } = await openAccount(database.db));
});
afterAll(() => database.close());

const BRAND = { brandName: 'Northwind', websiteUrl: 'https://northwind.example' };
const NEVER = '00000000-0000-4000-8000-000000000000';

test('a project can be paused and resumed, and each changes updated_at', async () => {
  const created = await createProject(ctx, BRAND);
  const paused = await pauseProject(ctx, created.id);
  expect(paused).toEqual({ ...created, isPaused: true, updatedAt: paused.updatedAt });
  const resumed = await resumeProject(ctx, created.id);
  expect(resumed.isPaused).toBe(false);
  expect([created.updatedAt, paused.updatedAt, resumed.updatedAt]).toEqual(
    [...new Set([created.updatedAt, paused.updatedAt, resumed.updatedAt])].toSorted(),
  );
  expect(await resumeProject(ctx, created.id)).toEqual(resumed);
});

test('aliases of a brand are kept exactly, whatever is in them, and an empty list clears them', async () => {
  const aliases = ['NW', 'null', 'North, Wind', '"Nord"\n\\wind', '{}', 'İ'];
  const { id } = await createProject(ctx, { ...BRAND, aliases });
  expect((await getProject(ctx, id)).aliases).toEqual(aliases);
  expect((await updateProject(ctx, id, { aliases: [] })).aliases).toEqual([]);
  await expect(updateProject(ctx, id, { aliases: [''] })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(updateProject(ctx, id, { aliases: Array(51).fill('a') })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('aliases of a competitor are replaced, and gone with it', async () => {
  const project = await createProject(ctx, BRAND);
  const { id } = await createCompetitor(ctx, project.id, { name: 'Contoso', aliases: ['C'] });
  expect((await setCompetitorAliases(ctx, id, ['null', 'Con, toso'])).aliases).toEqual(['null', 'Con, toso']);
  expect((await getCompetitor(ctx, id)).aliases).toEqual(['null', 'Con, toso']);
  await removeCompetitor(ctx, id);
  await expect(setCompetitorAliases(ctx, id, [])).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('plural reads hold what the account has and leave out the rest', async () => {
  const { ctx: other } = await openAccount(database.db);
  const [one, two, gone, foreign] = await Promise.all([
    createProject(ctx, BRAND),
    createProject(ctx, BRAND),
    createProject(ctx, BRAND),
    createProject(other, BRAND),
  ]);
  await archiveProject(ctx, gone.id);
  const ids = [one.id, two.id, gone.id, foreign.id, NEVER];
  expect(new Set((await findProjects(ctx, ids)).keys())).toEqual(new Set([one.id, two.id]));
  const prompt = await createPrompt(ctx, one.id, { promptText: 'Which tea?' });
  expect(await promptsOfProjects(ctx, ids)).toEqual(
    new Map([
      [one.id, [prompt]],
      [two.id, []],
    ]),
  );
  expect([...(await findPrompts(other, [prompt.id])).keys()]).toEqual([]);
  expect((await findProjects(ctx, [])).size).toBe(0);
});

test('a starter account has the platforms of its tier alone', async () => {
  const { ctx: starter } = await openAccount(database.db, 'starter');
  const { id } = await createProject(starter, BRAND);
  const settings = { platforms: ['chatgpt', 'claude'] };
  await expect(updateProject(starter, id, { settings })).rejects.toMatchObject({
    message: /starter tier does not include claude/,
  });
  await expect(createPrompt(starter, id, { promptText: 'x', platforms: ['gemini'] })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  expect((await createPrompt(starter, id, { promptText: 'x' })).platforms).toEqual(['chatgpt', 'perplexity']);
});

test('a prompt that inherits its platforms leaves out those that a smaller tier lacks', async () => {
  const { id } = await createProject(ctx, BRAND);
  const smaller: Context = { ...ctx, caller: { ...ctx.caller, tier: 'starter' } };
  await updateProject(ctx, id, { settings: { platforms: ['claude', 'perplexity'] } });
  expect((await createPrompt(smaller, id, { promptText: 'one' })).platforms).toEqual(['perplexity']);
  await updateProject(ctx, id, { settings: { platforms: ['claude'] } });
  expect((await createPrompt(smaller, id, { promptText: 'two' })).platforms).toEqual(['chatgpt', 'perplexity']);
});

test('the owner of a resource is found by its id alone', async () => {
  const project = await createProject(ctx, BRAND);
  const competitor = await createCompetitor(ctx, project.id, { name: 'Contoso' });
  const owner = { kind: 'operator', accountId: ctx.caller.accountId, tier: 'agency' };
  expect(await ownerOf(database.db, 'project', project.id)).toEqual(owner);
  expect(await ownerOf(database.db, 'competitor', competitor.id)).toEqual(owner);
  await expect(ownerOf(database.db, 'project', NEVER)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a write that fails half-way leaves nothing behind', async () => {
  const attempt = write(ctx, async (tx) => {
    await createProject(tx, BRAND);
    throw new Error('half-way');
  });
  await expect(attempt).rejects.toThrow('half-way');
  expect(await listProjects(ctx)).toEqual([]);
});

test('turning the kill switch on waits for writes under way, and none lands after it', async () => {
  const db = database.db;
  const order: string[] = [];
  const underWay = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const writing = write(ctx, async () => {
    underWay.resolve();
    await mayEnd.promise;
    order.push('written');
  });
  await underWay.promise;
  const turning = setKillSwitch(db, true).then(() => order.push('on'));
  await until(
    () => waiting(db),
    (count) => count > 0,
  );
  expect(await getKillSwitch(db)).toEqual({ active: false });
  mayEnd.resolve();
  await Promise.all([writing, turning]);
  expect(order).toEqual(['written', 'on']);
  await expect(createProject(ctx, BRAND)).rejects.toMatchObject({ code: 'SERVICE_KILL_SWITCH_ACTIVE' });
  expect(await setKillSwitch(db, false)).toEqual({ active: false });
});

/** How many statements of this database wait for a lock. */
async function waiting(db: DatabaseSession): Promise<number> {
  const [row] = await sql<{ count: number }>(
    db,
    `select count(*)::int as count
     from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}
