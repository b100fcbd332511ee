import { LRUCache } from 'lru-cache';

export const QUICK = {
  /** One that took longer was slow. */
  maxMs: 50,
  /** Counts as slow for so long. */
  slowForMs: 60_000,
  /** Statements of accounts that are remembered: some 3 MB. */
  remembered: 20_000,
} as const;

/**
 * Which statements were answered quickly of late, each for one account: the same statement reads ten rows of one and a
 * million of another. One that is not known counts as slow.
 */
export class QuickStatements {
  /** From when on each counts as quick, on the process's monotonic clock. */
  readonly #quickFromMs = new LRUCache<string, number>({ max: QUICK.remembered });

  constructor(
    private readonly bounds: Readonly<Pick<Record<keyof typeof QUICK, number>, 'maxMs' | 'slowForMs'>> = QUICK,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  isQuick(accountId: string, statement: string): boolean {
    const fromMs = this.#quickFromMs.get(accountId + statement);
    return fromMs !== undefined && fromMs <= this.nowMs();
  }

  /** It was answered, or failed, after `tookMs`. */
  note(accountId: string, statement: string, tookMs: number): void {
    const key = accountId + statement;
    if (tookMs > this.bounds.maxMs) this.#quickFromMs.set(key, this.nowMs() + this.bounds.slowForMs);
    else if (!this.#quickFromMs.has(key)) this.#quickFromMs.set(key, this.nowMs());
  }
}
