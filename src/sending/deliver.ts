import type { Timer } from '../clock.js';
import type { AlertTelling } from '../core/alerts/alert-events.js';
import type { Database } from '../database/database.js';
import type { DeliveryFault, DestinationKind } from '../entities/vocabulary.js';
import { ATTEMPT_MS, type Carrier, type Carriers, type ClaimedDelivery, type Outcome, type PutOff } from './carrier.js';
import {
  claimAlongside,
  claimDeliveries,
  lookForDeliveries,
  putDeliveryOff,
  releaseDelivery,
  type Settlement,
  settleDelivery,
} from './delivery-queue.js';
import { noteFailure } from './destination-health.js';
import { Pace } from './pace.js';
import { pauseAfter, restAfter } from './retries.js';
import { isOver, withinTime } from './time-limit.js';
import { dropUnwanted } from './unwanted-deliveries.js';

/** Where deliveries report; pino's shape. */
export interface SendingLog {
  error(details: object, message: string): void;
}

/** What deliveries are counted by. */
export interface SendingMeter {
  attempted(kind: DestinationKind, outcome: 'delivered' | 'again' | 'failed' | 'put_off' | 'unsettled'): void;
  /** Found at a look, over all accounts. */
  due(count: number): void;
}

export interface SendingOptions {
  database: Database;
  clock: Timer;
  log: SendingLog;
  meter: SendingMeter;
  carriers: Carriers;
  /** How the alert of a destination that is disabled is told. */
  telling: AlertTelling;
  /** What a stop may take; what is under way then is cut, and tried again by another process. */
  drainMs: number;
}

export interface Sending {
  /** Claims nothing more; resolves once nothing is under way. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 2_000;
const DROP_EVERY_MS = 60_000;
/** Deliveries of an account, and of all, that this process has under way at once. */
const PER_ACCOUNT = 10;
const PER_PROCESS = 64;
/** Attempts that begin, 150 a second: more would keep the process from the requests that it serves meanwhile. */
const PACE = { most: 15, withinMs: 100 };
/** Receivers refuse a signature of a time that is 5 minutes away. */
const SKEW_SECONDS_MAX = 60;
const REPORT_SKEW_EVERY_MS = 600_000;

/**
 * Delivers what was recorded (`core/events`), at least once, in no certain order. Any number of processes may: each
 * claims what is due, an account after the other, and settles it by the fence of its claim. What a process that died
 * had in hand is free again after 30 s.
 */
export function startSending(options: SendingOptions): Sending {
  const sender = new Sender(options);
  return { stop: () => sender.stop() };
}

class Sender {
  readonly #stopping = new AbortController();
  readonly #cut = new AbortController();
  readonly #kinds: readonly DestinationKind[];
  /** Accounts that may have something due, in turns. */
  readonly #turns = new Set<string>();
  readonly #underWay = new Map<string, number>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #loops: Promise<void>[];
  readonly #pace = new Pace(PACE);
  #isClaiming = false;
  #isPausing = false;
  #skewReportedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: SendingOptions) {
    const { webhook, slack, mail } = options.carriers;
    const carried = { webhook, slack, mail } satisfies Carriers;
    this.#kinds = (Object.keys(carried) as DestinationKind[]).filter((kind) => carried[kind] !== null);
    this.#loops = [
      this.#repeat(LOOK_EVERY_MS, 'looking for deliveries', () => this.#look()),
      this.#repeat(DROP_EVERY_MS, 'dropping deliveries', () => this.#dropUnwanted()),
    ];
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    const { clock, drainMs } = this.options;
    const drained = new AbortController();
    const late = clock.wait(drainMs, drained.signal).then(
      () => this.#cut.abort(),
      () => {},
    );
    while (this.#attempts.size > 0) await Promise.all(this.#attempts);
    drained.abort();
    await late;
  }

