import { Pool, type PoolClient } from 'pg';
import type { ServerChooser } from './cluster/server-chooser.js';
import { refuseUnreplicated, releaseLostConnections } from './lost-connections.js';
import { Pipelines } from './pipelines.js';
import { readTextArrays } from './text-array.js';

export interface ConnectionPoolOptions {
  /** Behind a transaction pooler a statement's name outlives its connection, so statements go without names. */
  isPooled: boolean;
  /** A `text[]` is read by our own parser, not the driver's. */
  textArrays: boolean;
  /** How long a connection in use may be without a byte before it counts as lost. */
  silenceMs: number;
  /** Of several servers. */
  chooser: ServerChooser | undefined;
}

/** Short transactions beside those under way; more than these wait for one another. */
const SEPARATE_CONNECTIONS = 2;
/** Opening a connection takes longer than such a transaction, and names that are not known yet come in bursts. */
const SEPARATE_IDLE_MS = 10_000;

/** The connections of a process to its database, and what the process knows by way of them. */
export class ConnectionPool {
  readonly hasNames: boolean;
  /** For quick statements of requests; none behind a pooler, whose clients lack that mode of the driver. */
  readonly pipelines: Pipelines | undefined;
  /**
   * Partitions that this process knows to exist, by name. Those that the upkeep drops are so old that no process files
   * anything in them again.
   */
  readonly knownPartitions = new Set<string>();
  readonly #chooser: ServerChooser | undefined;
  #separate: Pool | undefined;

  constructor(
    readonly pool: Pool,
    { isPooled, textArrays, silenceMs, chooser }: ConnectionPoolOptions,
  ) {
    if (textArrays) readTextArrays(pool);
    releaseLostConnections(pool, silenceMs);
    refuseUnreplicated(pool);
    chooser?.lead(pool);
    this.#chooser = chooser;
    this.hasNames = !isPooled;
    this.pipelines = isPooled ? undefined : new Pipelines(pool);
  }

  /**
   * A short transaction committed while the caller's own goes on, for what others need before that one ends. Its
   * connection is beside the pool: transactions that hold all of the pool may be the ones that wait for it. `work` must
   * not wait for such a transaction in its turn.
   */
  async onSeparateConnection<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    this.#separate ??= this.#openSeparate();
    const client = await this.#separate.connect();
    client.on('error', ignoreLoss);
    let hasFailed = true;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      hasFailed = false;
      return result;
    } finally {
      client.off('error', ignoreLoss);
      // A failed transaction is left by closing its connection.
      client.release(hasFailed);
    }
  }

  /** Ends the connections beside the pool; the pool itself is ended by who opened it. */
  async close(): Promise<void> {
    const separate = this.#separate;
    this.#separate = undefined;
    await separate?.end();
  }

  #openSeparate(): Pool {
    const separate = new Pool({
      ...this.pool.options,
      min: 0,
      max: SEPARATE_CONNECTIONS,
      idleTimeoutMillis: SEPARATE_IDLE_MS,
    });
    separate.on('error', ignoreLoss);
    this.#chooser?.lead(separate);
    refuseUnreplicated(separate);
    return separate;
  }
}

/** A lost connection fails the statement under way too, which is where the loss is reported. */
function ignoreLoss(): void {}
