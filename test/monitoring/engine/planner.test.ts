import type { Context } from '../../../src/core/context.js';
import { updateAccount } from '../../../src/core/people/accounts.js';
import {
  archiveProject,
  createProject,
  pauseProject,
  resumeProject,
} from '../../../src/core/projects/project.writes.js';
import { archivePrompt, createPrompt, updatePrompt } from '../../../src/core/prompts/prompt.writes.js';
import { creditsOf, lockMonth, verifyCredits } from '../../../src/core/schedule/credits.js';
import { nextSlot, slotOfNextPeriod } from '../../../src/core/schedule/periods.js';
import { type Frequency, PLATFORMS, type Tier } from '../../../src/entities/vocabulary.js';
import { ADVANCE, type Planned, planAccount, planDue } from '../../../src/monitoring/engine/plan.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { nextAtOf, runsOf, serve } from '../../support/runs.js';
import { queryDatabase } from '../../support/sql.js';
import { recordStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Wednesday. */
const START = '2026-11-25T10:00:00.000Z';
const MONDAY = '2026-11-23';

let database: TestDatabase;
let statements: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  statements = await recordStatements(database.db);
});
beforeEach(async () => {
  await queryDatabase(database, 'delete from prompt_schedule');
  await serve(database, PLATFORMS);
});
afterAll(() => database.close());

interface Monitored {
  ctx: Context;
  clock: TestClock;
  accountId: string;
  projectId: string;
}

async function monitored(tier: Tier = 'professional', start = START): Promise<Monitored> {
  const clock = new TestClock(start);
  const { ctx, accountId } = await openAccount(database.db, tier, clock);
  const { id } = await createProject(ctx, { brandName: 'Northwind', websiteUrl: 'https://northwind.example' });
  return { ctx, clock, accountId, projectId: id };
}

let texts = 0;

async function addPrompt(
  { ctx, projectId }: Monitored,
  monitoringFrequency: Frequency = 'daily',
  platforms = ['chatgpt'],
) {
  texts += 1;
  const prompt = await createPrompt(ctx, projectId, { promptText: `Tea ${texts}?`, monitoringFrequency, platforms });
  return prompt.id;
}

const plan = ({ clock }: Monitored): Promise<Planned> => planDue(database, clock.now());

/** Plans each hour of so many days, as workers do continually. */
async function planThrough(given: Monitored, days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour += 1) {
    given.clock.advance(HOUR_MS);
    await plan(given);
  }
}

/** The planned runs, as `day reason`. */
const cells = async ({ accountId }: Monitored) =>
  (await runsOf(database, accountId)).map((run) => `${run.period_date} ${run.reason ?? run.state}`);

const setUsed = async (given: Monitored, used: number) => {
  await database.db.transaction((tx) => lockMonth(tx, given.accountId, given.clock.now()));
  await queryDatabase(database, 'update monitoring_month set credits_used = $2 where account_id = $1', [
    given.accountId,
    used,
  ]);
};

