import { startSteps } from '../../src/monitoring/periodic.js';
import { TestClock } from '../support/test-clock.js';
import { until } from '../support/until.js';

let clock: TestClock;
let failures: { details: object; message: string }[];
beforeEach(() => {
  clock = new TestClock();
  failures = [];
});

const log = { error: (details: object, message: string) => void failures.push({ details, message }) };

/** A step that notes each of its runs, and calls `work`. */
function counted(everyMs: number, work: (signal: AbortSignal) => Promise<void> = async () => {}) {
  const counted = { runs: 0 };
  const run = (signal: AbortSignal) => {
    counted.runs += 1;
    return work(signal);
  };
  return { counted, step: { name: 'counting', everyMs, run } };
}

test('each step runs at once, and again at its own interval, more or less by a quarter', async () => {
  const [often, seldom] = [counted(1_000), counted(60_000)];
  const running = startSteps([often.step, seldom.step], { clock, log });
  await clock.waits(2);
  expect([often.counted.runs, seldom.counted.runs]).toEqual([1, 1]);
  clock.advance(749);
  await clock.waits(2);
  expect(often.counted.runs).toBe(1);
  clock.advance(501);
  await until(
    async () => often.counted.runs,
    (runs) => runs === 2,
  );
  expect(seldom.counted.runs).toBe(1);
  expect(await clock.waits(2)).toBeLessThanOrEqual(75_000);
  clock.advance(75_000);
  await until(
    async () => seldom.counted.runs,
    (runs) => runs === 2,
  );
  await running.stop();
});

test('a step that fails is logged and tried again at its interval; the others continue', async () => {
  const fault = new Error('refused by a test');
  const failing = counted(1_000, () => Promise.reject(fault));
  const other = counted(1_000);
  const running = startSteps([failing.step, other.step], { clock, log });
  await clock.waits(2);
  expect(failures).toEqual([{ details: { err: fault }, message: 'counting failed' }]);
  clock.advance(1_250);
  await until(
    async () => [failing.counted.runs, other.counted.runs],
    (runs) => runs.every((count) => count === 2),
  );
  await running.stop();
});

test('stopping ends waits at once, aborts the step under way, and waits for it', async () => {
  const released = Promise.withResolvers<void>();
  let isTold = false;
  const slow = counted(1_000, async (signal) => {
    await released.promise;
    isTold = signal.aborted;
    throw new Error('aborted, as the worker stops');
  });
  const idle = counted(1_000);
  const running = startSteps([slow.step, idle.step], { clock, log });
  await clock.waits(1);
  let hasStopped = false;
  const stopping = running.stop().then(() => {
    hasStopped = true;
  });
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(hasStopped).toBe(false);
  released.resolve();
  await stopping;
  expect([isTold, slow.counted.runs, idle.counted.runs]).toEqual([true, 1, 1]);
  expect(failures).toEqual([]);
});
