import type { DoorRow } from '../core/limits/door.statement.js';
import { passBatch, passTogether } from '../core/limits/door-batch.js';
import { type AskDoor, askAlone } from '../core/limits/key-request.js';
import type { Database } from '../database/database.js';
import { FairSemaphore } from '../database/fair-semaphore.js';
import { Lane } from './lane.js';
import { type Group, groupOf, WaitingRequests } from './waiting-requests.js';

export const GATHERING = {
  /** Accounts of one batch. */
  accounts: 64,
  /** Requests that wait for a batch, in a process. */
  waiting: { requests: 5_000, maxWaitMs: 5_000 },
  /** A statement that takes longer keeps its own accounts waiting, and nobody else any more. */
  slowMs: 50,
  /** Accounts that are asked beside the lane, at once. */
  apart: { permits: 2, permitsPerKey: 1, maxWaitMs: 5_000, maxWaitingPerKey: 1 },
  /** Statements at once on a distributed database. */
  distributed: 4,
} as const;

/**
 * Passes requests that wait together through the door together: while one statement is under way the next requests
 * gather, and the next statement takes all of them. A request that comes alone waits for nobody.
 *
 * An account has one statement under way at a time, and its requests pass in the order in which they came. A batch has
 * of each account the first ones that are equal, so that each is told what it would have been told alone. Accounts take
 * turns. One whose rows are locked is asked apart and delays nobody else.
 *
 * On a distributed database two accounts may lie on two servers, so there each statement is for one account.
 */
export class GatheredDoors {
  readonly #waiting = new WaitingRequests(GATHERING.waiting);
  /** Accounts with a statement under way. */
  readonly #asked = new Set<string>();
  readonly #lane: Lane;
  readonly #apartPermits = new FairSemaphore(GATHERING.apart);
  /** Accounts that are asked beside the lane, or wait for that. */
  #apart = 0;
  readonly #askAlone: AskDoor;

  constructor(private readonly database: Database) {
    this.#askAlone = askAlone(database);
    const width = database.isDistributed ? GATHERING.distributed : 1;
    this.#lane = new Lane({ width, slowMs: GATHERING.slowMs, onFree: () => this.#startNext() });
  }

  /**
   * Asks the database about a request, alone or in a batch.
   * @throws PermitsExhausted where too many wait, or one has waited for too long; what a failed statement throws.
   */
  readonly ask: AskDoor = (request) =>
    new Promise((tell, refuse) => {
      const asking = { ...request, tell, refuse };
      if (!this.#lane.hasRoom || this.#asked.has(request.accountId)) {
        this.#waiting.add(asking);
        return;
      }
      this.#asked.add(request.accountId);
      this.#pass([groupOf(request, [asking])]);
    });

  #startNext(): void {
    while (this.#lane.hasRoom) {
      const batch = this.#waiting.take(this.database.isDistributed ? 1 : GATHERING.accounts, this.#asked);
      if (batch.length === 0) return;
      this.#pass(batch);
    }
  }

  #pass(batch: readonly Group[]): void {
    const [only] = batch;
    const mayWaitForLocks = this.database.isDistributed || this.#apart === 0;
    void (only && batch.length === 1 && mayWaitForLocks ? this.#passAlone(only) : this.#passBatch(batch));
  }

  /** One account; once it is slow, beside the lane. */
  async #passAlone(group: Group): Promise<void> {
    let apart = 0;
    const leave = this.#lane.enter(() => {
      apart = 1;
      this.#apart += apart;
    });
    await this.#ask(group);
    this.#apart -= apart;
    leave();
    this.#startNext();
  }

  async #passBatch(batch: readonly Group[]): Promise<void> {
    const leave = this.#lane.enter();
    try {
      const told = await passBatch(this.database, batch);
      for (const [at, group] of batch.entries()) this.#tellOrAskApart(group, told[at]);
    } catch (error) {
      for (const group of batch) this.#refuse(group, error);
    }
    leave();
    this.#startNext();
  }

  #tellOrAskApart(group: Group, told: readonly DoorRow[] | undefined): void {
    if (told) this.#tell(group, told);
    else void this.#passApart(group);
  }

  /** Its key is not there, or somebody else has locked its rows. */
  async #passApart(group: Group): Promise<void> {
    this.#apart += 1;
    try {
      await this.#apartPermits.take(group.accountId);
      await this.#ask(group).finally(() => this.#apartPermits.release(group.accountId));
    } catch (error) {
      this.#refuse(group, error);
    }
    this.#apart -= 1;
    this.#startNext();
  }

  /** In a statement of its own, which waits for locks. Never rejects. */
  async #ask(group: Group): Promise<void> {
    try {
      this.#tell(group, group.count === 1 ? [await this.#askAlone(group)] : await passTogether(this.database, group));
    } catch (error) {
      this.#refuse(group, error);
    }
  }

  #tell(group: Group, told: readonly (DoorRow | undefined)[] | undefined): void {
    this.#asked.delete(group.accountId);
    for (const [place, { tell }] of group.asking.entries()) tell(told?.[place]);
  }

  /** Those that came meanwhile are refused too: they have waited for the same, and would wait for it once more. */
  #refuse(group: Group, error: unknown): void {
    this.#asked.delete(group.accountId);
    for (const { refuse } of group.asking) refuse(error);
    this.#waiting.refuseLine(group.accountId, error);
  }
}
