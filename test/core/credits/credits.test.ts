import { createAccount } from '../../../src/core/people/accounts.js';
import {
  creditsOf,
  creditsOfAccount,
  lockMonth,
  monthOf,
  returnCredits,
  takeCredits,
  tryLockMonth,
  verifyCredits,
} from '../../../src/core/schedule/credits.js';
import { ensurePartitions } from '../../../src/database/partitions.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';

const NOW = '2026-12-31T23:59:59.999Z';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensurePartitions(database.db, ['2026-12-31', '2027-01-01']);
});
afterAll(() => database.close());

const open = async (clock: TestClock) => (await openAccount(database.db, 'professional', clock)).ctx;

const take = (accountId: string, clock: TestClock, credits: number, tailAt = clock.now()) =>
  database.db.transaction(async (tx) => takeCredits(tx, await lockMonth(tx, accountId, clock.now()), credits, tailAt));

describe('credits', () => {
  test('are those of the UTC month: all of them before the first run, fewer by each that is taken', async () => {
    const clock = new TestClock(NOW);
    const ctx = await open(clock);
    const untouched = { month: '2026-12-01', granted: 5_000, used: 0, remaining: 5_000 };
    expect(await creditsOf(ctx)).toEqual({ ...untouched, resetsAt: '2027-01-01T00:00:00.000Z' });
    await take(ctx.caller.accountId, clock, 7);
    expect(await creditsOf(ctx)).toMatchObject({ used: 7, remaining: 4_993 });
    clock.advance(1);
    const next = { month: '2027-01-01', used: 0, remaining: 5_000, resetsAt: '2027-02-01T00:00:00.000Z' };
    expect(await creditsOf(ctx)).toMatchObject(next);
  });

  test('go back to the month that they were taken from', async () => {
    const clock = new TestClock(NOW);
    const ctx = await open(clock);
    const { accountId } = ctx.caller;
    await take(accountId, clock, 3);
    clock.advance(1);
    await take(accountId, clock, 2);
    const given = ['2027-01-01', '2026-12-01', '2026-12-01'].map((month) => ({ month, credits: 1 }));
    await database.db.transaction((tx) => returnCredits(tx, accountId, given));
    const months = await queryDatabase(
      database,
      `select to_char(month, 'YYYY-MM') as month, credits_used from monitoring_month where account_id = $1 order by 1`,
      [accountId],
    );
    expect(months).toEqual([
      { month: '2026-12', credits_used: 1 },
      { month: '2027-01', credits_used: 1 },
    ]);
  });

  test('more than were taken cannot be given back', async () => {
    const clock = new TestClock(NOW);
    const { accountId } = (await open(clock)).caller;
    await take(accountId, clock, 1);
    const giving = database.db.transaction((tx) => returnCredits(tx, accountId, [{ month: '2026-12-01', credits: 2 }]));
    await expect(giving).rejects.toThrow(/credits_used/);
  });

  test('are held by one transaction at a time: another passes the account by, or waits', async () => {
    const clock = new TestClock(NOW);
    const { accountId } = (await open(clock)).caller;
    const tailAt = new Date('2027-01-01T00:01:00Z');
    await take(accountId, clock, 1);
    const { waiting } = await database.db.transaction(async (tx) => {
      const held = await lockMonth(tx, accountId, clock.now());
      expect(await database.db.transaction((other) => tryLockMonth(other, accountId, clock.now()))).toBeNull();
      const waiting = database.db.transaction((other) => lockMonth(other, accountId, clock.now()));
      await takeCredits(tx, held, 4, tailAt);
      return { waiting };
    });
    expect(await waiting).toEqual({ accountId, month: monthOf(clock.now()), used: 5, unanswered: 0, tailAt });
  });

  test('of an account that does not exist are not found', async () => {
    const clock = new TestClock(NOW);
    const unknown = creditsOfAccount(database.db, clock, '00000000-0000-4000-8000-000000000000');
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(creditsOfAccount(database.db, clock, 'x')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('the recount', () => {
  const addRuns = (accountId: string, month: string, states: readonly string[]) =>
    queryDatabase(
      database,
      `insert into run (account_id, prompt_id, platform, period_date, occasion, project_id, state, queue_at, not_before,
         expires_at, credit_month, planned_at)
       select $1, gen_random_uuid(), 'chatgpt', '2026-12-31', 0, gen_random_uuid(), state, now(), now(),
         now(), $2, now()
       from unnest($3::text[]) as state`,
      [accountId, month, states],
    );

  test('counts runs that wait, run or have an answer, and names each month that differs', async () => {
    const clock = new TestClock(NOW);
    const { accountId } = await createAccount(database.db, clock, {
      name: 'Recounted',
      email: 'recounted@example.com',
      tier: 'agency',
    });
    const differences = async () =>
      (await verifyCredits(database.db, clock)).filter((found) => found.accountId === accountId);
    await take(accountId, clock, 3);
    await addRuns(accountId, '2026-12-01', ['queued', 'running', 'accepted', 'failed', 'skipped']);
    expect(await differences()).toEqual([]);
    await addRuns(accountId, '2026-12-01', ['accepted']);
    await addRuns(accountId, '2026-11-01', ['accepted']);
    expect(await differences()).toEqual([
      { accountId, month: '2026-11-01', recorded: 0, counted: 1 },
      { accountId, month: '2026-12-01', recorded: 3, counted: 4 },
    ]);
  });
});
