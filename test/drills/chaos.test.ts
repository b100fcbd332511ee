import { setTimeout as pause } from 'node:timers/promises';
import { createProject } from '../../src/core/projects/project.writes.js';
import { createPrompt } from '../../src/core/prompts/prompt.writes.js';
import { statement } from '../../src/database/rows.js';
import { PLATFORMS, type Platform, type RunReason, type RunState } from '../../src/entities/vocabulary.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FakePlatforms, type FaultRule } from '../support/fake-platforms.js';
import { operate } from '../support/operator.js';
import { killProcesses, type ServiceProcess, startService } from '../support/processes.js';
import { hastenRuns } from '../support/runs.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';
import { IS_WHOLE } from '../support/whole.js';

const PROMPTS = IS_WHOLE ? 100 : 80;
const CELLS = PROMPTS * PLATFORMS.length;
const WORKERS = 3;
const LEASE_SECONDS = 2;
/** A worker is killed each time so many further requests have reached the platforms, which then answer the next. */
const CALLS_A_KILL = 20;
const KILLS_MAX = IS_WHOLE ? 20 : 15;
/** Instead of each such kill a worker is stopped, until others have its runs, and then goes on. */
const KILLS_A_STALL = 3;
const ATTEMPTS_MAX = 3;
/** A machine that is busy with other work may take its time. */
const WITHIN_MS = 240_000;
/** More than a third of all requests; a refusal ends its run at once. */
const FAULTS: FaultRule[] = [
  { fault: 'http_500', every: 18 },
  { fault: 'http_503', every: 18 },
  { fault: 'reset_before', every: 18 },
  { fault: 'truncated_json', every: 18 },
  { fault: 'rate_limit_ms', every: 18 },
  { fault: 'empty', every: 18 },
  { fault: 'refusal', every: 18 },
];
const REASONS: readonly RunReason[] = [
  'platform_error',
  'refused',
  'unreadable',
  'empty',
  'worker_lost',
  'timed_out',
  'unreachable',
];

const ENDED_RUNS = statement<{ ended: number }>(
  'ended-runs',
  `select count(*)::int as ended from run where state in ('accepted', 'failed')`,
);

interface Run {
  prompt_id: string;
  platform: Platform;
  text: string;
  state: RunState;
  reason: RunReason | null;
  attempts: number;
  claim_no: number;
  credit_month: string | null;
  answer_id: string | null;
}

/** Three workers, of which one dies now and then and is followed by another. */
class Crew {
  kills = 0;
  stalls = 0;
  private readonly ready = new Set<ServiceProcess>();
  private readonly starting = new Set<Promise<void>>();

  constructor(private readonly env: Record<string, string>) {}

  async fill(): Promise<void> {
    while (this.ready.size + this.starting.size < WORKERS) {
      const starting = startService(this.env).then((worker) => {
        this.ready.add(worker);
        this.starting.delete(starting);
      });
      this.starting.add(starting);
    }
    if (this.ready.size === 0) await Promise.race(this.starting);
  }

  async killOldest(): Promise<void> {
    const [oldest] = this.ready;
    if (!oldest) throw new Error('no worker is there');
    oldest.kill('SIGKILL');
    this.ready.delete(oldest);
    this.kills += 1;
    await this.fill();
  }

  /** Stops the one that has worked the longest, and lets it go on once `isOver`. */
  async stallOldest(isOver: () => Promise<void>): Promise<void> {
    const [oldest] = this.ready;
    if (!oldest) throw new Error('no worker is there');
    oldest.kill('SIGSTOP');
    await isOver();
    oldest.kill('SIGCONT');
    this.stalls += 1;
  }

  async started(): Promise<void> {
    await Promise.all(this.starting);
  }
}

