import fc from 'fast-check';
import { clusteredWilson, effectiveGroups, tQuantile, wilson } from '../../src/core/metrics/shares.js';

const question = fc
  .tuple(fc.integer({ min: 1, max: 200 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([responses, share]) => ({ responses, naming: Math.round(responses * share) }));
const questions = fc.array(question, { minLength: 1, maxLength: 30 });

function widthOf(interval: { low: number; high: number } | null): number {
  return interval === null ? Number.NaN : interval.high - interval.low;
}

function total(counts: readonly { responses: number; naming: number }[], of: 'responses' | 'naming'): number {
  return counts.reduce((sum, each) => sum + each[of], 0);
}

describe('the interval of a share of answers that come in groups', () => {
  test('holds the share, lies within 0 to 100, and is never narrower than that of independent answers', () => {
    fc.assert(
      fc.property(questions, (given) => {
        const [naming, responses] = [total(given, 'naming'), total(given, 'responses')];
        const found = clusteredWilson(given);
        const share = (100 * naming) / responses;
        expect(found?.low).toBeGreaterThanOrEqual(0);
        expect(found?.low).toBeLessThanOrEqual(share + 0.005);
        expect(found?.high).toBeGreaterThanOrEqual(share - 0.005);
        expect(found?.high).toBeLessThanOrEqual(100);
        expect(widthOf(found)).toBeGreaterThanOrEqual(widthOf(wilson(naming, responses)) - 0.02);
      }),
      { numRuns: 500 },
    );
  });

  test('does not depend on the order of the questions, nor on ones without answers', () => {
    fc.assert(
      fc.property(questions, (given) => {
        const same = [{ responses: 0, naming: 0 }, ...given.toReversed()];
        const [one, other] = [clusteredWilson(given), clusteredWilson(same)];
        expect(other?.low).toBeCloseTo(one?.low ?? Number.NaN, 1);
        expect(other?.high).toBeCloseTo(one?.high ?? Number.NaN, 1);
      }),
    );
  });

  test('mirrors itself when named and not named change places', () => {
    fc.assert(
      fc.property(questions, (given) => {
        const mirrored = clusteredWilson(given.map((each) => ({ ...each, naming: each.responses - each.naming })));
        const found = clusteredWilson(given);
        expect(mirrored?.low).toBeCloseTo(100 - (found?.high ?? Number.NaN), 1);
        expect(mirrored?.high).toBeCloseTo(100 - (found?.low ?? Number.NaN), 1);
      }),
    );
  });

  test('is about that of the questions alone where all answers to a question are equal', () => {
    const given = Array.from({ length: 40 }, (_, n) => ({ responses: 50, naming: n < 20 ? 50 : 0 }));
    const asQuestions = wilson(20, 40);
    expect(clusteredWilson(given)?.low).toBeCloseTo(asQuestions?.low ?? Number.NaN, -1);
    expect(widthOf(clusteredWilson(given))).toBeGreaterThan(5 * widthOf(wilson(1000, 2000)));
  });

  test('counts each question as one answer where no answer or every answer names the brand', () => {
    const given = Array.from({ length: 8 }, () => ({ responses: 100, naming: 0 }));
    expect(clusteredWilson(given)).toEqual(wilson(0, 8));
    expect(clusteredWilson(given.map(({ responses }) => ({ responses, naming: responses })))).toEqual(wilson(8, 8));
  });

  test('of answers to a single question is that of one answer, and of none is null', () => {
    expect(clusteredWilson([{ responses: 500, naming: 250 }])).toEqual({ low: 5.46, high: 94.54 });
    expect(clusteredWilson([])).toBeNull();
    expect(clusteredWilson([{ responses: 0, naming: 0 }])).toBeNull();
  });
});

test("Student's quantile is that of the tables, between them it falls, and it ends at the normal one", () => {
  const table: [number, number][] = [
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [8, 2.306],
    [15, 2.131],
    [30, 2.042],
    [120, 1.98],
    [1e9, 1.96],
  ];
  for (const [degrees, quantile] of table) expect(Math.abs(tQuantile(degrees) - quantile)).toBeLessThan(0.005);
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1000, noNaN: true }),
      fc.double({ min: 0, max: 50, noNaN: true }),
      (degrees, more) => {
        expect(tQuantile(degrees + more)).toBeLessThanOrEqual(tQuantile(degrees));
      },
    ),
  );
});

test('groups count as many only where they weigh the same', () => {
  expect(effectiveGroups([])).toBe(0);
  expect(effectiveGroups([0])).toBe(0);
  expect(effectiveGroups([3, 3, 3, 3])).toBeCloseTo(4);
  expect(effectiveGroups([1000, 1, 1, 1, 1])).toBeLessThan(1.01);
});
