import { listPlatformLimits } from '../../../src/core/platforms/platform-status.js';
import { UNMEASURED } from '../../../src/monitoring/engine/engine-figures.js';
import { recordHeartbeat } from '../../../src/monitoring/engine/platform-limits.js';
import { reap } from '../../../src/monitoring/engine/reap.js';
import type { RunWorker } from '../../../src/monitoring/engine/run-worker.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms } from '../../support/fake-platforms.js';
import { queryDatabase } from '../../support/sql.js';
import { until } from '../../support/until.js';
import {
  addPrompt,
  look,
  type Monitored,
  monitored,
  plan,
  platformsOf,
  QUIET,
  runsOfAccount,
  work,
  workerOf,
} from './asking-worker.js';
import { useAsking } from './use-asking.js';

/** Perplexity says what an answer costs: the fake one, 0.45 cents. */
const ANSWER_MICRO_USD = 4_500;
const BUDGET_MICRO_USD = 200_000;
const KILLS = 9;
const PROMPTS = 40;

let database: TestDatabase;
let fake: FakePlatforms;
let usual: number;
useAsking((started) => {
  ({ database, fake } = started);
  usual = platformsOf(fake).find(({ platform }) => platform === 'chatgpt')?.client.usual.costMicroUsd ?? 0;
});

const calls = () => fake.allCounts().reduce((sum, count) => sum + count.calls, 0);
const costs = async (given: Monitored) =>
  (await runsOfAccount(database, given)).map((run) => Number(run.cost_microusd));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

async function spentMicroUsd(platform = 'chatgpt'): Promise<number> {
  const limits = (await listPlatformLimits(database.db)).find((one) => one.platform === platform);
  return Math.round((limits?.spentTodayUsd ?? 0) * 1_000_000);
}

async function arrived(count: number): Promise<void> {
  await until(
    async () => calls(),
    (seen) => seen === count,
  );
}

async function queued(prompts: number): Promise<Monitored> {
  const given = await monitored(database);
  for (let count = 0; count < prompts; count += 1) await addPrompt(given);
  await plan(database, given);
  return given;
}

/** Begins calls that hang, and leaves them as a killed process does: nothing more is written of them. */
async function beginAndDie(given: Monitored, killed: RunWorker[]): Promise<void> {
  const worker = workerOf(database, given.clock, { platforms: platformsOf(fake, 600_000), leaseMs: 600_000 });
  killed.push(worker);
  const before = calls();
  await arrived(before + (await look(database, given, worker)));
  await queryDatabase(database, `update run set lease_until = now() - interval '1 s' where state = 'running'`);
  await reap({ database, now: () => given.clock.now(), log: QUIET, meter: UNMEASURED });
}

test('the calls of a worker that is killed again and again stay within the budget, and count', async () => {
  const given = await queued(PROMPTS);
  await recordHeartbeat(database.db, 'chatgpt', { perMinute: 60_000, microUsdPerDay: BUDGET_MICRO_USD });
  await queryDatabase(database, 'update platform_gate set tokens = burst');
  fake.fail({ fault: 'hang', platform: 'chatgpt' });
  const killed: RunWorker[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) await beginAndDie(given, killed);
  // One call may begin while any of the budget is left.
  expect(usual * calls()).toBeLessThanOrEqual(BUDGET_MICRO_USD + usual);
  expect(calls()).toBeGreaterThan(8);
  expect(await spentMicroUsd()).toBe(usual * calls());
  expect(sum(await costs(given))).toBe(usual * calls());
  await Promise.all(killed.map((worker) => worker.drain(0, 0, Promise.resolve())));
});

test('the calls that a stop cuts off count, for the day and for their runs', async () => {
  const given = await queued(3);
  fake.fail({ fault: 'hang', platform: 'chatgpt' });
  const worker = workerOf(database, given.clock, { platforms: platformsOf(fake, 600_000) });
  expect(await look(database, given, worker)).toBe(3);
  await arrived(3);
  await worker.drain(0, 60_000, Promise.resolve());
  expect(await spentMicroUsd()).toBe(3 * usual);
  expect(await costs(given)).toEqual([usual, usual, usual]);
});

test('a call counts at its usual price while it is under way, then at its own', async () => {
  const given = await monitored(database);
  await addPrompt(given, ['perplexity']);
  await plan(database, given);
  const answering = Promise.withResolvers<void>();
  fake.before = () => answering.promise;
  const worker = workerOf(database, given.clock, { platforms: platformsOf(fake) });
  expect(await look(database, given, worker)).toBe(1);
  const reserved = platformsOf(fake).find(({ platform }) => platform === 'perplexity')?.client.usual.costMicroUsd;
  expect(await spentMicroUsd('perplexity')).toBe(reserved);
  expect(await costs(given)).toEqual([reserved]);
  answering.resolve();
  await worker.finish();
  expect(await spentMicroUsd('perplexity')).toBe(ANSWER_MICRO_USD);
  expect(await costs(given)).toEqual([ANSWER_MICRO_USD]);
});

test('what a killed worker paid stays in the cost of the run that another one answers', async () => {
  const given = await queued(1);
  fake.fail({ fault: 'hang', platform: 'chatgpt' });
  const killed: RunWorker[] = [];
  await beginAndDie(given, killed);
  fake.heal();
  await work(database, given, workerOf(database, given.clock, { platforms: platformsOf(fake) }));
  const [run] = await runsOfAccount(database, given);
  expect(run).toMatchObject({ state: 'accepted', attempts: 2 });
  expect(Number(run?.cost_microusd)).toBeGreaterThan(usual);
  expect(await spentMicroUsd()).toBe(Number(run?.cost_microusd));
  await Promise.all(killed.map((worker) => worker.drain(0, 0, Promise.resolve())));
});

test('a run that turns out to be unwanted at its claim, or that another worker has, costs nothing', async () => {
  const given = await queued(2);
  await queryDatabase(database, 'update prompt set is_active = false where account_id = $1', [given.accountId]);
  const worker = workerOf(database, given.clock, { platforms: platformsOf(fake) });
  expect(await work(database, given, worker)).toBe(0);
  expect((await runsOfAccount(database, given)).map(({ state }) => state)).toEqual(['skipped', 'skipped']);
  expect(await costs(given)).toEqual([0, 0]);
  expect(await spentMicroUsd()).toBe(0);
});
