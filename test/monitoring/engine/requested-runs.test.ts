import { runPrompt } from '../../../src/core/runs/run-now.js';
import { lookForRuns } from '../../../src/monitoring/engine/claim.js';
import { recordHeartbeat } from '../../../src/monitoring/engine/platform-limits.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms } from '../../support/fake-platforms.js';
import { queryDatabase } from '../../support/sql.js';
import {
  addPrompt,
  type Monitored,
  monitored,
  plan,
  platformsOf,
  runsOfAccount,
  work,
  workerOf,
} from './asking-worker.js';
import { useAsking } from './use-asking.js';

const START = '2026-11-25T22:30:00.000Z';
const MINUTE_MS = 60_000;
/** What a quarter of the budget pays for, at the usual price. */
const SHARE = 4;

let database: TestDatabase;
let fake: FakePlatforms;
useAsking((started) => {
  ({ database, fake } = started);
});

/** Prompts that are not due. */
async function addIdlePrompts(given: Monitored, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await addPrompt(given)).id);
  await queryDatabase(database, 'delete from prompt_schedule where account_id = $1', [given.accountId]);
  return ids;
}

async function request(given: Monitored, promptIds: readonly string[]): Promise<void> {
  for (const id of promptIds) await runPrompt({ ...given.ctx, db: database.openForJob() }, id);
}

/** For so many calls at the usual price. */
async function budgetOf(calls: number): Promise<void> {
  const usual = platformsOf(fake).find(({ platform }) => platform === 'chatgpt')?.client.usual.costMicroUsd ?? 0;
  await recordHeartbeat(database.db, 'chatgpt', { perMinute: 60_000, microUsdPerDay: usual * calls });
  await queryDatabase(database, `update platform_gate set tokens = burst where platform = 'chatgpt'`);
}

/** Looks until nothing more is begun. */
async function workOff(given: Monitored): Promise<void> {
  const worker = workerOf(database, given.clock, { platforms: platformsOf(fake) });
  for (let idle = 0; idle < 2; ) idle = (await work(database, given, worker)) === 0 ? idle + 1 : 0;
}

const asked = async (given: Monitored) => (await runsOfAccount(database, given)).filter((run) => run.attempts > 0);

/** The accounts and occasions of the runs, in the order of the queue. */
async function inLine(): Promise<string[]> {
  const rows = await queryDatabase<{ account_id: string; occasion: number }>(
    database,
    `select account_id, occasion from run where state = 'queued' order by queue_at, account_id`,
  );
  return rows.map(({ account_id, occasion }) => `${account_id} ${occasion}`);
}

test('requested runs pass the scheduled ones of their own account, and none of another', async () => {
  const one = await monitored(database, START);
  const other = await monitored(database, START);
  for (let count = 0; count < 3; count += 1) await addPrompt(other);
  await plan(database, other);
  for (let count = 0; count < 2; count += 1) await addPrompt(one);
  one.clock.advance(MINUTE_MS / 2);
  await plan(database, one);
  const promptIds = await addIdlePrompts(one, 3);
  await request(one, promptIds);
  const [mine, theirs] = [one.accountId, other.accountId];
  expect(await inLine()).toEqual([
    `${theirs} 0`,
    `${mine} 1`,
    `${theirs} 0`,
    `${mine} 1`,
    `${theirs} 0`,
    `${mine} 1`,
    `${mine} 0`,
    `${mine} 0`,
  ]);
});

test('requested runs of an account take a quarter of what is left of the day, then wait and say why', async () => {
  const greedy = await monitored(database, START);
  const promptIds = await addIdlePrompts(greedy, 8);
  await budgetOf(4 * SHARE);
  await request(greedy, promptIds);
  fake.fail({ fault: 'hang', platform: 'chatgpt' });
  const worker = workerOf(database, greedy.clock, { platforms: platformsOf(fake, 600_000) });
  const begun = await worker.start(await lookForRuns(database.db, greedy.clock.now(), worker.places()));
  expect(begun).toBe(SHARE);
  // With its next look the worker returns the permits that it did not use.
  await worker.start(new Map());
  const waiting = (await runsOfAccount(database, greedy)).filter(({ state }) => state === 'queued');
  expect(waiting).toHaveLength(8 - SHARE);
  for (const run of waiting) {
    const message = expect.stringContaining('share');
    expect(run).toMatchObject({ reason: 'budget', message, attempts: 0, not_before: new Date('2026-11-25T23:30:00Z') });
  }
  const second = await monitored(database, START);
  await request(second, await addIdlePrompts(second, 8));
  const another = workerOf(database, second.clock, { platforms: platformsOf(fake, 600_000) });
  // A quarter of the twelve calls that are left.
  expect(await another.start(await lookForRuns(database.db, second.clock.now(), another.places()))).toBe(3);
  await another.start(new Map());
  const scheduled = await monitored(database, START);
  for (let count = 0; count < 8; count += 1) await addPrompt(scheduled);
  await plan(database, scheduled);
  const third = workerOf(database, scheduled.clock, { platforms: platformsOf(fake, 600_000) });
  expect(await third.start(await lookForRuns(database.db, scheduled.clock.now(), third.places()))).toBe(8);
  for (const one of [worker, another, third]) await one.drain(0, 60_000, Promise.resolve());
});

test('requested runs that wait for their share are asked on the next day, and without a budget at once', async () => {
  const given = await monitored(database, START);
  await request(given, await addIdlePrompts(given, 6));
  await workOff(given);
  expect((await asked(given)).map(({ state }) => state)).toEqual(Array(6).fill('accepted'));
  await queryDatabase(database, 'delete from run');
  const other = await monitored(database, START);
  await request(other, await addIdlePrompts(other, 8));
  await budgetOf(4 * SHARE);
  await queryDatabase(
    database,
    `update platform_gate set spent_microusd = cap_microusd * 3 / 4, spent_date = (now() at time zone 'UTC')::date
     where platform = 'chatgpt'`,
  );
  // A call that may have been paid for costs what was reserved.
  fake.fail({ fault: 'http_500', platform: 'chatgpt' });
  const worker = workerOf(database, other.clock, { platforms: platformsOf(fake), concurrency: 1 });
  expect(await work(database, other, worker)).toBe(1);
  expect(await work(database, other, worker)).toBe(0);
  fake.heal();
  await queryDatabase(database, 'update platform_gate set spent_microusd = 0');
  other.clock.advance(100 * MINUTE_MS);
  await workOff(other);
  expect((await asked(other)).filter(({ state }) => state === 'accepted').length).toBeGreaterThan(1);
});
