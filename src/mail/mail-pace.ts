/** Mails of a process in a minute: mail servers take a burst for an attack. */
const PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** Lets so many mails a minute through. */
export class MailPace {
  /** When the mails of the last minute were let through, oldest first. */
  private readonly sentMs: number[] = [];

  /** @returns 0 where a mail may go now, which counts it; else how long until the next may. */
  take(nowMs: number): number {
    const pauseMs = this.pauseMs(nowMs);
    if (pauseMs === 0) this.sentMs.push(nowMs);
    return pauseMs;
  }

  /** How long until a mail may go: 0 for now. */
  pauseMs(nowMs: number): number {
    while (this.sentMs[0] !== undefined && this.sentMs[0] <= nowMs - MINUTE_MS) this.sentMs.shift();
    const [oldest] = this.sentMs;
    return oldest !== undefined && this.sentMs.length >= PER_MINUTE ? oldest + MINUTE_MS - nowMs : 0;
  }
}
