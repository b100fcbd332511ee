import fc from 'fast-check';
import { listPlatformLimits, pausePlatform, resumePlatform } from '../../../src/core/platforms/platform-status.js';
import { connect } from '../../../src/database/connection.js';
import type { Platform } from '../../../src/entities/vocabulary.js';
import {
  type LimitEffect,
  type PlatformBounds,
  permits,
  recordHeartbeat,
  reportOutcome,
  returnProbe,
  type Wanted,
} from '../../../src/monitoring/engine/platform-limits.js';
import { sql } from '../../support/api.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { FAST_PATHS } from '../../support/fast-paths.js';
import { openProject } from '../monitored-project.js';

const UNBOUND: PlatformBounds = { perMinute: 6_000, microUsdPerDay: null };
const MINUTE_MS = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql(
    database.db,
    `update platform_gate
     set tokens = 0, refilled_at = 'epoch', paused_until = null, pause_reason = null, breaker = 'closed', failures = 0,
       probe_at = null, spent_microusd = 0, reserved_microusd = 0, cap_microusd = null, served_until = null`,
  );
});

/** Lets so much time pass for the platform limits. */
async function pass(ms: number, db = database.db): Promise<void> {
  await sql(
    db,
    `update platform_gate
     set refilled_at = refilled_at - $1::float8 * interval '1 ms', probe_at = probe_at - $1::float8 * interval '1 ms',
       paused_until = paused_until - $1::float8 * interval '1 ms'`,
    [ms],
  );
}

const open = (platform: Platform = 'chatgpt', bounds = UNBOUND) => recordHeartbeat(database.db, platform, bounds);
/** By the database's clock. */
async function today(): Promise<string> {
  const [row] = await sql<{ day: string }>(database.db, `select (now() at time zone 'UTC')::date::text as day`);
  return row?.day ?? '';
}

const NOTHING: Wanted = { requests: 0, microUsdEach: 1, correction: null };
const ask = async (requests = 1, microUsdEach = 1) => {
  const { granted, isProbe } = await permits(database.db, 'chatgpt', { ...NOTHING, requests, microUsdEach });
  return { granted, isProbe };
};
const OF_ACCOUNT = { accountId: '00000000-0000-4000-8000-000000000000', mayConcernQuestion: false };
/** Reports what requests cost beyond what they were counted as, and what is reserved no longer. */
const correct = async (microUsd: number, releasedMicroUsd = 0, day?: string) => {
  const correction = { day: day ?? (await today()), microUsd, releasedMicroUsd };
  return permits(database.db, 'chatgpt', { ...NOTHING, correction });
};
const report = (kind: Exclude<LimitEffect['kind'], 'forbidden'>, isProbe = false, retryAfterMs: number | null = null) =>
  reportOutcome(database.db, 'chatgpt', { ...OF_ACCOUNT, kind, retryAfterMs }, isProbe);

async function state() {
  const states = await listPlatformLimits(database.db);
  return states.find(({ platform }) => platform === 'chatgpt');
}

/** Reports an outcome. @returns the seconds from then to the next probe, exactly: one transaction has one `now()`. */
async function reportedProbe(
  kind: Exclude<LimitEffect['kind'], 'forbidden'>,
  isProbe = false,
  retryAfterMs: number | null = null,
) {
  return database.db.transaction(async (tx) => {
    await reportOutcome(tx, 'chatgpt', { ...OF_ACCOUNT, kind, retryAfterMs }, isProbe);
    const [row] = await sql<{ seconds: number }>(
      tx,
      `select extract(epoch from probe_at - date_trunc('milliseconds', now()))::float8 as seconds
       from platform_gate
       where platform = 'chatgpt'`,
    );
    return row?.seconds;
  });
}

async function probeAt(): Promise<string | undefined> {
  const [row] = await sql<{ at: string }>(
    database.db,
    `select probe_at::text as at from platform_gate where platform = 'chatgpt'`,
  );
  return row?.at;
}

