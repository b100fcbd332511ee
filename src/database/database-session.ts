import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { inSpan, isTracing } from '../tracing.js';
import type { Places } from './cluster/places.js';
import type { ConnectionPool } from './connection-pool.js';
import { cancelRunning } from './driver-client.js';
import { type FairSemaphore, PermitsExhausted } from './fair-semaphore.js';
import type { Statement } from './rows.js';
import { isReadTimeout, isUnavailable } from './unavailable.js';
import type { WorkMeter } from './work-meter.js';

/** How a session gets a connection: by which permits and for which key, and until when its work is wanted. */
export interface Access {
  permits: FairSemaphore;
  /** The account, or the check or job. */
  key: string;
  /** Whose turn it is, and whose time: an account's keys and its people are counted apart. The key where left out. */
  payer?: string;
  meter: WorkMeter;
  /** Of a distributed database: which server the key's account lies on. */
  places?: Places | undefined;
  /** Aborted when the response is not waited for any more: what runs is cancelled, what follows does not start. */
  signal: AbortSignal | undefined;
  /** Quick statements may be in a pipeline with those of others. */
  mayPipeline?: boolean;
  /** Statements that may change something, and transactions, are refused: its caller may only read. */
  readsOnly?: boolean;
  /** Receives what the database worked for the payer. */
  recordTime: (workMs: number) => void;
  /** What the processor did for the payer beside the database; without a bound where left out. */
  processor?: {
    record: (ms: number) => void;
    secondsUntilFree: () => number;
    /** What the processor has worked so far; {@link workedMs} where left out. */
    workedMs?: () => number;
  };
}

/**
 * A statement that took so long is cancelled; the connection is given up, as on a dead network nothing else ends the
 * wait.
 */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * The database for one request or job, opened by `Database` and dropped with it, or for one transaction of those. Reads
 * are plain rows of named statements; `em` is the unit of work for what is written, and holds no object of another
 * request.
 */
export class DatabaseSession {
  #plansOnce = false;
  #processorMs = 0;

  constructor(
    readonly em: EntityManager,
    readonly access: Access,
    /** The pool that the ORM has now. */
    private readonly poolOfOrm: () => Promise<ConnectionPool>,
  ) {}

  /**
   * Runs one statement with bound parameters and returns its plain rows: in this session's transaction where it has
   * one, else on a connection of its share of the pool, cancelled once the response is not waited for any more; a quick
   * read may be in a pipeline with others, and is not cancelled. Entities are never hydrated here: on reads that was
   * measured at 4 to 10 times the cost of plain rows.
   * @throws PermitsExhausted where no connection becomes free in time, and what the driver throws.
   */
  rows<Row>(asked: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    if (!isTracing) return this.#rows(asked, values);
    const about = { 'db.system.name': 'postgresql', 'db.query.summary': asked.name };
    return inSpan(asked.name, 'call', about, () => this.#rows(asked, values));
  }

  async #rows<Row>(asked: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    const { name, text, isRead } = asked;
    if (this.access.readsOnly && !isRead) throw new Error(`a caller that only reads would run ${name}`);
    const { pool, pipelines, hasNames } = await this.poolOfOrm();
    if (this.isInTransaction) {
      const sent = this.#plansOnce && hasNames ? asText({ name, text }) : text;
      return rowsInTransaction(this.em, sent, values);
    }
    const { key, signal, mayPipeline } = this.access;
    const bound = { text, values: [...values], query_timeout: ANSWER_TIMEOUT_MS };
    const query = hasNames ? { name, ...bound } : bound;
    const shared = mayPipeline && isRead ? pipelines : undefined;
    const result = await holdingPermit(this.access, isRead, (recordWait) => {
      const alone = () => run(pool, query, signal, recordWait);
      return shared?.query({ accountId: key, name, query, alone }, recordWait) ?? alone();
    });
    // The statement's text and its row type are side by side in one declaration; nothing else checks them.
    const found = result.rows as Row[];
    // What hangs on the driver's result outlives the young generation's collections: emptied, a list of 20 projects was
    // measured at a fifth less CPU, most of it garbage collection.
    result.rows = [];
    return found;
  }

