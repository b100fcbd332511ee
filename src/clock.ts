import { setTimeout as pause } from 'node:timers/promises';

/** Returns the time of day; it is handed in, so that a test decides which day it is. */
export interface Clock {
  now(): Date;
}

/** A clock that intervals are measured and waited for by: due times, pauses, credits. */
export interface Timer extends Clock {
  /** Milliseconds since some instant; they go on evenly when somebody sets the time of day. */
  elapsedMs(): number;
  /** Resolves after `ms`. @throws an AbortError once `signal` asks to stop. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own. */
export const SYSTEM_CLOCK: Timer = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  wait: (ms, signal) => pause(ms, undefined, signal && { signal }),
};
