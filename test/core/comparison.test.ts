import fc from 'fast-check';
import { ANSWERS_MIN, type ComparedCell, compareCells, QUESTIONS_MIN } from '../../src/core/metrics/comparison.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';

const counts = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([responses, share]) => ({ responses, naming: Math.round(responses * share) }));
const cell = fc
  .record({ question: fc.nat(20), platform: fc.constantFrom(...PLATFORMS), current: counts, previous: counts })
  .map(
    ({ question, platform, current, previous }): ComparedCell => ({
      question,
      platform,
      ...current,
      previousResponses: previous.responses,
      previousNaming: previous.naming,
    }),
  );
const cells = fc.uniqueArray(cell, { maxLength: 60, selector: ({ question, platform }) => `${question} ${platform}` });

/** As many questions on one platform, each with these answers. */
function questions(count: number, each: Partial<ComparedCell>): ComparedCell[] {
  return Array.from({ length: count }, (_, n) => cellOf({ question: n, ...each }));
}

function cellOf(fields: Partial<ComparedCell>): ComparedCell {
  return {
    question: 0,
    platform: 'chatgpt',
    responses: 10,
    naming: 5,
    previousResponses: 10,
    previousNaming: 5,
    ...fields,
  };
}

const swapped = (given: readonly ComparedCell[]): ComparedCell[] =>
  given.map((each) => ({
    ...each,
    responses: each.previousResponses,
    naming: each.previousNaming,
    previousResponses: each.responses,
    previousNaming: each.naming,
  }));

describe('the comparison of two periods', () => {
  test('says the opposite when the periods change places', () => {
    const opposite = {
      moved_up: 'moved_down',
      moved_down: 'moved_up',
      within_noise: 'within_noise',
      too_few_answers: 'too_few_answers',
    };
    fc.assert(
      fc.property(cells, (given) => {
        const [found, other] = [compareCells(given), compareCells(swapped(given))];
        expect(other.verdict).toBe(opposite[found.verdict]);
        expect(other.change).toBeCloseTo(-found.change, 1);
        expect(other.interval?.low ?? 0).toBeCloseTo(-(found.interval?.high ?? 0), 1);
      }),
      { numRuns: 500 },
    );
  });

  test('finds a move exactly where the interval of the change leaves out 0', () => {
    fc.assert(
      fc.property(cells, (given) => {
        const { verdict, change, interval } = compareCells(given);
        if (interval === null) return expect(verdict).toBe('too_few_answers');
        expect(interval.low).toBeLessThanOrEqual(change);
        expect(interval.high).toBeGreaterThanOrEqual(change);
        const isIn = {
          moved_up: interval.low >= 0,
          moved_down: interval.high <= 0,
          within_noise: interval.low <= 0 && interval.high >= 0,
          too_few_answers: false,
        };
        expect([verdict, isIn[verdict]]).toEqual([verdict, true]);
      }),
      { numRuns: 500 },
    );
  });

  test('passes over what only one of the periods asked', () => {
    const onlyOnce = cell.map((each) => ({ ...each, question: 100 + each.question, responses: 0, naming: 0 }));
    fc.assert(
      fc.property(cells, fc.array(onlyOnce, { maxLength: 10 }), (given, once) => {
        expect(compareCells([...given, ...once, ...swapped(once)])).toEqual(compareCells(given));
      }),
    );
  });

  test('does not take a new mix of questions or platforms for movement', () => {
    const steady = questions(10, { naming: 1, previousNaming: 1 });
    const strong = questions(10, { platform: 'claude', responses: 90, naming: 90, previousNaming: 10 });
    const found = compareCells([...steady, ...strong]);
    expect(found).toMatchObject({ verdict: 'within_noise', change: 0, questions: 10, cells: 20 });
  });

  test('does not take one question that turned, however often it was asked, for the brand', () => {
    const turned = cellOf({ responses: 500, naming: 500, previousResponses: 500, previousNaming: 0 });
    const steady = questions(30, {}).slice(1);
    expect(['within_noise', 'too_few_answers']).toContain(compareCells([turned, ...steady]).verdict);
  });

  test('sees the same shift of every question, and its size in points', () => {
    const found = compareCells(questions(12, { naming: 7, previousNaming: 3 }));
    expect(found).toMatchObject({ verdict: 'moved_up', change: 40, responses: 120, previousResponses: 120 });
    expect(compareCells(swapped(questions(12, { naming: 7, previousNaming: 3 }))).verdict).toBe('moved_down');
  });

  test('wants five answers turned one way at the least, and one more to be sure', () => {
    const once = { responses: 1, previousResponses: 1, previousNaming: 0 };
    const turned = (count: number) =>
      compareCells(questions(60, once).map((each, n) => ({ ...each, naming: n < count ? 1 : 0 })));
    expect(turned(5).verdict).toBe('within_noise');
    expect(turned(7).verdict).toBe('moved_up');
  });

  test('has no verdict below five questions or twenty answers in either period', () => {
    const moved = { naming: 10, previousNaming: 0 };
    expect(compareCells(questions(QUESTIONS_MIN - 1, moved)).verdict).toBe('too_few_answers');
    expect(compareCells(questions(QUESTIONS_MIN, moved)).verdict).toBe('moved_up');
    const few = { responses: 3, naming: 3, previousResponses: 100, previousNaming: 0 };
    expect(QUESTIONS_MIN * few.responses).toBeLessThan(ANSWERS_MIN);
    expect(compareCells(questions(QUESTIONS_MIN, few)).verdict).toBe('too_few_answers');
    expect(compareCells([])).toMatchObject({ verdict: 'too_few_answers', change: 0, interval: null, cells: 0 });
  });

  test('has no verdict where one question holds nearly all the answers', () => {
    const heavy = cellOf({ responses: 1000, naming: 900, previousResponses: 1000, previousNaming: 100 });
    expect(compareCells([heavy, ...questions(9, {}).slice(1)]).verdict).toBe('too_few_answers');
  });
});
