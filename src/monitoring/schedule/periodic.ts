import type { Timer } from '../../clock.js';

/** What a worker does again and again. */
export interface Step {
  /** As the log tells it: "… failed". */
  name: string;
  /** From the end of one run to the beginning of the next, give or take a quarter. */
  everyMs: number;
  /** @param signal aborted once the worker stops: what takes long ends early. */
  run: (signal: AbortSignal) => Promise<void>;
}

/** Where steps report; pino's shape. */
export interface StepLog {
  error(details: object, message: string): void;
}

export interface RunningSteps {
  /** Begins nothing further; resolves once the steps under way have ended. */
  stop(): Promise<void>;
}

/**
 * Runs each step at once and then at its interval, beside the others, until it is told to stop. The pauses are in part
 * random, so that workers that were started together look at different moments. A step that fails is logged and tried
 * again at its interval.
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

/** Of a pause, how much of it is random. */
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
    // Only stopping ends a wait before its time, and the loop asks for that.
    await clock.wait(pauseMs, signal).catch(() => {});
  }
}
