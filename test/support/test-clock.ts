import { SYSTEM_CLOCK, type Timer } from '../../src/clock.js';
import { until } from './until.js';

interface Waiting {
  untilMs: number;
  end: () => void;
}

/** A clock that stops until a test advances it, and ends the waits that are due by then. */
export class TestClock implements Timer {
  #elapsedMs = 0;
  readonly #startMs: number;
  readonly #waiting = new Set<Waiting>();

  constructor(start: string | Date = new Date()) {
    this.#startMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#startMs + this.#elapsedMs);
  }

  elapsedMs(): number {
    return this.#elapsedMs;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiting = { untilMs: this.#elapsedMs + ms, end: resolve };
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', () => this.#waiting.delete(waiting) && reject(signal.reason), { once: true });
    });
  }

  advance(ms: number): void {
    this.#elapsedMs += ms;
    for (const waiting of this.#waiting) {
      if (waiting.untilMs > this.#elapsedMs) continue;
      this.#waiting.delete(waiting);
      waiting.end();
    }
  }

  /** Resolves, with how long the longest of them still is, once so many wait. */
  async waits(count = 1): Promise<number> {
    await until(
      async () => this.#waiting.size,
      (size) => size === count,
    );
    return Math.max(...[...this.#waiting].map(({ untilMs }) => untilMs - this.#elapsedMs));
  }
}

/** The machine's clock, but that waits end ten times as soon: for work that looks for more of it every few seconds. */
export const HURRIED_CLOCK: Timer = {
  ...SYSTEM_CLOCK,
  wait: (ms, signal) => SYSTEM_CLOCK.wait(ms / 10, signal),
};
