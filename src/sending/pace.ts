import type { Timer } from '../clock.js';

/** How much may begin in a second, and at once after a rest. */
export interface PaceTerms {
  perSecond: number;
  atOnce: number;
}

/** Lets so much begin in a second and no more, evenly: work that comes in a crowd leaves room for other work. */
export class Pace {
  #free: number;
  #countedAtMs: number;

  constructor(
    private readonly clock: Timer,
    private readonly terms: PaceTerms,
  ) {
    this.#free = terms.atOnce;
    this.#countedAtMs = clock.elapsedMs();
  }

  /** How many may begin now. */
  free(): number {
    const nowMs = this.clock.elapsedMs();
    const earned = ((nowMs - this.#countedAtMs) * this.terms.perSecond) / 1_000;
    this.#free = Math.min(this.terms.atOnce, this.#free + earned);
    this.#countedAtMs = nowMs;
    return Math.floor(this.#free);
  }

  /** Counts what has begun. */
  begun(count: number): void {
    this.#free -= count;
  }
}
