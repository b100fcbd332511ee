import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Context } from '../../../src/core/context.js';
import { configuredPlatforms } from '../../../src/core/platforms/platform-status.js';
import {
  archiveProject,
  createProject,
  pauseProject,
  resumeProject,
} from '../../../src/core/projects/project.writes.js';
import { createPrompt, updatePrompt } from '../../../src/core/prompts/prompt.writes.js';
import { runPrompt } from '../../../src/core/runs/run-now.js';
import { slotOfNextPeriod } from '../../../src/core/schedule/periods.js';
import {
  cellOf,
  creditsAhead,
  creditsForecast,
  type ForecastMonth,
  type ScheduledPrompt,
} from '../../../src/core/usage/credits-forecast.js';
import { ensurePartitions } from '../../../src/database/partitions.js';
import { FREQUENCIES, PLATFORMS, type Platform, type Tier } from '../../../src/entities/vocabulary.js';
import { decideRuns, cellOf as plannedCell, weekCellOf } from '../../../src/monitoring/engine/decide-runs.js';
import { planAccount } from '../../../src/monitoring/engine/plan.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { serve } from '../../support/runs.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';

/** June 2026 has 30 days and begins on a Monday; its 10th is a Wednesday. */
const MONTH_END = new Date('2026-07-01T00:00:00Z');
const MID_MONTH = new Date('2026-06-10T12:00:00Z');
/** Its slot is at the beginning of each period. */
const FIRST_SLOT = '00000000-0000-4000-8000-000000000000';
/** At 12:00 of each day, and on each Thursday at 12:00. */
const MIDDLE_SLOT = '80000000-0000-4000-8000-000000000000';

const month = (fields: Partial<ForecastMonth> = {}): ForecastMonth => ({
  now: MID_MONTH,
  endsAt: MONTH_END,
  tier: 'agency',
  configured: new Set(PLATFORMS),
  ...fields,
});

const prompt = (fields: Partial<ScheduledPrompt> = {}): ScheduledPrompt => ({
  promptId: FIRST_SLOT,
  frequency: 'daily',
  repeats: 1,
  platforms: ['chatgpt', 'claude'],
  dueAt: new Date('2026-06-11T00:00:00Z'),
  place: 1,
  placeOfFrequency: 1,
  planned: new Set<string>(),
  ...fields,
});

