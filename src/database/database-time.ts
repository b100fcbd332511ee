const WINDOW_MS = 60_000;
/**
 * Accounts after which those whose minute is over are forgotten. No other may be, as its time would begin anew: a
 * cache that forgets by last use would let a crowd of accounts set one back.
 */
const SWEEP_AT = 1_000;

interface Used {
  startedAtMs: number;
  usedMs: number;
}

/**
 * The time for which an account has held connections in its present minute, in this process. The minute begins with
 * the account's first statement, on the process's monotonic clock.
 */
export class DatabaseTime {
  readonly #used = new Map<string, Used>();

  constructor(
    private readonly budgetMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  add(accountId: string, ms: number): void {
    const now = this.nowMs();
    const used = this.#used.get(accountId);
    if (used && now < used.startedAtMs + WINDOW_MS) {
      used.usedMs += ms;
      return;
    }
    if (this.#used.size >= SWEEP_AT) this.#sweep(now);
    this.#used.set(accountId, { startedAtMs: now, usedMs: ms });
  }

  /** Whole seconds until the account may go on, at least 1; 0 while it has time left. */
  secondsUntilFree(accountId: string): number {
    const used = this.#used.get(accountId);
    if (!used || used.usedMs < this.budgetMs) return 0;
    return Math.max(0, Math.ceil((used.startedAtMs + WINDOW_MS - this.nowMs()) / 1_000));
  }

  #sweep(now: number): void {
    for (const [accountId, { startedAtMs }] of this.#used) {
      if (now >= startedAtMs + WINDOW_MS) this.#used.delete(accountId);
    }
  }
}
