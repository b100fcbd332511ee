import { randomUUID } from 'node:crypto';
import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import type { Judging } from '../judge/judging.js';
import { type RunningSteps, startSteps } from '../periodic.js';
import { lookForRuns } from './claim.js';
import { type EngineLog, type EngineMeter, UNMEASURED } from './engine-figures.js';
import { type Planned, planDue } from './plan.js';
import { recordHeartbeat } from './platform-limits.js';
import { REAPED_AT_ONCE, reap } from './reap.js';
import { RunWorker, type ServedPlatform } from './run-worker.js';

/** How a worker works. */
interface EngineBounds {
  /** Calls at once to a platform. */
  concurrency: number;
  /** A worker that does not renew a lease for so long loses the run. */
  leaseMs: number;
  /** The longest time that a stop may take. */
  drainMs: number;
}

export interface EngineOptions {
  database: Database;
  /** Empty: prompts are planned, and each run says why it is not asked; no platform is asked. */
  platforms: readonly ServedPlatform[];
  /** Those that are asked from now on, where that changes while the process runs. */
  readPlatforms?: () => Promise<readonly ServedPlatform[]>;
  judging: Judging;
  clock: Timer;
  log: EngineLog;
  meter?: EngineMeter;
  bounds: EngineBounds;
}

export interface Engine {
  /** Stops planning and claiming at once; calls under way get most of `drainMs`, then their runs are queued again. */
  stop(): Promise<void>;
}

const PLAN_EVERY_MS = 1_000;
const ASK_EVERY_MS = 1_000;
/** With the random part of a pause, a key that is stored is used within half a minute. */
const KEYS_EVERY_MS = 20_000;
const REAP_EVERY_MS = 5_000;
/** A heartbeat counts for three minutes, so two may fail. */
const HEARTBEAT_EVERY_MS = 60_000;
/** The part of a stop that is left for settling once calls are aborted, and for the process to end. */
const SETTLING_MS = 2_000;
const ENDING_MS = 500;
/** An account whose planning failed is skipped for so many looks, so that it does not delay all others. */
const SKIPPED_LOOKS = 60;

/**
 * The worker of the live engine: plans prompts that are due, asks runs that are queued, and ends runs that other
 * workers left behind. Any number of them may run; the tables decide which does what. Its only own state is the calls
 * under way.
 */
export function startEngine(options: EngineOptions): Engine {
  const engine = new RunningEngine(options);
  return { stop: () => engine.stop() };
}

class RunningEngine {
  private readonly worker: RunWorker;
  private readonly steps: RunningSteps;
  private readonly meter: EngineMeter;
  private readonly now: () => Date;
  /** Accounts whose planning failed, with the number of looks for which they are still skipped. */
  private readonly skipped = new Map<string, number>();
  private readonly stopping = Promise.withResolvers<void>();
  private platforms: readonly ServedPlatform[];
  private hasHeartbeat = false;

  constructor(private readonly options: EngineOptions) {
    const { bounds, clock, log, meter = UNMEASURED } = options;
    this.meter = meter;
    this.platforms = options.platforms;
    this.now = () => clock.now();
    const claimant = { worker: randomUUID(), leaseMs: bounds.leaseMs };
    const { concurrency } = bounds;
    this.worker = new RunWorker({ ...options, claimant, concurrency, now: this.now, meter });
    this.steps = startSteps(
      [
        { name: 'reporting which platforms are served', everyMs: HEARTBEAT_EVERY_MS, run: () => this.sendHeartbeats() },
        { name: 'reading which platforms have a key', everyMs: KEYS_EVERY_MS, run: () => this.takeKeys() },
        { name: 'planning', everyMs: PLAN_EVERY_MS, run: (signal) => this.plan(signal) },
        { name: 'asking', everyMs: ASK_EVERY_MS, run: (signal) => this.ask(signal) },
        { name: 'ending runs that workers left behind', everyMs: REAP_EVERY_MS, run: (signal) => this.reap(signal) },
      ],
      { clock, log },
    );
  }

