import { favoured, segmentsApart } from '../../bench/uncertainty/trials.js';
import { evenScoreOf } from '../../src/core/metrics/even-score.js';
import { compareSegments, type SegmentCell } from '../../src/core/metrics/segment-difference.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';

/** The even score and the comparison of segments, beside small implementations of their own. */

/** Two-sided 95 % quantiles of Student's t, from a table. */
const T: Readonly<Record<number, number>> = { 1: 12.706, 3: 3.182, 4: 2.776, 5: 2.571, 7: 2.365, 9: 2.262, 19: 2.093 };

const clustersOf = (...shares: number[][]) =>
  shares.map((own) => ({ cells: own.length, shares: own.reduce((a, b) => a + b, 0), responses: 10 * own.length }));

test('the even score is the mean of cells, its interval of the variance between the means of intents', () => {
  const shares = [
    [0.1, 0.3],
    [0.5, 0.7],
    [0, 0.2],
    [0.9, 0.5],
    [0.4, 0.4],
  ];
  const even = evenScoreOf(clustersOf(...shares));
  const means = shares.map(([a = 0, b = 0]) => (a + b) / 2);
  const mean = means.reduce((a, b) => a + b, 0) / 5;
  const variance = means.reduce((total, one) => total + (one - mean) ** 2, 0) / 4 / 5;
  const answers = ((mean * (1 - mean)) / variance) * (1.959964 / (T[4] ?? 0)) ** 2;
  const z = 1.959964;
  const centre = (mean + z ** 2 / (2 * answers)) / (1 + z ** 2 / answers);
  const spread = (z * Math.sqrt((mean * (1 - mean)) / answers + z ** 2 / (4 * answers ** 2))) / (1 + z ** 2 / answers);
  expect(even?.score).toBe(40);
  expect(even?.confidence.low).toBeCloseTo(100 * (centre - spread), 1);
  expect(even?.confidence.high).toBeCloseTo(100 * (centre + spread), 1);
});

test('however often a cell is asked, it counts alike', () => {
  const often = [
    { cells: 1, shares: 1, responses: 700 },
    { cells: 1, shares: 0.5, responses: 10 },
    { cells: 1, shares: 0, responses: 1 },
  ];
  expect(evenScoreOf(often)?.score).toBe(50);
});

test.each([
  ['no cell', []],
  ['one cell', [[0.5]]],
])('there is no even score of %s', (_what, shares) => {
  expect(evenScoreOf(clustersOf(...shares))).toBeNull();
});

test('cells that all say the same are no more certain than so many intents, or answers', () => {
  const none = evenScoreOf(clustersOf([0, 0], [0, 0], [0, 0], [0, 0]));
  expect(none).toMatchObject({ score: 0, confidence: { low: 0 } });
  expect(none?.confidence.high).toBeGreaterThan(45);
  const same = evenScoreOf(clustersOf(...Array.from({ length: 8 }, () => [0.5])));
  // Eighty answers by themselves: 39.3 to 60.7, and more as eight intents tell their variance.
  expect(same?.confidence.low).toBeLessThan(39.3);
  expect(evenScoreOf(clustersOf([1, 1]))?.confidence.low).toBeLessThan(21);
});

const cell = (intent: string, platform: number, [naming, responses]: [number, number], segment = ''): SegmentCell => ({
  question: `${intent}${segment}`,
  intent,
  pair: intent,
  platform: PLATFORMS[platform] ?? 'chatgpt',
  responses,
  naming,
});

test('segments of other intents are compared by Welch on the means of their intents', () => {
  const one = [8, 6, 9, 5].map((naming, at) => [cell(`a${at}`, 0, [naming, 10]), cell(`a${at}`, 1, [naming, 10])]);
  const own = [...one.flat(), cell('a4', 0, [7, 10])];
  const others = [2, 4, 1, 3, 2, 0].map((naming, at) => cell(`b${at}`, 0, [naming, 10]));
  const told = compareSegments(own, others);
  const [first, second] = [
    [0.8, 0.6, 0.9, 0.5, 0.7],
    [0.2, 0.4, 0.1, 0.3, 0.2, 0],
  ];
  const stats = (values: number[] = [], responses = 1) => {
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / (values.length - 1) / values.length;
    return { mean, variance: variance + 1 / responses ** 2, degrees: values.length - 1 };
  };
  const [a, b] = [stats(first, 90), stats(second, 60)];
  const degrees = (a.variance + b.variance) ** 2 / (a.variance ** 2 / a.degrees + b.variance ** 2 / b.degrees);
  expect(Math.round(degrees)).toBe(8);
  expect(told).toMatchObject({ verdict: 'more_often', change: 50, isPaired: false });
  const reach = (told.interval?.high ?? 0) - told.change;
  const quantile = reach / (100 * Math.sqrt(a.variance + b.variance));
  expect(quantile).toBeGreaterThan(T[9] ?? 0);
  expect(quantile).toBeLessThan(T[7] ?? 0);
  const turned = compareSegments(others, own);
  expect(turned).toMatchObject({ verdict: 'less_often', change: -50 });
  expect(turned.interval?.low).toBe(-(told.interval?.high ?? 0));
});

