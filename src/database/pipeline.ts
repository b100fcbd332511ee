import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { cancelRunning } from './cancel.js';
import { isReadTimeout } from './read-timeout.js';

export interface PipelineBounds {
  /** One that has not replied for so long is silent. */
  silentMs: number;
  /** An idle one keeps its connection for so long, as under load others follow soon. */
  idleMs: number;
}

/** A connection of the pool over which statements are sent before those before them are answered. */
export class Pipeline {
  #underWay = 0;
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
    return this.#underWay;
  }

  get isSilent(): boolean {
    return this.#underWay > 0 && performance.now() - this.#repliedMs > this.bounds.silentMs;
  }

  /** One on which a statement failed takes no others; its connection is closed once those under way are answered. */
  async send(query: QueryConfig): Promise<QueryResult> {
    this.#underWay += 1;
    try {
      const client = await this.#connected;
      return await client.query(query);
    } catch (error) {
      this.#fail();
      // Not waited for: until it is noted, the time would be taken for that of those behind it.
      if (this.#client && isReadTimeout(error)) void cancelRunning(this.#client);
      throw error;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#releaseOnceIdle();
    }
  }

  /**
   * Called when a statement was answered, or failed; a connection answers in the order of asking.
   * @returns for how long it had waited for the one before it, in milliseconds.
   */
  noteReply(sentMs: number): number {
    const waitedMs = Math.max(0, this.#repliedMs - sentMs);
    this.#repliedMs = performance.now();
    return waitedMs;
  }

  async #connect(pool: Pool): Promise<PoolClient> {
    this.#client = (await pool.connect()).on('error', this.#onLoss);
    return this.#client;
  }

  /** A loss fails the statements under way too, which is where it is reported. */
  readonly #onLoss = () => {
    this.#fail();
    if (this.#underWay === 0) this.#release();
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
      if (this.#underWay === 0) this.#release();
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
