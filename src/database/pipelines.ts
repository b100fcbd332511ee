import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { cancelRunning } from './driver-client.js';
import { isReadTimeout } from './unavailable.js';

export const PIPELINES = {
  /** At once. */
  connections: 2,
  silentMs: 20,
  idleMs: 20,
} as const;

/** A read that an account asks for. */
interface Asked {
  accountId: string;
  /** The statement's, also where it is sent without one. */
  name: string;
  query: QueryConfig;
  /** Runs it on a connection of its own. */
  alone: () => Promise<QueryResult>;
}

/**
 * Sends quick statements of several requests over the same connections, each before the one before it was answered:
 * fewer packets and fewer processes woken, which was measured at a fifth of the CPU of a small read, here and in the
 * database. Who is in a pipeline waits for those before it, so only statements that were quick of late are
 * ({@link QuickStatements}), and no more of them than have a permit at once. Who loses the connection by another's
 * statement is sent again, alone, once: so only reads are in pipelines, which may be repeated.
 */
export class Pipelines {
  readonly #open = new Set<Pipeline>();

  constructor(
    private readonly pool: Pool,
    private readonly bounds: Readonly<PipelineBounds & { connections: number }> = PIPELINES,
    private readonly quick = new QuickStatements(),
  ) {}

  /**
   * Runs the statement in a pipeline where it may, else alone.
   * @param noteWait is told how long it waited for others, in milliseconds: for those before it, and for what another's
   *   failed statement cost it.
   * @throws what the driver throws for this statement.
   */
  async query(asked: Asked, noteWait: (ms: number) => void): Promise<QueryResult> {
    const pipeline = this.quick.isQuick(asked.accountId, asked.name) ? this.#choose() : undefined;
    if (!pipeline) return this.#alone(asked);
    try {
      return await this.#inPipeline(pipeline, asked, noteWait);
    } catch (error) {
      if (error instanceof LostBehindAnother) return this.#alone(asked);
      throw error;
    }
  }

  async #inPipeline(pipeline: Pipeline, { accountId, name, query }: Asked, noteWait: (ms: number) => void) {
    const sentMs = performance.now();
    return pipeline.send(query, (waitedMs) => {
      noteWait(waitedMs);
      const tookMs = performance.now() - sentMs;
      this.quick.note(accountId, name, tookMs - waitedMs);
      this.quick.notePipelined(accountId, tookMs);
    });
  }

  async #alone({ accountId, name, alone }: Asked): Promise<QueryResult> {
    const sentMs = performance.now();
    try {
      return await alone();
    } finally {
      this.quick.note(accountId, name, performance.now() - sentMs);
    }
  }

  /** The one with the fewest under way; a further one is opened where none is idle. Undefined where all are silent. */
  #choose(): Pipeline | undefined {
    let best: Pipeline | undefined;
    for (const pipeline of this.#open) {
      if (!pipeline.isSilent && (best === undefined || pipeline.underWay < best.underWay)) best = pipeline;
    }
    return this.#open.size < this.bounds.connections && best?.underWay !== 0 ? this.#openNext() : best;
  }

  #openNext(): Pipeline {
    const pipeline: Pipeline = new Pipeline(this.pool, this.bounds, () => this.#open.delete(pipeline));
    this.#open.add(pipeline);
    return pipeline;
  }
}

interface PipelineBounds {
  /** One that has not replied for so long is silent. */
  silentMs: number;
  /** An idle one keeps its connection for so long, as under load others follow soon. */
  idleMs: number;
}

/** While a statement before it ran, the connection was lost or the statement's time went by; the cause is the error. */
class LostBehindAnother extends Error {
  constructor(cause: unknown) {
    super('a statement before this one lost their connection', { cause });
  }
}

/** A statement under way. */
interface Place {
  sentMs: number;
}

/** A connection of the pool over which statements are sent before those before them are answered. */
class Pipeline {
  /** In the order of sending, in which they are answered: the first one runs. */
  readonly #line = new Set<Place>();
  /** What ran when the connection was lost. */
  #lostBy: Place | undefined;
  #hasFailed = false;
  #repliedMs = performance.now();
  /** Looks whether it is idle. */
  #look: NodeJS.Timeout | undefined;
  /** Until it is given back. */
  #client: PoolClient | undefined;
  readonly #connected: Promise<PoolClient>;

  /** @param onClosed called once it takes no further statements, maybe more than once. */
  constructor(
    pool: Pool,
    private readonly bounds: Readonly<PipelineBounds>,
    private readonly onClosed: () => void,
  ) {
    this.#connected = this.#connect(pool);
  }

  get underWay(): number {
    return this.#line.size;
  }

  get isSilent(): boolean {
    return this.#line.size > 0 && performance.now() - this.#repliedMs > this.bounds.silentMs;
  }