test('segments that ask the same intents are compared intent by intent', () => {
  const shares = [1, 8, 2, 9, 4, 10, 0, 6];
  const one = shares.map((naming, at) => cell(`i${at}`, at % 2, [Math.min(10, naming + 1), 10], ' asked by a chef'));
  const other = shares.map((naming, at) => cell(`i${at}`, at % 2, [naming, 10], ' asked by a student'));
  const told = compareSegments(one, other);
  // Each intent but one rose by a tenth: between intents they differ by far more than that.
  expect(told).toMatchObject({ verdict: 'more_often', change: 8.75, isPaired: true });
  const differences = shares.map((naming): number => (naming === 10 ? 0 : 0.1));
  const mean = 0.0875;
  const variance = differences.reduce((total, one) => total + (one - mean) ** 2, 0) / 7 / 8;
  const reach = 100 * (T[7] ?? 0) * Math.sqrt(variance + 0.5 / 40 ** 2);
  expect(told.interval?.low).toBeCloseTo(8.75 - reach, 1);
  const apart = compareSegments(
    one,
    other.map((cell) => ({ ...cell, intent: `other ${cell.intent}`, pair: `other ${cell.pair}` })),
  );
  expect(apart).toMatchObject({ verdict: 'within_noise', isPaired: false });
});

test('few common intents among many are no pairs', () => {
  const ofSegment = (from: number) =>
    Array.from({ length: 10 }, (_, at) => cell(`i${from + at}`, 0, [5, 10], ` ${from}`));
  expect(compareSegments(ofSegment(0), ofSegment(2)).isPaired).toBe(true);
  expect(compareSegments(ofSegment(0), ofSegment(3)).isPaired).toBe(false);
});

test('questions of both segments say nothing of their difference', () => {
  const shared = Array.from({ length: 30 }, (_, at) => cell(`s${at}`, 0, [5, 10]));
  const few = Array.from({ length: 4 }, (_, at) => cell(`a${at}`, 0, [10, 10]));
  const others = Array.from({ length: 9 }, (_, at) => cell(`b${at}`, 0, [0, 10]));
  expect(compareSegments([...shared, ...few], [...shared, ...others])).toEqual({
    ...{ verdict: 'too_few_answers', change: 100, interval: null, isPaired: false },
  });
  expect(compareSegments(shared, shared)).toMatchObject({ verdict: 'too_few_answers', change: 0 });
});

test.each([0.2, 0.5, 0.8])('with 5 of 25 questions daily the even score is right at an ICC of %d', (likeness) => {
  const design = { questions: 25, platforms: 4, answers: 4, daily: 5, share: 0.3, likeness };
  const { truth, pooled, even } = favoured(design, { daily: 0.6, others: 0.225 }, 500);
  expect(truth).toBeCloseTo(30);
  expect(Math.abs(even.mean - truth)).toBeLessThanOrEqual(1);
  expect(even.holds).toBeGreaterThanOrEqual(93);
  // What all answers together say is of the questions that are asked most.
  expect(pooled.mean).toBeGreaterThan(43);
  expect(pooled.holds).toBeLessThan(85);
});

test.each([
  [0.3, false],
  [0.3, true],
  [0.05, false],
])(
  'segments of a share of %d that do not differ are rarely told apart, compared intent by intent: %s',
  (share, isPaired) => {
    const design = { questions: 20, platforms: 4, answers: 4, share, likeness: 0.5 };
    expect(segmentsApart(design, { shift: 0, isPaired }, 800)).toBeLessThanOrEqual(7);
    expect(segmentsApart(design, { shift: 0.3, isPaired: true }, 200)).toBeGreaterThan(80);
  },
);
