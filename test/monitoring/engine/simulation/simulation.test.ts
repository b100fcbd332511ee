import { verifyCredits } from '../../../../src/core/schedule/credits.js';
import { type Random, randomOf } from '../../../../src/demo/answers/random.js';
import { PLATFORMS, type Platform, type RunReason, type RunState } from '../../../../src/entities/vocabulary.js';
import { verifyRollups } from '../../../../src/monitoring/facts/verify-rollups.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { FakePlatforms, type FaultRule } from '../../../support/fake-platforms.js';
import { queryDatabase } from '../../../support/sql.js';
import type { SimulatedPrompt } from './expected-cells.js';
import { SimulatedService } from './simulated-service.js';

/** `SIMULATION_SEED` in the environment simulates other thirty days. */
const SEED = process.env['SIMULATION_SEED'] ?? '1';
const DAYS = 30;
const DAY_HOURS = 24;
const ATTEMPTS_MAX = 3;
/** Faults of a platform that happen now and then. */
const USUAL_FAULTS: FaultRule[] = [
  { fault: 'http_500', every: 23 },
  { fault: 'http_503', every: 29 },
  { fault: 'empty', every: 31 },
  { fault: 'rate_limit', every: 67 },
  { fault: 'refusal', every: 41 },
];
/** How often a run that failed for such a reason was paid for, at least: it may have been asked for others before. */
const ATTEMPTS_OF_REASON: Partial<Record<RunReason, number>> = { refused: 1, empty: 2, platform_error: ATTEMPTS_MAX };
/** Why a claimed run may turn out to be unwanted, where its state changed while it waited. */
const UNWANTED: readonly RunReason[] = ['archived', 'inactive', 'paused', 'platform_not_in_tier'];

interface Run {
  prompt_id: string;
  platform: Platform;
  period_date: string;
  occasion: number;
  state: RunState;
  reason: RunReason | null;
  attempts: number;
  credit_month: string | null;
  planned_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  answer_id: string | null;
  question: string | null;
  answered_for: string | null;
  answered_on: Platform | null;
}

type Event = (service: SimulatedService) => Promise<void> | void;
/** The events, by hour. */
type Script = Map<number, Event[]>;

/** Hours of trouble, from the first to the one after the last. */
interface Trouble {
  from: number;
  to: number;
}

interface Troubles {
  outage: Trouble & { platform: Platform };
  /** No worker runs. */
  away: Trouble;
  /** The workers run without the key of a platform. */
  keyless: Trouble & { platform: Platform };
}

let database: TestDatabase;
let fake: FakePlatforms;
beforeAll(async () => {
  database = await createTestDatabase();
  fake = await FakePlatforms.start();
});
afterAll(async () => {
  await fake.close();
  await database.close();
});

