import pLimit from 'p-limit';
import type { Timer } from '../../clock.js';
import { budgetMicroUsd } from '../../core/platforms/platform-budget.js';
import type { PlatformSources } from '../../core/platforms/platform-keys.js';
import { isRequested } from '../../core/runs/run-id.js';
import type { Database } from '../../database/database.js';
import type { Platform } from '../../entities/vocabulary.js';
import { DEFAULT_MODELS, PlatformClient } from '../../platforms/platform-client.js';
import { inSpan } from '../../tracing.js';
import type { Judging } from '../judge/judging.js';
import { type Attempt, attemptOf, type Ending, lostAttempt } from './attempt.js';
import {
  type AttemptCost,
  type Claimant,
  type ClaimedRun,
  claimRun,
  keepLease,
  type Lease,
  NO_COST,
  nameOf,
  type QueuedRun,
} from './claim.js';
import type { EngineLog, EngineMeter } from './engine-figures.js';
import {
  Corrections,
  mayAskRequested,
  type Permits,
  type PlatformBounds,
  permits,
  reportOutcome,
  returnProbe,
} from './platform-limits.js';
import { RunFinisher } from './settle.js';

/** A platform that this process asks, and its bounds. */
export interface ServedPlatform {
  platform: Platform;
  client: PlatformClient;
  bounds: PlatformBounds;
}

/** A client of each configured platform, with its bounds. */
export function servedPlatforms(configured: PlatformSources['platforms'], clock: Timer): ServedPlatform[] {
  return configured.map((access) => {
    const { platform, requestsPerMinute: perMinute, dailyBudgetUsd } = access;
    const client = new PlatformClient({ ...access, model: access.model ?? DEFAULT_MODELS[platform] }, clock);
    return { platform, client, bounds: { perMinute, microUsdPerDay: budgetMicroUsd(dailyBudgetUsd) } };
  });
}

interface RunWorkerOptions {
  database: Database;
  platforms: readonly ServedPlatform[];
  judging: Judging;
  claimant: Claimant;
  /** Calls at once to a platform. */
  concurrency: number;
  /** The clock of waits and leases. */
  clock: Timer;
  /** The schedule's time: which runs may be asked, and the time of answers. */
  now: () => Date;
  log: EngineLog;
  meter: EngineMeter;
  /** Changes how a run ends, for callers with other rules for when it is asked again. */
  revise?: (run: ClaimedRun, ending: Ending) => Ending;
}

/** Claims runs as the platform limits and its own places allow, asks the platforms, and settles the runs. */
export class RunWorker {
  /** Of all platforms that were ever served: what is under way on one that no longer is must be settled. */
  private readonly clients = new Map<Platform, PlatformClient>();
  private served: ReadonlySet<Platform> = new Set();
  private readonly calls = new Map<Platform, Set<Promise<void>>>();
  /** Names of the runs that are under way. */
  private readonly asked = new Set<string>();
  private readonly corrections = new Corrections();
  /** Requested runs are claimed one by one: each counts before the next is decided. */
  private readonly requestedTurn = pLimit(1);
  private readonly stopCalls = new AbortController();
  private readonly stopWaiting = new AbortController();
  private readonly finisher: RunFinisher;

  constructor(private readonly options: RunWorkerOptions) {
    this.serve(options.platforms);
    this.finisher = new RunFinisher(options, this.stopWaiting.signal);
  }

  /** Asks these platforms from now on, and no others. Calls under way end as they began. */
  serve(platforms: readonly ServedPlatform[]): void {
    for (const { platform, client } of platforms) this.clients.set(platform, client);
    this.served = new Set(platforms.map(({ platform }) => platform));
  }

  /** How many more of each platform may be asked now. */
  places(): Map<Platform, number> {
    const { concurrency } = this.options;
    return new Map([...this.served].map((platform) => [platform, concurrency - this.callsOf(platform).size]));
  }

  /** Resolves once one of the calls under way has ended; at once if there is none. */
  async oneEnds(): Promise<void> {
    const underWay = [...this.calls.values()].flatMap((calls) => [...calls]);
    if (underWay.length > 0) await Promise.race(underWay);
  }

  isAsking(run: QueuedRun): boolean {
    return this.asked.has(nameOf(run));
  }

