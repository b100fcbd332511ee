import { randomUUID } from 'node:crypto';
import { PLATFORM_STATES_NOW, type PlatformState } from '../../core/platforms/platform-status.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Platform, RunReason, RunState } from '../../entities/vocabulary.js';
import type { Ending } from './attempt.js';
import { type ClaimedRun, type FencedRun, lookForRuns, NO_COST, nameOf, type QueuedRun } from './claim.js';
import type { EngineOptions } from './engine.js';
import { UNMEASURED } from './engine-figures.js';
import { type PlannedAccount, planDue } from './plan.js';
import { recordHeartbeat } from './platform-limits.js';
import { type EndedRow, endAll, REAPED_AT_ONCE, reap, toFencedRun } from './reap.js';
import { RunWorker } from './run-worker.js';

/** How many runs a call planned, and how they ended: `planned` is the sum of the others. */
interface RunDueReport {
  planned: number;
  accepted: number;
  failed: number;
  skipped: number;
  /** Accounts whose planning failed: nothing of them was planned, and they stay due. Absent where there are none. */
  unplannedAccounts?: string[];
}

/** How long a platform is waited for; the runs of one that may be asked later fail. */
const PLATFORM_PATIENCE_MS = 45_000;
/** Attempts at a run, paid for or not, without a pause between them. */
const TRIES_MAX = 5;
/** The pause between looks while none of its own runs is under way. */
const POLL_MS = 250;
const UPKEEP_EVERY_MS = 5_000;

const REASON_OF_STATE: Readonly<Record<PlatformState, RunReason>> = {
  ready: 'rate_limited',
  paused: 'paused',
  rate_limited: 'rate_limited',
  failing: 'platform_error',
  denied: 'denied',
  misconfigured: 'platform_error',
  over_budget: 'budget',
  not_configured: 'platform_not_configured',
};

/**
 * Plans everything due at an instant, past or future, and drives those runs to their end: attempts follow one another
 * without the pauses of a worker. Also tries other runs that may be asked, once each. Several calls at once, and
 * workers, share the work. Schedule and answers use the fixed time `at`; platform limits and leases use the machine's
 * time.
 */
export async function runDue(options: EngineOptions, at: Date): Promise<RunDueReport> {
  return new DueRuns(options, at).drive();
}

