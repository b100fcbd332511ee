import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
/** Short beside what is waited for, and long beside a question, which often connects to the database anew. */
const PAUSE_MS = 50;

/** Asks until the result satisfies, and returns it: for changes in another process, of which no event arrives here. */
export async function until<Value>(
  ask: () => Promise<Value>,
  satisfies: (value: Value) => boolean,
  withinMs = 30_000,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS)) {
    const value = await ask();
    if (satisfies(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after ${withinMs} ms`);
    await pause(pauseMs);
  }
}
