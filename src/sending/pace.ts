/** So many may begin within so many milliseconds. */
export interface PaceTerms {
  most: number;
  withinMs: number;
}

/** Lets so many begin within a time and no more, so that work that comes in a crowd leaves room for others. */
export class Pace {
  /** When those of the last time began, oldest first. */
  readonly #begunMs: number[] = [];

  constructor(private readonly terms: PaceTerms) {}

  /** @returns 0 where one may begin now, which counts it; else how long until the next may. */
  take(nowMs: number): number {
    const pauseMs = this.pauseMs(nowMs);
    if (pauseMs === 0) this.#begunMs.push(nowMs);
    return pauseMs;
  }

  /** How many may begin now. */
  free(nowMs: number): number {
    const { most, withinMs } = this.terms;
    while (this.#begunMs[0] !== undefined && this.#begunMs[0] <= nowMs - withinMs) this.#begunMs.shift();
    return most - this.#begunMs.length;
  }

  /** How long until one may begin: 0 for now. */
  pauseMs(nowMs: number): number {
    if (this.free(nowMs) > 0) return 0;
    return (this.#begunMs[0] ?? nowMs) + this.terms.withinMs - nowMs;
  }
}
