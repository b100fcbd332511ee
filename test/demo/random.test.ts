import fc from 'fast-check';
import { randomOf } from '../../src/demo/answers/random.js';

test('a seed repeats its choices, and another seed makes others', () => {
  const first = (seed: string) => Array.from({ length: 8 }, randomOf(seed).next);
  expect(first('a')).toEqual(first('a'));
  expect(first('a')).not.toEqual(first('b'));
});

test('numbers spread evenly from 0 to below 1, over neighbouring seeds too', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => randomOf(`day ${index}`).next());
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = numbers.filter((number) => number >= tenth / 10 && number < (tenth + 1) / 10).length;
    expect(share).toBeGreaterThan(850);
    expect(share).toBeLessThan(1_150);
  }
});

test('drawing takes each item once before any comes again', () => {
  fc.assert(
    fc.property(fc.string(), fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 9 }), (seed, items) => {
      const random = randomOf(seed);
      for (let round = 0; round < 3; round++) {
        const drawn = items.map(() => random.draw(items));
        expect([...drawn].sort()).toEqual([...items].sort());
      }
    }),
  );
});

test('a sample has no item twice and never more than there are', () => {
  fc.assert(
    fc.property(fc.string(), fc.uniqueArray(fc.integer()), fc.integer({ min: -1, max: 12 }), (seed, items, count) => {
      const sample = randomOf(seed).sample(items, count);
      expect(new Set(sample).size).toBe(sample.length);
      expect(sample.length).toBe(Math.max(0, Math.min(count, items.length)));
      for (const item of sample) expect(items).toContain(item);
    }),
  );
});

test('a weighted choice keeps to the weights, and never takes what weighs nothing', () => {
  const random = randomOf('weights');
  const counts = { never: 0, seldom: 0, often: 0 };
  for (let round = 0; round < 10_000; round++) counts[random.weighted({ never: 0, seldom: 1, often: 3 })]++;
  expect(counts.never).toBe(0);
  expect(counts.often / counts.seldom).toBeGreaterThan(2.7);
  expect(counts.often / counts.seldom).toBeLessThan(3.3);
});
