import { wordingsOfIntents } from '../../bench/uncertainty/trials.js';

test('10 intents in 4 wordings: by intent the interval holds in 92 to 97 %, false alarms are at most 7 %', () => {
  const design = { questions: 10, platforms: 4, answers: 4, share: 0.3, likeness: 0.5 };
  const { holds, falseAlarms } = wordingsOfIntents(design, 4, 800);
  expect(holds.byIntent).toBeGreaterThanOrEqual(92);
  expect(holds.byIntent).toBeLessThanOrEqual(97);
  expect(falseAlarms.byIntent).toBeLessThanOrEqual(7);
  // What counting each wording as a question of its own would do.
  expect(holds.byWording).toBeLessThan(80);
});
