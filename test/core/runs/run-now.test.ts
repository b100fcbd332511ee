import { randomUUID } from 'node:crypto';
import type { Context } from '../../../src/core/context.js';
import { updateAccount } from '../../../src/core/people/accounts.js';
import { archiveProject, createProject, pauseProject } from '../../../src/core/projects/project.writes.js';
import { archivePrompt, createPrompt, updatePrompt } from '../../../src/core/prompts/prompt.writes.js';
import { findRuns } from '../../../src/core/runs/run-list.js';
import { runPrompt } from '../../../src/core/runs/run-now.js';
import { creditsOf, verifyCredits } from '../../../src/core/schedule/credits.js';
import { PLATFORMS, type Tier } from '../../../src/entities/vocabulary.js';
import { openAccount, ownerOf } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { runsOf, serve } from '../../support/runs.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';

const NOW = '2026-11-22T23:00:00.000Z';
const TODAY = '2026-11-22';
const HOUR_MS = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => serve(database, PLATFORMS));
afterAll(() => database.close());

interface Prompted {
  ctx: Context;
  clock: TestClock;
  projectId: string;
  promptId: string;
}

async function prompted(
  tier: Tier = 'professional',
  platforms: readonly string[] = ['claude', 'chatgpt'],
): Promise<Prompted> {
  const clock = new TestClock(NOW);
  const { ctx } = await openAccount(database.db, tier, clock);
  const project = await createProject(ctx, { brandName: 'Northwind', websiteUrl: 'https://northwind.example' });
  const prompt = await createPrompt(ctx, project.id, { promptText: 'Which tea?', platforms });
  return { ctx, clock, projectId: project.id, promptId: prompt.id };
}

const runsFor = ({ ctx }: Prompted) => runsOf(database, ctx.caller.accountId);

const setUsed = ({ ctx }: Prompted, used: number) =>
  queryDatabase(
    database,
    `insert into monitoring_month (account_id, month, credits_used) values ($1, '2026-11-01', $2)`,
    [ctx.caller.accountId, used],
  );

const refusal = (message: string) => ({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) });