  /**
   * Runs `work` in one transaction, or in a savepoint of the one that this session is in: all of it holds or none of
   * it. The session that `work` receives begins empty and is dropped afterwards, so that an object whose change was
   * rolled back is never written by a later transaction.
   */
  async transaction<Result>(work: (tx: DatabaseSession) => Promise<Result>): Promise<Result> {
    if (this.access.readsOnly) throw new Error('a caller that only reads would begin a transaction');
    const begin = () =>
      this.em.fork({ keepTransactionContext: true }).transactional((em) => work(this.#with(em as EntityManager)));
    return this.isInTransaction ? begin() : holdingPermit(this.access, false, begin);
  }

  get isInTransaction(): boolean {
    return this.em.isInTransaction();
  }

  /** A session like this one, with the same share of the connections, outside the transaction that this one is in. */
  apart(): DatabaseSession {
    return this.#with(this.em.fork());
  }

  /** A short transaction of `work` on a connection beside the pool ({@link ConnectionPool.onSeparateConnection}). */
  async onSeparateConnection<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    return (await this.poolOfOrm()).onSeparateConnection(work);
  }

  /**
   * From now on the statements of this session's transaction go by their names: for those that are run again and again
   * on tables of all sizes. Left out by default, as a plan that was made for an empty table is of no use to the import
   * that fills it.
   */
  planOnce(): void {
    this.#plansOnce = true;
  }

  /** Partitions that this process knows to exist, by name; who makes one adds it. */
  async knownPartitions(): Promise<Set<string>> {
    return (await this.poolOfOrm()).knownPartitions;
  }

  /** {@link ConnectionPool.endedAttempts}; who ends one adds it, who deletes its mark removes it. */
  async endedAttempts(): Promise<ConnectionPool['endedAttempts']> {
    return (await this.poolOfOrm()).endedAttempts;
  }

  /** Does work of the processor for this session, and counts its time for the payer. */
  countingProcessor<Result>(work: () => Result): Result {
    const { workedMs: soFar = workedMs } = this.access.processor ?? {};
    const startedMs = soFar();
    const result = work();
    const ms = soFar() - startedMs;
    this.#processorMs += ms;
    this.access.processor?.record(ms);
    return result;
  }

  /** What {@link countingProcessor} counted for this session, in milliseconds. */
  get processorMs(): number {
    return this.#processorMs;
  }

  /** Whole seconds until the processor may work for this session's payer again; 0 where it may. */
  secondsUntilProcessor(): number {
    return this.access.processor?.secondsUntilFree() ?? 0;
  }

  #with(em: EntityManager): DatabaseSession {
    return new DatabaseSession(em, this.access, this.poolOfOrm);
  }
}

/** Time that other processes have the processor is not the caller's; before Node 24 it is not told apart. */
function workedMs(): number {
  if (!('threadCpuUsage' in process)) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The plain rows of a statement that runs in the transaction that `em` is in. */
export async function rowsInTransaction<Row>(em: EntityManager, text: string, values: readonly unknown[]) {
  const result = await em.getKysely<unknown>().executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return result.rows;
}

/** Done while a connection is held; `recordWait` is given how long of that it waited for others, in milliseconds. */
type Work<Result> = (recordWait: (ms: number) => void) => Promise<Result>;

/**
 * Does `work` while it holds one of the connections that are meant for this access. What the database worked for it
 * counts (`work-meter.ts`), and not what it records as waited for others.
 * @param isRead false where it may wait for rows that others have locked.
 * @throws PermitsExhausted where none becomes free in time, and at once where the account's server does not answer.
 */
export async function holdingPermit<Result>(access: Access, isRead: boolean, work: Work<Result>): Promise<Result> {
  const { payer = access.key } = access;
  access.signal?.throwIfAborted();
  const server = access.places && (await access.places.serverOf(access.key));
  refuseSilent(access.places, server);
  const use = { group: server, owner: access.key };
  await access.permits.take(payer, use);
  const startedMs = performance.now();
  const end = access.meter.begin();
  let waitedMs = 0;
  let isAnswered = true;
  const recordWait = (ms: number) => {
    waitedMs += ms;
  };
  try {
    access.signal?.throwIfAborted();
    refuseSilent(access.places, server);
    return await watched(access, server, () => work(recordWait));
  } catch (error) {
    isAnswered = !isUnavailable(error);
    throw error;
  } finally {
    access.permits.release(payer, use);
    const workMs = end({ waitedMs, isAnswered, isRead });
    const isOwnTime = server === undefined || !access.places?.wasSilent(server, startedMs);
    if (isOwnTime) access.recordTime(workMs);
  }
}

function refuseSilent(places: Places | undefined, server: string | undefined): void {
  if (server !== undefined && places?.isSilent(server)) throw new PermitsExhausted();
}

/** Records whether the server of an account answered. */
async function watched<Result>({ places, key }: Access, server: string | undefined, work: () => Promise<Result>) {
  if (!places || server === undefined) return work();
  const startedMs = performance.now();
  try {
    const result = await work();
    places.noteAnswer(server);
    return result;
  } catch (error) {
    if (isUnavailable(error)) places.noteFailure(server, key, startedMs);
    else if (hasCode(error)) places.noteAnswer(server);
    throw error;
  }
}

/** Of PostgreSQL's errors, or of ours: what came after the server's answer. */
function hasCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}

/** A connection whose statement failed is closed: a cancellation still on its way must not meet the next statement. */
async function run(
  pool: Pool,
  query: QueryConfig,
  signal: AbortSignal | undefined,
  recordWait: (ms: number) => void,
): Promise<QueryResult> {
  const startedMs = performance.now();
  const client = await pool.connect();
  recordWait(performance.now() - startedMs);
  const cancel = () => void cancelRunning(client);
  signal?.addEventListener('abort', cancel, { once: true });
  let hasFailed = true;
  try {
    signal?.throwIfAborted();
    const result = await client.query(query);
    hasFailed = signal?.aborted ?? false;
    return result;
  } catch (error) {
    if (isReadTimeout(error)) await cancelRunning(client);
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    client.release(hasFailed);
  }
}

/** The query builder hands the text on as it is, and the driver takes a statement with a name in its place. */
function asText(named: { name: string; text: string }): string {
  return named as unknown as string;
}
