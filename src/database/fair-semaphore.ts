/** The work could not start, because all its places were taken for too long or too much waits for them already. */
export class PermitsExhausted extends Error {
  /** @param retryAfterSeconds until it may find a place, as far as that is known. */
  constructor(readonly retryAfterSeconds = 1) {
    super('no database connection became free in time');
  }
}

export interface PermitOptions {
  /** How much may run at once. */
  permits: number;
  /** How much of one key may run at once. */
  permitsPerKey: number;
  /** How long one waits before it is refused. */
  maxWaitMs: number;
  /** How many of one key may wait. */
  maxWaitingPerKey: number;
  /** How much of one group of keys, as of one server, may run at once; no bound of its own where left out. */
  permitsPerGroup?: number;
}

/** What each key has used so far; work of one that has used less starts first. */
export interface Usage {
  usedMs: (key: string) => number;
  /** Whole seconds until a key that has used its share counts as having used nothing; 0 for any other. */
  secondsUntilFree: (key: string) => number;
}

/** Keys that are compared at each start: the first in turn, so that a crowd of accounts costs no more. */
const COMPARED = 64;
/** How often one waits for `maxWaitMs` where nobody but its own key is in its way. */
const OWN_WAITS = 6;

interface Waiting {
  group: string | undefined;
  waits: number;
  start: () => void;
  refuse: (error: Error) => void;
  timer?: NodeJS.Timeout;
}

/**
 * Bounds how much runs at once: in all, by key and by group. Of the keys that wait the one starts next that has used
 * least; those that have used equally much take turns, so that a key with a thousand waiting delays another by one
 * piece of work. Within a key the order is first in, first out. A key is never refused for what it has used: it waits
 * behind others, and only while others wait or hold the places may it wait for too long.
 */
export class FairSemaphore {
  #free: number;
  readonly #running = new Map<string, number>();
  readonly #runningOf = new Map<string, number>();
  /** By key, in the order in which the keys have their turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly options: Readonly<PermitOptions>,
    private readonly usage: Usage = { usedMs: () => 0, secondsUntilFree: () => 0 },
  ) {
    this.#free = options.permits;
  }

  /**
   * Waits for a permit; each taken one is to be released once, with the same group.
   * @throws PermitsExhausted after `maxWaitMs`, or at once where `maxWaitingPerKey` wait already.
   */
  async take(key: string, group?: string): Promise<void> {
    if (this.#free > 0 && !this.#waiting.has(key) && this.#mayRun(key, group)) return this.#start(key, group);
    const line = this.#waiting.get(key) ?? [];
    if (line.length >= this.options.maxWaitingPerKey) throw this.#refusalOf(key);
    await new Promise<void>((start, refuse) => {
      const waiting: Waiting = { group, waits: 0, start, refuse };
      line.push(waiting);
      this.#waiting.set(key, line);
      this.#watch(key, waiting);
    });
  }

  release(key: string, group?: string): void {
    this.#free += 1;
    add(this.#running, key, -1);
    if (group !== undefined) add(this.#runningOf, group, -1);
    this.#startNext();
  }

  #mayRun(key: string, group: string | undefined): boolean {
    if (this.#isAtBound(key)) return false;
    const { permitsPerGroup = Number.POSITIVE_INFINITY } = this.options;
    return group === undefined || (this.#runningOf.get(group) ?? 0) < permitsPerGroup;
  }

  #isAtBound(key: string): boolean {
    return (this.#running.get(key) ?? 0) >= this.options.permitsPerKey;
  }

  #start(key: string, group: string | undefined): void {
    this.#free -= 1;
    add(this.#running, key, 1);
    if (group !== undefined) add(this.#runningOf, group, 1);
  }

  #startNext(): void {
    const key = this.#nextKey();
    const line = key === undefined ? undefined : this.#waiting.get(key);
    const next = line?.shift();
    if (key === undefined || !line || !next) return;
    this.#waiting.delete(key);
    if (line.length > 0) this.#waiting.set(key, line);
    clearTimeout(next.timer);
    this.#start(key, next.group);
    next.start();
  }

  /** Passes over keys at their bound, as many as there are permits at most, and those of a group at its bound. */
  #nextKey(): string | undefined {
    let least: { key: string; usedMs: number } | undefined;
    let compared = 0;
    for (const [key, line] of this.#waiting) {
      if (!this.#mayRun(key, line[0]?.group)) continue;
      const usedMs = this.usage.usedMs(key);
      if (least === undefined || usedMs < least.usedMs) least = { key, usedMs };
      compared += 1;
      if (compared === COMPARED || usedMs === 0) break;
    }
    return least?.key;
  }

  /** Refuses what has waited for too long, but for what waits for its own key alone: that is in nobody's way. */
  #watch(key: string, waiting: Waiting): void {
    waiting.waits += 1;
    waiting.timer = setTimeout(() => {
      const waitsForItself = this.#isAtBound(key) && this.#waiting.size === 1;
      if (waitsForItself && waiting.waits < OWN_WAITS) this.#watch(key, waiting);
      else this.#giveUp(key, waiting);
    }, this.options.maxWaitMs);
  }

  #giveUp(key: string, waiting: Waiting): void {
    const line = (this.#waiting.get(key) ?? []).filter((other) => other !== waiting);
    if (line.length > 0) this.#waiting.set(key, line);
    else this.#waiting.delete(key);
    waiting.refuse(this.#refusalOf(key));
  }

  #refusalOf(key: string): PermitsExhausted {
    return new PermitsExhausted(Math.max(1, this.usage.secondsUntilFree(key)));
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