describe('a run by request', () => {
  test('is queued on each platform at once, for a credit each', async () => {
    const given = await prompted();
    const { ctx, promptId } = given;
    const key = { promptId, periodDate: TODAY, occasion: 1 };
    expect(await runPrompt(ctx, promptId)).toEqual([
      { ...key, platform: 'chatgpt' },
      { ...key, platform: 'claude' },
    ]);
    const run = {
      state: 'queued',
      credit_month: '2026-11-01',
      queue_at: new Date(NOW),
      not_before: new Date(NOW),
      expires_at: new Date('2026-11-23T23:00:00Z'),
    };
    expect(await runsFor(given)).toMatchObject([run, run]);
    expect(await creditsOf(ctx)).toMatchObject({ used: 2 });
  });

  test('can be had three times a UTC day, and again the next', async () => {
    const { ctx, clock, promptId } = await prompted();
    for (const occasion of [1, 2, 3])
      expect(await runPrompt(ctx, promptId)).toMatchObject([{ occasion }, { occasion }]);
    await expect(runPrompt(ctx, promptId)).rejects.toMatchObject(refusal('at most 3 times a day (UTC)'));
    clock.advance(HOUR_MS);
    expect(await runPrompt(ctx, promptId)).toMatchObject([{ periodDate: '2026-11-23', occasion: 1 }, {}]);
    expect(await creditsOf(ctx)).toMatchObject({ used: 8 });
  });

  test('does not count the runs of a week that began this day, whose further parts are scheduled runs', async () => {
    const given = await prompted('professional', ['chatgpt']);
    await queryDatabase(
      database,
      `insert into run (account_id, prompt_id, platform, period_date, occasion, project_id, state, queue_at, not_before,
         expires_at, planned_at)
       select $1, $2, 'chatgpt', $3, n, $4, 'failed', now(), now(), now(), now()
       from unnest('{0,11,12,13}'::int[]) as n`,
      [given.ctx.caller.accountId, given.promptId, TODAY, given.projectId],
    );
    for (const occasion of [1, 2, 3]) expect(await runPrompt(given.ctx, given.promptId)).toMatchObject([{ occasion }]);
    const platform = 'chatgpt';
    const listed = await findRuns(
      given.ctx,
      [0, 1, 3, 11, 13].map((occasion) => ({ promptId: given.promptId, platform, periodDate: TODAY, occasion })),
    );
    expect(listed.map(({ trigger }) => trigger)).toEqual([
      'scheduled',
      'requested',
      'requested',
      'scheduled',
      'scheduled',
    ]);
  });

  test('of ten requests at once is had three times, and the credits are those of its runs', async () => {
    const given = await prompted('professional', ['chatgpt']);
    const fresh = () => ({ ...given.ctx, db: database.openForJob() });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => runPrompt(fresh(), given.promptId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await runsFor(given)).map(({ occasion }) => occasion)).toEqual([1, 2, 3]);
    expect(await creditsOf(given.ctx)).toMatchObject({ used: 3 });
    expect(await verifyCredits(database.db, given.clock)).toEqual([]);
  });

  test('is all or nothing where credits are short, and the refusal says how many are left', async () => {
    const given = await prompted();
    await setUsed(given, 4_999);
    const refused = refusal('needs 2 credits, and 1 are left');
    await expect(runPrompt(given.ctx, given.promptId)).rejects.toMatchObject(refused);
    expect(await runsFor(given)).toEqual([]);
    expect(await creditsOf(given.ctx)).toMatchObject({ used: 4_999 });
  });

  test('is skipped, without a credit, on a platform that no worker has a key of', async () => {
    const given = await prompted();
    await setUsed(given, 4_999);
    await serve(database, ['claude']);
    await runPrompt(given.ctx, given.promptId);
    expect(await runsFor(given)).toMatchObject([
      { platform: 'chatgpt', state: 'skipped', reason: 'platform_not_configured', credit_month: null },
      { platform: 'claude', state: 'queued' },
    ]);
    expect(await creditsOf(given.ctx)).toMatchObject({ remaining: 0 });
  });

  test('passes by platforms that the tier lacks, and is refused where none is left', async () => {
    const [some, none] = [await prompted(), await prompted('professional', ['claude'])];
    for (const { ctx, clock } of [some, none]) {
      await updateAccount(database.db, clock, ctx.caller.accountId, { tier: 'starter' });
    }
    expect(await runPrompt(some.ctx, some.promptId)).toMatchObject([{ platform: 'chatgpt' }]);
    await expect(runPrompt(none.ctx, none.promptId)).rejects.toMatchObject(refusal("none of the prompt's platforms"));
  });

  test.each<[string, string, (given: Prompted) => Promise<unknown>]>([
    [
      'an inactive prompt',
      'prompt is not active',
      ({ ctx, promptId }) => updatePrompt(ctx, promptId, { isActive: false }),
    ],
    ['a paused project', 'project is paused', ({ ctx, projectId }) => pauseProject(ctx, projectId)],
    [
      'an inactive subscription',
      'subscription is not active',
      ({ ctx, clock }) => updateAccount(database.db, clock, ctx.caller.accountId, { subscription: 'inactive' }),
    ],
    [
      'a prompt beyond the capacity of the tier',
      'capacity of 50',
      async ({ ctx, clock, projectId }) => {
        await queryDatabase(
          database,
          `insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency,
             created_at)
           select $1, gen_random_uuid(), $2, 'Tea ' || n, sha256(convert_to(n::text, 'UTF8')), '{chatgpt}', 'weekly',
             '2020-01-01'
           from generate_series(1, 50) n`,
          [ctx.caller.accountId, projectId],
        );
        await updateAccount(database.db, clock, ctx.caller.accountId, { tier: 'starter' });
      },
    ],
  ])('of %s is refused', async (_what, message, stop) => {
    const given = await prompted();
    await stop(given);
    await expect(runPrompt(given.ctx, given.promptId)).rejects.toMatchObject(refusal(message));
    expect(await runsFor(given)).toEqual([]);
  });

  test('is of a prompt that is there and the own', async () => {
    const [given, other, archived] = [await prompted(), await prompted(), await prompted()];
    await expect(runPrompt(given.ctx, other.promptId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(runPrompt(given.ctx, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(runPrompt(given.ctx, 'x')).rejects.toMatchObject(refusal('promptId'));
    await archivePrompt(given.ctx, given.promptId);
    await expect(runPrompt(given.ctx, given.promptId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await archiveProject(archived.ctx, archived.projectId);
    await expect(runPrompt(archived.ctx, archived.promptId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is refused to a holder who only reads', async () => {
    const given = await prompted();
    const caller = { ...ownerOf(given.ctx.caller), role: 'viewer' as const };
    await expect(runPrompt({ ...given.ctx, caller }, given.promptId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await runsFor(given)).toEqual([]);
  });

  test('goes on while the kill switch is on', async () => {
    const { ctx, promptId } = await prompted();
    await queryDatabase(database, `update service_switch set is_active = true where name = 'kill_switch'`);
    try {
      expect(await runPrompt(ctx, promptId)).toHaveLength(2);
    } finally {
      await queryDatabase(database, `update service_switch set is_active = false where name = 'kill_switch'`);
    }
  });
});
