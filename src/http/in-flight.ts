import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { Unavailable } from '../core/unavailable.js';
import { networkOf } from './network.js';

export interface LaneBounds {
  atOnce: number;
  waiting: number;
}

/** Requests worked on at once; the others wait, first in first out, and only beyond `waiting` is one refused. */
export const IN_FLIGHT_BOUNDS = {
  /** More would only wait in the database's pool, before the requests of others. */
  account: { atOnce: 16, waiting: 1_500 },
  /** An address may stand for a whole company. */
  network: { atOnce: 128, waiting: 2_000 },
};

export type InFlightBounds = Readonly<Record<keyof typeof IN_FLIGHT_BOUNDS, Readonly<LaneBounds>>>;

const RETRY_AFTER_SECONDS = 1;
const KNOWN_KEYS_MAX = 10_000;

/** A place in a lane, or in the line before it. `leave` may be called at any time, once. */
interface Slot {
  isMyTurn: Promise<void>;
  leave: () => void;
}

/** Lets so many of a name be at work at once; each name has a line of its own, first in first out. */
export class Lanes {
  readonly #lanes = new Map<string, { busy: number; line: Set<() => void> }>();

  constructor(readonly bounds: Readonly<LaneBounds>) {}

  /** Null where the line is full. */
  enter(name: string): Slot | null {
    const lane = this.#lanes.get(name) ?? { busy: 0, line: new Set() };
    if (lane.busy < this.bounds.atOnce) {
      this.#lanes.set(name, lane);
      lane.busy += 1;
      return { isMyTurn: Promise.resolve(), leave: () => this.#leave(name) };
    }
    if (lane.line.size >= this.bounds.waiting) return null;
    let letIn = () => {};
    const isMyTurn = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    lane.line.add(letIn);
    // Who is in line no more has been let in.
    return { isMyTurn, leave: () => lane.line.delete(letIn) || this.#leave(name) };
  }

  #leave(name: string): void {
    const lane = this.#lanes.get(name);
    if (!lane) throw new Error('a lane was left that nobody is in');
    const [next] = lane.line;
    if (next) {
      lane.line.delete(next);
      next();
      return;
    }
    lane.busy -= 1;
    if (lane.busy === 0) this.#lanes.delete(name);
  }
}

/**
 * The requests in flight of an account and of a network, from the door until their answers are out. The account that a
 * key names is believed once the door has let the key in: until then a key stands in a line of its own, so that nobody
 * can fill an account's line who only knows its id.
 */
export class InFlight {
  readonly #accounts: Lanes;
  readonly #networks: Lanes;
  /** Accounts of keys that were let in lately, by the key's hash. */
  readonly #accountOf = new LRUCache<string, string>({ max: KNOWN_KEYS_MAX });

  constructor(bounds: InFlightBounds) {
    this.#accounts = new Lanes(bounds.account);
    this.#networks = new Lanes(bounds.network);
  }

  /**
   * Waits for the request's turn; never resolves where the caller hangs up before.
   * @throws Unavailable where too many wait already.
   */
  async enter({ keyHash, address }: { keyHash: string; address: string }, res: ServerResponse): Promise<void> {
    // The account comes first, so that one with a long line holds nothing of its network's.
    await takePlace(this.#accounts, this.#accountOf.get(keyHash) ?? keyHash, res, 'of this account');
    await takePlace(this.#networks, networkOf(address), res, 'from this address');
  }

  /** Whether the door has let the key in lately. */
  knows(keyHash: string): boolean {
    return this.#accountOf.has(keyHash);
  }

  /** The door let the key in. */
  believe(keyHash: string, accountId: string): void {
    this.#accountOf.set(keyHash, accountId);
  }

  /** The door refused the key: whoever still has it stands in no line of the account. */
  doubt(keyHash: string): void {
    this.#accountOf.delete(keyHash);
  }
}

async function takePlace(lanes: Lanes, name: string, res: ServerResponse, whose: string): Promise<void> {
  if (res.closed) return new Promise(() => {});
  const place = lanes.enter(name);
  if (!place) {
    const message = `More than ${lanes.bounds.waiting} requests ${whose} wait already. Try again later.`;
    throw new Unavailable(message, RETRY_AFTER_SECONDS);
  }
  res.once('close', place.leave);
  return place.isMyTurn;
}
