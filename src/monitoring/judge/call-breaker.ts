import type { Timer } from '../../clock.js';
import type { CallFault } from '../../platforms/calling/call-failure.js';

const FAILURES_MAX = 5;
const PAUSE_MS = 60_000;

/**
 * Stops asking for a minute where asking is useless: at once if the key is not accepted, else after five failed calls
 * in a row, each with all its retries. A re-analysis of thousands of answers then falls back to the rules within
 * moments, instead of waiting for each call.
 */
export class CallBreaker {
  private failures = 0;
  private openAgainAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Timer) {}

  get isPaused(): boolean {
    return this.clock.elapsedMs() < this.openAgainAt;
  }

  succeeded(): void {
    this.failures = 0;
  }

  failed(fault: CallFault): void {
    this.failures += 1;
    if (fault !== 'denied' && this.failures < FAILURES_MAX) return;
    this.failures = 0;
    this.openAgainAt = this.clock.elapsedMs() + PAUSE_MS;
  }
}
