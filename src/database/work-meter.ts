import { performance } from 'node:perf_hooks';

export const WORK = {
  /**
   * A reply waits for the process's turn for one round of its loop. No more than this is believed, or who asks slowly
   * while the process is busy would pay nothing.
   */
  turnMsMax: 100,
  /**
   * A write, or a whole transaction of a request, changes a hundred rows at most. What takes longer waits for rows that
   * others have locked.
   */
  writeMsMax: 100,
} as const;

/** On the process's monotonic clock; `busyMs` is for how long its loop has run, in all. */
interface WorkClock {
  nowMs: () => number;
  busyMs: () => number;
}

const REAL_CLOCK: WorkClock = {
  nowMs: () => performance.now(),
  busyMs: () => performance.eventLoopUtilization().active,
};

/** How a piece of work ended. */
export interface Ending {
  /** For how long it waited for what others asked, for a connection among them. */
  waitedMs: number;
  /** False where it was given up, or its connection was lost. */
  isAnswered: boolean;
  /** Whether it only read, and so waited for no row's lock. */
  isRead: boolean;
}

/**
 * Measures what the database works for a caller, from outside: the time between asking and the reply, without what the
 * caller has no part in. That is waiting for others, for a row's lock, for a server that answers nobody, and for the
 * process's turn on the processor.
 */
export class WorkMeter {
  #answeredMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: WorkClock = REAL_CLOCK) {}

  /** @returns ends the measurement, with the database's own work in milliseconds. */
  begin(): (ending: Ending) => number {
    const [startedMs, startedBusyMs] = [this.clock.nowMs(), this.clock.busyMs()];
    return ({ waitedMs, isAnswered, isRead }) => {
      const nowMs = this.clock.nowMs();
      if (isAnswered) this.#answeredMs = nowMs;
      // Of a server that stopped answering it is not known what it did after its last reply to anybody.
      const tookMs = Math.max(0, Math.min(nowMs, this.#answeredMs) - startedMs);
      const turnMs = Math.min(this.clock.busyMs() - startedBusyMs, WORK.turnMsMax);
      const workMs = Math.max(0, tookMs - waitedMs - turnMs);
      return isRead ? workMs : Math.min(workMs, WORK.writeMsMax);
    };
  }
}

const WINDOW_MS = 60_000;
/**
 * Keys after which those whose minute is over are forgotten. No other may be, as its time would begin anew: a cache
 * that forgets by last use would let a crowd of accounts set one back.
 */
const SWEEP_AT = 1_000;

interface Used {
  startedAtMs: number;
  usedMs: number;
}

/**
 * What each key, such as an account, has used of something in its present minute, in this process. The minute begins
 * with its first use, on the process's monotonic clock.
 */
export class UsedTime {
  readonly #used = new Map<string, Used>();

  /** @param shareMs what one may use in a minute before it has to go on in the next. */
  constructor(
    private readonly shareMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  add(key: string, ms: number): void {
    const now = this.nowMs();
    const used = this.#current(key, now);
    if (used) {
      used.usedMs += ms;
      return;
    }
    if (this.#used.size >= SWEEP_AT) this.#sweep(now);
    this.#used.set(key, { startedAtMs: now, usedMs: ms });
  }

  usedMs(key: string): number {
    return this.#current(key, this.nowMs())?.usedMs ?? 0;
  }

  /** Whole seconds until a key that has used its share begins its next minute, at least 1; 0 while it has some left. */
  secondsUntilFree(key: string): number {
    const now = this.nowMs();
    const used = this.#current(key, now);
    if (!used || used.usedMs < this.shareMs) return 0;
    return Math.ceil((used.startedAtMs + WINDOW_MS - now) / 1_000);
  }

  #current(key: string, now: number): Used | undefined {
    const used = this.#used.get(key);
    return used && now < used.startedAtMs + WINDOW_MS ? used : undefined;
  }

  #sweep(now: number): void {
    for (const [key, { startedAtMs }] of this.#used) {
      if (now >= startedAtMs + WINDOW_MS) this.#used.delete(key);
    }
  }
}
