import type { Timer } from '../../clock.js';
import type { JudgeFault, JudgingLog } from './judge.types.js';

const EVERY_MS = 60_000;

/** Logs why a judge fails: the first fault of a kind at once, then how many there were, once a minute at most. */
export class FaultLog {
  private readonly kinds = new Map<JudgeFault, { loggedAtMs: number; unlogged: number }>();

  constructor(
    private readonly judgeId: string,
    private readonly log: JudgingLog,
    private readonly clock: Timer,
  ) {}

  note(fault: JudgeFault, message: string): void {
    const now = this.clock.elapsedMs();
    const { loggedAtMs, unlogged } = this.kinds.get(fault) ?? { loggedAtMs: Number.NEGATIVE_INFINITY, unlogged: 0 };
    if (now - loggedAtMs < EVERY_MS) {
      this.kinds.set(fault, { loggedAtMs, unlogged: unlogged + 1 });
      return;
    }
    this.kinds.set(fault, { loggedAtMs: now, unlogged: 0 });
    this.log.warn({ judge: this.judgeId, fault, times: unlogged + 1, reason: message }, 'the judge failed');
  }
}
