import fc from 'fast-check';
import { compareRanks, meanRank } from '../../src/core/metrics/mean-rank.js';

/** Ranks of one question in one period. */
const ranks = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 });
const toQuestion = (given: readonly number[]) => ({ responses: given.length, sum: given.reduce((a, b) => a + b, 0) });

/** Two-sided 95 % quantiles of Student's t, from a table. */
const T: Readonly<Record<number, number>> = { 4: 2.776, 7: 2.365, 9: 2.262, 19: 2.093 };

describe('the mean rank', () => {
  test('is the mean of all ranks, and its interval holds it, from 1 on', () => {
    fc.assert(
      fc.property(fc.array(ranks, { maxLength: 30 }), (given) => {
        const all = given.flat();
        const { mean, responses, interval } = meanRank(given.map(toQuestion));
        expect(responses).toBe(all.length);
        if (all.length === 0) return expect([mean, interval]).toEqual([null, null]);
        expect(mean).toBeCloseTo(all.reduce((a, b) => a + b, 0) / all.length, 1);
        if (interval === null) return;
        expect(interval.low).toBeGreaterThanOrEqual(1);
        expect(interval.low).toBeLessThanOrEqual(mean ?? 0);
        expect(interval.high).toBeGreaterThanOrEqual(mean ?? 0);
      }),
      { numRuns: 500 },
    );
  });

  test('of equally many ranks a question is that of the means of the questions, widened by one answer each way', () => {
    for (const questions of [5, 8, 10, 20]) {
      const given = Array.from({ length: questions }, (_, n) => [1 + (n % 3), 2 + (n % 5), 3]);
      const means = given.map((one) => one.reduce((a, b) => a + b, 0) / one.length);
      const mean = means.reduce((a, b) => a + b, 0) / questions;
      const variance = means.reduce((a, b) => a + (b - mean) ** 2, 0) / (questions - 1) / questions;
      const reach = (T[questions - 1] ?? 0) * Math.sqrt(variance + 2 / (3 * questions) ** 2);
      const { interval } = meanRank(given.map(toQuestion));
      expect(interval?.low).toBeCloseTo(Math.max(1, mean - reach), 1);
      expect(interval?.high).toBeCloseTo(mean + reach, 1);
    }
  });

  test('is no certainty where all ranks are equal, and has no interval of fewer than five questions', () => {
    const { mean, interval } = meanRank(Array.from({ length: 6 }, () => ({ responses: 4, sum: 4 })));
    expect(mean).toBe(1);
    expect(interval?.low).toBe(1);
    expect(interval?.high).toBeGreaterThan(1.1);
    expect(meanRank(Array.from({ length: 4 }, () => ({ responses: 9, sum: 18 }))).interval).toBeNull();
    const oneHoldsAll = [{ responses: 500, sum: 900 }, ...Array.from({ length: 6 }, () => ({ responses: 1, sum: 2 }))];
    expect(meanRank(oneHoldsAll).interval).toBeNull();
  });
});

describe('the comparison of ranks', () => {
  const cells = (now: number, before: number, questions = 8) =>
    Array.from({ length: questions }, (_, question) => {
      return { question, responses: 4, sum: 4 * now, previousResponses: 4, previousSum: 4 * before };
    });

  test('says up where the name is nearer to the top', () => {
    expect(compareRanks(cells(1, 3))).toBe('moved_up');
    expect(compareRanks(cells(4, 2))).toBe('moved_down');
    expect(compareRanks(cells(2, 2))).toBe('within_noise');
    expect(compareRanks(cells(1, 3, 4))).toBe('too_few_answers');
  });

  test('takes no list that only one period has for a move', () => {
    const onlyNow = cells(9, 2).map((cell) => ({ ...cell, question: cell.question + 100, previousResponses: 0 }));
    expect(compareRanks([...cells(2, 2), ...onlyNow])).toBe('within_noise');
  });
});
