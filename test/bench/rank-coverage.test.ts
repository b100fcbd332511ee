import { rankCoverage } from '../../bench/uncertainty/trials.js';

const TRIALS = 600;

test.each([
  { questions: 10, answers: 4, likeness: 0 },
  { questions: 25, answers: 8, likeness: 0.5 },
  { questions: 25, answers: 4, likeness: 0.8 },
])(
  'of $questions questions × $answers, ICC $likeness, the interval of a mean rank holds it in 92 to 99 %',
  (design) => {
    const holds = rankCoverage(design, TRIALS);
    expect(holds).toBeGreaterThan(91);
    expect(holds).toBeLessThan(100);
  },
);
