import type { Change, Design } from '../../bench/uncertainty/answers.js';
import { power } from '../../bench/uncertainty/trials.js';

const RISE: Change = { shift: 0.1, isRedrawn: false, replaced: 0, ownMovement: 0.07 };
const TRIALS = 300;

/** In points: ten, and what 300 trials leave to chance. */
const BOUND = 12;

test.each<Omit<Design, 'share'>>([
  { questions: 25, platforms: 4, answers: 4, likeness: 0.5 },
  { questions: 25, platforms: 2, answers: 4, likeness: 0.8 },
  { questions: 50, platforms: 2, answers: 1, likeness: 0.2 },
  { questions: 50, platforms: 2, answers: 4, likeness: 0.5 },
])('of $questions questions × $platforms × $answers, ICC $likeness, power is what the sample size says', (design) => {
  const { found, known, measured } = power({ ...design, share: 0.3 }, RISE, TRIALS);
  expect(found).toBeGreaterThan(20);
  expect(Math.abs(known - found)).toBeLessThan(BOUND);
  expect(Math.abs(measured - found)).toBeLessThan(BOUND);
});
