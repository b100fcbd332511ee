const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How far ahead of the account's place in the queue a run is queued; a requested one passes its account's own. */
export const HEAD_START_MS = { daily: 6 * HOUR_MS, weekly: 0 } as const;

/** The distance in the queue between one account's prompts: the more it queues, the further back they are. */
export const STEP_MS = MINUTE_MS;

/**
 * The place in the queue of one prompt's runs, and of the account's next ones (start-time fair queuing). An account
 * that queued nothing lately begins at `now`. So accounts of few prompts pass those of many, and every account is
 * served.
 */
export function lineUp(tailAt: Date, now: Date, headStartMs: number): { queueAt: Date; tailAt: Date } {
  const startMs = Math.max(tailAt.getTime(), now.getTime());
  return { queueAt: new Date(startMs - headStartMs), tailAt: new Date(startMs + STEP_MS) };
}