describe('workers that are killed and stalled while a third of all requests fail', () => {
  let database: TestDatabase;
  let fake: FakePlatforms;
  let env: Record<string, string>;
  let crew: Crew;
  let accountId: string;
  let runs: Run[];

  beforeAll(async () => {
    database = await createTestDatabase();
    fake = await FakePlatforms.start();
    fake.before = inTurn;
    fake.fail(...FAULTS);
    const rates = ['OPENAI', 'PERPLEXITY', 'ANTHROPIC', 'GEMINI'].map((name) => [
      `${name}_REQUESTS_PER_MINUTE`,
      '60000',
    ]);
    env = {
      ...Object.fromEntries(rates),
      ...fake.environment,
      DATABASE_URL: database.url,
      ROLE: 'worker',
      LEASE_SECONDS: String(LEASE_SECONDS),
      WORKER_CONCURRENCY: '2',
      LOG_LEVEL: 'warn',
    };
    accountId = await addPrompts(database);
    crew = new Crew(env);
    await crew.fill();
    await rage();
    answered = Number.POSITIVE_INFINITY;
    await crew.started();
    await until(openRuns, ({ ended }) => ended === CELLS, WITHIN_MS);
    killProcesses();
    runs = await readRuns();
  }, 2 * WITHIN_MS);
  afterAll(async () => {
    killProcesses();
    await fake.close();
    await database.close();
  });

  /** So many requests are answered; the others wait. So no more of them pass on a slow machine than on a fast one. */
  let answered = 0;
  let arrived = 0;

  async function inTurn(): Promise<void> {
    arrived += 1;
    const place = arrived;
    await pause(100 + Math.random() * 400);
    await until(
      async () => answered,
      (count) => count >= place,
      WITHIN_MS,
    );
  }

  /** Also lets the pauses between attempts pass at once. */
  async function openRuns(): Promise<{ ended: number }> {
    await hastenRuns(database);
    const [found] = await database.db.rows(ENDED_RUNS, []);
    return { ended: found?.ended ?? 0 };
  }

  async function rage(): Promise<void> {
    while (crew.kills + crew.stalls < KILLS_MAX) {
      answered += CALLS_A_KILL;
      const now = await until(openRuns, ({ ended }) => ended === CELLS || arrived >= answered, WITHIN_MS);
      if (now.ended === CELLS) return;
      if ((crew.kills + crew.stalls) % KILLS_A_STALL === KILLS_A_STALL - 1) await crew.stallOldest(leaseLapses);
      else await crew.killOldest();
    }
  }

  /** Longer than a lease, by the clock that leases go by; the others go on meanwhile. */
  async function leaseLapses(): Promise<void> {
    answered += CALLS_A_KILL;
    const now = async () => {
      const [row] = await queryDatabase<{ now: Date }>(database, 'select clock_timestamp() as now');
      return row?.now.getTime() ?? 0;
    };
    const end = (await now()) + 1.5 * LEASE_SECONDS * 1_000;
    await until(now, (time) => time > end, WITHIN_MS);
  }

  const readRuns = () =>
    queryDatabase<Run>(
      database,
      `select r.prompt_id, r.platform, q.prompt_text as text, r.state, r.reason, r.attempts, r.claim_no,
         r.credit_month::text, r.answer_id
       from run r
       join prompt q on q.account_id = r.account_id and q.id = r.prompt_id
       where r.account_id = $1
       order by r.prompt_id, r.platform`,
      [accountId],
    );

  test('each cell has one run, which ended: with an answer, or without one for a reason and without its credit', () => {
    expect(crew.kills).toBeGreaterThanOrEqual(10);
    expect(crew.stalls).toBeGreaterThanOrEqual(4);
    expect(new Set(runs.map(({ prompt_id, platform }) => `${prompt_id} ${platform}`)).size).toBe(CELLS);
    expect(runs).toHaveLength(CELLS);
    for (const { state, reason, credit_month, answer_id } of runs) {
      expect(['accepted', 'failed']).toContain(state);
      if (state === 'failed') expect(REASONS).toContain(reason);
      expect([credit_month === null, answer_id === null]).toEqual([state === 'failed', state === 'failed']);
    }
    expect(runs.filter(({ state }) => state === 'accepted').length).toBeGreaterThan(CELLS / 2);
  });

  test('each accepted run has one answer, and there is no other answer', async () => {
    const stored = await queryDatabase<{ id: string; prompt_id: string; platform: Platform }>(
      database,
      'select id, prompt_id, platform from answer where account_id = $1',
      [accountId],
    );
    const accepted = runs.filter(({ state }) => state === 'accepted');
    const own = accepted.map(({ answer_id: id, prompt_id, platform }) => ({ id, prompt_id, platform }));
    const byId = (one: { id: string | null }, other: { id: string | null }) =>
      String(one.id) < String(other.id) ? -1 : 1;
    expect(stored.toSorted(byId)).toEqual(own.toSorted(byId));
  });

  test('no cell was paid for more than three times, nor more often than its run says', () => {
    for (const { text, platform, attempts, claim_no } of runs) {
      expect(attempts).toBeLessThanOrEqual(ATTEMPTS_MAX);
      const asked = fake.countsOf(text, platform);
      expect(asked.paid).toBeLessThanOrEqual(attempts);
      expect(asked.calls).toBeLessThanOrEqual(claim_no);
    }
    expect([fake.refused, fake.followed]).toEqual([[], []]);
  });

  test('credits and rollups are what the runs and the facts say', async () => {
    const verify = async (what: string) => JSON.parse((await operate([what, 'verify'], env)).stdout);
    expect(await verify('credits')).toMatchObject({ consistent: true, differences: [] });
    expect(await verify('rollups')).toMatchObject({ consistent: true, differences: [] });
    const accepted = runs.filter(({ state }) => state === 'accepted').length;
    const sums = await queryDatabase(
      database,
      `select (select sum(credits_used)::int from monitoring_month where account_id = $1) as credits,
         (select sum(response_count)::int from daily_response where account_id = $1) as responses`,
      [accountId],
    );
    expect(sums).toEqual([{ credits: accepted, responses: accepted }]);
  });
});

async function addPrompts(database: TestDatabase): Promise<string> {
  const { ctx, accountId } = await openAccount(database.db);
  const { id } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  for (let at = 0; at < PROMPTS; at += 1) {
    const promptText = `Which anvil is best for smith ${at}?`;
    await createPrompt(ctx, id, { promptText, monitoringFrequency: 'weekly', platforms: [...PLATFORMS] });
  }
  return accountId;
}
