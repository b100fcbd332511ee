import { verifyCredits } from '../../../src/core/schedule/credits.js';
import { PLATFORMS, type Platform } from '../../../src/entities/vocabulary.js';
import { UNMEASURED } from '../../../src/monitoring/engine/engine-figures.js';
import { reap } from '../../../src/monitoring/engine/reap.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms, FaultName } from '../../support/fake-platforms.js';
import { queryDatabase } from '../../support/sql.js';
import {
  addPrompt,
  DAY,
  limitsOf,
  monitored,
  onlyRun,
  plan,
  platformsOf,
  QUIET,
  runsOfAccount,
  work,
  workerOf,
} from './asking-worker.js';
import { useAsking } from './use-asking.js';

let database: TestDatabase;
let fake: FakePlatforms;
useAsking((started) => {
  ({ database, fake } = started);
});

const HOUR_MS = 3_600_000;
const MONTH = '2026-11-01';

/** Faults that end by the time-out. */
const ENDLESS: ReadonlySet<FaultName | null> = new Set<FaultName>(['hang', 'slow_drip']);

async function asked(platform: Platform, fault: FaultName | null) {
  const given = await monitored(database);
  const prompt = await addPrompt(given, [platform]);
  await plan(database, given);
  if (fault) fake.fail({ fault, platform });
  const platforms = platformsOf(fake, ENDLESS.has(fault) ? 500 : undefined);
  const worker = workerOf(database, given.clock, { platforms });
  expect(await work(database, given, worker)).toBe(1);
  return { given, prompt, worker, run: await onlyRun(database, given) };
}

/** The recorded credits are those that the runs hold. */
async function expectCreditsMatch(): Promise<void> {
  expect(await verifyCredits(database.db, { now: () => new Date(`${DAY}T12:00:00Z`) })).toEqual([]);
}

test('questions that a platform refuses by 400 keep no other question from being asked', async () => {
  fake.fail({ fault: 'refused_400', platform: 'chatgpt', times: 8 });
  const given = await monitored(database);
  for (let count = 0; count < 9; count += 1) await addPrompt(given);
  await plan(database, given);
  const worker = workerOf(database, given.clock, { platforms: platformsOf(fake) });
  expect(await work(database, given, worker)).toBe(8);
  expect(await limitsOf(database, 'chatgpt')).toMatchObject({ breaker: 'closed', failures: 0 });
  expect(await work(database, given, worker)).toBe(1);
  const states = (await runsOfAccount(database, given)).map(({ state, reason }) => `${state} ${reason}`);
  expect(states.toSorted()).toEqual(['accepted null', ...Array(8).fill('failed refused')]);
});

test('403s that do not say why close a platform only once several accounts had them', async () => {
  const [one, other, third] = [await monitored(database), await monitored(database), await monitored(database)];
  fake.fail({ fault: 'firewall_403', platform: 'chatgpt' });
  const worker = workerOf(database, one.clock, { platforms: platformsOf(fake) });
  const refused = async (given: typeof one, prompts: number) => {
    for (let count = 0; count < prompts; count += 1) await addPrompt(given);
    await plan(database, given);
    expect(await work(database, given, worker)).toBe(prompts);
    return limitsOf(database, 'chatgpt');
  };
  expect(await refused(one, 7)).toMatchObject({ breaker: 'closed' });
  expect(await refused(other, 2)).toMatchObject({ breaker: 'closed' });
  fake.heal();
  expect(await refused(third, 1)).toMatchObject({ breaker: 'closed' });
  fake.fail({ fault: 'firewall_403', platform: 'chatgpt' });
  expect(await refused(other, 1)).toMatchObject({ breaker: 'closed' });
  expect(await refused(third, 1)).toMatchObject({ breaker: 'closed' });
  expect(await refused(one, 1)).toMatchObject({ breaker: 'denied' });
  const waiting = (await runsOfAccount(database, other)).map(({ state, reason }) => `${state} ${reason}`);
  expect(waiting).toEqual(Array(3).fill('queued denied'));
});

test('400s that may be about the question close a platform only once several accounts had them', async () => {
  const [one, other, third] = [await monitored(database), await monitored(database), await monitored(database)];
  fake.fail({ fault: 'http_400', platform: 'chatgpt' });
  const worker = workerOf(database, one.clock, { platforms: platformsOf(fake) });
  const refused = async (given: typeof one, prompts: number) => {
    for (let count = 0; count < prompts; count += 1) await addPrompt(given);
    await plan(database, given);
    expect(await work(database, given, worker)).toBe(prompts);
    return limitsOf(database, 'chatgpt');
  };
  expect(await refused(one, 7)).toMatchObject({ breaker: 'closed', failures: 0 });
  fake.heal();
  expect(await refused(other, 1)).toMatchObject({ breaker: 'closed' });
  fake.fail({ fault: 'http_400', platform: 'chatgpt' });
  expect(await refused(other, 1)).toMatchObject({ breaker: 'closed' });
  expect(await refused(third, 1)).toMatchObject({ breaker: 'closed' });
  expect(await refused(one, 1)).toMatchObject({ breaker: 'misconfigured' });
});