class DueRuns {
  private readonly own = new OwnRuns();
  private readonly worker: RunWorker;
  /** Attempts of own runs, and the others that were tried, by name. */
  private readonly tries = new Map<string, number>();
  private readonly heldUpSinceMs = new Map<Platform, number>();
  private readonly unplanned: string[] = [];
  private upkeepAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly options: EngineOptions,
    private readonly at: Date,
  ) {
    const { bounds, meter = UNMEASURED } = options;
    const claimant = { worker: randomUUID(), leaseMs: bounds.leaseMs };
    const revise = (run: ClaimedRun, ending: Ending) => this.withoutPause(run, ending);
    const { concurrency } = bounds;
    this.worker = new RunWorker({ ...options, claimant, concurrency, now: this.now, meter, revise });
  }

  async drive(): Promise<RunDueReport> {
    await this.keepUp();
    await this.plan();
    for (let isMore = true; isMore; ) {
      await this.keepUp();
      isMore = await this.round();
    }
    await this.worker.finish();
    const { accepted, failed, skipped } = this.own.ended;
    const report = { planned: accepted + failed + skipped, accepted, failed, skipped };
    return this.unplanned.length === 0 ? report : { ...report, unplannedAccounts: this.unplanned };
  }

  private readonly now = () => this.at;

  /** What a worker does besides asking: reports which platforms it serves, and ends runs left behind. */
  private async keepUp(): Promise<void> {
    const { database, platforms, clock, log, meter = UNMEASURED } = this.options;
    if (clock.elapsedMs() < this.upkeepAtMs) return;
    this.upkeepAtMs = clock.elapsedMs() + UPKEEP_EVERY_MS;
    for (const { platform, bounds } of platforms) await recordHeartbeat(database.openForJob(), platform, bounds);
    while ((await reap({ database, now: this.now, log, meter })) >= REAPED_AT_ONCE);
  }

  private async plan(): Promise<void> {
    const { database, log } = this.options;
    for (let mayHaveMore = true; mayHaveMore; ) {
      const planned = await planDue(database, this.at, { except: this.unplanned });
      for (const { accountId, error } of planned.failures) {
        this.unplanned.push(accountId);
        log.error({ account_id: accountId, err: error }, 'planning an account failed');
      }
      for (const account of planned.accounts) this.takeOn(account);
      mayHaveMore = planned.mayHaveMore && planned.accounts.length + planned.failures.length > 0;
    }
  }

  private takeOn({ accountId, runs }: PlannedAccount): void {
    for (const { promptId, platform, periodDate, occasion, state } of runs) {
      if (state === 'skipped') this.own.ended.skipped += 1;
      else this.own.add({ accountId, promptId, platform, periodDate, occasion });
    }
  }

  /** @returns whether anything is left to do. */
  private async round(): Promise<boolean> {
    const { database, clock } = this.options;
    const isAsking = (run: QueuedRun) => this.worker.isAsking(run);
    const waiting = await this.own.look(database.openForJob(), isAsking);
    const others = await this.untriedOthers();
    const platforms = new Set([...waiting.keys(), ...others.keys()]);
    const found = [...platforms].map(
      (platform) => [platform, [...(waiting.get(platform) ?? []), ...(others.get(platform) ?? [])]] as const,
    );
    const begun = await this.worker.start(new Map(found));
    if (this.own.isOver && begun === 0 && !this.worker.isBusy) return false;
    if (begun === 0) await this.failHeldUp(waiting);
    const pause = clock.wait(POLL_MS);
    await (this.worker.isBusy ? Promise.race([this.worker.oneEnds(), pause]) : pause);
    return true;
  }

  private async untriedOthers(): Promise<Map<Platform, QueuedRun[]>> {
    const found = await lookForRuns(this.options.database.openForJob(), this.at, this.worker.places());
    const isUntried = (run: QueuedRun) => !this.own.has(run) && !this.tries.has(nameOf(run));
    return new Map([...found].map(([platform, runs]) => [platform, runs.filter(isUntried)]));
  }

  /** Own runs are asked again at once, up to {@link TRIES_MAX} times; others wait as they would for a worker. */
  private withoutPause(run: ClaimedRun, ending: Ending): Ending {
    const tries = (this.tries.get(nameOf(run)) ?? 0) + 1;
    this.tries.set(nameOf(run), tries);
    if (ending.kind !== 'again' || !this.own.has(run)) return ending;
    if (tries < TRIES_MAX) return { ...ending, at: this.at };
    const { isPaid, reason, message, cost } = ending;
    return { kind: 'failed', isPaid, reason, message, cost };
  }

  /** Fails queued runs on platforms that cannot be asked soon. */
  private async failHeldUp(waiting: ReadonlyMap<Platform, readonly WaitingRun[]>): Promise<void> {
    if (waiting.size === 0) return;
    const { database, log, meter = UNMEASURED } = this.options;
    const states = await database.openForJob().rows(PLATFORM_STATES_NOW, []);
    for (const { platform, state, opens_in_ms } of states) {
      const runs = waiting.get(platform) ?? [];
      if (runs.length === 0 || !this.isUnreachable(platform, state, opens_in_ms)) continue;
      await endAll({ database, now: this.now, log, meter }, runs, 'queued', (run) => heldUp(run, waiting, state));
    }
  }

  private isUnreachable(platform: Platform, state: PlatformState, opensInMs: number | null): boolean {
    const elapsedMs = this.options.clock.elapsedMs();
    if (!this.options.platforms.some((served) => served.platform === platform)) {
      // Another process may have the key, and ask soon.
      const sinceMs = this.heldUpSinceMs.get(platform) ?? elapsedMs;
      this.heldUpSinceMs.set(platform, sinceMs);
      return state === 'not_configured' || elapsedMs - sinceMs > PLATFORM_PATIENCE_MS;
    }
    return state !== 'ready' && (opensInMs === null || opensInMs > PLATFORM_PATIENCE_MS);
  }
}

