import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 100;

/**
 * Repeats `attempt` until it succeeds: for a lock that may be held for minutes, longer than a client waits for one
 * statement.
 */
export async function persist(attempt: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  while (!(await attempt())) await pause(POLL_MS, undefined, signal ? { signal } : {});
}
