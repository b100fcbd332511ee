import type { Database } from '../../database/database.js';
import { FairQueue, FairSemaphore, type PermitOptions, PermitsExhausted } from '../../database/fair-semaphore.js';
import { type DecideKey, decideAlone, type KeyRequest } from './admission.js';
import { ADMIT_ACCOUNT_BATCH, ADMIT_BATCH, type BatchDecision, type KeyDecision } from './admission.sql.js';

interface BatchingBounds {
  /** Accounts of one batch. */
  accounts: number;
  /** Requests that wait for a batch, in a process. */
  waiting: Pick<PermitOptions, 'maxWaiting' | 'maxWaitMs'>;
  /** A statement that takes longer gives its slot up: it keeps its own accounts waiting, and no other any more. */
  slowMs: number;
  /** Accounts whose locks are waited for beside the batches, at once. */
  apart: PermitOptions;
  /** Statements at once on a distributed database. */
  distributed: number;
}

export const BATCHING: Readonly<BatchingBounds> = {
  accounts: 64,
  waiting: { maxWaiting: 5_000, maxWaitMs: 5_000 },
  slowMs: 50,
  apart: { permits: 2, permitsPerKey: 1, maxWaitMs: 5_000, maxWaitingPerKey: 1 },
  distributed: 4,
};

/** Equal requests of one account: with one key, at one cost. `count` is at least 1. */
export interface EqualRequests extends KeyRequest {
  count: number;
}

/** A request that waits for its decision. */
interface Asking extends KeyRequest {
  resolve: (decision: KeyDecision | undefined) => void;
  reject: (error: unknown) => void;
}

/** Equal requests, in the order in which they came. */
interface Group extends EqualRequests {
  asking: readonly Asking[];
}

/** Of the statements that may run at once. */
const SLOT = 'slot';

/**
 * Admits requests that wait together in one statement: while one statement is under way the next requests gather, and
 * the next statement takes all of them. A request that comes alone waits for no other.
 *
 * An account has one statement under way at a time, and its requests are decided in the order in which they came. A
 * batch has of each account the first ones that are equal, so that about each is decided what would have been decided
 * alone. Accounts take turns. One whose rows are locked is asked apart and delays no other.
 *
 * On a distributed database two accounts may lie on two servers, so there each statement is for one account.
 */
export class AdmissionBatcher {
  readonly #waiting: FairQueue<Asking>;
  /** Accounts with a statement under way. */
  readonly #asked = new Set<string>();
  readonly #slots: FairSemaphore;
  readonly #apartPermits: FairSemaphore;
  /** Accounts that are asked beside the slots, or wait for that. */
  #apart = 0;
  readonly #decideAlone: DecideKey;

  constructor(
    private readonly database: Database,
    private readonly bounds = BATCHING,
  ) {
    this.#decideAlone = decideAlone(database);
    this.#waiting = new FairQueue(bounds.waiting, { refuse: (_, { reject }) => reject(new PermitsExhausted()) });
    this.#slots = new FairSemaphore({ permits: database.isDistributed ? bounds.distributed : 1 });
    this.#apartPermits = new FairSemaphore(bounds.apart);
  }

  /**
   * Asks the database about a request, alone or in a batch.
   * @throws PermitsExhausted where too many wait, or one has waited for too long; what a failed statement throws.
   */
  readonly decide: DecideKey = (request) =>
    new Promise((resolve, reject) => {
      const { accountId } = request;
      const asking = { ...request, resolve, reject };
      if (this.#asked.has(accountId) || !this.#slots.tryTake(SLOT)) {
        if (!this.#waiting.add(accountId, asking)) reject(new PermitsExhausted());
        return;
      }
      this.#asked.add(accountId);
      this.#start([groupOf(request, [asking])]);
    });

  #startNext(): void {
    while (this.#slots.tryTake(SLOT)) {
      const batch = this.#nextBatch(this.database.isDistributed ? 1 : this.bounds.accounts);
      if (batch.length === 0) {
        this.#slots.release(SLOT);
        return;
      }
      this.#start(batch);
    }
  }

  /** Of each account without a statement under way, `accounts` at most, the first requests that are equal. */
  #nextBatch(accounts: number): Group[] {
    const groups: Group[] = [];
    for (const [accountId, first] of this.#waiting.firstOfEach()) {
      if (groups.length === accounts) break;
      if (this.#asked.has(accountId)) continue;
      this.#asked.add(accountId);
      groups.push(
        groupOf(
          first,
          this.#waiting.take(accountId, (asking) => isEqual(asking, first)),
        ),
      );
    }
    return groups;
  }

  /** With a slot taken. */
  #start(batch: readonly Group[]): void {
    const [first] = batch;
    const mayWaitForLocks = this.database.isDistributed || this.#apart === 0;
    void (first && batch.length === 1 && mayWaitForLocks ? this.#decideAccount(first) : this.#decideBatch(batch));
  }

