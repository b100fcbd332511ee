import { favoured } from '../../bench/uncertainty/trials.js';

test.each([0.2, 0.5, 0.8])(
  '5 of 25 questions daily, ICC %d: the even score is true within a point, and its interval holds in 93 %',
  (likeness) => {
    const design = { questions: 25, platforms: 4, answers: 4, daily: 5, share: 0.3, likeness };
    const { truth, pooled, even } = favoured(design, { daily: 0.6, others: 0.225 }, 1_000);
    expect(truth).toBeCloseTo(30);
    expect(Math.abs(even.mean - truth)).toBeLessThanOrEqual(1);
    expect(even.holds).toBeGreaterThanOrEqual(93);
    // What weighing by answers would say: the questions asked daily drown the others.
    expect(pooled.mean).toBeGreaterThan(40);
    expect(pooled.holds).toBeLessThan(80);
  },
);
