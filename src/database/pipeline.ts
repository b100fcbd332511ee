import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { cancelRunning } from './cancel.js';
import { isReadTimeout } from './read-timeout.js';

export interface PipelineBounds {
  /** One that has not replied for so long is silent. */
  silentMs: number;
  /** An idle one keeps its connection for so long, as under load others follow soon. */
  idleMs: number;
}

/** While a statement before it ran, the connection was lost or the statement's time went by; the cause is the error. */
export class LostBehindAnother extends Error {
  constructor(cause: unknown) {
    super('a statement before this one lost their connection', { cause });
  }
}

/** A statement under way. */
interface Place {
  sentMs: number;
}

/** A connection of the pool over which statements are sent before those before them are answered. */
export class Pipeline {
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