  get isBusy(): boolean {
    return [...this.calls.values()].some(({ size }) => size > 0);
  }

  /** Begins as many of the runs as the platform limits and the places allow. @returns how many it began. */
  async start(found: ReadonlyMap<Platform, readonly QueuedRun[]>): Promise<number> {
    const platforms = [...this.clients.keys()];
    const wanted = (platform: Platform) => (this.served.has(platform) ? (found.get(platform) ?? []) : []);
    const begun = await Promise.all(platforms.map((platform) => this.startOn(platform, wanted(platform))));
    return begun.reduce((sum, one) => sum + one, 0);
  }

  /**
   * Lets calls under way end; after `graceMs` it aborts them and queues their runs again. After `limitMs` it no longer
   * waits for a database that is away. @param quiet resolves once nothing more is begun.
   */
  async drain(graceMs: number, limitMs: number, quiet: Promise<void>): Promise<void> {
    const { clock } = this.options;
    const done = new AbortController();
    const calls = clock.wait(graceMs, done.signal).then(() => this.stopCalls.abort(new Error('the worker stops')));
    const waits = clock.wait(limitMs, done.signal).then(() => this.stopWaiting.abort());
    for (const timer of [calls, waits]) timer.catch(() => {});
    await quiet;
    await this.finish();
    done.abort();
  }

  /** Lets calls under way end, however long they take. */
  async finish(): Promise<void> {
    while (this.isBusy) await this.oneEnds();
    await this.start(new Map()).catch((error: unknown) =>
      this.options.log.error({ err: error }, 'reporting what was spent on platforms failed'),
    );
  }

  private callsOf(platform: Platform): Set<Promise<void>> {
    const calls = this.calls.get(platform) ?? new Set();
    this.calls.set(platform, calls);
    return calls;
  }

  private async startOn(platform: Platform, found: readonly QueuedRun[]): Promise<number> {
    const { database, concurrency } = this.options;
    const requests = Math.max(0, Math.min(found.length, concurrency - this.callsOf(platform).size));
    const correction = this.corrections.take(platform);
    if (requests === 0 && correction === null) return 0;
    const { costMicroUsd: microUsdEach } = this.clientOf(platform).usual;
    const wanted = { requests, microUsdEach, correction };
    const permitted = await permits(database.openForJob(), platform, wanted).catch((error: unknown) => {
      // It may have been written all the same: reported again, what was saved would be deducted twice.
      if (correction) this.corrections.add(platform, { ...correction, microUsd: Math.max(0, correction.microUsd) });
      throw error;
    });
    const begun = await this.claimSome(platform, found, permitted);
    if (permitted.isProbe && permitted.granted > 0 && begun === 0) await returnProbe(database.openForJob(), platform);
    return begun;
  }

  /** Claims as many runs as were granted, then further ones in place of those that others had claimed. */
  private async claimSome(platform: Platform, found: readonly QueuedRun[], permitted: Permits): Promise<number> {
    const { granted } = permitted;
    let begun = 0;
    const claim = async (run: QueuedRun) => {
      if (await this.claim(platform, run, permitted)) begun += 1;
    };
    const claimRequested = async (run: QueuedRun) => {
      if (await this.mayClaimRequested(run, permitted, begun)) await claim(run);
    };
    try {
      for (let at = 0; begun < granted && at < found.length; ) {
        const tried = found.slice(at, at + granted - begun);
        at += tried.length;
        const claims = await Promise.allSettled(
          tried.map((run) => (isRequested(run.occasion) ? this.requestedTurn(() => claimRequested(run)) : claim(run))),
        );
        for (const one of claims) if (one.status === 'rejected') throw one.reason;
      }
    } finally {
      for (let unused = begun; unused < granted; unused += 1) this.settleReserved(platform, permitted, NO_COST);
    }
    return begun;
  }

  /** Whether a requested run is within its account's share of the day's budget. @param begun of the permits. */
  private async mayClaimRequested(run: QueuedRun, permitted: Permits, begun: number): Promise<boolean> {
    const { database, now } = this.options;
    const { accountId, platform } = run;
    const { granted, leftMicroUsd: left } = permitted;
    const unusedMicroUsd = (granted - begun) * this.clientOf(platform).usual.costMicroUsd;
    const leftMicroUsd = left === null ? null : left + unusedMicroUsd;
    return mayAskRequested(database.openForJob(), { accountId, platform, leftMicroUsd, now: now() });
  }