/** Fails a run, with the reason of its last attempt if it had one. */
function heldUp(run: QueuedRun, waiting: ReadonlyMap<Platform, readonly WaitingRun[]>, state: PlatformState): Ending {
  const { reason } = waiting.get(run.platform)?.find((one) => nameOf(one) === nameOf(run)) ?? { reason: null };
  const message = 'The platform could not be asked within the time of the command.';
  return { kind: 'failed', isPaid: true, reason: reason ?? REASON_OF_STATE[state], message, cost: NO_COST };
}

/** A queued run, and why its last attempt failed. */
interface WaitingRun extends FencedRun {
  reason: RunReason | null;
}

/** Runs of a platform that are looked up together. */
const LOOKED_AT = 24;

/** Of all accounts, by their keys ($1, as JSON); reads only. */
const STATES_OF_RUNS = statement<EndedRow & { state: RunState; reason: RunReason | null }>(
  'states-of-runs',
  `select r.account_id, r.prompt_id, r.platform, r.period_date::text, r.occasion, r.project_id, r.claim_no, r.attempts,
     r.expires_at::text, r.credit_month::text, r.state, r.reason
   from json_to_recordset($1::json) as s (account_id uuid, prompt_id uuid, platform text, period_date date,
     occasion smallint)
   join run r on r.account_id = s.account_id and r.prompt_id = s.prompt_id and r.platform = s.platform
     and r.period_date = s.period_date and r.occasion = s.occasion
   order by r.queue_at, r.account_id, r.prompt_id, r.platform, r.period_date, r.occasion`,
);

/** Runs that a command drives to their end: which of them are still open, and how the others ended. */
class OwnRuns {
  readonly ended = { accepted: 0, failed: 0, skipped: 0 };
  private readonly open = new Map<Platform, Map<string, QueuedRun>>();

  add(run: QueuedRun): void {
    const ofPlatform = this.open.get(run.platform) ?? new Map();
    this.open.set(run.platform, ofPlatform.set(nameOf(run), run));
  }

  has(run: QueuedRun): boolean {
    return this.open.get(run.platform)?.has(nameOf(run)) === true;
  }

  get isOver(): boolean {
    return [...this.open.values()].every(({ size }) => size === 0);
  }

  /**
   * Looks up some of the open runs of each platform, counts those that have ended, and returns those that are queued.
   * @param isLeftOut whether a run is known to be under way.
   */
  async look(db: DatabaseSession, isLeftOut: (run: QueuedRun) => boolean): Promise<Map<Platform, WaitingRun[]>> {
    const looked = [...this.open.values()].flatMap((runs) =>
      [...runs.values()].filter((run) => !isLeftOut(run)).slice(0, LOOKED_AT),
    );
    if (looked.length === 0) return new Map();
    const found = await db.rows(STATES_OF_RUNS, [JSON.stringify(looked.map(toKeyRow))]);
    const waiting: WaitingRun[] = [];
    for (const row of found) {
      const run = { ...toFencedRun(row), reason: row.reason };
      if (row.state === 'queued') waiting.push(run);
      else if (row.state === 'running') this.putLast(run);
      else this.end(run, row.state);
    }
    return Map.groupBy(waiting, ({ platform }) => platform);
  }

  private end(run: QueuedRun, state: 'accepted' | 'failed' | 'skipped'): void {
    if (this.open.get(run.platform)?.delete(nameOf(run))) this.ended[state] += 1;
  }

  /** Another process asks it: the others are looked up first. */
  private putLast(run: QueuedRun): void {
    if (this.open.get(run.platform)?.delete(nameOf(run))) this.add(run);
  }
}

function toKeyRow({ accountId, promptId, platform, periodDate, occasion }: QueuedRun): Partial<EndedRow> {
  return { account_id: accountId, prompt_id: promptId, platform, period_date: periodDate, occasion };
}
