import { delays, falseAlarms, toldWithin } from '../../bench/alerts/alert-trials.js';
import { CALM } from '../../bench/alerts/simulated-project.js';

const DESIGN = { name: '35 weekly', weekly: 35, daily: 0 };

/** Twice the present 0.5 would fail. */
test('sixty projects in which nothing happens have at most 0.75 false alarms each in a quarter', () => {
  const { all, byKind } = falseAlarms(DESIGN, CALM, 60);
  expect(all).toBeGreaterThan(0);
  expect(all).toBeLessThanOrEqual(0.75);
  expect(byKind.brand ?? 0).toBeLessThanOrEqual(0.15);
});

test('a fall of 20 points is told within 14 days in nine of ten projects of 35 weekly prompts', () => {
  const found = delays(DESIGN, CALM, { day: 20, fall: 0.2 }, { wanted: 'brand', projects: 60 });
  expect(toldWithin(found, 14)).toBeGreaterThanOrEqual(88);
});
