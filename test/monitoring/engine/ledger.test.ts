import fc from 'fast-check';
import type { Context } from '../../../src/core/context.js';
import { ServiceError } from '../../../src/core/errors.js';
import { updateAccount } from '../../../src/core/people/accounts.js';
import { createProject, pauseProject, resumeProject } from '../../../src/core/projects/project.writes.js';
import { createPrompt, updatePrompt } from '../../../src/core/prompts/prompt.writes.js';
import { runPrompt } from '../../../src/core/runs/run-now.js';
import { returnCredits, verifyCredits } from '../../../src/core/schedule/credits.js';
import { statement } from '../../../src/database/rows.js';
import { PLATFORMS, TIERS } from '../../../src/entities/vocabulary.js';
import { planDue } from '../../../src/monitoring/engine/plan.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { runsOf, serve } from '../../support/runs.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';

const HOUR_MS = 3_600_000;
const START = '2026-11-28T10:00:00.000Z';
const SEQUENCES = 12;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Account {
  ctx: Context;
  clock: TestClock;
  projectId: string;
  promptIds: string[];
}

type Step = (account: Account) => Promise<unknown>;

/** As a settling worker does: the first that waits ends without an answer and returns its credit. */
const END_ONE = statement<{ month: string }>(
  'end-one-run',
  `with one as (
     select * from run where account_id = $1 and state = 'queued' order by period_date, prompt_id, platform limit 1
   )
   update run r set state = 'failed', credit_month = null from one
   where r.account_id = $1 and (r.prompt_id, r.platform, r.period_date, r.occasion) =
     (one.prompt_id, one.platform, one.period_date, one.occasion)
   returning one.credit_month as month`,
);

const chosen = ({ promptIds }: Account, at: number) => promptIds[at % promptIds.length];

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 40 }).map(
      (hours): Step =>
        async ({ clock }) =>
          clock.advance(hours * HOUR_MS),
    ),
  },
  { weight: 3, arbitrary: fc.constant<Step>(({ clock }) => planDue(database, clock.now())) },
  {
    weight: 2,
    arbitrary: fc.nat().map(
      (at): Step =>
        (account) =>
          allowed(runPrompt(account.ctx, chosen(account, at))),
    ),
  },
  fc.constant<Step>(({ ctx }) =>
    database.db.transaction(async (tx) => {
      const ended = await tx.rows(END_ONE, [ctx.caller.accountId]);
      await returnCredits(
        tx,
        ctx.caller.accountId,
        ended.map(({ month }) => ({ month, credits: 1 })),
      );
    }),
  ),
  fc.constantFrom(...TIERS).map(
    (tier): Step =>
      ({ ctx, clock }) =>
        updateAccount(database.db, clock, ctx.caller.accountId, { tier }),
  ),
  fc.constantFrom('daily', 'weekly').chain((monitoringFrequency) =>
    fc.nat().map(
      (at): Step =>
        (account) =>
          allowed(updatePrompt(account.ctx, chosen(account, at), { monitoringFrequency })),
    ),
  ),
  fc.constant<Step>(({ ctx, projectId }) => pauseProject(ctx, projectId)),
  fc.constant<Step>(({ ctx, projectId }) => resumeProject(ctx, projectId)),
);

/** Refusals are part of it; whatever else fails is not. */
async function allowed(verb: Promise<unknown>): Promise<void> {
  await verb.catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
  });
}

test('in any order of events the credits are those that the runs hold, and each cell has one run', async () => {
  await serve(database, PLATFORMS);
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 25 }), async (sequence) => {
      const account = await openMonitored();
      for (const step of sequence) await step(account);
      await planDue(database, account.clock.now());
      const { accountId } = account.ctx.caller;
      const differing = await verifyCredits(database.db, account.clock);
      expect(differing.filter((found) => found.accountId === accountId)).toEqual([]);
      const runs = await runsOf(database, accountId);
      const cells = runs.map((run) => `${run.prompt_id} ${run.platform} ${run.period_date} ${run.occasion}`);
      expect(new Set(cells).size).toBe(cells.length);
      const holding = runs.filter(({ state }) => state === 'queued').map((run) => run.credit_month);
      expect(holding).not.toContain(null);
      await queryDatabase(database, 'delete from prompt_schedule where account_id = $1', [accountId]);
    }),
    { numRuns: SEQUENCES },
  );
});

async function openMonitored(): Promise<Account> {
  const clock = new TestClock(START);
  const { ctx } = await openAccount(database.db, 'professional', clock);
  const project = await createProject(ctx, { brandName: 'Northwind', websiteUrl: 'https://northwind.example' });
  const promptIds: string[] = [];
  for (const promptText of ['Tea?', 'Coffee?', 'Juice?']) {
    const prompt = await createPrompt(ctx, project.id, { promptText, platforms: [...PLATFORMS] });
    promptIds.push(prompt.id);
  }
  return { ctx, clock, projectId: project.id, promptIds };
}
