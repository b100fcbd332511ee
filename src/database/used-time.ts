const WINDOW_MS = 60_000;
/**
 * Keys after which those whose minute is over are forgotten. No other may be, as its time would begin anew: a cache
 * that forgets by last use would let a crowd of accounts set one back.
 */
const SWEEP_AT = 1_000;

interface Used {
  startedAtMs: number;
  usedMs: number;
}

/**
 * What each key, such as an account, has used of something in its present minute, in this process. The minute begins
 * with its first use, on the process's monotonic clock.
 */
export class UsedTime {
  readonly #used = new Map<string, Used>();

  /** @param shareMs what one may use in a minute before it has to go on in the next. */
  constructor(
    private readonly shareMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  add(key: string, ms: number): void {
    const now = this.nowMs();
    const used = this.#current(key, now);
    if (used) {
      used.usedMs += ms;
      return;
    }
    if (this.#used.size >= SWEEP_AT) this.#sweep(now);
    this.#used.set(key, { startedAtMs: now, usedMs: ms });
  }

  usedMs(key: string): number {
    return this.#current(key, this.nowMs())?.usedMs ?? 0;
  }

  /** Whole seconds until a key that has used its share begins its next minute, at least 1; 0 while it has some left. */
  secondsUntilFree(key: string): number {
    const now = this.nowMs();
    const used = this.#current(key, now);
    if (!used || used.usedMs < this.shareMs) return 0;
    return Math.ceil((used.startedAtMs + WINDOW_MS - now) / 1_000);
  }

  #current(key: string, now: number): Used | undefined {
    const used = this.#used.get(key);
    return used && now < used.startedAtMs + WINDOW_MS ? used : undefined;
  }

  #sweep(now: number): void {
    for (const [key, { startedAtMs }] of this.#used) {
      if (now >= startedAtMs + WINDOW_MS) this.#used.delete(key);
    }
  }
}