describe(`thirty days of ten prompts on four platforms, two workers, and all that may happen (seed ${SEED})`, () => {
  const random = randomOf(SEED);
  const start = new Date(Date.UTC(2026, 10, 14 + Math.floor(random.next() * 7), 0, Math.floor(random.next() * 60)));
  const outage = { ...hoursOn(random, 8, 40, 80), platform: random.pick(PLATFORMS) };
  const away = hoursOn(random, 13, 36, 37);
  const keyless = { ...hoursOn(random, 24, 10, 30), platform: random.pick(PLATFORMS) };
  let service: SimulatedService;
  let runs: Run[];
  const hourOf = (at: Date) => Math.round((at.getTime() - start.getTime()) / 3_600_000);

  beforeAll(async () => {
    service = await SimulatedService.open(database, fake, start);
    await service.serve(PLATFORMS);
    const script = scriptOf(random, { outage, away, keyless });
    fake.fail(...USUAL_FAULTS);
    for (let hour = 0; hour < DAYS * DAY_HOURS; hour += 1) {
      for (const event of script.get(hour) ?? []) await event(service);
      await service.work();
      if (hour % DAY_HOURS === 0) expect(await verifyCredits(database.db, service.clock)).toEqual([]);
      await service.passHour();
    }
    runs = await readRuns(service.accountId);
  }, 300_000);

  test('each prompt that was to be asked has one run a platform and period, and nothing else has one', () => {
    const name = (cell: { promptId: string; platform: string; periodDate: string }) =>
      `${cell.promptId} ${cell.platform} ${cell.periodDate}`;
    const scheduled = runs.filter(({ occasion }) => occasion === 0).map(toKey);
    expect(service.expected.cells.length).toBeGreaterThan(500);
    expect(scheduled.map(name).toSorted()).toEqual(service.expected.cells.map(name).toSorted());
    const requested = runs.filter(({ occasion }) => occasion > 0).map(toKey);
    expect(requested.map(name).toSorted()).toEqual(service.requested.map(name).toSorted());
  });

  test('each is skipped for the reason that held when it was planned, or asked', () => {
    const found = new Map(runs.filter(({ occasion }) => occasion === 0).map((run) => [keyOf(toKey(run)), run]));
    for (const cell of service.expected.cells) {
      const run = found.get(keyOf(cell));
      const facts = { ...cell, state: run?.state, reason: run?.reason };
      if (cell.skip) expect(facts).toMatchObject({ state: 'skipped', reason: cell.skip });
      else if (run?.state === 'skipped') expect(UNWANTED).toContain(run.reason);
      expect(run?.planned_at).toEqual(cell.plannedAt);
    }
  });

  test('each that was asked has its answer, but where the platform had none within three paid attempts', () => {
    const asked = runs.filter(({ state }) => state !== 'skipped');
    for (const run of asked) {
      expect(run.attempts).toBeLessThanOrEqual(ATTEMPTS_MAX);
      expect(run.credit_month === null).toBe(run.state === 'failed');
    }
    for (const run of asked.filter(({ state }) => state === 'failed')) {
      if (!isTroubled(run) && !hasLostItsKey(run))
        expect(run.attempts).toBeGreaterThanOrEqual(ATTEMPTS_OF_REASON[run.reason ?? 'expired'] ?? 9);
    }
    // What the last day left open is asked on the next.
    const open = asked.filter(({ state }) => state === 'queued' || state === 'running');
    expect(open.filter((run) => hourOf(run.planned_at) < (DAYS - 1) * DAY_HOURS)).toEqual([]);
    expect(asked.filter(({ state }) => state === 'accepted').length).toBeGreaterThan(asked.length * 0.75);
  });

  test('each accepted run has one answer, of its prompt and platform, to the text at its claim', async () => {
    const texts = new Map(service.world.prompts.map((prompt) => [prompt.id, prompt]));
    const accepted = runs.filter(({ state }) => state === 'accepted');
    for (const run of accepted) {
      expect([run.answered_for, run.answered_on]).toEqual([run.prompt_id, run.platform]);
      expect(run.question).toBe(textAt(texts.get(run.prompt_id), run.started_at));
    }
    expect(new Set(accepted.map((run) => run.answer_id)).size).toBe(accepted.length);
    const [stored] = await queryDatabase<{ count: number }>(
      database,
      'select count(*)::int as count from answer where account_id = $1',
      [service.accountId],
    );
    expect(stored?.count).toBe(accepted.length);
  });

  test('the platforms were paid for as often as the runs say', () => {
    for (const { id, texts } of service.world.prompts) {
      for (const platform of PLATFORMS) {
        const paid = texts.reduce((sum, { text }) => sum + fake.countsOf(text, platform).paid, 0);
        const own = runs.filter((run) => run.prompt_id === id && run.platform === platform);
        expect(own.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(paid);
      }
    }
    expect([fake.refused, fake.followed]).toEqual([[], []]);
  });

  test('nothing was planned or asked while there were no workers, nor asked for that time later', () => {
    const isAway = (at: Date | null) => at !== null && hourOf(at) >= away.from && hourOf(at) < away.to;
    // A requested run is planned by its request.
    const plannedAway = runs.filter(({ occasion, planned_at }) => occasion === 0 && isAway(planned_at));
    const askedAway = runs.filter(({ state, started_at }) => state !== 'skipped' && isAway(started_at));
    expect([plannedAway, askedAway]).toEqual([[], []]);
  });

  test('credits and rollups are what the runs and the facts say', async () => {
    expect(await verifyCredits(database.db, service.clock)).toEqual([]);
    for (const projectId of service.projectIds) {
      expect(await verifyRollups(database.db, { projectId })).toMatchObject({ consistent: true, differences: [] });
    }
    const rolled = await queryDatabase<{ responses: number }>(
      database,
      'select sum(response_count)::int as responses from daily_response where account_id = $1',
      [service.accountId],
    );
    expect(rolled).toEqual([{ responses: runs.filter(({ state }) => state === 'accepted').length }]);
  });

  /** Whether it waited while its platform was out, or while no worker ran. */
  function isTroubled({ platform, planned_at, finished_at }: Run): boolean {
    const from = hourOf(planned_at);
    const to = finished_at ? hourOf(finished_at) : Number.POSITIVE_INFINITY;
    const within = (trouble: Trouble) => from < trouble.to && to >= trouble.from;
    return within(away) || (platform === outage.platform && within(outage));
  }

  /** Whether its time was over as it waited for a further attempt, when no worker had its platform's key any more. */
  function hasLostItsKey({ platform, planned_at, finished_at, reason }: Run): boolean {
    const isWaiting = hourOf(planned_at) < keyless.from && finished_at !== null && hourOf(finished_at) >= keyless.from;
    return reason === 'expired' && platform === keyless.platform && isWaiting;
  }
});

/** Begins on a day, at a random hour, and lasts so long. */
function hoursOn(random: Random, day: number, least: number, most: number): Trouble {
  const from = day * DAY_HOURS + Math.floor(random.next() * DAY_HOURS);
  return { from, to: from + least + Math.floor(random.next() * (most - least)) };
}

function scriptOf(random: Random, { outage, away, keyless }: Troubles): Script {
  const script: Script = new Map();
  const on = (hour: number, event: Event) => script.set(hour, [...(script.get(hour) ?? []), event]);
  const someday = (from: number, to: number) => Math.floor((from + random.next() * (to - from)) * DAY_HOURS);
  const any = ({ world }: SimulatedService) => random.pick(world.prompts.filter(({ isArchived }) => !isArchived));
  const during = ({ from, to }: Trouble, begin: Event, end: Event) => {
    on(from, begin);
    on(to, end);
  };

  for (const at of [0, 1, 2, 3, 4, 5, 6, 7, 8])
    on(0, (service) => service.addPrompt(at % 3 === 0 ? 'weekly' : 'daily'));
  on(someday(1, 6), (service) => service.addPrompt('daily'));
  for (let edits = 0; edits < 12; edits += 1) on(someday(1, 30), (service) => service.editText(any(service)));
  for (let runs = 0; runs < 6; runs += 1) on(someday(1, 30), (service) => service.runNow(any(service)));
  for (let changes = 0; changes < 3; changes += 1) {
    on(someday(2, 15), (service) => service.setFrequency(any(service), random.pick(['daily', 'weekly'])));
    on(someday(20, 30), (service) => service.setFrequency(any(service), random.pick(['daily', 'weekly'])));
  }
  const paused = ({ projectIds }: SimulatedService) => projectIds[1] ?? '';
  during(
    hoursOn(random, 3, 10, 70),
    (service) => service.pause(paused(service)),
    (service) => service.resume(paused(service)),
  );
  during(
    outage,
    () =>
      fake.fail({
        fault: random.pick(['http_503', 'http_500', 'reset_before', 'http_401']),
        platform: outage.platform,
      }),
    () => {
      fake.heal();
      fake.fail(...USUAL_FAULTS);
    },
  );
  during(
    away,
    (service) => service.serve(null),
    (service) => service.serve(PLATFORMS),
  );
  on(someday(16, 17), (service) => service.setTier('starter'));
  on(someday(18, 19), (service) => service.setTier('professional'));
  const quiet: SimulatedPrompt[] = [];
  during(
    hoursOn(random, 20, 10, 40),
    (service) => {
      const prompt = any(service);
      quiet.push(prompt);
      return service.setActive(prompt, false);
    },
    async (service) => {
      for (const prompt of quiet) await service.setActive(prompt, true);
    },
  );
  on(someday(23, 24), (service) => service.archive(any(service)));
  during(
    keyless,
    (service) => service.serve(PLATFORMS.filter((platform) => platform !== keyless.platform)),
    (service) => service.serve(PLATFORMS),
  );
  during(
    hoursOn(random, 27, 5, 20),
    (service) => service.setSubscription('inactive'),
    (service) => service.setSubscription('active'),
  );
  return script;
}

function readRuns(accountId: string): Promise<Run[]> {
  return queryDatabase<Run>(
    database,
    `select r.prompt_id, r.platform, r.period_date::text, r.occasion, r.state, r.reason, r.attempts,
       r.credit_month::text, r.planned_at, r.started_at, r.finished_at, r.answer_id, a.question,
       a.prompt_id as answered_for, a.platform as answered_on
     from run r
     left join answer a on a.account_id = r.account_id and a.id = r.answer_id
     where r.account_id = $1
     order by r.period_date, r.occasion, r.prompt_id, r.platform`,
    [accountId],
  );
}

function toKey({ prompt_id: promptId, platform, period_date: periodDate }: Run) {
  return { promptId, platform, periodDate };
}

function keyOf({ promptId, platform, periodDate }: { promptId: string; platform: string; periodDate: string }): string {
  return `${promptId} ${platform} ${periodDate}`;
}

function textAt(prompt: SimulatedPrompt | undefined, at: Date | null): string | undefined {
  return prompt?.texts.findLast((one) => at !== null && one.at <= at)?.text;
}