describe('the planner', () => {
  test('queues a new prompt at once on each of its platforms, and takes a credit for each', async () => {
    const given = await monitored();
    const promptId = await addPrompt(given, 'weekly', ['gemini', 'chatgpt']);
    const { accounts, failures, mayHaveMore } = await plan(given);
    expect({ failures, mayHaveMore }).toEqual({ failures: [], mayHaveMore: false });
    const run = { promptId, periodDate: MONDAY, occasion: 0, state: 'queued', reason: null };
    const runs = [expect.objectContaining({ ...run, platform: 'chatgpt' }), { ...run, platform: 'gemini' }];
    expect(accounts).toEqual([{ accountId: given.accountId, runs, missedPeriods: 0, overdueMs: 0 }]);
    expect(await runsOf(database, given.accountId)).toMatchObject([
      {
        platform: 'chatgpt',
        credit_month: '2026-11-01',
        not_before: new Date(START),
        expires_at: new Date('2026-11-30T00:00:00Z'),
      },
      { platform: 'gemini', credit_month: '2026-11-01' },
    ]);
    expect(await creditsOf(given.ctx)).toMatchObject({ used: 2 });
    expect(await nextAtOf(database, promptId)).toBe(
      slotOfNextPeriod(promptId, 'weekly', given.clock.now()).toISOString(),
    );
  });

  test('asks each prompt once a period: 14 days of a daily and a weekly prompt', async () => {
    const given = await monitored();
    const daily = await addPrompt(given, 'daily');
    const weekly = await addPrompt(given, 'weekly');
    await plan(given);
    await planThrough(given, 14);
    const runs = await runsOf(database, given.accountId);
    const datesOf = (id: string) => runs.filter((run) => run.prompt_id === id).map((run) => run.period_date);
    const last = given.clock.now().getTime();
    const days = Array.from({ length: 15 }, (_, day) =>
      new Date(Date.parse(START) + day * DAY_MS).toISOString().slice(0, 10),
    );
    const isPast = (slot: Date) => slot.getTime() <= last;
    expect(datesOf(daily)).toEqual(
      days.filter((day, at) => at === 0 || isPast(nextSlot(daily, 'daily', new Date(Date.parse(day) - 1)))),
    );
    expect(datesOf(weekly)).toEqual(
      [MONDAY, '2026-11-30', '2026-12-07'].filter(
        (day, at) => at === 0 || isPast(nextSlot(weekly, 'weekly', new Date(Date.parse(day) - 1))),
      ),
    );
  });

  test('asks a prompt that became due within the hour before midnight for the day before', async () => {
    const given = await monitored('agency', '2026-11-25T23:59:59.500Z');
    const [soon, late] = [await addPrompt(given), await addPrompt(given)];
    given.clock.advance(1_000);
    await queryDatabase(database, 'update prompt_schedule set next_at = $2 where prompt_id = $1', [late, START]);
    await plan(given);
    given.clock.advance(2);
    await plan(given);
    const days = (await runsOf(database, given.accountId)).map((run) => [run.prompt_id, run.period_date]);
    const isSlotPast = nextSlot(soon, 'daily', new Date('2026-11-25T23:59:59.999Z')) <= given.clock.now();
    const expected = [[soon, '2026-11-25'], [late, '2026-11-26'], ...(isSlotPast ? [[soon, '2026-11-26']] : [])];
    expect(days.toSorted()).toEqual(expected.toSorted());
  });

  test('lets a run have six hours where its period ends sooner', async () => {
    const given = await monitored('agency', '2026-11-25T23:30:00.000Z');
    await addPrompt(given, 'daily');
    await plan(given);
    expect(await runsOf(database, given.accountId)).toMatchObject([{ expires_at: new Date('2026-11-26T05:30:00Z') }]);
  });

  test('stores why a run is skipped, and takes no credit for it', async () => {
    const given = await monitored();
    await serve(database, ['chatgpt', 'perplexity']);
    await addPrompt(given, 'daily', ['claude']);
    await plan(given);
    expect(await runsOf(database, given.accountId)).toMatchObject([
      { state: 'skipped', reason: 'platform_not_configured', credit_month: null, finished_at: new Date(START) },
    ]);
    expect(await creditsOf(given.ctx)).toMatchObject({ used: 0 });
  });

  test('queues as many as credits last for', async () => {
    const given = await monitored();
    await setUsed(given, 4_999);
    await addPrompt(given, 'daily', ['chatgpt', 'claude']);
    await plan(given);
    expect(await cells(given)).toEqual(['2026-11-25 queued', '2026-11-25 no_credits']);
    given.clock.advance(7 * DAY_MS);
    await plan(given);
    expect(await cells(given)).toContain('2026-12-02 queued');
    expect(await creditsOf(given.ctx)).toMatchObject({ month: '2026-12-01', used: 2 });
  });

  test('after a downgrade, the oldest prompts keep their daily slots, and others their reason', async () => {
    const given = await monitored('agency');
    const oldest: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      oldest.push(await addPrompt(given, 'daily'));
      given.clock.advance(1);
    }
    await addPrompt(given, 'weekly', ['claude']);
    await updateAccount(database.db, given.clock, given.accountId, { tier: 'starter' });
    await plan(given);
    const runs = await runsOf(database, given.accountId);
    const reasons = new Map(runs.map((run) => [run.prompt_id, run.reason]));
    expect(oldest.map((id) => reasons.get(id))).toEqual([null, null, null, null, null, 'no_daily_slot']);
    expect(runs.filter(({ platform }) => platform === 'claude')).toMatchObject([{ reason: 'platform_not_in_tier' }]);
    await updateAccount(database.db, given.clock, given.accountId, { tier: 'agency' });
    given.clock.advance(DAY_MS);
    await plan(given);
    const states = (await runsOf(database, given.accountId)).filter((run) => run.period_date === '2026-11-26');
    expect(states.every(({ state }) => state === 'queued')).toBe(true);
  });

  test('an edited text buys no second run, a frequency changed within the period neither', async () => {
    const given = await monitored('professional', '2026-11-23T10:00:00.000Z');
    const promptId = await addPrompt(given, 'weekly');
    await plan(given);
    await updatePrompt(given.ctx, promptId, { promptText: 'Which other tea?' });
    await updatePrompt(given.ctx, promptId, { monitoringFrequency: 'daily' });
    await plan(given);
    expect(await cells(given)).toEqual(['2026-11-23 queued']);
    given.clock.advance(2 * DAY_MS);
    await plan(given);
    await updatePrompt(given.ctx, promptId, { monitoringFrequency: 'weekly' });
    await plan(given);
    expect(await cells(given)).toEqual(['2026-11-23 queued', '2026-11-25 queued']);
    expect(await nextAtOf(database, promptId)).toBe(
      slotOfNextPeriod(promptId, 'weekly', given.clock.now()).toISOString(),
    );
  });

  test.each<[string, (given: Monitored, promptId: string) => Promise<unknown>]>([
    ['an inactive prompt', ({ ctx }, id) => updatePrompt(ctx, id, { isActive: false })],
    ['a paused project', ({ ctx, projectId }) => pauseProject(ctx, projectId)],
    [
      'an inactive subscription',
      ({ accountId, clock }) => updateAccount(database.db, clock, accountId, { subscription: 'inactive' }),
    ],
  ])('creates no run of %s, and looks again at its next slot', async (_what, stop) => {
    const given = await monitored();
    const promptId = await addPrompt(given, 'weekly');
    await stop(given, promptId);
    const { accounts } = await plan(given);
    expect(accounts).toMatchObject([{ runs: [], missedPeriods: 0 }]);
    expect(await nextAtOf(database, promptId)).toBe(nextSlot(promptId, 'weekly', given.clock.now()).toISOString());
    expect(await creditsOf(given.ctx)).toMatchObject({ used: 0 });
  });

  test('a pause of two days costs a weekly prompt no week: only the current period is caught up', async () => {
    const given = await monitored();
    const promptId = await addPrompt(given, 'weekly');
    await pauseProject(given.ctx, given.projectId);
    await plan(given);
    given.clock.advance(2 * DAY_MS);
    await resumeProject(given.ctx, given.projectId);
    await plan(given);
    expect(await cells(given)).toEqual([`${MONDAY} queued`]);
    await pauseProject(given.ctx, given.projectId);
    await planThrough(given, 14);
    await resumeProject(given.ctx, given.projectId);
    await plan(given);
    expect(await cells(given)).toEqual([`${MONDAY} queued`, '2026-12-07 queued']);
    expect(await nextAtOf(database, promptId)).toBe(
      slotOfNextPeriod(promptId, 'weekly', given.clock.now()).toISOString(),
    );
  });

  test('periods without any worker are counted and not asked later', async () => {
    const given = await monitored();
    const promptId = await addPrompt(given, 'daily');
    await plan(given);
    const due = slotOfNextPeriod(promptId, 'daily', given.clock.now());
    given.clock.advance(4 * DAY_MS);
    const { accounts } = await plan(given);
    expect(accounts).toMatchObject([{ missedPeriods: 3, overdueMs: given.clock.now().getTime() - due.getTime() }]);
    expect(await cells(given)).toEqual(['2026-11-25 queued', '2026-11-29 queued']);
  });

  test('an archived prompt, and each of an archived project, is no longer looked at', async () => {
    const given = await monitored();
    const [archived, below] = [await addPrompt(given), await addPrompt(given)];
    await archivePrompt(given.ctx, archived);
    await archiveProject(given.ctx, given.projectId);
    await queryDatabase(
      database,
      'insert into prompt_schedule (account_id, prompt_id, next_at) select $1, id, $3 from unnest($2::uuid[]) id',
      [given.accountId, [archived, below], START],
    );
    expect((await plan(given)).accounts).toMatchObject([{ runs: [] }]);
    expect([await nextAtOf(database, archived), await nextAtOf(database, below)]).toEqual([null, null]);
  });

  test('a prompt that is woken while it is planned stays due', async () => {
    const given = await monitored();
    const promptId = await addPrompt(given, 'weekly');
    await pauseProject(given.ctx, given.projectId);
    await database.db.transaction(async (tx) => {
      await resumeProject({ ...given.ctx, db: tx }, given.projectId);
      expect((await plan(given)).accounts).toMatchObject([{ runs: [] }]);
    });
    const dueAt = await nextAtOf(database, promptId);
    expect(dueAt).toBe('2026-11-25T09:59:59.999Z');
    const stale = [{ prompt_id: promptId, due_at: START, next_at: '2027-01-01T00:00:00.000Z' }];
    await database.db.rows(ADVANCE, [given.accountId, JSON.stringify(stale)]);
    expect(await nextAtOf(database, promptId)).toBe(dueAt);
    await plan(given);
    expect(await cells(given)).toEqual([`${MONDAY} queued`]);
  });

  test('an account costs a constant number of statements, however many of its prompts are due', async () => {
    const given = await monitored();
    await addPrompt(given);
    const statementsFor = async (prompts: number) => {
      const given = await monitored('agency');
      for (let count = 0; count < prompts; count += 1) await addPrompt(given, 'weekly', [...PLATFORMS]);
      statements.length = 0;
      await planAccount(database.db, given.accountId, new Set(PLATFORMS), given.clock.now());
      return statements.map((text) => text.split(/\s/, 1)[0]);
    };
    await plan(given);
    const few = await statementsFor(1);
    expect(few).toEqual(['begin', 'insert', 'select', 'select', 'select', 'insert', 'update', 'with', 'commit']);
    expect(await statementsFor(20)).toEqual(few);
  });

  test('an error of one account is reported, and delays no other', async () => {
    const [faulty, sound] = [await monitored(), await monitored()];
    await addPrompt(faulty);
    await addPrompt(sound);
    await queryDatabase(database, `alter table run add constraint faulty check (account_id <> '${faulty.accountId}')`);
    const { accounts, failures } = await plan(sound);
    expect(accounts.map(({ accountId }) => accountId)).toEqual([sound.accountId]);
    expect(failures).toMatchObject([
      { accountId: faulty.accountId, error: { message: expect.stringMatching(/faulty/) } },
    ]);
    const later = await planDue(database, sound.clock.now(), { except: [faulty.accountId] });
    expect(later).toEqual({ accounts: [], failures: [], mayHaveMore: false });
    await queryDatabase(database, 'alter table run drop constraint faulty');
    expect((await plan(faulty)).accounts).toMatchObject([{ accountId: faulty.accountId }]);
  });
});

