/** The work could not start, because all its places were taken for too long or too much waits for them already. */
export class PermitsExhausted extends Error {
  constructor() {
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

interface Waiting {
  group: string | undefined;
  start: () => void;
  refuse: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * Bounds how much runs at once, in all and by key. Where work of several keys waits, the keys take turns, so that a
 * key with a thousand waiting delays another by one piece of work. Within a key the order is first in, first out.
 */
export class Permits {
  #free: number;
  readonly #running = new Map<string, number>();
  readonly #runningOf = new Map<string, number>();
  /** By key, in the order in which the keys have their turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(private readonly options: Readonly<PermitOptions>) {
    this.#free = options.permits;
  }

  /**
   * Waits for a permit; each taken one is to be released once, with the same group.
   * @throws PermitsExhausted after `maxWaitMs`, or at once where `maxWaitingPerKey` wait already.
   */
  async take(key: string, group?: string): Promise<void> {
    if (this.#free > 0 && !this.#waiting.has(key) && this.#mayRun(key, group)) return this.#start(key, group);
    const line = this.#waiting.get(key) ?? [];
    if (line.length >= this.options.maxWaitingPerKey) throw new PermitsExhausted();
    await new Promise<void>((start, refuse) => {
      const waiting: Waiting = {
        group,
        start,
        refuse,
        timer: setTimeout(() => this.#giveUp(key, waiting), this.options.maxWaitMs),
      };
      line.push(waiting);
      this.#waiting.set(key, line);
    });
  }

  release(key: string, group?: string): void {
    this.#free += 1;
    add(this.#running, key, -1);
    if (group !== undefined) add(this.#runningOf, group, -1);
    this.#startNext();
  }

  #mayRun(key: string, group: string | undefined): boolean {
    if ((this.#running.get(key) ?? 0) >= this.options.permitsPerKey) return false;
    const { permitsPerGroup = Number.POSITIVE_INFINITY } = this.options;
    return group === undefined || (this.#runningOf.get(group) ?? 0) < permitsPerGroup;
  }

  #start(key: string, group: string | undefined): void {
    this.#free -= 1;
    add(this.#running, key, 1);
    if (group !== undefined) add(this.#runningOf, group, 1);
  }

  /** Passes over keys at their bound, as many as there are permits at most, and those of a group at its bound. */
  #startNext(): void {
    for (const [key, line] of this.#waiting) {
      if (!this.#mayRun(key, line[0]?.group)) continue;
      const next = line.shift();
      this.#waiting.delete(key);
      if (line.length > 0) this.#waiting.set(key, line);
      if (!next) continue;
      clearTimeout(next.timer);
      this.#start(key, next.group);
      next.start();
      return;
    }
  }

  #giveUp(key: string, waiting: Waiting): void {
    const line = (this.#waiting.get(key) ?? []).filter((other) => other !== waiting);
    if (line.length > 0) this.#waiting.set(key, line);
    else this.#waiting.delete(key);
    waiting.refuse(new PermitsExhausted());
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
