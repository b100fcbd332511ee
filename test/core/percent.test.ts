import fc from 'fast-check';
import { percent } from '../../src/core/metrics/shares.js';

const counts = fc
  .tuple(fc.nat(2_000_000_000), fc.nat(2_000_000_000))
  .map(([a, b]) => ({ part: Math.min(a, b), whole: Math.max(a, b) }));

/** The same by whole numbers of any size: twice the value, rounded half up. */
function exactly(part: number, whole: number, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  return Number((200n * scale * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole))) / Number(scale);
}

test('a percentage is exact, rounded half up once', () => {
  fc.assert(
    fc.property(counts, fc.constantFrom(0, 2), ({ part, whole }, decimals) => {
      fc.pre(whole > 0);
      expect(percent(part, whole, decimals)).toBe(exactly(part, whole, decimals));
    }),
    { numRuns: 2_000 },
  );
});

test('a part of a whole is between 0 and 100, and grows with the part', () => {
  fc.assert(
    fc.property(counts, ({ part, whole }) => {
      expect(percent(part, whole)).toBeGreaterThanOrEqual(0);
      expect(percent(part, whole)).toBeLessThanOrEqual(100);
      expect(percent(Math.min(part + 1, whole), whole)).toBeGreaterThanOrEqual(percent(part, whole));
    }),
  );
});

test('halves go up at every place', () => {
  fc.assert(
    fc.property(fc.nat(99), fc.integer({ min: 1, max: 100_000 }), (score, scale) => {
      expect(percent((2 * score + 1) * scale, 200 * scale)).toBe(score + 1);
      expect(percent((2 * score + 1) * scale - 1, 200 * scale)).toBe(score);
    }),
  );
});

test('of nothing the percentage is 0', () => {
  expect([percent(0, 0), percent(0, 0, 2)]).toEqual([0, 0]);
});