test('four planners at once plan 200 accounts once: a run a cell, and a credit a run', async () => {
  const clock = new TestClock(START);
  await queryDatabase(database, 'truncate run, monitoring_month');
  await queryDatabase(
    database,
    `with accounts as (
       insert into account (account_id, name, email, tier, subscription, cadence)
       select gen_random_uuid(), 'Crowd', 'crowd-' || n || '@example.com', 'professional', 'active', 'weekly'
       from generate_series(1, 200) n
       returning account_id
     ), projects as (
       insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
         platforms, monitoring_frequency, auto_discover_competitors)
       select account_id, gen_random_uuid(), 'Crowd', 'Crowd', 'https://crowd.example', '', 'US', '', '{chatgpt}',
         'weekly', false
       from accounts
       returning account_id, id
     ), prompts as (
       insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency)
       select account_id, gen_random_uuid(), id, 'Tea ' || n, sha256(convert_to('tea ' || n, 'UTF8')),
         '{chatgpt,claude}', case when n = 1 then 'daily' else 'weekly' end
       from projects, generate_series(1, 3) n
       returning account_id, id
     )
     insert into prompt_schedule (account_id, prompt_id, next_at)
     select account_id, id, $1 from prompts`,
    [START],
  );
  const rounds = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const found: Planned[] = [];
      do found.push(await planDue(database, clock.now(), { limit: 50 }));
      while (found.at(-1)?.mayHaveMore);
      return found;
    }),
  );
  expect(rounds.flat().flatMap(({ failures }) => failures)).toEqual([]);
  await planDue(database, clock.now());
  const planned = rounds.flat().flatMap(({ accounts }) => accounts);
  const [counted] = await queryDatabase(
    database,
    `select count(*)::int as runs, count(distinct account_id)::int as accounts
     from run join account using (account_id) where account.name = 'Crowd' and state = 'queued'`,
  );
  expect(counted).toEqual({ runs: 1_200, accounts: 200 });
  expect(planned.flatMap(({ runs }) => runs).length).toBeLessThanOrEqual(1_200);
  expect(await verifyCredits(database.db, clock)).toEqual([]);
  const left = await queryDatabase(database, 'select 1 from prompt_schedule where next_at <= $1', [START]);
  expect(left).toEqual([]);
});