describe('credits ahead', () => {
  test('of a daily prompt are one a platform and day that is left', () => {
    expect(creditsAhead([prompt()], month())).toBe(20 * 2);
  });

  test('of a weekly prompt are one a platform and week that is left', () => {
    const weekly = prompt({ frequency: 'weekly', dueAt: new Date('2026-06-15T00:00:00Z') });
    expect(creditsAhead([weekly], month())).toBe(3 * 2);
    const thursdays = { ...weekly, promptId: MIDDLE_SLOT, dueAt: new Date('2026-06-11T12:00:00Z') };
    expect(creditsAhead([thursdays], month())).toBe(3 * 2);
  });

  test('begin with the period under way where it has no run yet, and pass over platforms that have one', () => {
    const due = prompt({ dueAt: new Date('2026-06-10T11:59:00Z') });
    expect(creditsAhead([due], month())).toBe((1 + 20) * 2);
    const half = { ...due, planned: new Set([cellOf('claude', '2026-06-10', 0)]) };
    expect(creditsAhead([half], month())).toBe(1 + 20 * 2);
    const whole = {
      ...due,
      planned: new Set((['claude', 'chatgpt'] as const).map((platform) => cellOf(platform, '2026-06-10', 0))),
    };
    expect(creditsAhead([whole], month())).toBe(20 * 2);
  });

  test('end with the month, to the millisecond', () => {
    const last = new Date(MONTH_END.getTime() - 1);
    const atLast = month({ now: last });
    expect(creditsAhead([prompt({ dueAt: last })], atLast)).toBe(2);
    expect(creditsAhead([prompt({ dueAt: MONTH_END })], atLast)).toBe(0);
    const first = month({ now: new Date('2026-06-01T00:00:00Z') });
    expect(creditsAhead([prompt({ dueAt: new Date('2026-06-01T00:00:00Z') })], first)).toBe(30 * 2);
  });

  test('are none for what the tier or the service does not ask', () => {
    expect(creditsAhead([prompt({ place: 201 })], month())).toBe(0);
    expect(creditsAhead([prompt({ placeOfFrequency: 61 })], month())).toBe(0);
    expect(creditsAhead([prompt({ placeOfFrequency: 61, frequency: 'weekly' })], month())).toBeGreaterThan(0);
    expect(creditsAhead([prompt()], month({ tier: 'starter' }))).toBe(20);
    expect(creditsAhead([prompt()], month({ configured: new Set(['gemini']) }))).toBe(0);
  });

  test('are what the planner takes until the month ends, wherever in it the prompts stand', () => {
    const time = fc.date({
      min: new Date('2026-05-31T22:00:00Z'),
      max: new Date('2026-06-30T23:59:59Z'),
      noInvalidDate: true,
    });
    const shape = fc.record({
      now: fc.constantFrom('2026-06-01T00:00:00Z', '2026-06-30T23:30:00Z').map((at) => new Date(at)),
      at: time,
      isAtEdge: fc.boolean(),
      prompts: fc.array(
        fc.record({
          promptId: fc.uuid(),
          frequency: fc.constantFrom(...FREQUENCIES),
          repeats: fc.integer({ min: 1, max: 4 }),
          platforms: fc.subarray([...PLATFORMS], { minLength: 1 }),
          lateMs: fc.constantFrom(0, 1, 1_800_000, 3_600_000, 3_600_001, 90_000_000),
          isDue: fc.boolean(),
        }),
        { maxLength: 4 },
      ),
    });
    fc.assert(
      fc.property(shape, ({ now: edge, at, isAtEdge, prompts }) => {
        const now = isAtEdge || at < new Date('2026-06-01T00:00:00Z') ? edge : at;
        const scheduled = prompts.map(({ lateMs, isDue, ...rest }, index) =>
          prompt({
            ...rest,
            dueAt: isDue
              ? new Date(now.getTime() - lateMs)
              : slotOfNextPeriod(rest.promptId, rest.frequency, now, rest.repeats),
            place: index + 1,
            placeOfFrequency: index + 1,
          }),
        );
        const given = month({ now });
        expect(creditsAhead(scheduled, given)).toBe(creditsPlanned(scheduled, given));
      }),
    );
  });
});

/** Has the planner's rule plan each prompt whenever it is due, and counts the runs that it queues. */
function creditsPlanned(prompts: readonly ScheduledPrompt[], month: ForecastMonth): number {
  return prompts.reduce((sum, one) => sum + creditsPlannedOf(one, month), 0);
}

function creditsPlannedOf(one: ScheduledPrompt, { now, endsAt, tier, configured }: ForecastMonth): number {
  const planned = new Set<string>();
  const ofWeek = new Map<string, number>();
  let next: Date | undefined | null = one.dueAt;
  let credits = 0;
  while (next) {
    const at = next > now ? next : now;
    if (at >= endsAt) break;
    const due = [{ ...one, projectId: '', dueAt: next, isArchived: false, isWanted: true }];
    const { runs, looks } = decideRuns({
      now: at,
      tier,
      creditsLeft: 10_000,
      tailAt: at,
      due,
      planned,
      ofWeek,
      configured,
    });
    credits += runs.filter(({ reason }) => reason === null).length;
    for (const run of runs) {
      planned.add(plannedCell(run));
      ofWeek.set(weekCellOf(run), (ofWeek.get(weekCellOf(run)) ?? 0) + 1);
    }
    next = looks[0]?.nextAt;
  }
  return credits;
}

