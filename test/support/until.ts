import { setTimeout as pause } from 'node:timers/promises';

/** Asks until the result satisfies, and returns it: for changes in another process, of which no event arrives here. */
export async function until<Value>(
  ask: () => Promise<Value>,
  satisfies: (value: Value) => boolean,
  withinMs = 15_000,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await ask();
    if (satisfies(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after ${withinMs} ms`);
    await pause(20);
  }
}
