/** The work could not start, because all its places were taken for too long or too much waits for them already. */
export class PermitsExhausted extends Error {
  /** @param retryAfterSeconds until it may find a place, as far as that is known. */
  constructor(readonly retryAfterSeconds = 1) {
    super('no database connection became free in time');
  }
}

/** What may run at once and what may wait; each bound that is left out does not bound. */
export interface PermitOptions extends QueueBounds {
  /** How much may run at once. */
  permits?: number;
  /** How much of one key may run at once. */
  permitsPerKey?: number;
  /** How much of one group of keys, as of one server, may run at once. */
  permitsPerGroup?: number;
  /**
   * The last `permits` are kept for those below their share: not for an owner that holds `share` already, nor for a key
   * that has used its share of time.
   */
  reserved?: { permits: number; share: number };
}

/** What a permit counts for, beside its key. */
export interface PermitUse {
  /** Bounded by `permitsPerGroup`. */
  group?: string | undefined;
  /** Who holds the permits of several keys, for `reserved`; the key itself where left out. */
  owner?: string | undefined;
}

/** What each key has used so far; work of one that has used less starts first. */
interface Usage<Key = string> {
  usedMs: (key: Key) => number;
  /** Whole seconds until a key that has used its share counts as having used nothing; 0 for any other. */
  secondsUntilFree: (key: Key) => number;
}

/** What {@link FairSemaphore.enter} calls, one of both and once, also before it returns. */
interface Entrant {
  start: () => void;
  refuse: (error: PermitsExhausted) => void;
}

/** Keys that are compared at each start: the first in turn, so that a crowd of accounts costs no more. */
const COMPARED = 64;
/** How often one waits for `maxWaitMs` where nothing but its own key is in its way. */
const OWN_WAITS = 6;

interface Waiting extends Entrant {
  use: PermitUse;
  waits: number;
}

const NO_USE: PermitUse = {};

/**
 * Bounds how much runs at once: in all, by key and by group. Of the keys that wait the one starts next that has used
 * least; those that have used equally much take turns, so that a key with a thousand waiting delays another by one
 * piece of work. Within a key the order is first in, first out. A key is never refused for what it has used: it waits
 * behind others, and only while others wait or hold the places may it wait for too long.
 */
export class FairSemaphore<Key = string> {
  readonly #options: Readonly<PermitOptions>;
  readonly #usage: Usage<Key>;
  #free: number;
  readonly #running = new Map<Key, number>();
  readonly #runningOfGroup = new Map<string, number>();
  readonly #runningOfOwner = new Map<Key | string, number>();
  readonly #waiting: FairQueue<Waiting, Key>;

