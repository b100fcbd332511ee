import { type ComparedCell, compareChanges } from '../../src/core/metrics/comparison.js';
import { explain } from '../../src/core/metrics/explanation.js';
import { modelsByPlatform } from '../../src/core/metrics/served-models.js';
import { PLATFORMS, type Platform } from '../../src/entities/vocabulary.js';

/** Ten questions with ten answers each on a platform, of which so many, or one more, name the brand before and now. */
function cellsOf(platform: Platform, before: number, now: number): ComparedCell[] {
  return Array.from({ length: 10 }, (_, question) => ({
    ...{ question, platform, responses: 10, previousResponses: 10 },
    naming: now + (question % 2),
    previousNaming: before + ((question + 1) % 2),
  }));
}

const CHANGED = new Set<Platform>(['chatgpt']);
const others = (before: number, now: number) =>
  PLATFORMS.slice(1).flatMap((platform) => cellsOf(platform, before, now));

test('the platform that changed its model moved, and the others did not', () => {
  const cells = [...cellsOf('chatgpt', 2, 7), ...others(4, 4)];
  expect(explain(cells, CHANGED)).toEqual({
    ...{ isExplainedBy: 'model_change', verdictWithout: 'within_noise' },
    ...{ difference: 50, interval: { low: expect.any(Number), high: expect.any(Number) } },
  });
  const fallen = [...cellsOf('chatgpt', 7, 2), ...others(4, 4)];
  expect(explain(fallen, CHANGED).isExplainedBy).toBe('model_change');
});

test('all moved alike, or the others alone', () => {
  expect(explain([...cellsOf('chatgpt', 2, 7), ...others(2, 7)], CHANGED)).toMatchObject({
    isExplainedBy: 'not_model_change',
    verdictWithout: 'moved_up',
  });
  expect(explain([...cellsOf('chatgpt', 4, 4), ...others(2, 7)], CHANGED).isExplainedBy).toBe('not_model_change');
  expect(explain([...cellsOf('chatgpt', 2, 7), ...others(2, 7)], new Set()).isExplainedBy).toBe('not_model_change');
});

test('nothing moved, also where the model changed', () => {
  expect(explain([...cellsOf('chatgpt', 4, 4), ...others(4, 4)], CHANGED).isExplainedBy).toBe('nothing_moved');
});

test('where no platform kept its model, or there are too few answers, it is unknown', () => {
  expect(explain(cellsOf('chatgpt', 2, 7), CHANGED)).toEqual({
    isExplainedBy: 'unknown',
    verdictWithout: 'too_few_answers',
    difference: null,
    interval: null,
  });
  expect(explain(cellsOf('chatgpt', 2, 7).slice(0, 3), new Set()).isExplainedBy).toBe('unknown');
  expect(explain([], CHANGED)).toMatchObject({ isExplainedBy: 'unknown', verdictWithout: 'too_few_answers' });
});

test('the changes of two parts are compared within questions', () => {
  const one = cellsOf('chatgpt', 2, 7);
  expect(compareChanges(one, cellsOf('claude', 2, 7))).toMatchObject({ difference: 0 });
  const { difference, interval } = compareChanges(one, cellsOf('claude', 4, 4));
  expect(difference).toBe(50);
  expect(interval?.low).toBeGreaterThan(0);
  expect(interval?.high).toBeLessThan(100);
  expect(compareChanges(one, [])).toEqual({ difference: 50, interval: null });
  // What a question does on both platforms alike is no reason for doubt.
  const wild = (platform: Platform) =>
    cellsOf(platform, 2, 2).map((cell) => ({ ...cell, naming: cell.question % 2 ? 10 : 0 }));
  const within = compareChanges(wild('chatgpt'), wild('claude'));
  const across = compareChanges(
    wild('chatgpt'),
    wild('claude').map((cell) => ({ ...cell, naming: 10 - cell.naming })),
  );
  const width = ({ interval: found }: typeof within) => (found ? found.high - found.low : 0);
  expect(width(within)).toBeLessThan(width(across) / 3);
});

test('a model has changed where less than four fifths of the answers are of models and methods from before', () => {
  const served = (model: string, before: number, now: number, byNewMethod = 0) => ({
    ...{ platform: 'chatgpt' as const, model, responses: now, naming: 0, previousResponses: before, byNewMethod },
    ...{ firstDate: now > 0 ? '2026-06-10' : null, lastDate: now > 0 ? '2026-06-12' : null },
  });
  const changes = (...models: ReturnType<typeof served>[]) =>
    modelsByPlatform(models, undefined).map(({ isModelChanged }) => isModelChanged);
  expect(changes(served('a', 10, 80), served('b', 0, 20))).toEqual([false]);
  expect(changes(served('a', 10, 79), served('b', 0, 21))).toEqual([true]);
  expect(changes(served('a', 10, 0), served('b', 1, 50))).toEqual([false]);
  expect(changes(served('a', 10, 50, 10))).toEqual([false]);
  expect(changes(served('a', 10, 50, 11))).toEqual([true]);
  expect(changes(served('a', 0, 50))).toEqual([]);
  expect(changes(served('a', 50, 0))).toEqual([]);
  expect(modelsByPlatform([served('', 5, 9), served('a', 10, 80)], ['chatgpt'])).toEqual([
    {
      ...{ platform: 'chatgpt', isModelChanged: false },
      before: [
        { model: 'a', responseCount: 10, firstDate: null },
        { model: null, responseCount: 5, firstDate: null },
      ],
      now: [
        { model: 'a', responseCount: 80, firstDate: '2026-06-10' },
        { model: null, responseCount: 9, firstDate: '2026-06-10' },
      ],
    },
  ]);
  expect(modelsByPlatform([served('a', 10, 80)], ['claude'])).toEqual([]);
});
