import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { SYSTEM_CLOCK, type Timer } from '../../../src/clock.js';
import { type Grant, grantCalls } from '../../../src/monitoring/judge/day-budget.js';
import { askingAboutEarlier, type Judging, WITHOUT_JUDGE } from '../../../src/monitoring/judge/judging.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { until } from '../../support/until.js';
import { openProject } from '../monitored-project.js';

/** What all processes together are granted of a day's budget of the judge. */

let database: TestDatabase;
let accounts: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  const projects = await Promise.all([openProject(database), openProject(database)]);
  accounts = projects.map(({ accountId }) => accountId);
});
afterAll(() => database.close());
beforeEach(() => queryDatabase(database, 'delete from judge_use'));

/** It waits no longer than others need to have a turn, and counts how often. */
function countingClock(): Timer & { waits: number } {
  const clock = {
    ...SYSTEM_CLOCK,
    waits: 0,
    wait: async () => {
      clock.waits += 1;
      await nextTurn();
    },
  };
  return clock;
}

function judgingOf(microUsdPerDay: number, clock: Timer = countingClock(), callsPerDay = 2_000): Judging {
  return { ...WITHOUT_JUDGE, bounds: { callsPerDay, microUsdPerDay, followsAsking: false }, clock };
}

/** As a process asks: two have nothing in common but the database. */
function grant(judging: Judging, prices: readonly number[], account = 0, signal?: AbortSignal): Promise<Grant> {
  const scope = { accountId: accounts[account] ?? '', projectId: '' };
  return grantCalls(database.db, scope, judging, prices, signal);
}

interface Sums {
  cost: number;
  reserved: number;
  calls: number;
}

async function sums(): Promise<Sums> {
  const [row] = await queryDatabase<Sums>(
    database,
    `select coalesce(sum(cost_micro_usd), 0)::int as cost, coalesce(sum(reserved_micro_usd), 0)::int as reserved,
       coalesce(sum(calls), 0)::int as calls
     from judge_use`,
  );
  if (!row) throw new Error('a sum returned no row');
  return row;
}