  /** One account; once it is slow, beside the slots. */
  async #decideAccount(group: Group): Promise<void> {
    let apart = 0;
    const leave = this.#slotUntilSlow(() => {
      apart = 1;
      this.#apart += apart;
    });
    await this.#askAccount(group);
    this.#apart -= apart;
    leave();
  }

  async #decideBatch(batch: readonly Group[]): Promise<void> {
    const leave = this.#slotUntilSlow();
    try {
      const decided = await decideBatch(this.database, batch);
      for (const [at, group] of batch.entries()) {
        const decisions = decided[at];
        if (decisions) this.#respond(group, decisions);
        else void this.#decideApart(group);
      }
    } catch (error) {
      for (const group of batch) this.#refuse(group, error);
    }
    leave();
  }

  /** Its key is not there, or another transaction has locked its rows. */
  async #decideApart(group: Group): Promise<void> {
    this.#apart += 1;
    try {
      await this.#apartPermits.run(group.accountId, () => this.#askAccount(group));
    } catch (error) {
      this.#refuse(group, error);
    }
    this.#apart -= 1;
    this.#startNext();
  }

  /** In a statement of the account's own, which waits for locks. Never rejects. */
  async #askAccount(group: Group): Promise<void> {
    try {
      const isOne = group.count === 1;
      this.#respond(group, isOne ? [await this.#decideAlone(group)] : await decideTogether(this.database, group));
    } catch (error) {
      this.#refuse(group, error);
    }
  }

  /**
   * Gives the taken slot up once the statement is slow.
   * @returns ends the statement, and starts what waits for it or for its slot.
   */
  #slotUntilSlow(onSlow: () => void = () => {}): () => void {
    const giveBack = this.#slots.lapse(SLOT, this.bounds.slowMs, () => {
      onSlow();
      this.#startNext();
    });
    return () => {
      giveBack();
      this.#startNext();
    };
  }

  #respond(group: Group, decisions: readonly (KeyDecision | undefined)[] | undefined): void {
    this.#asked.delete(group.accountId);
    for (const [place, { resolve }] of group.asking.entries()) resolve(decisions?.[place]);
  }

  /** Those that came meanwhile are refused too: they have waited for the same, and would wait for it once more. */
  #refuse(group: Group, error: unknown): void {
    this.#asked.delete(group.accountId);
    for (const { reject } of [...group.asking, ...this.#waiting.take(group.accountId, () => true)]) reject(error);
  }
}

function groupOf({ accountId, hash, cost }: KeyRequest, asking: readonly Asking[]): Group {
  return { accountId, hash, cost, count: asking.length, asking };
}

function isEqual(one: KeyRequest, other: KeyRequest): boolean {
  return one.cost === other.cost && one.hash.equals(other.hash);
}

/** For the connections of admission, which accounts wait for by their ids: batches of many share this name. */
const BATCHES = 'batches';

/**
 * Decides about requests of many accounts in one statement, each account once in `batch`.
 * @returns for each entry the decisions about its requests, in their order; undefined for a key that is not there or
 *   whose rows another transaction has locked.
 */
export async function decideBatch(
  database: Database,
  batch: readonly EqualRequests[],
): Promise<(KeyDecision[] | undefined)[]> {
  const found = await database
    .openForAdmission(BATCHES)
    .rows(ADMIT_BATCH, [
      batch.map(({ accountId }) => accountId),
      batch.map(({ hash }) => hash),
      batch.map(({ cost }) => cost),
      batch.map(({ count }) => count),
    ]);
  const decided: (KeyDecision[] | undefined)[] = batch.map(() => undefined);
  for (const row of found) decided[row.at - 1] = rowsOfEach(row, batch[row.at - 1]?.count ?? 0);
  return decided;
}

/** Decides about equal requests of one account in one statement, which waits for the account's locks. */
export async function decideTogether(database: Database, requests: EqualRequests): Promise<KeyDecision[] | undefined> {
  const { accountId, hash, cost, count } = requests;
  const [row] = await database.openForAdmission(accountId).rows(ADMIT_ACCOUNT_BATCH, [accountId, hash, cost, count]);
  return row && rowsOfEach(row, count);
}

/** What would have been decided about each of `count` requests, had they come one after the other. */
function rowsOfEach(row: BatchDecision, count: number): KeyDecision[] {
  return Array.from({ length: count }, (_, place) => rowOf(row, place + 1));
}

function rowOf(row: BatchDecision, place: number): KeyDecision {
  const { admitted } = row;
  if (admitted === null) return { ...row, admitted };
  const later = Math.max(0, admitted - place) * row.charge;
  return {
    ...row,
    admitted: place <= admitted,
    minute_count: (row.minute_count ?? 0) - later,
    day_count: (row.day_count ?? 0) - later,
  };
}