  constructor(options: Readonly<PermitOptions>, usage: Usage<Key> = { usedMs: () => 0, secondsUntilFree: () => 0 }) {
    this.#options = options;
    this.#usage = usage;
    this.#free = options.permits ?? Number.POSITIVE_INFINITY;
    this.#waiting = new FairQueue(options, {
      isLate: (key, waiting) => !this.#waitsForItself(key, waiting),
      refuse: (key, { refuse }) => refuse(this.#refusalOf(key)),
    });
  }

  /**
   * Waits for a permit; each taken one is to be released once, with the same use.
   * @throws PermitsExhausted after `maxWaitMs`, or at once where as many wait as may.
   */
  async take(key: Key, use: PermitUse = NO_USE): Promise<void> {
    if (this.tryTake(key, use)) return;
    await new Promise<void>((start, refuse) => this.enter(key, { start, refuse }, use));
  }

  /** Takes a permit where one is free and none of the key's waits; else changes nothing. */
  tryTake(key: Key, use: PermitUse = NO_USE): boolean {
    if (this.#waiting.has(key) || !this.#mayRun(key, use)) return false;
    this.#count(key, use, 1);
    return true;
  }

  release(key: Key, use: PermitUse = NO_USE): void {
    this.#count(key, use, -1);
    const { permits, permitsPerGroup } = this.#options;
    // Where each key has but its own bound, no other can start now.
    if (permits === undefined && permitsPerGroup === undefined) this.#startNextOf(key);
    else this.#startWaiting();
  }

  /**
   * Gives a taken permit back by itself once it was held for so long.
   * @param onLate called then, after it was given back.
   * @returns gives it back, where that has not happened; called once.
   */
  lapse(key: Key, holdMs: number, onLate: () => void, use: PermitUse = NO_USE): () => void {
    let isHeld = true;
    const release = () => {
      isHeld = false;
      this.release(key, use);
    };
    const timer = setTimeout(() => {
      release();
      onLate();
    }, holdMs);
    return () => {
      clearTimeout(timer);
      if (isHeld) release();
    };
  }

  /** Does `work` with a permit. @throws PermitsExhausted, as {@link take}. */
  async run<Result>(key: Key, work: () => Promise<Result>, use: PermitUse = NO_USE): Promise<Result> {
    await this.take(key, use);
    try {
      return await work();
    } finally {
      this.release(key, use);
    }
  }

  /**
   * As {@link take}, without a promise: what cannot wait is refused, and what may start starts, before it returns.
   * @returns gives the permit back, or the place in the queue; called once, at any time.
   */
  enter(key: Key, entrant: Entrant, use: PermitUse = NO_USE): () => void {
    if (this.tryTake(key, use)) {
      entrant.start();
      return () => this.release(key, use);
    }
    let isRunning = false;
    const start = () => {
      isRunning = true;
      entrant.start();
    };
    const waiting: Waiting = { use, waits: 0, start, refuse: entrant.refuse };
    if (!this.#waiting.add(key, waiting)) entrant.refuse(this.#refusalOf(key));
    return () => {
      if (isRunning) this.release(key, use);
      else this.#waiting.remove(key, waiting);
    };
  }

  #mayRun(key: Key, use: PermitUse): boolean {
    if (this.#free <= 0 || this.#isAtBound(key) || this.#isGroupAtBound(use)) return false;
    const { reserved } = this.#options;
    return reserved === undefined || this.#free > reserved.permits || this.#isBelowShare(key, use, reserved.share);
  }

  #isGroupAtBound({ group }: PermitUse): boolean {
    const { permitsPerGroup } = this.#options;
    if (permitsPerGroup === undefined || group === undefined) return false;
    return (this.#runningOfGroup.get(group) ?? 0) >= permitsPerGroup;
  }

  #isBelowShare(key: Key, { owner }: PermitUse, share: number): boolean {
    return (this.#runningOfOwner.get(owner ?? key) ?? 0) < share && this.#usage.secondsUntilFree(key) === 0;
  }

  #isAtBound(key: Key): boolean {
    const { permitsPerKey } = this.#options;
    return permitsPerKey !== undefined && (this.#running.get(key) ?? 0) >= permitsPerKey;
  }

  /** @param by 1 where a permit is taken, -1 where it is given back. */
  #count(key: Key, { group, owner }: PermitUse, by: 1 | -1): void {
    this.#free -= by;
    add(this.#running, key, by);
    if (group !== undefined) add(this.#runningOfGroup, group, by);
    if (this.#options.reserved) add(this.#runningOfOwner, owner ?? key, by);
  }

  /** One permit may let two start: one that was kept from the reserved ones, and one of the key that gave it back. */
  #startWaiting(): void {
    while (this.#free > 0 && this.#waiting.size > 0) {
      const key = this.#nextKey();
      if (key === undefined) return;
      this.#startNextOf(key);
    }
  }

  #startNextOf(key: Key): void {
    const [next] = this.#waiting.take(key);
    if (!next) return;
    this.#count(key, next.use, 1);
    next.start();
  }

  /** Passes over keys at their bound, as many as there are permits at most, and those of a group at its bound. */
  #nextKey(): Key | undefined {
    let least: { key: Key; usedMs: number } | undefined;
    let compared = 0;
    for (const [key, first] of this.#waiting.firstOfEach()) {
      if (!this.#mayRun(key, first.use)) continue;
      const usedMs = this.#usage.usedMs(key);
      if (least === undefined || usedMs < least.usedMs) least = { key, usedMs };
      compared += 1;
      if (compared === COMPARED || usedMs === 0) break;
    }
    return least?.key;
  }

  /** What waits for its own key alone is in the way of no other, and is not refused yet. */
  #waitsForItself(key: Key, waiting: Waiting): boolean {
    waiting.waits += 1;
    return this.#isAtBound(key) && this.#waiting.keyCount === 1 && waiting.waits < OWN_WAITS;
  }

  #refusalOf(key: Key): PermitsExhausted {
    return new PermitsExhausted(Math.max(1, this.#usage.secondsUntilFree(key)));
  }
}

/** Bounds of what waits; each that is left out does not bound. */
interface QueueBounds {
  /** How long one waits before it is refused. */
  maxWaitMs?: number;
  /** How many may wait in all. */
  maxWaiting?: number;
  /** How many of one key may wait. */
  maxWaitingPerKey?: number;
}

/** What becomes of one that has waited for `maxWaitMs`. */
interface Lateness<Item, Key = string> {
  /** False where it may wait for as long again; it is refused where left out. */
  isLate?: (key: Key, item: Item) => boolean;
  /** It waits no more. */
  refuse: (key: Key, item: Item) => void;
}

/** What waits, by key: within a key first in, first out. Keys take turns: one that was taken from has its next last. */
export class FairQueue<Item, Key = string> {
  readonly #lines = new Map<Key, Map<Item, NodeJS.Timeout | undefined>>();
  #size = 0;

  constructor(
    private readonly bounds: Readonly<QueueBounds>,
    private readonly lateness: Readonly<Lateness<Item, Key>>,
  ) {}

  /** Items that wait in all. */
  get size(): number {
    return this.#size;
  }

  /** Keys that have any waiting. */
  get keyCount(): number {
    return this.#lines.size;
  }

  has(key: Key): boolean {
    return this.#lines.has(key);
  }

  /** False, and nothing changed, where as many wait as may. */
  add(key: Key, item: Item): boolean {
    const { maxWaiting, maxWaitingPerKey, maxWaitMs } = this.bounds;
    const line = this.#lines.get(key) ?? new Map<Item, NodeJS.Timeout | undefined>();
    if (maxWaiting !== undefined && this.#size >= maxWaiting) return false;
    if (maxWaitingPerKey !== undefined && line.size >= maxWaitingPerKey) return false;
    this.#lines.set(key, line);
    this.#size += 1;
    line.set(item, maxWaitMs === undefined ? undefined : this.#watch(key, item, maxWaitMs));
    return true;
  }

  /** False where it does not wait. */
  remove(key: Key, item: Item): boolean {
    const line = this.#lines.get(key);
    if (!line?.has(item)) return false;
    clearTimeout(line.get(item));
    line.delete(item);
    this.#size -= 1;
    if (line.size === 0) this.#lines.delete(key);
    return true;
  }

  /** The first item of each key, in the order of the keys' turns. */
  *firstOfEach(): Generator<[Key, Item]> {
    for (const [key, line] of this.#lines) {
      for (const item of line.keys()) {
        yield [key, item];
        break;
      }
    }
  }

  /**
   * Takes the first items of a key, in their order, and gives the key its next turn after all others.
   * @param isWanted asked about one after the other until it says no; only the first one is taken where left out.
   */
  take(key: Key, isWanted?: (item: Item) => boolean): Item[] {
    const taken: Item[] = [];
    const line = this.#lines.get(key);
    for (const item of line?.keys() ?? []) {
      if (isWanted ? !isWanted(item) : taken.length === 1) break;
      taken.push(item);
    }
    for (const item of taken) this.remove(key, item);
    if (line && line.size > 0) {
      this.#lines.delete(key);
      this.#lines.set(key, line);
    }
    return taken;
  }

  #watch(key: Key, item: Item, maxWaitMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      const { isLate, refuse } = this.lateness;
      if (isLate && !isLate(key, item)) this.#lines.get(key)?.set(item, this.#watch(key, item, maxWaitMs));
      else if (this.remove(key, item)) refuse(key, item);
    }, maxWaitMs);
  }
}

function add<Counted>(counts: Map<Counted, number>, key: Counted, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
