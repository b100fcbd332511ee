import { randomUUID } from 'node:crypto';
import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { stampGate } from '../gate/gate.js';
import type { Judging } from '../judging/judge.types.js';
import { type RunningSteps, startSteps } from './periodic.js';
import { type Planned, planDue } from './planner.js';
import { lookForRuns } from './queue.js';
import { REAPED_AT_ONCE, reap } from './reap.js';
import { type EngineLog, type EngineMeter, UNMEASURED } from './run-events.js';
import { type Asker, RunWorker } from './run-worker.js';

/** How a worker works. */
export interface EngineBounds {
  /** Calls at once to a platform. */
  concurrency: number;
  /** A worker that is not heard of for so long has lost its runs. */
  leaseMs: number;
  /** The whole of a stop. */
  drainMs: number;
}

export interface EngineOptions {
  database: Database;
  /** Empty: prompts are planned, which says of each run why it is not asked, and nobody is asked. */
  askers: readonly Asker[];
  judging: Judging;
  clock: Timer;
  log: EngineLog;
  meter?: EngineMeter;
  bounds: EngineBounds;
}

export interface Engine {
  /** Plans and claims no more at once; calls under way get most of the drain, then their runs are put back. */
  stop(): Promise<void>;
}

const PLAN_EVERY_MS = 1_000;
const ASK_EVERY_MS = 1_000;
const REAP_EVERY_MS = 5_000;
/** A stamp holds three minutes, so two may fail. */
const STAMP_EVERY_MS = 60_000;
/** Of a stop, what is left for settling once calls are cut short, and for the process to end. */
const SETTLING_MS = 2_000;
const ENDING_MS = 500;
/** An account whose planning failed is left alone for as many looks, so that it does not hold up all others. */
const LEFT_ALONE_LOOKS = 60;

/**
 * The worker of the live engine: plans what is due, asks what is queued, and takes over what other workers left behind.
 * Any number of them may run; the tables decide who does what. It holds nothing of its own but the calls under way.
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
  /** Accounts whose planning failed, by the looks that they are still left alone. */
  private readonly leftAlone = new Map<string, number>();
  private readonly stopping = Promise.withResolvers<void>();
  private isStamped = false;

  constructor(private readonly options: EngineOptions) {
    const { bounds, clock, log, meter = UNMEASURED } = options;
    this.meter = meter;
    this.now = () => clock.now();
    const claimant = { worker: randomUUID(), leaseMs: bounds.leaseMs };
    const { concurrency } = bounds;
    this.worker = new RunWorker({ ...options, claimant, concurrency, now: this.now, meter });
    this.steps = startSteps(
      [
        { name: 'telling which platforms are served', everyMs: STAMP_EVERY_MS, run: () => this.stamp() },
        { name: 'planning', everyMs: PLAN_EVERY_MS, run: (signal) => this.plan(signal) },
        { name: 'asking', everyMs: ASK_EVERY_MS, run: (signal) => this.ask(signal) },
        { name: 'taking over what workers left behind', everyMs: REAP_EVERY_MS, run: (signal) => this.reap(signal) },
      ],
      { clock, log },
    );
  }

  async stop(): Promise<void> {
    const { drainMs } = this.options.bounds;
    this.stopping.resolve();
    await this.worker.drain(Math.max(0, drainMs - SETTLING_MS), Math.max(0, drainMs - ENDING_MS), this.steps.stop());
  }

  private async stamp(): Promise<void> {
    const { database, askers } = this.options;
    for (const { platform, bounds } of askers) await stampGate(database.openForJob(), platform, bounds);
    this.isStamped = true;
  }

  /** Not before it is known which platforms are served: what nobody asks would be skipped. */
  private async plan(signal: AbortSignal): Promise<void> {
    if (!this.isStamped) await this.stamp();
    for (let mayHaveMore = true; mayHaveMore && !signal.aborted; ) {
      const planned = await planDue(this.options.database, this.now(), { except: [...this.leftAlone.keys()] });
      this.tellPlanned(planned);
      mayHaveMore = planned.mayHaveMore && planned.accounts.length > 0;
    }
    for (const [accountId, looks] of this.leftAlone) {
      if (looks > 1) this.leftAlone.set(accountId, looks - 1);
      else this.leftAlone.delete(accountId);
    }
  }

  private tellPlanned({ accounts, failures }: Planned): void {
    for (const { accountId, error } of failures) {
      this.leftAlone.set(accountId, LEFT_ALONE_LOOKS);
      this.options.log.error({ account_id: accountId, err: error }, 'planning an account failed');
    }
    const missedPeriods = accounts.reduce((sum, account) => sum + account.missedPeriods, 0);
    this.meter.planned({ lagMs: Math.max(0, ...accounts.map(({ overdueMs }) => overdueMs)), missedPeriods });
    for (const { platform, state, reason } of accounts.flatMap(({ runs }) => runs)) {
      if (state === 'skipped') this.meter.settled({ platform, outcome: state, reason, seconds: null });
    }
  }

  /** Goes on for as long as there is more to ask than places to ask it in. */
  private async ask(signal: AbortSignal): Promise<void> {
    if (this.options.askers.length === 0) return;
    while (!signal.aborted) {
      const places = this.worker.places();
      const found = await lookForRuns(this.options.database.openForJob(), this.now(), places);
      if (signal.aborted) return;
      const begun = await this.worker.start(found);
      const isMore = [...found].some(([platform, runs]) => runs.length >= (places.get(platform) ?? 0));
      if (begun === 0 || !isMore) return;
      await Promise.race([this.worker.oneEnds(), this.stopping.promise]);
    }
  }

  private async reap(signal: AbortSignal): Promise<void> {
    const { database, log } = this.options;
    const { now, meter } = this;
    while (!signal.aborted && (await reap({ database, now, log, meter })) >= REAPED_AT_ONCE);
  }
}