describe('the rate', () => {
  test('in no 60 seconds more requests are granted than the rate, whatever the demand', async () => {
    const step = fc.record({ passMs: fc.nat(20_000), wanted: fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 70 }), fc.array(step, { maxLength: 12 }), async (perMinute, steps) => {
        await sql(database.db, `update platform_gate set tokens = 0, refilled_at = 'epoch'`);
        await open('chatgpt', { perMinute, microUsdPerDay: null });
        let passedMs = 0;
        const grants: { beforeMs: number; afterMs: number; granted: number }[] = [];
        for (const { passMs, wanted } of steps) {
          await pass(passMs);
          passedMs += passMs;
          const beforeMs = passedMs + performance.now();
          const granted = await Promise.all(wanted.map((count) => ask(count)));
          const sum = granted.reduce((total, one) => total + one.granted, 0);
          grants.push({ beforeMs, afterMs: passedMs + performance.now(), granted: sum });
        }
        for (const [at, first] of grants.entries()) {
          const within = grants.slice(at).filter(({ afterMs }) => afterMs - first.beforeMs < MINUTE_MS);
          expect(within.reduce((total, { granted }) => total + granted, 0)).toBeLessThanOrEqual(perMinute);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a minute of demand is granted the whole rate, less the bucket that was full before', async () => {
    await open('chatgpt', { perMinute: 60, microUsdPerDay: null });
    let granted = 0;
    // One transaction has one `now()`: no time passes but what the test lets pass.
    await database.db.transaction(async (tx) => {
      for (let second = 0; second < 60; second += 1) {
        granted += (await permits(tx, 'chatgpt', { ...NOTHING, requests: 100 })).granted;
        await pass(1_000, tx);
      }
    });
    expect(granted).toBeGreaterThanOrEqual(59);
    expect(granted).toBeLessThanOrEqual(60);
  });

  test('two processes share it', async () => {
    await open();
    const { orm, ...other } = await connectAgain();
    const started = performance.now();
    const asking = [database, other.database].flatMap((one) =>
      Array.from(
        { length: 150 },
        async () => (await permits(one.openForJob(), 'chatgpt', { ...NOTHING, requests: 8 })).granted,
      ),
    );
    const granted = (await Promise.all(asking)).reduce((sum, one) => sum + one, 0);
    const elapsedSeconds = (performance.now() - started) / 1_000;
    await orm.close(true);
    expect(granted).toBeGreaterThanOrEqual(600);
    expect(granted).toBeLessThanOrEqual(600 + Math.ceil(elapsedSeconds * 100));
  });
});

async function connectAgain() {
  const again = await connect({ address: database.address, isPooled: false, fastPaths: FAST_PATHS, report: () => {} });
  return { database: again, orm: again.orm };
}

describe('the breaker', () => {
  test('opens at five failures in a row, lets one probe pass at 30 s, and doubles each wait', async () => {
    await open();
    for (let failures = 0; failures < 4; failures += 1) await report('failure');
    expect((await ask(2)).granted).toBe(2);
    let probeSeconds = await reportedProbe('failure');
    expect(await state()).toMatchObject({ state: 'failing' });
    for (const seconds of [30, 60, 120, 240, 480, 600, 600]) {
      expect(probeSeconds).toBe(seconds);
      await pass((seconds - 15) * 1_000);
      expect((await ask(8)).granted).toBe(0);
      await pass(15_000);
      expect(await Promise.all([ask(8), ask(8)])).toContainEqual({ granted: 1, isProbe: true });
      expect(await ask(8)).toEqual({ granted: 0, isProbe: true });
      probeSeconds = await reportedProbe('failure', true);
    }
    await report('success');
    expect(await state()).toMatchObject({ state: 'ready', reason: null, pausedUntil: null });
    expect((await ask(2)).granted).toBe(2);
  });

  test('a success between failures keeps it closed', async () => {
    await open();
    for (let round = 0; round < 3; round += 1) {
      for (let failures = 0; failures < 4; failures += 1) await report('failure');
      await report('success');
    }
    expect(await state()).toMatchObject({ state: 'ready' });
  });

  test('failures of requests that were under way when it opened do not postpone the probe', async () => {
    await open();
    for (let failures = 0; failures < 4; failures += 1) await report('failure');
    expect(await reportedProbe('failure')).toBe(30);
    const opened = await probeAt();
    for (let failures = 0; failures < 7; failures += 1) await report('failure');
    expect(await probeAt()).toBe(opened);
  });

  test('a refused key opens it at once, until the instant that the platform names or for ten minutes', async () => {
    await open();
    expect(await reportedProbe('denied')).toBe(600);
    expect(await state()).toMatchObject({ state: 'denied', reason: expect.stringContaining('key') });
    expect(await reportedProbe('denied', true, 7_200_000)).toBe(7_200);
    expect(await reportedProbe('denied', true, 10 ** 12)).toBe(86_400);
  });

  test('five requests in a row that are not accepted open it as misconfigured, for ten minutes', async () => {
    await open();
    for (let failures = 0; failures < 4; failures += 1) await report('not_accepted');
    expect(await reportedProbe('not_accepted')).toBe(600);
    expect(await state()).toMatchObject({ state: 'misconfigured' });
  });

  test('where fewer than three accounts ask, twenty refused questions open it, one of each at least', async () => {
    const refuse = async (accountId: string, times: number) => {
      for (let count = 0; count < times; count += 1) {
        await reportOutcome(database.db, 'chatgpt', { kind: 'forbidden', accountId }, false);
      }
      return (await state())?.state;
    };
    const { accountId: first } = await openProject(database);
    await open();
    expect(await refuse(first, 19)).not.toBe('denied');
    await report('success');
    expect(await refuse(first, 19)).not.toBe('denied');
    expect(await refuse(first, 1)).toBe('denied');

    const { accountId: second } = await openProject(database);
    await report('success', true);
    expect(await refuse(first, 30)).not.toBe('denied');
    expect(await refuse(second, 1)).toBe('denied');

    const { accountId: third } = await openProject(database);
    await report('success', true);
    expect(await refuse(first, 30)).not.toBe('denied');
    expect(await refuse(second, 30)).not.toBe('denied');
    expect(await refuse(third, 1)).toBe('denied');
  });

  test('a probe that sent nothing is granted again, and one without a report is followed by the next', async () => {
    await open();
    await report('denied');
    await pass(600_000);
    expect(await ask()).toEqual({ granted: 1, isProbe: true });
    await returnProbe(database.db, 'chatgpt');
    expect(await ask()).toEqual({ granted: 1, isProbe: true });
    expect(await ask()).toEqual({ granted: 0, isProbe: true });
    await pass(200_000);
    expect(await ask()).toEqual({ granted: 1, isProbe: true });
  });
});

describe('pauses', () => {
  test('a platform that asks to wait is paused for as long as it says, a day at most, else for a minute', async () => {
    await open();
    await report('rate_limited', false, 50_000);
    await report('rate_limited', false, 2_000);
    expect(await state()).toMatchObject({ state: 'rate_limited', pausedUntil: expect.any(String) });
    expect((await ask()).granted).toBe(0);
    await pass(30_000);
    expect((await ask()).granted).toBe(0);
    await pass(20_000);
    expect((await ask()).granted).toBe(1);
    await report('rate_limited');
    await pass(40_000);
    expect((await ask()).granted).toBe(0);
    await pass(20_000);
    expect((await ask()).granted).toBe(1);
    await report('rate_limited', false, 10 ** 12);
    await pass(86_400_000);
    expect((await ask()).granted).toBe(1);
  });

  test('an operator’s pause holds, whatever the platform says, until its end or a resume', async () => {
    await open();
    await pausePlatform(database.db, 'chatgpt', 7_200_000);
    await report('rate_limited', false, 1_000);
    expect(await state()).toMatchObject({ state: 'paused', pausedUntil: expect.any(String) });
    await pass(7_200_000);
    expect((await ask()).granted).toBe(1);
    await pausePlatform(database.db, 'chatgpt', null);
    expect(await state()).toMatchObject({ state: 'paused', pausedUntil: null });
    await report('rate_limited', false, 1_000);
    await pass(366 * 86_400_000);
    expect((await ask()).granted).toBe(0);
    await report('denied');
    await open();
    await resumePlatform(database.db, 'chatgpt');
    expect(await state()).toMatchObject({ state: 'ready' });
    expect((await ask()).granted).toBe(1);
  });
});

describe('the money of a day', () => {
  const LOST_MS = 200_000;
  const passReserved = () =>
    sql(database.db, `update platform_gate set reserved_until = reserved_until - $1 * interval '1 ms'`, [LOST_MS]);

  test('over its budget a platform waits until midnight UTC', async () => {
    await open('chatgpt', { perMinute: 6_000, microUsdPerDay: 1_000 });
    await correct(999);
    expect((await ask(3, 3)).granted).toBe(1);
    expect((await ask(3, 3)).granted).toBe(0);
    await correct(0, 3);
    expect(await state()).toMatchObject({
      state: 'over_budget',
      spentTodayUsd: 0.001_002,
      budgetUsd: 0.001,
      pausedUntil: expect.stringMatching(/T00:00:00\.000Z$/),
    });
    await sql(database.db, 'update platform_gate set spent_date = spent_date - 1');
    expect(await state()).toMatchObject({ state: 'ready', spentTodayUsd: 0 });
    expect((await ask(1, 7)).granted).toBe(1);
    expect(await state()).toMatchObject({ spentTodayUsd: 0.000_007 });
  });

  test('requests count at their price from the grant on, and one alone may go beyond the budget', async () => {
    await open('chatgpt', { perMinute: 6_000, microUsdPerDay: 1_000 });
    const granted = await Promise.all(Array.from({ length: 8 }, () => ask(8, 300)));
    expect(granted.reduce((sum, one) => sum + one.granted, 0)).toBe(4);
    expect(await state()).toMatchObject({ spentTodayUsd: 0.001_2 });
  });

  test('while requests under way hold the rest, nothing is granted, and the day is not over', async () => {
    await open('chatgpt', { perMinute: 6_000, microUsdPerDay: 1_000 });
    expect((await ask(8, 300)).granted).toBe(4);
    expect((await ask(8, 300)).granted).toBe(0);
    expect(await state()).toMatchObject({ state: 'ready' });
    await correct(-200, 300);
    expect(await state()).toMatchObject({ state: 'ready', spentTodayUsd: 0.001 });
    await correct(-400, 600);
    expect((await ask(8, 300)).granted).toBe(2);
  });

  test('what requests without an outcome reserved counts as spent', async () => {
    await open('chatgpt', { perMinute: 6_000, microUsdPerDay: 1_000 });
    expect((await ask(8, 300)).granted).toBe(4);
    await passReserved();
    expect(await state()).toMatchObject({ state: 'over_budget', spentTodayUsd: 0.001_2 });
    expect((await ask(8, 300)).granted).toBe(0);
  });

  test('the cost of requests of the day before leaves the present day as it is', async () => {
    await open();
    const yesterday = new Date(Date.parse(await today()) - 86_400_000).toISOString().slice(0, 10);
    await ask(1, 50);
    await correct(-300, 300, yesterday);
    await correct(700, 0, yesterday);
    expect(await state()).toMatchObject({ spentTodayUsd: 0.000_05 });
  });

  test('what several processes have spent adds up', async () => {
    await open();
    await Promise.all(Array.from({ length: 40 }, () => correct(25)));
    expect(await state()).toMatchObject({ spentTodayUsd: 0.001 });
  });
});

test('a platform counts as configured for three minutes after a worker’s heartbeat', async () => {
  expect(await state()).toMatchObject({ state: 'not_configured', isConfigured: false });
  await open();
  const passServed = (seconds: number) =>
    sql(database.db, `update platform_gate set served_until = served_until - $1::float8 * interval '1 s'`, [seconds]);
  await passServed(150);
  expect(await state()).toMatchObject({ state: 'ready', isConfigured: true });
  await passServed(30);
  expect(await state()).toMatchObject({ state: 'not_configured', isConfigured: false });
  expect((await listPlatformLimits(database.db)).map(({ platform }) => platform)).toEqual([
    'chatgpt',
    'perplexity',
    'claude',
    'gemini',
  ]);
});
