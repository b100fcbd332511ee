import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type Access, grantAccess } from './access.js';
import { closeBeside } from './beside-transaction.js';
import { DatabaseTime } from './database-time.js';
import { answersFor, findServer } from './distribution/find-server.js';
import { Places } from './distribution/places.js';
import { type PermitOptions, Permits } from './permits.js';

/**
 * The connections of a process, shared out so that no kind of work can take those of another: the door is asked for
 * every request and never waits behind reports, and requests never wait for maintenance (docs/security.md).
 */
export const CONNECTIONS = {
  /** Keys, limits and health. */
  door: { permits: 6, permitsPerKey: 3, permitsPerGroup: 4, maxWaitMs: 5_000, maxWaitingPerKey: 5_000 },
  /** What a caller asked for; the key is the account, as at the door. The group is the server that it lies on. */
  request: { permits: 8, permitsPerKey: 3, permitsPerGroup: 5, maxWaitMs: 5_000, maxWaitingPerKey: 5_000 },
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

/** How long an account may hold connections in a minute, in one process. */
export const DATABASE_MS_PER_MINUTE = 15_000;

const JOB_KEY = 'job';

/**
 * The database of a process. What lives longer than one request or job holds this and opens an entity manager for
 * each: no object that one caller's request loaded is seen, or written, by another's.
 */
export class Database {
  readonly #permits = {
    door: new Permits(CONNECTIONS.door),
    request: new Permits(CONNECTIONS.request),
    job: new Permits(CONNECTIONS.job),
    place: new Permits(CONNECTIONS.place),
    silent: new Permits(CONNECTIONS.silent),
  };
  readonly #time = new DatabaseTime(DATABASE_MS_PER_MINUTE);
  readonly #places: Places | undefined;

  /** @param isDistributed true where accounts lie on several servers: a statement is then for one account alone. */
  constructor(
    readonly orm: MikroORM,
    readonly isDistributed = false,
  ) {
    const open = (share: 'place' | 'silent') =>
      this.#open({ permits: this.#permits[share], key: share, signal: undefined, noteTime: () => {} });
    const find = (accountId: string) => findServer(open('place'), accountId);
    const answers = (accountId: string) => answersFor(open('silent'), accountId);
    this.#places = isDistributed ? new Places({ find, answers }) : undefined;
  }

  /**
   * For the statements that decide whether a caller is let in. @param key the account, or the check, that it waits for.
   */
  openForDoor(key: string): EntityManager {
    const access = { permits: this.#permits.door, key, signal: undefined, noteTime: () => {} };
    return this.#open({ ...access, places: this.#places });
  }

  /**
   * For one request of an account that was let in: three of its statements run at once, and its time is counted.
   * @param signal aborted when nobody waits for the response any more.
   */
  openForRequest(accountId: string, signal?: AbortSignal): EntityManager {
    const noteTime = (heldMs: number) => this.#time.add(accountId, heldMs);
    // Accounts of a distributed database may lie on several servers, and none is to wait for another's.
    const mayPipeline = !this.isDistributed;
    const access = { permits: this.#permits.request, key: accountId, signal, noteTime, mayPipeline };
    return this.#open({ ...access, places: this.#places });
  }

  /** For one job: a step of maintenance, an import, a command of the operator. */
  openForJob(): EntityManager {
    return this.#open({ permits: this.#permits.job, key: JOB_KEY, signal: undefined, noteTime: () => {} });
  }

  /** Whole seconds until an account that has used up its database time of the minute may go on; 0 where it has not. */
  secondsUntilFree(accountId: string): number {
    return this.#time.secondsUntilFree(accountId);
  }

  async close(): Promise<void> {
    this.#places?.close();
    await closeBeside(await this.orm.em.getConnection().getNativeClient());
    await this.orm.close(true);
  }

  #open(access: Access): EntityManager {
    return grantAccess(this.orm.em.fork(), access);
  }
}
