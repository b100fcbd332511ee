import { Pool, type PoolClient, types } from 'pg';
import type { ServerChooser } from './cluster/server-chooser.js';
import { CANCEL_TIMEOUT_MS, connectionOf, limitStatements, socketOf } from './driver-client.js';
import { Pipelines } from './pipelines.js';

interface ConnectionPoolOptions {
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
  /**
   * Attempts at the analysis of a project, by id, that ended while the database was away: this process runs, so they
   * are no crash, and their marks are deleted later.
   */
  readonly endedAttempts = new Map<string, { accountId: string; projectId: string }>();
  readonly #chooser: ServerChooser | undefined;
  #separate: Pool | undefined;
  readonly #clients = new Set<PoolClient>();
  #isPatient = false;

  constructor(
    readonly pool: Pool,
    { isPooled, textArrays, silenceMs, chooser }: ConnectionPoolOptions,
  ) {
    if (textArrays) readTextArrays(pool);
    releaseLostConnections(pool, silenceMs, () => this.#isPatient);
    refuseUnreplicated(pool);
    pool.on('connect', (client) => {
      this.#clients.add(client);
      if (this.#isPatient) limitStatements(client, 0);
    });
    pool.on('remove', (client) => this.#clients.delete(client));
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
    let hasFailed = true;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      hasFailed = false;
      return result;
    } finally {
      // A failed transaction is left by closing its connection.
      client.release(hasFailed);
    }
  }

  /**
   * Does `work` without a limit on how long a statement takes or a connection is silent, on all connections of the
   * pool: for migrations, which read all facts, and for who waits for them. A network that is dead ends the wait all
   * the same, by the keep-alive of its connections.
   */
  async withoutTimeLimits<Result>(work: () => Promise<Result>): Promise<Result> {
    const limit = (timeoutMs: number) => {
      for (const client of this.#clients) limitStatements(client, timeoutMs);
    };
    this.#isPatient = true;
    limit(0);
    try {
      return await work();
    } finally {
      this.#isPatient = false;
      limit(this.pool.options.query_timeout ?? 0);
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
    surviveLosses(separate);
    this.#chooser?.lead(separate);
    refuseUnreplicated(separate);
    return separate;
  }
}

/**
 * Has the process go on when a connection is lost, wherever it is then, as MikroORM does for its own pool: a lost one
 * fails the statement under way, or the next, which is where the loss is reported. The listeners stay for the life of a
 * connection, as the server's last message may come before a borrower could add one.
 */
function surviveLosses(pool: Pool): void {
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  pool.on('error', ignoreLoss);
}

function ignoreLoss(): void {}

/**
 * Time in which the holder of a connection may notice its loss and release it in the ordinary way, also where it
 * cancels its statement first.
 */
const GRACE_MS = CANCEL_TIMEOUT_MS + 1_000;

/**
 * Restores the places of a pool when a connection is lost in mid-transaction: the query builder does not return one
 * whose rollback fails, so each such loss would leave the pool smaller until nothing is left of it.
 * @param silenceMs how long a connection in use may be without a byte before it counts as lost, longer than any
 *   statement.
 * @param mayBeSilent whether, for the time being, it does not count as lost however long it is without one.
 */
export function releaseLostConnections(pool: Pool, silenceMs: number, mayBeSilent = () => false): void {
  const held = new Set<unknown>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!held.has(client)) return;
      // Keeps the process alive: a pool that is being closed waits for what it lent, with nothing else left to wake it.
      setTimeout(() => held.has(client) && client.release(true), GRACE_MS);
    });
    const socket = socketOf(client);
    socket.setTimeout(silenceMs);
    // Each time: a callback of `setTimeout` would be called once, and its chance be gone while it may be silent.
    socket.on('timeout', () => held.has(client) && !mayBeSilent() && socket.destroy());
  });
}

/** The place in PostgreSQL's source that warns; its words depend on the server's language. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN';

/**
 * Has a commit fail that no synchronous standby confirmed. Where the wait for one is cancelled, as by
 * `pg_cancel_backend`, PostgreSQL reports a commit all the same, with a warning: it holds on this server alone, and a
 * failover would lose it.
 */
export function refuseUnreplicated(pool: Pool): void {
  pool.on('connect', (client) => {
    client.on('notice', ({ routine }) => {
      if (routine !== WAIT_FOR_STANDBY) return;
      connectionOf(client).emit(
        'error',
        new Error('Connection terminated: no synchronous standby confirmed the commit'),
      );
    });
  });
}

/** The type `text[]` in PostgreSQL's catalogue, which the driver's list of types lacks. */
const TEXT_ARRAY: number = 1009;

const parseAny: (text: string) => string[] = types.getTypeParser(TEXT_ARRAY);

/**
 * A `text[]` as PostgreSQL writes it: `{chatgpt,claude}`. The driver's own parser goes letter by letter, and made a
 * quarter of all that was allocated for lists of prompts; what is quoted, nested or null is left to it. A fast path
 * (docs/architecture.md).
 */
export function parseTextArray(text: string): string[] {
  if (text === '{}') return [];
  return isPlain(text) ? text.slice(1, -1).split(',') : parseAny(text);
}

/** Nothing quoted, no null (a text of that name is quoted), one list alone and that from its usual beginning. */
function isPlain(text: string): boolean {
  return !text.includes('"') && !text.includes('NULL') && text.lastIndexOf('{') === 0;
}

/** Has the connections of a pool read `text[]` that way. */
function readTextArrays(pool: Pool): void {
  const usual = pool.options.types ?? types;
  pool.options.types = {
    getTypeParser: (oid, format) =>
      oid === TEXT_ARRAY && format !== 'binary' ? parseTextArray : usual.getTypeParser(oid, format),
  };
}