const price = fc.record({
  most: fc.integer({ min: 1, max: 1_000 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});
const worker = fc.record({
  account: fc.integer({ min: 0, max: 1 }),
  batches: fc.array(fc.array(price, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
});

test('what processes are granted at once never exceeds the budget, and ends as what was billed', async () => {
  const workers = fc.array(worker, { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 500, max: 6_000 }), workers, async (budget, all) => {
      await queryDatabase(database, 'delete from judge_use');
      let billed = 0;
      await Promise.all(
        all.map(async ({ account, batches }) => {
          for (const batch of batches) {
            const granted = await grant(
              judgingOf(budget),
              batch.map(({ most }) => most),
              account,
            );
            expect((await sums()).cost).toBeLessThanOrEqual(budget);
            const costs = batch.slice(0, granted.calls).map(({ most, share }) => Math.floor(most * share));
            const microUsd = costs.reduce((sum, cost) => sum + cost, 0);
            billed += microUsd;
            await granted.settle({ calls: granted.calls, microUsd });
          }
        }),
      );
      expect(await sums()).toMatchObject({ cost: billed, reserved: 0 });
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

test('calls are granted in their order, as many as the rest pays for at their highest prices', async () => {
  const granted = await grant(judgingOf(1_000), [300, 600, 200, 1]);
  expect(granted.calls).toBe(2);
  expect(await sums()).toEqual({ cost: 900, reserved: 900, calls: 2 });
  await granted.settle({ calls: 3, microUsd: 250 });
  expect(await sums()).toEqual({ cost: 250, reserved: 0, calls: 3 });
});

test('money that calls under way hold is waited for, and granted once they give it back', async () => {
  const clock = countingClock();
  const first = await grant(judgingOf(1_000), [900]);
  const second = grant(judgingOf(1_000, clock), [500], 1);
  await until(
    async () => clock.waits,
    (waits) => waits > 2,
  );
  await first.settle({ calls: 1, microUsd: 100 });
  expect((await second).calls).toBe(1);
  expect(await sums()).toMatchObject({ cost: 600, reserved: 500 });
});

test('what is spent is not waited for, and what a dead process holds is waited for within a bound', async () => {
  const spent = await grant(judgingOf(1_000), [900]);
  await spent.settle({ calls: 1, microUsd: 900 });
  const clock = countingClock();
  expect((await grant(judgingOf(1_000, clock), [500])).calls).toBe(0);
  expect(clock.waits).toBe(0);
  await grant(judgingOf(2_000), [1_000]);
  expect((await grant(judgingOf(2_000, clock), [500])).calls).toBe(0);
  expect(clock.waits).toBe(90);
});

describe('a budget that follows what asking costs', () => {
  const following = (microUsdPerDay = 5_000_000): Judging => ({
    ...WITHOUT_JUDGE,
    bounds: { callsPerDay: 2_000, microUsdPerDay, followsAsking: true },
    clock: countingClock(),
  });
  /** Dollars by platform and days ago, of today and the days before. */
  const asked = (platform: string, today: number, daysAgo: number, before: number, beforeDaysAgo: number) =>
    queryDatabase(
      database,
      `update platform_gate
       set spent_date = (now() at time zone 'UTC')::date - $2::int, spent_microusd = $3,
         previous_date = (now() at time zone 'UTC')::date - $4::int, previous_microusd = $5
       where platform = $1`,
      [platform, daysAgo, today * 1_000_000, beforeDaysAgo, before * 1_000_000],
    );
  /** What is left of the day, in whole calls of ten cents. */
  const dimesOf = async (judging: Judging) => (await grant(judging, Array(100).fill(100_000))).calls;

  beforeEach(async () => {
    const gates = await queryDatabase<object>(database, 'select from platform_gate');
    expect(gates).toHaveLength(4);
    await queryDatabase(
      database,
      'update platform_gate set spent_date = default, spent_microusd = 0, previous_date = null, previous_microusd = 0',
    );
  });

  test('is half a dollar where nothing was asked on the day before', async () => {
    expect(await dimesOf(following())).toBe(5);
    expect(await sums()).toMatchObject({ cost: 500_000 });
  });

  test('is half a dollar where little was asked, and what was asked today or earlier does not count', async () => {
    await asked('chatgpt', 400, 0, 2, 1);
    await asked('claude', 300, 2, 300, 3);
    expect(await dimesOf(following())).toBe(5);
  });

  test('is a tenth of what all platforms cost on the day before', async () => {
    await asked('chatgpt', 1, 0, 18, 1);
    await asked('gemini', 12, 1, 500, 2);
    expect(await dimesOf(following())).toBe(30);
    expect((await grant(following(), [1])).calls).toBe(0);
  });

  test('is never more than the bound that there is beside it', async () => {
    await asked('chatgpt', 900, 1, 0, 2);
    expect(await dimesOf(following())).toBe(50);
    await queryDatabase(database, 'delete from judge_use');
    expect(await dimesOf(following(200_000))).toBe(2);
  });

  test('counts for all accounts together', async () => {
    expect((await grant(following(), [300_000], 0)).calls).toBe(1);
    const other = await grant(following(), [300_000], 1);
    expect(other.calls).toBe(0);
  });

  test('a budget that was set counts alone', async () => {
    await asked('chatgpt', 900, 1, 0, 2);
    expect(await dimesOf(judgingOf(1_000_000))).toBe(10);
  });
});

describe('of earlier answers', () => {
  const earlier = (microUsdPerDay: number, clock?: Timer) => askingAboutEarlier(judgingOf(microUsdPerDay, clock));
  const calls = async (judging: Judging, prices: readonly number[], account = 0) => {
    const granted = await grant(judging, prices, account);
    await granted.settle({ calls: granted.calls, microUsd: prices.slice(0, granted.calls).reduce((a, b) => a + b, 0) });
    return granted.calls;
  };
  const tens = (count: number) => Array<number>(count).fill(10);
  const wait = (account: number) =>
    queryDatabase(
      database,
      `insert into project_task (account_id, project_id, task, due_at, asked_at)
       select account_id, id, 'judge', now(), now()
       from project
       where account_id = $1`,
      [accounts[account]],
    );
  afterEach(() => queryDatabase(database, 'delete from project_task'));

  test('half of the budget is granted at most, and the rest is left to new ones', async () => {
    expect(await calls(earlier(1_000), tens(90))).toBe(50);
    expect(await calls(earlier(1_000), tens(1), 1)).toBe(0);
    expect(await calls(judgingOf(1_000), tens(90), 1)).toBe(50);
  });

  test('what new ones cost comes first: they are asked about from what is left of the half', async () => {
    expect(await calls(judgingOf(1_000), tens(40))).toBe(40);
    expect(await calls(earlier(1_000), tens(90), 1)).toBe(10);
    expect(await calls(judgingOf(1_000), tens(50), 1)).toBe(50);
    expect(await calls(earlier(1_000), tens(1))).toBe(0);
  });

  test('accounts that wait have equal parts, whoever comes first, and what one needs not is for the next', async () => {
    await wait(0);
    await wait(1);
    // A call under way may exceed the part.
    expect(await calls(earlier(1_000), tens(90))).toBe(26);
    expect(await calls(earlier(1_000), tens(90))).toBe(0);
    await queryDatabase(database, 'delete from project_task where account_id = $1', [accounts[0]]);
    expect(await calls(earlier(1_000), tens(90), 1)).toBe(24);
    expect(await calls(earlier(1_000), tens(1))).toBe(0);
  });

  test('one that waits alone has all of the half', async () => {
    await wait(0);
    expect(await calls(earlier(1_000), tens(90))).toBe(50);
  });

  test('a part below the highest price of a call pays for calls one after the other, by what they cost', async () => {
    await wait(1);
    const granted: number[] = [];
    for (let at = 0; at < 9; at += 1) {
      const { calls: some, settle } = await grant(earlier(3_000), [800, 800]);
      granted.push(some);
      await settle({ calls: some, microUsd: some * 190 });
    }
    // A part of 750: the fourth call begins below it, at 570.
    expect(granted).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0]);
  });

  test('an account that has had its part is refused at once, though others hold reservations', async () => {
    await wait(0);
    await wait(1);
    await grant(judgingOf(1_000), tens(10), 1);
    expect(await calls(earlier(1_000), tens(20))).toBe(20);
    const clock = countingClock();
    expect(await calls(earlier(1_000, clock), tens(5))).toBe(1);
    expect(await calls(earlier(1_000, clock), tens(5))).toBe(0);
    expect(clock.waits).toBe(0);
  });

  test('processes that ask at once never exceed the half', async () => {
    const prices = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 });
    const workers = fc.array(fc.record({ account: fc.integer({ min: 0, max: 1 }), prices }), {
      minLength: 2,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 100, max: 3_000 }), workers, async (budget, all) => {
        await queryDatabase(database, 'delete from judge_use');
        await Promise.all(all.map((each) => calls(earlier(budget), each.prices, each.account)));
        expect((await sums()).cost).toBeLessThanOrEqual(budget / 2);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });
});

test('waiting ends as soon as the process is to stop', async () => {
  await grant(judgingOf(1_000), [900]);
  const stop = new AbortController();
  const waiting = grant(judgingOf(1_000, SYSTEM_CLOCK), [500], 1, stop.signal);
  stop.abort();
  await expect(waiting).rejects.toThrow(/abort/i);
});
