import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { cancelRunning } from './cancel.js';
import { QuickStatements } from './quick-statements.js';
import { isReadTimeout } from './read-timeout.js';

export const SHARED = {
  /** Connections that are shared at once. */
  connections: 2,
  /** One that has not replied for so long takes no further statements. */
  silentMs: 20,
} as const;

/** A connection of the pool, and the statements that are under way on it. */
interface Shared {
  client: Promise<PoolClient>;
  underWay: number;
  /** When it was last free or replied. */
  repliedMs: number;
  hasFailed: boolean;
}

/** A statement that an account asks for. */
export interface Asked {
  accountId: string;
  /** The statement's, also where it is sent without one. */
  name: string;
  query: QueryConfig;
  /** Runs it on a connection of its own. */
  alone: () => Promise<QueryResult>;
}

/**
 * Sends the quick statements of several requests over the same connections, each before the one before it was answered
 * (PostgreSQL's pipeline): fewer packets and fewer processes woken, which was measured at a fifth of the CPU of a small
 * read, here and in the database. Who shares waits for those before it, so only statements that were quick of late do
 * (`quick-statements.ts`); as many as have a permit at once, so there are never more than that on a connection.
 */
export class SharedConnections {
  readonly #lent = new Set<Shared>();

  constructor(
    private readonly pool: Pool,
    private readonly bounds: Readonly<Record<keyof typeof SHARED, number>> = SHARED,
    private readonly quick = new QuickStatements(),
  ) {}

  /**
   * Runs the statement on a shared connection where it may, else alone.
   * @param noteWait is told how long it waited for those before it, in milliseconds.
   * @throws what the driver throws, also for the loss of a connection by another's statement.
   */
  async query({ accountId, name, query, alone }: Asked, noteWait: (ms: number) => void): Promise<QueryResult> {
    const shared = this.quick.isQuick(accountId, name) ? this.#choose() : undefined;
    const sentMs = performance.now();
    try {
      return await (shared ? this.#send(shared, query) : alone());
    } finally {
      const waitedMs = shared ? noteReply(shared, sentMs) : 0;
      noteWait(waitedMs);
      const tookMs = performance.now() - sentMs;
      this.quick.note(accountId, name, tookMs - waitedMs);
      if (shared) this.quick.noteShared(accountId, tookMs);
    }
  }

  /** Undefined where all are silent. */
  #choose(): Shared | undefined {
    if (this.#lent.size < this.bounds.connections) return this.#borrow();
    const nowMs = performance.now();
    let best: Shared | undefined;
    for (const shared of this.#lent) {
      if (nowMs - shared.repliedMs > this.bounds.silentMs) continue;
      if (best === undefined || shared.underWay < best.underWay) best = shared;
    }
    return best;
  }

  #borrow(): Shared {
    const shared = { client: this.#connect(), underWay: 0, repliedMs: performance.now(), hasFailed: false };
    this.#lent.add(shared);
    return shared;
  }

  async #connect(): Promise<PoolClient> {
    return (await this.pool.connect()).on('error', ignoreLoss);
  }

  async #send(shared: Shared, query: QueryConfig): Promise<QueryResult> {
    shared.underWay += 1;
    let client: PoolClient | undefined;
    try {
      client = await shared.client;
      return await client.query(query);
    } catch (error) {
      shared.hasFailed = true;
      this.#lent.delete(shared);
      // Not waited for: until it is noted, the time would be taken for that of those behind it.
      if (client && isReadTimeout(error)) void cancelRunning(client);
      throw error;
    } finally {
      shared.underWay -= 1;
      if (client && shared.underWay === 0) this.#release(shared, client);
    }
  }

  /** One on which a statement failed is closed, once all others on it are answered. */
  #release(shared: Shared, client: PoolClient): void {
    this.#lent.delete(shared);
    client.off('error', ignoreLoss);
    client.release(shared.hasFailed);
  }
}

/**
 * A connection answers in the order of asking.
 * @returns for how long the statement that was answered now, or failed, had waited for the one before it.
 */
function noteReply(shared: Shared, sentMs: number): number {
  const waitedMs = Math.max(0, shared.repliedMs - sentMs);
  shared.repliedMs = performance.now();
  return waitedMs;
}

/** A connection that is lost fails its statements too, which is where the loss is reported. */
function ignoreLoss(): void {}