  async stop(): Promise<void> {
    const { drainMs } = this.options.bounds;
    this.stopping.resolve();
    await this.worker.drain(Math.max(0, drainMs - SETTLING_MS), Math.max(0, drainMs - ENDING_MS), this.steps.stop());
  }

  private async sendHeartbeats(): Promise<void> {
    if (!this.hasHeartbeat) await this.readPlatforms();
    await this.recordHeartbeats(this.platforms);
    this.hasHeartbeat = true;
  }

  private async recordHeartbeats(platforms: readonly ServedPlatform[]): Promise<void> {
    const { database } = this.options;
    for (const { platform, bounds } of platforms) await recordHeartbeat(database.openForJob(), platform, bounds);
  }

  /** A platform that has a key from now on is reported at once, so that its runs are not skipped. */
  private async takeKeys(): Promise<void> {
    const before = this.platforms.map(({ platform }) => platform);
    await this.readPlatforms();
    await this.recordHeartbeats(this.platforms.filter(({ platform }) => !before.includes(platform)));
  }

  private async readPlatforms(): Promise<void> {
    const read = await this.options.readPlatforms?.();
    if (!read) return;
    this.platforms = read;
    this.worker.serve(read);
  }

  /** Heartbeats come first: runs on platforms without a worker would be skipped. */
  private async plan(signal: AbortSignal): Promise<void> {
    if (!this.hasHeartbeat) await this.sendHeartbeats();
    for (let mayHaveMore = true; mayHaveMore && !signal.aborted; ) {
      const planned = await planDue(this.options.database, this.now(), { except: [...this.skipped.keys()] });
      this.reportPlanned(planned);
      mayHaveMore = planned.mayHaveMore && planned.accounts.length > 0;
    }
    for (const [accountId, looks] of this.skipped) {
      if (looks > 1) this.skipped.set(accountId, looks - 1);
      else this.skipped.delete(accountId);
    }
  }

  private reportPlanned({ accounts, failures }: Planned): void {
    for (const { accountId, error } of failures) {
      this.skipped.set(accountId, SKIPPED_LOOKS);
      this.options.log.error({ account_id: accountId, err: error }, 'planning an account failed');
    }
    const missedPeriods = accounts.reduce((sum, account) => sum + account.missedPeriods, 0);
    this.meter.planned({ lagMs: Math.max(0, ...accounts.map(({ overdueMs }) => overdueMs)), missedPeriods });
    for (const { platform, state, reason } of accounts.flatMap(({ runs }) => runs)) {
      if (state === 'skipped') this.meter.settled({ platform, outcome: state, reason, seconds: null });
    }
  }

  /**
   * Continues for as long as more runs are queued than there are places. A platform whose calls hang holds its own
   * places only: runs of the others that become due meanwhile are found by the next look.
   */
  private async ask(signal: AbortSignal): Promise<void> {
    if (this.platforms.length === 0) return;
    while (!signal.aborted) {
      const places = this.worker.places();
      const found = await lookForRuns(this.options.database.openForJob(), this.now(), places);
      if (signal.aborted) return;
      const begun = await this.worker.start(found);
      const isMore = [...found].some(([platform, runs]) => runs.length >= (places.get(platform) ?? 0));
      if (begun === 0 || !isMore) return;
      await this.oneEndsOrLookIsDue();
    }
  }

  private async oneEndsOrLookIsDue(): Promise<void> {
    const done = new AbortController();
    const isDue = this.options.clock.wait(ASK_EVERY_MS, done.signal).catch(() => {});
    await Promise.race([this.worker.oneEnds(), this.stopping.promise, isDue]);
    done.abort();
  }

  private async reap(signal: AbortSignal): Promise<void> {
    const { database, log } = this.options;
    const { now, meter } = this;
    while (!signal.aborted && (await reap({ database, now, log, meter })) >= REAPED_AT_ONCE);
  }
}
