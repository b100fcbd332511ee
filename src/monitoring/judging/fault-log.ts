import type { Timer } from '../../clock.js';
import type { JudgeFault, JudgingLog } from './judge.types.js';

const EVERY_MS = 60_000;

/** Tells why a judge fails: the first fault of a kind at once, then how many there were, once a minute at most. */
export class FaultLog {
  private readonly kinds = new Map<JudgeFault, { toldAt: number; untold: number }>();

  constructor(
    private readonly judgeId: string,
    private readonly log: JudgingLog,
    private readonly clock: Timer,
  ) {}

  note(fault: JudgeFault, message: string): void {
    const now = this.clock.elapsedMs();
    const { toldAt, untold } = this.kinds.get(fault) ?? { toldAt: Number.NEGATIVE_INFINITY, untold: 0 };
    if (now - toldAt < EVERY_MS) {
      this.kinds.set(fault, { toldAt, untold: untold + 1 });
      return;
    }
    this.kinds.set(fault, { toldAt: now, untold: 0 });
    this.log.warn({ judge: this.judgeId, fault, times: untold + 1, reason: message }, 'the sentiment judge failed');
  }
}
