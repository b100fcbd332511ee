import type { DoorRow } from '../core/limits/door.statement.js';
import type { EqualRequests } from '../core/limits/door-batch.js';
import type { KeyRequest } from '../core/limits/key-request.js';
import { PermitsExhausted } from '../database/fair-semaphore.js';

/** A request that is to be told what the door says of it. */
export interface Asking extends KeyRequest {
  tell: (row: DoorRow | undefined) => void;
  refuse: (error: unknown) => void;
}

/** Equal requests of one account, in the order in which they came. */
export interface Group extends EqualRequests {
  asking: readonly Asking[];
}

export interface WaitingBounds {
  /** Requests that wait in all. */
  requests: number;
  maxWaitMs: number;
}

interface Waiting extends Asking {
  timer: NodeJS.Timeout;
}

/** Requests that wait to pass the door: each account has a line, first in first out, and the accounts take turns. */
export class WaitingRequests {
  readonly #lines = new Map<string, Waiting[]>();
  #count = 0;

  constructor(private readonly bounds: Readonly<WaitingBounds>) {}

  /** Refuses the request with `PermitsExhausted` where too many wait, or once it has waited for too long. */
  add(asking: Asking): void {
    if (this.#count >= this.bounds.requests) {
      asking.refuse(new PermitsExhausted());
      return;
    }
    const timer = setTimeout(() => this.#giveUp(waiting), this.bounds.maxWaitMs);
    const waiting: Waiting = { ...asking, timer };
    this.#keepLine(asking.accountId, [...(this.#lines.get(asking.accountId) ?? []), waiting]);
    this.#count += 1;
  }

  /**
   * Takes of each account, `accounts` at most, the first requests that are equal. An account whose line goes on has its
   * next turn after all others.
   * @param asked the accounts that are left out; those that are taken are added.
   */
  take(accounts: number, asked: Set<string>): Group[] {
    const groups: Group[] = [];
    for (const [accountId, line] of this.#lines) {
      if (groups.length === accounts) break;
      if (!asked.has(accountId)) groups.push(...this.#takeFirst(accountId, line));
      asked.add(accountId);
    }
    return groups;
  }

  /** Refuses all of an account's line. */
  refuseLine(accountId: string, error: unknown): void {
    const line = this.#lines.get(accountId) ?? [];
    this.#lines.delete(accountId);
    this.#count -= line.length;
    for (const { timer, refuse } of line) {
      clearTimeout(timer);
      refuse(error);
    }
  }

  #takeFirst(accountId: string, line: readonly Waiting[]): Group[] {
    const [first] = line;
    if (!first) return [];
    const end = line.findIndex((waiting) => !isEqual(waiting, first));
    const taken = end === -1 ? line : line.slice(0, end);
    for (const { timer } of taken) clearTimeout(timer);
    this.#count -= taken.length;
    this.#lines.delete(accountId);
    this.#keepLine(accountId, line.slice(taken.length));
    return [groupOf(first, taken)];
  }

  #giveUp(waiting: Waiting): void {
    const line = this.#lines.get(waiting.accountId) ?? [];
    this.#count -= 1;
    this.#keepLine(
      waiting.accountId,
      line.filter((other) => other !== waiting),
    );
    waiting.refuse(new PermitsExhausted());
  }

  #keepLine(accountId: string, line: Waiting[]): void {
    if (line.length > 0) this.#lines.set(accountId, line);
    else this.#lines.delete(accountId);
  }
}

export function groupOf({ accountId, hash, cost }: KeyRequest, asking: readonly Asking[]): Group {
  return { accountId, hash, cost, count: asking.length, asking };
}

function isEqual(one: KeyRequest, other: KeyRequest): boolean {
  return one.cost === other.cost && one.hash.equals(other.hash);
}
