import type { Timer } from '../clock.js';

/** Work that a worker does at intervals. */
export interface Step {
  /** As the log shows it: "… failed". */
  name: string;
  /** From the end of one run to the beginning of the next, more or less by up to a quarter. */
  everyMs: number;
  /** @param signal aborted once the worker stops: what takes long ends early. */
  run: (signal: AbortSignal) => Promise<void>;
}

/** Where steps report; pino's shape. */
export interface StepLog {
  error(details: object, message: string): void;
}

export interface RunningSteps {
  /** Begins no further step; resolves once those under way have ended. */
  stop(): Promise<void>;
}

/**
 * Runs each step at once and then at its interval, in parallel, until `stop`. The pauses are in part random, so that
 * workers that were started together look at different moments. A step that fails is logged and tried again at its
 * interval.
 */
export function startSteps(
  steps: readonly Step[],
  { clock, log }: { clock: Pick<Timer, 'wait'>; log: StepLog },
): RunningSteps {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = steps.map((step) => repeat(step, { clock, log, signal }));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** The part of a pause that is random. */
const RANDOM_PART = 1 / 2;

async function repeat(
  { name, everyMs, run }: Step,
  { clock, log, signal }: { clock: Pick<Timer, 'wait'>; log: StepLog; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await run(signal);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, `${name} failed`);
    }
    const pauseMs = everyMs * (1 + RANDOM_PART * (Math.random() - 1 / 2));
    // Only stopping ends a wait early, and the loop checks for that.
    await clock.wait(pauseMs, signal).catch(() => {});
  }
}
