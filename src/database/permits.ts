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
}

interface Waiting {
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
  /** By key, in the order in which the keys have their turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(private readonly options: Readonly<PermitOptions>) {
    this.#free = options.permits;
  }

  /**
   * Waits for a permit; each taken one is to be released once.
   * @throws PermitsExhausted after `maxWaitMs`, or at once where `maxWaitingPerKey` wait already.
   */
  async take(key: string): Promise<void> {
    if (this.#free > 0 && !this.#waiting.has(key) && this.#mayRun(key)) return this.#start(key);
    const line = this.#waiting.get(key) ?? [];
    if (line.length >= this.options.maxWaitingPerKey) throw new PermitsExhausted();
    await new Promise<void>((start, refuse) => {
      const waiting: Waiting = {
        start,
        refuse,
        timer: setTimeout(() => this.#giveUp(key, waiting), this.options.maxWaitMs),
      };
      line.push(waiting);
      this.#waiting.set(key, line);
    });
  }

  release(key: string): void {
    this.#free += 1;
    const running = (this.#running.get(key) ?? 0) - 1;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
    this.#startNext();
  }

  #mayRun(key: string): boolean {
    return (this.#running.get(key) ?? 0) < this.options.permitsPerKey;
  }

  #start(key: string): void {
    this.#free -= 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  /** At most as many keys as there are permits can be at their bound, so few are passed over. */
  #startNext(): void {
    for (const [key, line] of this.#waiting) {
      if (!this.#mayRun(key)) continue;
      const next = line.shift();
      this.#waiting.delete(key);
      if (line.length > 0) this.#waiting.set(key, line);
      if (!next) continue;
      clearTimeout(next.timer);
      this.#start(key);
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
