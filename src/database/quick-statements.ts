import { LRUCache } from 'lru-cache';

export const QUICK = {
  /** One that took longer was slow. */
  maxMs: 50,
  /** An account one of whose statements took so long in a pipeline, with all its waiting, was stuck. */
  stuckMs: 500,
  /** Counts as slow for so long; of an account that was stuck all statements do. */
  slowForMs: 60_000,
  /** Statements of accounts that are remembered: some 3 MB. */
  remembered: 20_000,
} as const;

/**
 * Which statements were answered quickly of late, each for one account: the same statement reads ten rows of one and a
 * million of another. One that is not known counts as slow. Who waits for others in a pipeline is not charged for it:
 * so accounts that were stuck in one are asked alone for a while, all of them, as nobody knows how slow those are that
 * waited.
 */
export class QuickStatements {
  /** From when on each counts as quick, on the process's monotonic clock; by the account alone, all of its. */
  readonly #quickFromMs = new LRUCache<string, number>({ max: QUICK.remembered });

  constructor(
    private readonly bounds: Readonly<Omit<Record<keyof typeof QUICK, number>, 'remembered'>> = QUICK,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  isQuick(accountId: string, statement: string): boolean {
    const fromMs = this.#quickFromMs.get(accountId + statement);
    return fromMs !== undefined && Math.max(fromMs, this.#quickFromMs.get(accountId) ?? 0) <= this.nowMs();
  }

  /** It was answered, or failed, after `tookMs`. */
  note(accountId: string, statement: string, tookMs: number): void {
    const key = accountId + statement;
    if (tookMs > this.bounds.maxMs) this.#quickFromMs.set(key, this.nowMs() + this.bounds.slowForMs);
    else if (!this.#quickFromMs.has(key)) this.#quickFromMs.set(key, this.nowMs());
  }

  /** It was in a pipeline, and was answered, or failed, after `tookMs` with all that it waited for others. */
  notePipelined(accountId: string, tookMs: number): void {
    if (tookMs > this.bounds.stuckMs) this.#quickFromMs.set(accountId, this.nowMs() + this.bounds.slowForMs);
  }
}