  /** @returns whether it is being asked. */
  private async claim(platform: Platform, queued: QueuedRun, permitted: Permits): Promise<boolean> {
    const { database, claimant, clock, now, meter } = this.options;
    const terms = { now: now(), claimant, reserved: this.clientOf(platform).usual };
    const claim = await claimRun(database.openForJob(), queued, terms);
    if (!claim) {
      meter.claimMissed(platform);
      return false;
    }
    const { run, unwanted } = claim;
    const startedMs = clock.elapsedMs();
    const work = unwanted
      ? this.finisher.finish(run, { kind: 'skipped', reason: unwanted, cost: NO_COST }, startedMs)
      : this.ask(run, permitted, startedMs);
    this.follow(work, run);
    return unwanted === null;
  }

  private follow(work: Promise<void>, run: ClaimedRun): void {
    const { log, meter } = this.options;
    const { platform, projectId } = run;
    const calls = this.callsOf(platform);
    this.asked.add(nameOf(run));
    meter.inFlight(platform, 1);
    const followed = work
      .catch((error: unknown) => log.error({ platform, project_id: projectId, err: error }, 'settling a run failed'))
      .finally(() => {
        calls.delete(followed);
        this.asked.delete(nameOf(run));
        meter.inFlight(platform, -1);
      });
    calls.add(followed);
  }

  private ask(run: ClaimedRun, permitted: Permits, startedMs: number): Promise<void> {
    return inSpan('run', 'work', { platform: run.platform }, () => this.askOnce(run, permitted, startedMs));
  }

  private async askOnce(run: ClaimedRun, permitted: Permits, startedMs: number): Promise<void> {
    const { database, claimant, clock } = this.options;
    const { platform } = run;
    const lease = keepLease(database, run, { leaseMs: claimant.leaseMs, clock });
    try {
      const attempt = await this.attempt(run, lease);
      this.settleReserved(platform, permitted, attempt?.ending.cost ?? run.reserved);
      if (!attempt) return;
      this.count(platform, attempt);
      await this.report(platform, attempt, permitted.isProbe);
      if (lease.lost.aborted) return;
      await this.finisher.finish(run, attempt.ending, startedMs);
    } finally {
      await lease.end();
    }
  }

  /** @returns null if another worker has the run by now. */
  private async attempt(run: ClaimedRun, lease: Lease): Promise<Attempt | null> {
    const client = this.clientOf(run.platform);
    const moment = () => ({ now: this.options.now(), chance: Math.random() });
    try {
      const signal = AbortSignal.any([lease.lost, this.stopCalls.signal]);
      const outcome = await client.query({ text: run.text, place: run.place }, signal);
      return attemptOf(run, outcome, client.requestVersion, moment());
    } catch (error) {
      if (lease.lost.aborted) return null;
      if (this.stopCalls.signal.aborted) return lostAttempt(run, moment());
      throw error;
    }
  }

  private clientOf(platform: Platform): PlatformClient {
    const client = this.clients.get(platform);
    if (!client) throw new Error(`there is no client for ${platform}`);
    return client;
  }

  private count(platform: Platform, { fault, ending }: Attempt): void {
    const { meter } = this.options;
    meter.requested(platform, fault ?? 'none');
    meter.spent(platform, ending.cost);
  }

  /** Adds up what a granted request cost in place of what was reserved for it; the next grant reports it. */
  private settleReserved(platform: Platform, { day }: Permits, { costMicroUsd }: AttemptCost): void {
    const { costMicroUsd: reserved } = this.clientOf(platform).usual;
    this.corrections.add(platform, { day, microUsd: costMicroUsd - reserved, releasedMicroUsd: reserved });
  }

  /** A failure is only logged: the next request reports again, and the run's answer matters more. */
  private async report(platform: Platform, { effect }: Attempt, isProbe: boolean): Promise<void> {
    const { database, log } = this.options;
    await reportOutcome(database.openForJob(), platform, effect, isProbe).catch((error: unknown) =>
      log.error({ platform, err: error }, 'reporting the outcome of a request failed'),
    );
  }
}