describe("an account's forecast", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await ensurePartitions(database.db, ['2026-06-01', '2026-07-01']);
  });
  beforeEach(() => serve(database, PLATFORMS));
  afterAll(() => database.close());

  const opened = async (tier: Tier = 'agency') => {
    const clock = new TestClock(MID_MONTH.toISOString());
    const { ctx } = await openAccount(database.db, tier, clock);
    const project = await createProject(ctx, { brandName: 'Northwind', websiteUrl: 'https://northwind.example' });
    return { ctx, clock, projectId: project.id };
  };
  const daily = (ctx: Context, projectId: string, platforms: readonly Platform[] = ['chatgpt']) =>
    createPrompt(ctx, projectId, { promptText: `Which ${randomUUID()}?`, platforms, monitoringFrequency: 'daily' });
  const plan = async ({ caller, clock }: Context) =>
    planAccount(database.openForJob(), caller.accountId, await configuredPlatforms(database.db), clock.now());
  const forecast = async (ctx: Context) => (await creditsForecast(ctx)).forecast;

  test('is what is used where no prompt is asked', async () => {
    const { ctx } = await opened();
    expect(await creditsForecast(ctx)).toEqual({
      ...{ month: '2026-06-01', granted: 15_000, used: 0, remaining: 15_000, forecast: 0 },
      resetsAt: MONTH_END.toISOString(),
    });
  });

  test('stays the same while runs are planned: what was ahead is reserved then', async () => {
    const { ctx, projectId } = await opened();
    await daily(ctx, projectId, ['chatgpt', 'gemini']);
    expect(await creditsForecast(ctx)).toMatchObject({ used: 0, forecast: 21 * 2 });
    await plan(ctx);
    expect(await creditsForecast(ctx)).toMatchObject({ used: 2, forecast: 21 * 2 });
  });

  test('counts a prompt that was planned and then made due again once', async () => {
    const { ctx, projectId } = await opened();
    await daily(ctx, projectId);
    await plan(ctx);
    await pauseProject(ctx, projectId);
    await resumeProject(ctx, projectId);
    expect(await forecast(ctx)).toBe(1 + 20);
  });

  test('has runs that somebody requested among those used', async () => {
    const { ctx, projectId } = await opened();
    const { id } = await daily(ctx, projectId);
    await plan(ctx);
    await runPrompt(ctx, id);
    expect(await creditsForecast(ctx)).toMatchObject({ used: 2, forecast: 2 + 20 });
  });

  test('leaves out what is inactive, paused or archived, and prompts of other accounts', async () => {
    const { ctx, projectId } = await opened();
    const stranger = await opened();
    await daily(stranger.ctx, stranger.projectId);
    const { id } = await daily(ctx, projectId);
    const { id: other } = await createProject(ctx, { brandName: 'Other', websiteUrl: 'https://other.example' });
    await daily(ctx, other);
    expect(await forecast(ctx)).toBe(2 * 21);
    await pauseProject(ctx, other);
    expect(await forecast(ctx)).toBe(21);
    await archiveProject(ctx, other);
    await updatePrompt(ctx, id, { isActive: false });
    expect(await forecast(ctx)).toBe(0);
    expect(await forecast(stranger.ctx)).toBe(21);
  });

  test('leaves out platforms without a key, and is unknown where none has one', async () => {
    const { ctx, projectId } = await opened();
    await daily(ctx, projectId, ['chatgpt', 'gemini']);
    await serve(database, ['gemini']);
    expect(await forecast(ctx)).toBe(21);
    await serve(database, []);
    expect(await forecast(ctx)).toBeNull();
  });

  test('goes beyond the credits of the month', async () => {
    const { ctx, projectId } = await opened('starter');
    await queryDatabase(
      database,
      `insert into monitoring_month (account_id, month, credits_used) values ($1, '2026-06-01', 999)`,
      [ctx.caller.accountId],
    );
    await daily(ctx, projectId, ['chatgpt', 'perplexity']);
    expect(await creditsForecast(ctx)).toMatchObject({ granted: 1_000, used: 999, forecast: 999 + 21 * 2 });
  });
});
