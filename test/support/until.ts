import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
/** Ends what hangs alone: whatever is waited for takes a tenth of it at most on an idle machine. */
const WITHIN_MS = 300_000;
/** Short beside what is waited for, and long beside a question, which often connects to the database anew. */
const PAUSE_MS = 50;

/** Asks until the result satisfies, and returns it: for changes in another process, of which no event arrives here. */
export async function until<Value>(
  ask: () => Promise<Value>,
  satisfies: (value: Value) => boolean,
  withinMs = WITHIN_MS,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS)) {
    const value = await ask();
    if (satisfies(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after ${withinMs} ms`);
    await pause(pauseMs);
  }
}