  /**
   * One on which a statement failed takes no others; its connection is closed once those under way are answered.
   * @param noteWait is told for how long the statement waited for those before it, in milliseconds.
   * @throws LostBehindAnother where another statement is the reason, and what the driver throws.
   */
  async send(query: QueryConfig, noteWait: (ms: number) => void): Promise<QueryResult> {
    const place: Place = { sentMs: performance.now() };
    this.#line.add(place);
    try {
      const client = await this.#connected;
      const result = await client.query(query);
      noteWait(this.#noteReply(place));
      return result;
    } catch (error) {
      this.#fail();
      const isOfAnother = this.#isOfAnother(place, error);
      const waitedMs = this.#noteReply(place);
      noteWait(isOfAnother ? performance.now() - place.sentMs : waitedMs);
      // Not waited for: until it is noted, the time would be taken for that of those behind it.
      if (this.#client && isReadTimeout(error)) void cancelRunning(this.#client);
      throw isOfAnother ? new LostBehindAnother(error) : error;
    } finally {
      this.#line.delete(place);
      if (this.#line.size === 0) this.#releaseOnceIdle();
    }
  }

  /**
   * Of a lost connection the statement that ran is the reason. One whose time went by may have waited for most of it,
   * as its time counts from its sending on.
   */
  #isOfAnother(place: Place, error: unknown): boolean {
    if (!this.#client || isOfStatement(error)) return false;
    if (this.#lostBy === undefined) [this.#lostBy] = this.#line;
    if (this.#lostBy !== place) return true;
    const ranMs = performance.now() - Math.max(place.sentMs, this.#repliedMs);
    return isReadTimeout(error) && this.#repliedMs - place.sentMs > ranMs;
  }

  /** @returns for how long it had waited for the one before it, in milliseconds. */
  #noteReply({ sentMs }: Place): number {
    const waitedMs = Math.max(0, this.#repliedMs - sentMs);
    this.#repliedMs = performance.now();
    return waitedMs;
  }

  async #connect(pool: Pool): Promise<PoolClient> {
    this.#client = (await pool.connect()).on('error', this.#onLoss);
    this.#repliedMs = performance.now();
    return this.#client;
  }

  /** A loss fails the statements under way too, which is where it is reported. */
  readonly #onLoss = () => {
    this.#fail();
    if (this.#line.size === 0) this.#release();
  };

  #fail(): void {
    this.#hasFailed = true;
    this.onClosed();
  }

  #releaseOnceIdle(): void {
    if (this.#hasFailed) {
      this.#release();
      return;
    }
    this.#look ??= setTimeout(() => {
      this.#look = undefined;
      if (this.#line.size === 0) this.#release();
    }, this.bounds.idleMs);
  }

  #release(): void {
    const client = this.#client;
    this.#client = undefined;
    clearTimeout(this.#look);
    this.onClosed();
    client?.off('error', this.#onLoss).release(this.#hasFailed);
  }
}

/** The server refused the statement, and the connection goes on; in another language it says neither word. */
function isOfStatement(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

export const QUICK = {
  /** One that took longer was slow. */
  maxMs: 50,
  /** An account one of whose statements took so long in a pipeline, with all its waiting, was stuck. */
  stuckMs: 500,
  /** Counts as slow for so long; of an account that was stuck all statements do. */
  slowForMs: 60_000,
  /** Statements of accounts that are remembered: some 3 MB. */
  remembered: 20_000,
} as const;

/**
 * Which statements were answered quickly of late, each for one account: the same statement reads ten rows of one and a
 * million of another. One that is not known counts as slow. Who waits for others in a pipeline is not charged for it:
 * so accounts that were stuck in one are asked alone for a while, all of them, as nobody knows how slow those are that
 * waited.
 */
export class QuickStatements {
  /** From when on each counts as quick, on the process's monotonic clock; by the account alone, all of its. */
  readonly #quickFromMs = new LRUCache<string, number>({ max: QUICK.remembered });

  constructor(
    private readonly bounds: Readonly<Omit<Record<keyof typeof QUICK, number>, 'remembered'>> = QUICK,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  isQuick(accountId: string, statement: string): boolean {
    const fromMs = this.#quickFromMs.get(accountId + statement);
    return fromMs !== undefined && Math.max(fromMs, this.#quickFromMs.get(accountId) ?? 0) <= this.nowMs();
  }

  /** It was answered, or failed, after `tookMs`. */
  note(accountId: string, statement: string, tookMs: number): void {
    const key = accountId + statement;
    if (tookMs > this.bounds.maxMs) this.#quickFromMs.set(key, this.nowMs() + this.bounds.slowForMs);
    else if (!this.#quickFromMs.has(key)) this.#quickFromMs.set(key, this.nowMs());
  }

  /** It was in a pipeline, and was answered, or failed, after `tookMs` with all that it waited for others. */
  notePipelined(accountId: string, tookMs: number): void {
    if (tookMs > this.bounds.stuckMs) this.#quickFromMs.set(accountId, this.nowMs() + this.bounds.slowForMs);
  }
}
