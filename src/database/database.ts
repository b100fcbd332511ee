import type { MikroORM } from '@mikro-orm/postgresql';
import { answersFor, findServer } from './cluster/find-server.js';
import { Places } from './cluster/places.js';
import type { ConnectionPool } from './connection-pool.js';
import { type Access, DatabaseSession } from './database-session.js';
import { FairSemaphore, type PermitOptions } from './fair-semaphore.js';
import { UsedTime, WorkMeter } from './work-meter.js';

/**
 * The connections of a process, shared out so that no kind of work can take those of another: admission is asked
 * for every request and never waits behind reports, and requests never wait for maintenance (docs/security.md).
 */
export const CONNECTIONS = {
  /** Keys, limits and health. */
  admission: { permits: 6, permitsPerKey: 3, permitsPerGroup: 4, maxWaitMs: 5_000, maxWaitingPerKey: 5_000 },
  /**
   * What a caller asked for; the key is the payer. The group is the server that its account lies on. The last two go
   * only to accounts that hold less than three, their keys and people together, and that have not used their share of
   * the database in this minute: however many accounts do all that they may, a request of another finds one.
   */
  request: {
    permits: 8,
    permitsPerKey: 3,
    permitsPerGroup: 5,
    reserved: { permits: 2, share: 3 },
    maxWaitMs: 5_000,
    maxWaitingPerKey: 5_000,
  },
  /**
   * Maintenance, imports and the operator's commands. Such work may hold one connection for minutes and need another
   * meanwhile: there are more permits than there are pieces of work that do so at once.
   */
  job: { permits: 14, permitsPerKey: 14, maxWaitMs: 60_000, maxWaitingPerKey: 1_000 },
  /** Of a distributed database: on which server an account lies, which the coordinator knows. */
  place: { permits: 2, permitsPerKey: 2, maxWaitMs: 5_000, maxWaitingPerKey: 5_000 },
  /** Whether a server of it that was silent answers again; more of them take turns. */
  silent: { permits: 2, permitsPerKey: 2, maxWaitMs: 60_000, maxWaitingPerKey: 1_000 },
} as const satisfies Record<string, PermitOptions>;

/**
 * The database's work in a minute and process after which a payer that found no connection in time has to wait for its
 * next minute. No request is refused for it: it only decides the order of those that wait.
 */
export const DATABASE_MS_PER_MINUTE = 15_000;

/** What the processor may do for a payer in a minute and process, beside its statements: no queue holds that back. */
const PROCESSOR_MS_PER_MINUTE = 15_000;

const JOB_KEY = 'job';

interface RequestOf {
  accountId: string;
  signal: AbortSignal | undefined;
  payer: string;
  readsOnly: boolean;
}

/**
 * The database of a process. What lives longer than one request or job holds this and opens a session for each: no
 * object that one caller's request loaded is seen, or written, by another's.
 */
export class Database {
  readonly #work = new UsedTime(DATABASE_MS_PER_MINUTE);
  readonly #processor = new UsedTime(PROCESSOR_MS_PER_MINUTE);
  readonly #meter = new WorkMeter();
  readonly #permits = {
    admission: new FairSemaphore(CONNECTIONS.admission),
    request: new FairSemaphore(CONNECTIONS.request, this.#work),
    job: new FairSemaphore(CONNECTIONS.job),
    place: new FairSemaphore(CONNECTIONS.place),
    silent: new FairSemaphore(CONNECTIONS.silent),
  };
  readonly #places: Places | undefined;

  /** @param isDistributed true where accounts lie on several servers: a statement is then for one account alone. */
  constructor(
    readonly orm: MikroORM,
    /** The pool that the ORM has now. */
    readonly poolOfOrm: () => Promise<ConnectionPool>,
    readonly isDistributed = false,
  ) {
    const open = (share: 'place' | 'silent') =>
      this.#open({ permits: this.#permits[share], key: share, signal: undefined });
    const find = (accountId: string) => findServer(open('place'), accountId);
    const answers = (accountId: string) => answersFor(open('silent'), accountId);
    this.#places = isDistributed ? new Places({ find, answers }) : undefined;
  }

  /**
   * For the statements that decide whether a caller is let in. @param key the account, or the check, that it waits for.
   */
  openForAdmission(key: string): DatabaseSession {
    return this.#open({ permits: this.#permits.admission, key, signal: undefined, places: this.#places });
  }

  /**
   * For one request of an account that was let in: three statements of its payer run at once, and what the database
   * works for them is counted.
   * @param signal aborted when the caller no longer waits for the response.
   * @param payer whose time it is; all of the account's where left out.
   */
  openForRequest(accountId: string, signal?: AbortSignal, payer = accountId): DatabaseSession {
    return this.#openRequest({ accountId, signal, payer, readsOnly: false });
  }

  /** As {@link openForRequest}, for a caller that never writes: its session refuses to, whatever a verb forgot. */
  openForReader(accountId: string, signal: AbortSignal | undefined, payer: string): DatabaseSession {
    return this.#openRequest({ accountId, signal, payer, readsOnly: true });
  }

  #openRequest({ accountId, signal, payer, readsOnly }: RequestOf): DatabaseSession {
    return this.#open({
      permits: this.#permits.request,
      key: accountId,
      payer,
      signal,
      readsOnly,
      recordTime: (workMs) => this.#work.add(payer, workMs),
      processor: {
        record: (ms) => this.#processor.add(payer, ms),
        secondsUntilFree: () => this.#processor.secondsUntilFree(payer),
      },
      // Accounts of a distributed database may lie on several servers, and none is to wait for another's.
      mayPipeline: !this.isDistributed,
      places: this.#places,
    });
  }

  /** For one job: a step of maintenance, an import, a command of the operator. */
  openForJob(): DatabaseSession {
    return this.#open({ permits: this.#permits.job, key: JOB_KEY, signal: undefined });
  }

  async close(): Promise<void> {
    this.#places?.close();
    await (await this.poolOfOrm()).close();
    await this.orm.close(true);
  }

  #open(access: Omit<Access, 'meter' | 'recordTime'> & Partial<Access>): DatabaseSession {
    return new DatabaseSession(
      this.orm.em.fork(),
      { meter: this.#meter, recordTime: () => {}, ...access },
      this.poolOfOrm,
    );
  }
}
