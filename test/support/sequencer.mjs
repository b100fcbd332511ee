import { statSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

/** Files whose tests start processes or a browser: they take longest, and wait more than they work. */
const LONG = /[\\/]process[\\/]|\.browser\.test\.ts$|[\\/]test[\\/]scripts[\\/]/;

/**
 * Long files first, so that none is begun when the others are done, and of each kind the largest first. The order is
 * the same whatever an earlier run took.
 */
export default class Sequencer extends TestSequencer {
  sort(tests) {
    const sized = tests.map((test) => ({ test, isLong: LONG.test(test.path), size: statSync(test.path).size }));
    sized.sort((one, other) => Number(other.isLong) - Number(one.isLong) || other.size - one.size);
    return sized.map(({ test }) => test);
  }
}
