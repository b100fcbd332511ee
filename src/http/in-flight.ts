import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { Unavailable } from '../core/unavailable.js';
import { networkOf } from './network.js';

export interface LaneBounds {
  atOnce: number;
  waiting: number;
}

/** Requests served at once; others wait, first in first out, and are refused only beyond `waiting`. */
export const IN_FLIGHT_BOUNDS = {
  /** More would only wait in the database's pool, before the requests of others. */
  account: { atOnce: 16, waiting: 1_500 },
  /** An address may stand for a whole company. */
  network: { atOnce: 128, waiting: 2_000 },
};

export type InFlightBounds = Readonly<Record<keyof typeof IN_FLIGHT_BOUNDS, Readonly<LaneBounds>>>;

const RETRY_AFTER_SECONDS = 1;
const KNOWN_CREDENTIALS_MAX = 10_000;

/** A request's place in a lane or in its queue. `leave` may be called at any time, once. */
interface Slot {
  canStart: Promise<void>;
  leave: () => void;
}

/** Bounds how many requests of one name are served at once; each name has a queue of its own, first in first out. */
export class Lanes {
  readonly #lanes = new Map<string, { busy: number; queue: Set<() => void> }>();

  constructor(readonly bounds: Readonly<LaneBounds>) {}

  /** Null where the queue is full. */
  enter(name: string): Slot | null {
    const lane = this.#lanes.get(name) ?? { busy: 0, queue: new Set() };
    if (lane.busy < this.bounds.atOnce) {
      this.#lanes.set(name, lane);
      lane.busy += 1;
      return { canStart: Promise.resolve(), leave: () => this.#leave(name) };
    }
    if (lane.queue.size >= this.bounds.waiting) return null;
    let letIn = () => {};
    const canStart = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    lane.queue.add(letIn);
    // Not in the queue any more: it was let in.
    return { canStart, leave: () => lane.queue.delete(letIn) || this.#leave(name) };
  }

  #leave(name: string): void {
    const lane = this.#lanes.get(name);
    if (!lane) throw new Error('a lane was left that holds no request');
    const [next] = lane.queue;
    if (next) {
      lane.queue.delete(next);
      next();
      return;
    }
    lane.busy -= 1;
    if (lane.busy === 0) this.#lanes.delete(name);
  }
}

/**
 * The requests in flight of an account and of a network, from the door until their responses are sent; an account's
 * keys and its people are counted apart. The account that a credential names counts only once the door has let the
 * credential in. Until then it has a queue of its own, so that nobody can fill an account's queue by knowing its id.
 */
export class InFlight {
  readonly #accounts: Lanes;
  readonly #networks: Lanes;
  /** Payers of credentials that were let in recently, by the credential's hash. */
  readonly #payerOf = new LRUCache<string, string>({ max: KNOWN_CREDENTIALS_MAX });

  constructor(bounds: InFlightBounds) {
    this.#accounts = new Lanes(bounds.account);
    this.#networks = new Lanes(bounds.network);
  }

  /**
   * Waits until the request may start; never resolves where the caller hangs up before.
   * @throws Unavailable where too many wait already.
   */
  async enter(
    { credentialHash, address }: { credentialHash: string; address: string },
    res: ServerResponse,
  ): Promise<void> {
    // The account comes first: one with a long queue holds nothing of its network's.
    await waitForSlot(this.#accounts, this.#payerOf.get(credentialHash) ?? credentialHash, res, 'of this account');
    await waitForSlot(this.#networks, networkOf(address), res, 'from this address');
  }

  /** Whether the door has let the credential in recently. */
  hasCredential(credentialHash: string): boolean {
    return this.#payerOf.has(credentialHash);
  }

  /** The door let the credential in. */
  addCredential(credentialHash: string, payer: string): void {
    this.#payerOf.set(credentialHash, payer);
  }

  /** The door refused the credential: its requests leave the account's queue. */
  deleteCredential(credentialHash: string): void {
    this.#payerOf.delete(credentialHash);
  }
}

async function waitForSlot(lanes: Lanes, name: string, res: ServerResponse, whose: string): Promise<void> {
  if (res.closed) return new Promise(() => {});
  const slot = lanes.enter(name);
  if (!slot) {
    const message = `More than ${lanes.bounds.waiting} requests ${whose} are already waiting. Try again later.`;
    throw new Unavailable(message, RETRY_AFTER_SECONDS);
  }
  res.on('close', slot.leave);
  return slot.canStart;
}
