/**
 * Gives each test and hook a time limit, which the runner has none of: that of its own last argument, else this one.
 * Without it a promise that never settles would hold up the run for ever.
 */
import { addEventHandler } from 'jest-circus';

/** Ends what hangs, and nothing that a slow machine still works on: no step takes a tenth of it on an idle one. */
const TIME_LIMIT_MS = 600_000;
/** Those of the machine, whatever a test puts in their place. */
const { setTimeout, clearTimeout } = globalThis;

addEventHandler((event, { currentDescribeBlock }) => {
  if (event.name === 'add_test') bound(currentDescribeBlock.children.at(-1), event.testName);
  if (event.name === 'add_hook') bound(currentDescribeBlock.hooks.at(-1), event.hookType);
});

/** Replaces the function of a test or hook by one that rejects when its time is over. */
function bound(step, name) {
  const { fn, timeout: limitMs = TIME_LIMIT_MS } = step;
  if (fn === undefined) return;
  // Made where the test is, so that the failure names its file and line.
  const late = new Error(`${name} took longer than ${limitMs} ms`);
  step.fn = () => {
    let timer;
    const over = new Promise((_, reject) => {
      timer = setTimeout(reject, limitMs, late);
    });
    return Promise.race([Promise.resolve().then(() => fn()), over]).finally(() => clearTimeout(timer));
  };
}
