import fc from 'fast-check';
import { ANSWERS_MIN, QUESTIONS_MIN } from '../../src/core/metrics/comparison.js';
import { comparePaired, type PairedQuestion } from '../../src/core/metrics/paired-comparison.js';
import { percent } from '../../src/core/metrics/shares.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const question = fc.tuple(fc.integer({ min: 0, max: 60 }), share, share).map(
  ([responses, one, other]): PairedQuestion => ({
    responses,
    naming: Math.round(responses * one),
    namingOther: Math.round(responses * other),
  }),
);
const questions = fc.array(question, { maxLength: 40 });

const swapped = (given: readonly PairedQuestion[]): PairedQuestion[] =>
  given.map(({ responses, naming, namingOther }) => ({ responses, naming: namingOther, namingOther: naming }));

const alike = (count: number, each: PairedQuestion) => Array.from({ length: count }, () => each);

describe('the comparison of two names over the same questions', () => {
  test('says the opposite when the names change places', () => {
    const opposite = {
      more_often: 'less_often',
      less_often: 'more_often',
      within_noise: 'within_noise',
      too_few_answers: 'too_few_answers',
    };
    fc.assert(
      fc.property(questions, (given) => {
        const [found, other] = [comparePaired(given), comparePaired(swapped(given))];
        expect(other.verdict).toBe(opposite[found.verdict]);
        expect(other.difference).toBeCloseTo(-found.difference, 1);
        expect(other.interval?.low ?? 0).toBeCloseTo(-(found.interval?.high ?? 0), 1);
      }),
      { numRuns: 500 },
    );
  });

  test('is the difference of the published shares, and tells them apart where its interval leaves out 0', () => {
    const total = (given: readonly PairedQuestion[], of: keyof PairedQuestion) =>
      given.reduce((sum, each) => sum + each[of], 0);
    fc.assert(
      fc.property(questions, (given) => {
        const { verdict, difference, interval } = comparePaired(given);
        const whole = total(given, 'responses');
        const [one, other] = [
          percent(total(given, 'naming'), whole, 2),
          percent(total(given, 'namingOther'), whole, 2),
        ];
        expect(difference).toBeCloseTo(one - other, 1);
        if (interval === null) return expect(verdict).toBe('too_few_answers');
        const isIn = {
          more_often: interval.low >= 0,
          less_often: interval.high <= 0,
          within_noise: interval.low <= 0 && interval.high >= 0,
          too_few_answers: false,
        };
        expect([verdict, isIn[verdict]]).toEqual([verdict, true]);
      }),
      { numRuns: 500 },
    );
  });

  test('finds what two intervals that touch hide: questions that differ from each other for both names alike', () => {
    const given = Array.from({ length: 10 }, (_, n) => ({ responses: 10, naming: n, namingOther: Math.max(0, n - 2) }));
    expect(comparePaired(given)).toMatchObject({ verdict: 'more_often', difference: 17 });
    const shuffled = given.map((each, n) => ({ ...each, namingOther: given[9 - n]?.namingOther ?? 0 }));
    expect(comparePaired(shuffled)).toMatchObject({ verdict: 'within_noise', difference: 17 });
  });

  test('does not take one question, however often it was asked, for all such questions', () => {
    const heavy = { responses: 70, naming: 70, namingOther: 0 };
    const weekly = alike(10, { responses: 10, naming: 5, namingOther: 5 });
    expect(comparePaired([heavy, ...weekly]).verdict).toBe('within_noise');
  });

  test('counts a few questions that are asked daily as few', () => {
    const daily = [60, 65, 20, 70, 55].map((naming) => ({ responses: 100, naming, namingOther: 35 }));
    const weekly = alike(20, { responses: 14, naming: 5, namingOther: 5 });
    const evenly = daily.map(({ naming }) => ({ responses: 30, naming: 0.3 * naming, namingOther: 10.5 }));
    expect(comparePaired([...daily, ...weekly]).verdict).toBe('within_noise');
    expect(comparePaired([...evenly, ...evenly, ...evenly, ...evenly, ...evenly]).verdict).toBe('more_often');
  });

  test('wants five answers that name one alone at the least, and some more to be sure', () => {
    const alone = (count: number) =>
      comparePaired(
        Array.from({ length: 60 }, (_, n) => ({ responses: 1, naming: n < count ? 1 : 0, namingOther: 0 })),
      );
    expect(alone(5).verdict).toBe('within_noise');
    expect(alone(8).verdict).toBe('more_often');
  });

  test('has no verdict below five questions or twenty answers, or where one question holds nearly all answers', () => {
    const apart = { responses: 10, naming: 10, namingOther: 0 };
    expect(comparePaired(alike(QUESTIONS_MIN - 1, apart)).verdict).toBe('too_few_answers');
    expect(comparePaired(alike(QUESTIONS_MIN, apart)).verdict).toBe('more_often');
    const few = { responses: 3, naming: 3, namingOther: 0 };
    expect(QUESTIONS_MIN * few.responses).toBeLessThan(ANSWERS_MIN);
    expect(comparePaired(alike(QUESTIONS_MIN, few)).verdict).toBe('too_few_answers');
    const heavy = { responses: 1_000, naming: 900, namingOther: 100 };
    expect(comparePaired([heavy, ...alike(8, apart)]).verdict).toBe('too_few_answers');
    expect(comparePaired([])).toEqual({ verdict: 'too_few_answers', difference: 0, interval: null });
  });
});