test('requests that no question can be the reason for close a platform at the fifth in a row', async () => {
  const given = await monitored(database);
  fake.fail({ fault: 'http_404', platform: 'chatgpt' });
  for (let count = 0; count < 5; count += 1) await addPrompt(given);
  await plan(database, given);
  expect(await work(database, given, workerOf(database, given.clock, { platforms: platformsOf(fake) }))).toBe(5);
  expect(await limitsOf(database, 'chatgpt')).toMatchObject({ breaker: 'misconfigured', failures: 5 });
});

describe.each(PLATFORMS)('%s', (platform) => {
  test('an answer is ingested with its run: prompt, day, model, searches, cost', async () => {
    const { given, prompt, run } = await asked(platform, null);
    expect(run).toMatchObject({
      state: 'accepted',
      reason: null,
      message: null,
      attempts: 1,
      credit_month: MONTH,
      lease_until: null,
      worker: null,
      bucket_date: DAY,
      request_version: 2,
      finished_at: new Date('2026-11-25T10:00:00.000Z'),
    });
    expect(run.model).toMatch(/\w/);
    expect(run.searches).toBeGreaterThan(0);
    expect(Number(run.cost_microusd)).toBeGreaterThan(0);
    const answers = await queryDatabase(
      database,
      `select id, prompt_id, platform, question, answered_at from answer where account_id = $1`,
      [given.accountId],
    );
    expect(answers).toEqual([
      {
        id: run.answer_id,
        prompt_id: prompt.id,
        platform,
        question: prompt.text,
        answered_at: new Date('2026-11-25T10:00:00.000Z'),
      },
    ]);
    const searches = await queryDatabase(
      database,
      'select bucket_date::text, answer_id, platform from answer_search where account_id = $1 and ordinal = 0',
      [given.accountId],
    );
    expect(searches).toEqual([{ bucket_date: DAY, answer_id: run.answer_id, platform }]);
    const [rolled] = await queryDatabase<{ responses: number }>(
      database,
      `select sum(response_count)::int as responses from daily_response where account_id = $1`,
      [given.accountId],
    );
    expect(rolled).toEqual({ responses: 1 });
    expect(await limitsOf(database, platform)).toMatchObject({ breaker: 'closed', failures: 0 });
    await expectCreditsMatch();
  });

  const AGAIN_UNPAID = { state: 'queued', attempts: 0, credit_month: MONTH };
  const AGAIN_PAID = { state: 'queued', attempts: 1, credit_month: MONTH };
  const MINUTE_MS = 60_000;
  /** The fault, the state of the run, in how many minutes it is asked again, and the limits of the platform. */
  const cases: [FaultName, object, [number, number], object][] = [
    ['hang', { ...AGAIN_PAID, reason: 'timed_out' }, [0.5, 1.5], { failures: 1 }],
    ['slow_drip', { ...AGAIN_PAID, reason: 'timed_out' }, [0.5, 1.5], { failures: 1 }],
    ['reset_before', { ...AGAIN_PAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['reset_midway', { ...AGAIN_PAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['too_long', { ...AGAIN_PAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['http_500', { ...AGAIN_PAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['http_502', { ...AGAIN_PAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['http_504', { ...AGAIN_PAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['error_in_200', { ...AGAIN_PAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['failed_in_200', { ...AGAIN_PAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['truncated_json', { ...AGAIN_PAID, reason: 'unreadable' }, [5, 15], { failures: 1 }],
    ['html', { ...AGAIN_PAID, reason: 'unreadable' }, [5, 15], { failures: 1 }],
    ['wrong_schema', { ...AGAIN_PAID, reason: 'unreadable' }, [5, 15], { failures: 1 }],
    ['empty', { ...AGAIN_PAID, reason: 'empty' }, [5, 15], { failures: 0 }],
    ['tool_call', { ...AGAIN_PAID, reason: 'empty' }, [5, 15], { failures: 0 }],
    ['http_408', { ...AGAIN_UNPAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['http_503', { ...AGAIN_UNPAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['http_529', { ...AGAIN_UNPAID, reason: 'platform_error' }, [0.5, 1.5], { failures: 1 }],
    ['rate_limit', { ...AGAIN_UNPAID, reason: 'rate_limited' }, [0, 0], { pause: 'rate_limited' }],
    ['rate_limit_seconds', { ...AGAIN_UNPAID, reason: 'rate_limited' }, [0.11, 0.12], { pause: 'rate_limited' }],
    ['http_401', { ...AGAIN_UNPAID, reason: 'denied' }, [0, 0], { breaker: 'denied' }],
    ['http_402', { ...AGAIN_UNPAID, reason: 'denied' }, [0, 0], { breaker: 'denied' }],
    ['http_403', { ...AGAIN_UNPAID, reason: 'denied' }, [0, 0], { breaker: 'denied' }],
    ['spent', { ...AGAIN_UNPAID, reason: 'denied' }, [0, 0], { breaker: 'denied' }],
  ];

  // Claude has no such status.
  const own = cases.filter(([fault]) => platform !== 'claude' || fault !== 'failed_in_200');
  test.each(own)('%s: asked again', async (fault, state, [from, to], limits) => {
    const { given, run } = await asked(platform, fault);
    expect(run).toMatchObject({ ...state, answer_id: null, finished_at: null, lease_until: null });
    const minutes = (run.not_before.getTime() - given.clock.now().getTime()) / MINUTE_MS;
    expect(minutes).toBeGreaterThanOrEqual(from);
    expect(minutes).toBeLessThanOrEqual(to);
    expect(run.queue_at.getTime()).toBeGreaterThanOrEqual(from === 0 ? 0 : run.not_before.getTime());
    expect(await limitsOf(database, platform)).toMatchObject(limits);
    expect(run.message).toMatch(/\w/);
    expect(run.message).not.toMatch(/sesame|127\.0\.0\.1/);
    await expectCreditsMatch();
  });

  test.each([
    ['http_400', { reason: 'platform_error', attempts: 0 }, { failures: 0, breaker: 'closed' }],
    ['http_404', { reason: 'platform_error', attempts: 0 }, { failures: 1 }],
    ['http_422', { reason: 'platform_error', attempts: 0 }, { failures: 0, breaker: 'closed' }],
    ['redirect', { reason: 'platform_error', attempts: 0 }, { failures: 1 }],
    ['retry_forbidden', { reason: 'platform_error', attempts: 1 }, { failures: 1 }],
    ['refusal', { reason: 'refused', attempts: 1 }, { failures: 0, breaker: 'closed' }],
  ] as const)('%s: fails at once, and its credit is returned', async (fault, state, limits) => {
    const { run } = await asked(platform, fault);
    expect(run).toMatchObject({ state: 'failed', ...state, credit_month: null, answer_id: null });
    expect(run.finished_at).not.toBeNull();
    expect(run.message).not.toMatch(/sesame|127\.0\.0\.1/);
    expect(await limitsOf(database, platform)).toMatchObject(limits);
    expect(fake.followed).toEqual([]);
    await expectCreditsMatch();
  });

  test.each([
    ['http_500', 3],
    ['hang', 3],
    ['truncated_json', 2],
    ['empty', 2],
    ['error_in_200', 3],
  ] as const)('%s: at most %i paid attempts, then the run fails', async (fault, attempts) => {
    const { given, prompt, worker } = await asked(platform, fault);
    for (let more = 0; more < 5; more += 1) {
      given.clock.advance(HOUR_MS);
      await work(database, given, worker);
    }
    const run = await onlyRun(database, given);
    expect(run).toMatchObject({ state: 'failed', attempts, credit_month: null });
    expect(fake.countsOf(prompt.text, platform).paid).toBe(attempts);
    await expectCreditsMatch();
  });

  test('free attempts are made until the period is over, in the end an hour apart, then the run fails', async () => {
    const { given, worker } = await asked(platform, 'http_503');
    let begun = 1;
    for (let hour = 0; hour < 20; hour += 1) {
      await queryDatabase(database, `update platform_gate set breaker = 'closed', failures = 0`);
      given.clock.advance(HOUR_MS);
      begun += await work(database, given, worker);
    }
    expect(begun).toBeGreaterThan(8);
    await reap({ database, now: () => given.clock.now(), log: QUIET, meter: UNMEASURED });
    const reason = expect.stringMatching(/^(platform_error|expired)$/);
    expect(await onlyRun(database, given)).toMatchObject({ state: 'failed', reason, attempts: 0, credit_month: null });
    await expectCreditsMatch();
  });
});

test('claude: a turn that is never finished is asked once more, as an empty one is', async () => {
  const { run } = await asked('claude', 'pause_for_ever');
  expect(run).toMatchObject({ state: 'queued', reason: 'empty', attempts: 1 });
});

test('claude: a turn that is continued counts as one attempt', async () => {
  const { run } = await asked('claude', 'pause_then_end');
  expect(run).toMatchObject({ state: 'accepted', attempts: 1 });
});
