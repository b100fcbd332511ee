import type { Allocation } from '../../bench/uncertainty/answers.js';
import { allocated } from '../../bench/uncertainty/trials.js';

/** Why answers are not shared out by how undecided they are: as many find less, and the score of all of them is off. */

test.each([0.2, 0.5, 0.8])(
  'the same answers shared out alike find the most, and the score is right, at an ICC of %d',
  (likeness) => {
    const design = { questions: 40, platforms: 2, answers: 4, share: 0.3, likeness };
    const change = { shift: 0.1, isRedrawn: false, replaced: 0, ownMovement: 0.07 };
    const of = (allocation: Allocation) => allocated(design, change, allocation, 600);
    const equal = of('equal');
    expect(Math.abs(equal.mean - 100 * design.share)).toBeLessThan(1);
    for (const { found, mean } of [of('variance'), of('borderline')]) {
      expect(equal.found - found).toBeGreaterThan(5);
      expect(mean - 100 * design.share).toBeGreaterThan(2);
    }
  },
);