  async #repeat(everyMs: number, name: string, run: () => Promise<void>): Promise<void> {
    const { clock, log } = this.options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await run().catch((error: unknown) => log.error({ err: error }, `${name} failed`));
      // Only stopping ends a wait early, and the loop checks for that.
      await clock.wait(everyMs, signal).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    const { database, clock, meter } = this.options;
    const { accounts, skewSeconds } = await lookForDeliveries(database.openForJob(), clock.now());
    meter.due(accounts.reduce((sum, { due }) => sum + due, 0));
    this.#reportSkew(skewSeconds);
    for (const { accountId } of accounts) this.#turns.add(accountId);
    await this.#claim();
  }

  #reportSkew(skewSeconds: number): void {
    const { clock, log } = this.options;
    if (Math.abs(skewSeconds) <= SKEW_SECONDS_MAX) return;
    if (clock.elapsedMs() - this.#skewReportedAtMs < REPORT_SKEW_EVERY_MS) return;
    this.#skewReportedAtMs = clock.elapsedMs();
    const message = "this machine's clock and the database's differ: receivers refuse signatures of another time";
    log.error({ seconds: Math.round(skewSeconds) }, message);
  }

  async #dropUnwanted(): Promise<void> {
    const { database, clock } = this.options;
    await dropUnwanted(database.openForJob(), clock.now());
  }

  /** Claims for one account after the other while there is room; what ends meanwhile is looked at too. */
  async #claim(): Promise<void> {
    if (this.#isClaiming) return;
    this.#isClaiming = true;
    try {
      for (const accountId of this.#turns) {
        if (this.#stopping.signal.aborted || this.#attempts.size >= PER_PROCESS) return;
        const pauseMs = this.#pace.pauseMs(this.options.clock.elapsedMs());
        if (pauseMs > 0) return this.#pause(pauseMs);
        this.#turns.delete(accountId);
        await this.#claimFor(accountId);
      }
    } finally {
      this.#isClaiming = false;
    }
  }

  /** Goes on claiming once the pace allows it. */
  #pause(ms: number): void {
    if (this.#isPausing) return;
    this.#isPausing = true;
    this.options.clock
      .wait(ms, this.#stopping.signal)
      .then(
        () => {
          this.#isPausing = false;
          return this.#claim();
        },
        // Stopping ends the wait.
        () => {},
      )
      .catch((error: unknown) => this.#reportClaim(error));
  }

  async #claimFor(accountId: string): Promise<void> {
    const { database, clock, carriers } = this.options;
    const ofAccount = PER_ACCOUNT - (this.#underWay.get(accountId) ?? 0);
    const places = Math.min(ofAccount, PER_PROCESS - this.#attempts.size, this.#pace.free(clock.elapsedMs()));
    if (places <= 0) return;
    const now = clock.now();
    const kinds = this.#kinds.filter((kind) => carriers[kind]?.isReady?.(now) ?? true);
    if (kinds.length === 0) return;
    const terms = { now, kinds, places };
    for (const delivery of await claimDeliveries(database.openForJob(), accountId, terms)) this.#begin(delivery);
  }

  #begin(delivery: ClaimedDelivery): void {
    const { accountId } = delivery;
    this.#pace.take(this.options.clock.elapsedMs());
    this.#underWay.set(accountId, (this.#underWay.get(accountId) ?? 0) + 1);
    const attempt = this.#attempt(delivery).finally(() => {
      this.#attempts.delete(attempt);
      const left = (this.#underWay.get(accountId) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(accountId);
      else this.#underWay.set(accountId, left);
      this.#goOn(accountId);
    });
    this.#attempts.add(attempt);
  }

  /** Its destination, or another of the account, may have more. */
  #goOn(accountId: string): void {
    if (this.#stopping.signal.aborted) return;
    this.#turns.add(accountId);
    this.#claim().catch((error: unknown) => this.#reportClaim(error));
  }

  #reportClaim(error: unknown): void {
    this.options.log.error({ err: error }, 'claiming deliveries failed');
  }

  /** Never throws: what it could not settle is tried again once the lease is over. */
  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    const { database, log, meter } = this.options;
    const { accountId, id } = delivery;
    const claimed = [delivery];
    try {
      await this.#send(delivery, claimed);
    } catch (error) {
      meter.attempted(delivery.destination.kind, 'unsettled');
      if (!this.#cut.signal.aborted) {
        log.error({ err: error, account_id: accountId, delivery_id: id }, 'an attempt to deliver was not settled');
        return;
      }
      for (const each of claimed) await releaseDelivery(database.openForJob(), each).catch(() => {});
    }
  }

  /** @param claimed what goes in the same message is added to it. */
  async #send(delivery: ClaimedDelivery, claimed: ClaimedDelivery[]): Promise<void> {
    const { database, clock, carriers } = this.options;
    const carrier = carriers[delivery.destination.kind];
    if (!carrier) throw new Error('a delivery of a kind that this process does not carry was claimed');
    const at = clock.now();
    const startedMs = clock.elapsedMs();
    if (carrier.gathersAlerts && delivery.event.type.startsWith('alert.')) {
      claimed.push(...(await claimAlongside(database.openForJob(), delivery, at)));
    }
    const outcome = await this.#carry(carrier, claimed, at);
    const tookMs = Math.round((clock.elapsedMs() - startedMs) / 100) * 100;
    if ('putOffMs' in outcome) return this.#putOff(claimed, outcome);
    await this.#settle(claimed, outcome, { at, tookMs, patienceMs: carrier.patienceMs });
  }

  /** What takes too long is cut, and has timed out. @throws where the process stops, and what a carrier cannot tell. */
  async #carry(
    carrier: Carrier,
    [delivery, ...alongside]: readonly ClaimedDelivery[],
    at: Date,
  ): Promise<Outcome | PutOff> {
    if (!delivery) throw new Error('an attempt without a delivery');
    return withinTime(ATTEMPT_MS, this.#cut.signal, async (signal) => {
      try {
        return await carrier.send(delivery, at, signal, alongside);
      } catch (error) {
        if (!isOver(signal)) throw error;
        return { fault: 'timed_out', status: null, responseHead: null };
      }
    });
  }

  async #putOff(claimed: readonly ClaimedDelivery[], { putOffMs }: PutOff): Promise<void> {
    const { database, clock, meter } = this.options;
    const dueAt = new Date(clock.now().getTime() + putOffMs);
    for (const delivery of claimed) {
      await putDeliveryOff(database.openForJob(), delivery, dueAt);
      meter.attempted(delivery.destination.kind, 'put_off');
    }
  }

  async #settle(claimed: readonly ClaimedDelivery[], outcome: Outcome, tried: Tried): Promise<void> {
    const { fault, status, responseHead } = outcome;
    const { at, tookMs } = tried;
    const attempt = { at, status, tookMs, fault, responseHead };
    if (fault === null) await this.#settleArrived(claimed, attempt);
    else await this.#settleAllFailed(claimed, { ...outcome, fault }, attempt, tried);
  }

  async #settleArrived(claimed: readonly ClaimedDelivery[], attempt: Settlement['attempt']): Promise<void> {
    const { database, clock, meter } = this.options;
    const now = clock.now();
    const settlement = { state: 'delivered', dueAt: attempt.at, attempt } as const;
    for (const delivery of claimed) {
      const isOurs = await settleDelivery(database.openForJob(), delivery, settlement, now);
      meter.attempted(delivery.destination.kind, isOurs ? 'delivered' : 'unsettled');
    }
  }

  /** What went as one message is due again as one. */
  async #settleAllFailed(
    claimed: readonly ClaimedDelivery[],
    outcome: Failed,
    attempt: Settlement['attempt'],
    { at, patienceMs = Number.POSITIVE_INFINITY }: Tried,
  ): Promise<void> {
    const { clock, meter } = this.options;
    const now = clock.now();
    const pauseMs = outcome.isFinal ? null : pauseAfter((claimed[0]?.attempts ?? 0) + 1, Math.random());
    const dueMs = now.getTime() + Math.max(pauseMs ?? 0, outcome.retryAfterMs ?? 0);
    for (const [place, delivery] of claimed.entries()) {
      const goesOn = pauseMs !== null && dueMs - (delivery.firstAttemptAt ?? at).getTime() <= patienceMs;
      const settlement = { state: goesOn ? 'waiting' : 'failed', dueAt: new Date(dueMs), attempt } as const;
      const isOurs = await this.#settleFailed(delivery, settlement, place === 0 ? outcome : null, now);
      const counted = goesOn ? 'again' : 'failed';
      meter.attempted(delivery.destination.kind, isOurs ? counted : 'unsettled');
    }
  }

  /** @param failed what is a failure of its destination; null where one of the same message is. */
  async #settleFailed(
    delivery: ClaimedDelivery,
    settlement: Settlement,
    failed: Failed | null,
    now: Date,
  ): Promise<boolean> {
    const { database, clock, telling } = this.options;
    const { accountId, destination } = delivery;
    return database.openForJob().transaction(async (db) => {
      const isOurs = await settleDelivery(db, delivery, settlement, now);
      if (!isOurs || failed === null || failed.isElsewhere) return isOurs;
      const { fault, disablesAfter } = failed;
      const restMs = failed.isOfDestination ? (failed.retryAfterMs ?? 0) : 0;
      const restsUntil = (failures: number) =>
        new Date(now.getTime() + Math.max(restAfter(failures, Math.random()), restMs));
      const failure = { fault, restsUntil, disablesAfter };
      await noteFailure(db, { accountId, destinationId: destination.id, clock }, failure, telling);
      return true;
    });
  }
}

type Failed = Outcome & { fault: DeliveryFault };

/** When and how long an attempt was made, and how long its carrier goes on. */
interface Tried {
  at: Date;
  tookMs: number;
  patienceMs?: number | undefined;
}
