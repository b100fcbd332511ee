import { SYSTEM_CLOCK, type Timer } from '../../../src/clock.js';
import type { Context } from '../../../src/core/context.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { createPrompt } from '../../../src/core/prompts/prompt.writes.js';
import { PLATFORMS, type Platform, type RunReason, type RunState } from '../../../src/entities/vocabulary.js';
import { lookForRuns } from '../../../src/monitoring/engine/claim.js';
import { type EngineLog, UNMEASURED } from '../../../src/monitoring/engine/engine-figures.js';
import { planDue } from '../../../src/monitoring/engine/plan.js';
import { RunWorker, type ServedPlatform } from '../../../src/monitoring/engine/run-worker.js';
import { type Judging, WITHOUT_JUDGE } from '../../../src/monitoring/judge/judging.js';
import { DEFAULT_MODELS, PlatformClient, RUN_CALL_LIMITS } from '../../../src/platforms/platform-client.js';
import { openAccount } from '../../support/accounts.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms } from '../../support/fake-platforms.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';

/** A Wednesday. */
export const START = '2026-11-25T10:00:00.000Z';
export const DAY = '2026-11-25';
export const QUIET: EngineLog = { info() {}, warn() {}, error() {} };

export interface Monitored {
  ctx: Context;
  /** The schedule's. */
  clock: TestClock;
  accountId: string;
  projectId: string;
}

export interface RunRow {
  account_id: string;
  prompt_id: string;
  platform: Platform;
  state: RunState;
  reason: RunReason | null;
  message: string | null;
  attempts: number;
  claim_no: number;
  credit_month: string | null;
  not_before: Date;
  queue_at: Date;
  lease_until: Date | null;
  worker: string | null;
  finished_at: Date | null;
  answer_id: string | null;
  bucket_date: string | null;
  model: string | null;
  request_version: number | null;
  searches: number;
  cost_microusd: string;
}

/** A project of a new agency. */
export async function monitored(database: TestDatabase, start = START): Promise<Monitored> {
  const clock = new TestClock(start);
  const { ctx, accountId } = await openAccount(database.db, 'agency', clock);
  const project = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  return { ctx, clock, accountId, projectId: project.id };
}

let texts = 0;

/** A daily prompt with a unique text, due at once. */
export async function addPrompt({ ctx, projectId }: Monitored, platforms: readonly Platform[] = ['chatgpt']) {
  texts += 1;
  const promptText = `Which anvils are best, ask ${texts}?`;
  const { id } = await createPrompt(ctx, projectId, { promptText, monitoringFrequency: 'daily', platforms });
  return { id, text: promptText };
}

/** Deletes schedules and runs, and opens the platforms. */
export async function emptyQueue(database: TestDatabase): Promise<void> {
  await queryDatabase(database, 'delete from prompt_schedule');
  await queryDatabase(database, 'delete from run');
  await queryDatabase(database, 'delete from monitoring_month');
  await openPlatforms(database);
}

export async function openPlatforms(database: TestDatabase, perMinute = 60_000): Promise<void> {
  await queryDatabase(
    database,
    `update platform_gate
     set per_minute = $1::int, burst = $1::int, tokens = $1::int, refilled_at = 'epoch', paused_until = null,
       pause_reason = null, breaker = 'closed', failures = 0, probe_at = null, spent_microusd = 0,
       reserved_microusd = 0, refused_accounts = '{}', cap_microusd = null,
       served_until = now() + interval '1 hour'`,
    [perMinute],
  );
}

/** As patient by default as a busy machine needs; tests of what takes too long name a shorter time. */
export function platformsOf(fake: FakePlatforms, timeoutMs = 20_000, clock: Timer = SYSTEM_CLOCK): ServedPlatform[] {
  return PLATFORMS.map((platform) => {
    const access = { platform, apiKey: `key-of-${platform}-sesame`, baseUrl: fake.urls[platform] };
    const options = { model: DEFAULT_MODELS[platform], isGrounded: true };
    const client = new PlatformClient({ ...access, ...options }, clock, { ...RUN_CALL_LIMITS, timeoutMs });
    return { platform, client, bounds: { perMinute: 60_000, microUsdPerDay: null } };
  });
}

export interface WorkerFields {
  platforms: readonly ServedPlatform[];
  leaseMs?: number;
  concurrency?: number;
  /** The clock of leases and waits. */
  timer?: Timer;
  judging?: Judging;
  log?: EngineLog;
}

export function workerOf(database: TestDatabase, clock: TestClock, fields: WorkerFields): RunWorker {
  const { leaseMs = 45_000, concurrency = 8, timer = SYSTEM_CLOCK, judging = WITHOUT_JUDGE, log = QUIET } = fields;
  return new RunWorker({
    database,
    platforms: fields.platforms,
    judging,
    claimant: { worker: 'test', leaseMs },
    concurrency,
    clock: timer,
    now: () => clock.now(),
    log,
    meter: UNMEASURED,
  });
}

export const plan = (database: TestDatabase, { clock }: Monitored) => planDue(database, clock.now());

/** One look of a worker. @returns how many runs were begun. */
export async function look(database: TestDatabase, { clock }: Monitored, worker: RunWorker): Promise<number> {
  return worker.start(await lookForRuns(database.db, clock.now(), worker.places()));
}

/** One look, until all runs that it began are settled. */
export async function work(database: TestDatabase, given: Monitored, worker: RunWorker): Promise<number> {
  const begun = await look(database, given, worker);
  await worker.finish();
  return begun;
}

export async function runsOfAccount(database: TestDatabase, { accountId }: Monitored): Promise<RunRow[]> {
  return queryDatabase<RunRow>(
    database,
    `select account_id, prompt_id, platform, state, reason, message, attempts, claim_no, credit_month::text, not_before,
       queue_at, lease_until, worker, finished_at, answer_id, bucket_date::text, model, request_version, searches,
       cost_microusd
     from run
     where account_id = $1
     order by period_date, occasion, prompt_id, platform`,
    [accountId],
  );
}

export async function onlyRun(database: TestDatabase, given: Monitored): Promise<RunRow> {
  const runs = await runsOfAccount(database, given);
  const [run] = runs;
  if (!run || runs.length > 1) throw new Error(`one run is expected, there are ${runs.length}`);
  return run;
}

export async function limitsOf(database: TestDatabase, platform: Platform) {
  const [limits] = await queryDatabase<{ breaker: string; failures: number; pause: string | null; waits: number }>(
    database,
    `select breaker, failures, pause_reason as pause,
       coalesce(extract(epoch from coalesce(paused_until, probe_at) - now()), 0)::float8 as waits
     from platform_gate
     where platform = $1`,
    [platform],
  );
  if (!limits) throw new Error(`${platform} has no limits`);
  return limits;
}
