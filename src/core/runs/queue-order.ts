/** The distance in the queue between one account's prompts: the more it queues, the further back they are. */
export const STEP_MS = 60_000;

/**
 * The place in the queue of one prompt's runs, and of the account's next ones (start-time fair queuing). An account
 * that queued nothing lately begins at `now`. So accounts of few prompts pass those of many, and every account is
 * served.
 */
export function lineUp(tailAt: Date, now: Date): { queueAt: Date; tailAt: Date } {
  const startMs = Math.max(tailAt.getTime(), now.getTime());
  return { queueAt: new Date(startMs), tailAt: new Date(startMs + STEP_MS) };
}
