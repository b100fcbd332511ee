import { explanations } from '../../bench/uncertainty/trials.js';

/** Four weeks of 50 weekly questions on four platforms, the first with another model; 500 seeded trials each. */
const DESIGN = { questions: 50, platforms: 4, answers: 4, share: 0.3 };

test.each([0.2, 0.5, 0.8])('at a correlation of %d a move of that platform alone is found', (likeness) => {
  const design = { ...DESIGN, likeness };
  expect(explanations(design, { shift: 0.15, where: 'first' }).model_change).toBeGreaterThanOrEqual(72);
  const everywhere = explanations(design, { shift: 0.15, where: 'all' });
  expect(everywhere.model_change).toBeLessThanOrEqual(3);
  expect(everywhere.not_model_change).toBeGreaterThanOrEqual(90);
  const still = explanations(design, { shift: 0, where: 'none' });
  expect(still.model_change).toBeLessThanOrEqual(3);
  expect(still.nothing_moved).toBeGreaterThanOrEqual(85);
});
