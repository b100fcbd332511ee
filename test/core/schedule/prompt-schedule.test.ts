import type { Context } from '../../../src/core/context.js';
import { updateAccount } from '../../../src/core/people/accounts.js';
import {
  archiveProject,
  createProject,
  pauseProject,
  resumeProject,
  updateProject,
} from '../../../src/core/projects/project.writes.js';
import { archivePrompt, createPrompt, updatePrompt } from '../../../src/core/prompts/prompt.writes.js';
import type { DatabaseSession } from '../../../src/database/database-session.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';

const CREATED = '2026-11-22T10:00:00.000Z';
const LATER = '2026-12-24T10:00:00.000Z';
const HOUR_MS = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Scheduled {
  db: DatabaseSession;
  ctx: Context;
  clock: TestClock;
  projectId: string;
  promptId: string;
}

/** An account with a prompt whose next look lies far ahead, an hour after its creation. */
async function scheduled(): Promise<Scheduled> {
  const clock = new TestClock(CREATED);
  const { db } = database;
  const { ctx } = await openAccount(db, 'agency', clock);
  const project = await createProject(ctx, { brandName: 'Northwind', websiteUrl: 'https://northwind.example' });
  const prompt = await createPrompt(ctx, project.id, { promptText: 'Which tea?' });
  await setNextAt(prompt.id, LATER);
  clock.advance(HOUR_MS);
  return { db, ctx, clock, projectId: project.id, promptId: prompt.id };
}

async function setNextAt(promptId: string, at: string): Promise<void> {
  await queryDatabase(database, `update prompt_schedule set next_at = $2 where prompt_id = $1`, [promptId, at]);
}

/** Null where the prompt has no schedule. */
async function nextAt(promptId: string): Promise<string | null> {
  const [row] = await queryDatabase<{ next_at: Date }>(
    database,
    `select next_at from prompt_schedule where prompt_id = $1`,
    [promptId],
  );
  return row ? row.next_at.toISOString() : null;
}

test('a prompt is due as soon as it was created', async () => {
  const { ctx, projectId, clock } = await scheduled();
  const { id } = await createPrompt(ctx, projectId, { promptText: 'Which coffee?' });
  expect(await nextAt(id)).toBe(clock.now().toISOString());
});

test.each<[string, (scheduled: Scheduled) => Promise<unknown>]>([
  ['another frequency', ({ ctx, promptId }) => updatePrompt(ctx, promptId, { monitoringFrequency: 'daily' })],
  [
    'being active again',
    async ({ ctx, promptId }) => {
      await updatePrompt(ctx, promptId, { isActive: false });
      await updatePrompt(ctx, promptId, { isActive: true });
    },
  ],
  [
    "its project's resuming",
    async ({ ctx, projectId }) => {
      await pauseProject(ctx, projectId);
      await resumeProject(ctx, projectId);
    },
  ],
  [
    "its account's subscription becoming active",
    async ({ db, ctx, clock }) => {
      await updateAccount(db, clock, ctx.caller.accountId, { subscription: 'inactive' });
      await updateAccount(db, clock, ctx.caller.accountId, { subscription: 'active' });
    },
  ],
])('%s makes a prompt due at once', async (_what, change) => {
  const given = await scheduled();
  await change(given);
  expect(await nextAt(given.promptId)).toBe(given.clock.now().toISOString());
});

test.each<[string, (scheduled: Scheduled) => Promise<unknown>]>([
  ['its text and tags', ({ ctx, promptId }) => updatePrompt(ctx, promptId, { promptText: 'What tea?', tags: ['a'] })],
  ['the frequency that it has', ({ ctx, promptId }) => updatePrompt(ctx, promptId, { monitoringFrequency: 'weekly' })],
  ['becoming inactive', ({ ctx, promptId }) => updatePrompt(ctx, promptId, { isActive: false })],
  ["its project's pause", ({ ctx, projectId }) => pauseProject(ctx, projectId)],
  ['the resuming of a project that was not paused', ({ ctx, projectId }) => resumeProject(ctx, projectId)],
  ["its project's name", ({ ctx, projectId }) => updateProject(ctx, projectId, { name: 'Tea' })],
  [
    'a subscription that ends, or another tier',
    ({ db, ctx, clock }) =>
      updateAccount(db, clock, ctx.caller.accountId, { subscription: 'inactive', tier: 'starter' }),
  ],
  [
    'a wake of another prompt, project or account',
    async ({ ctx, projectId }) => {
      const other = await createPrompt(ctx, projectId, { promptText: 'Another' });
      await updatePrompt(ctx, other.id, { monitoringFrequency: 'daily' });
      const elsewhere = await scheduled();
      await pauseProject(elsewhere.ctx, elsewhere.projectId);
      await resumeProject(elsewhere.ctx, elsewhere.projectId);
    },
  ],
])('%s leaves the time that a prompt is due at', async (_what, change) => {
  const given = await scheduled();
  await change(given);
  expect(await nextAt(given.promptId)).toBe(LATER);
});

test('a prompt that is overdue stays so when it is woken, and its value changes all the same', async () => {
  const { ctx, projectId, promptId } = await scheduled();
  await setNextAt(promptId, CREATED);
  await pauseProject(ctx, projectId);
  await resumeProject(ctx, projectId);
  expect(await nextAt(promptId)).toBe('2026-11-22T09:59:59.999Z');
});

test('an archived prompt, and each of an archived project, is scheduled no longer', async () => {
  const { ctx, projectId, promptId } = await scheduled();
  const { id } = await createPrompt(ctx, projectId, { promptText: 'Another' });
  await archivePrompt(ctx, promptId);
  expect([await nextAt(promptId), await nextAt(id)]).toEqual([null, expect.any(String)]);
  await archiveProject(ctx, projectId);
  expect(await nextAt(id)).toBeNull();
});
