import { wilson } from '../../src/core/metrics/shares.js';

/**
 * The verdict of a comparison that takes answers for independent of each other: whether two shares differ at the 95 %
 * level by Newcombe's interval of their difference, which joins the two Wilson intervals.
 */
export function differs(part: number, whole: number, otherPart: number, otherWhole: number): boolean {
  const one = wilson(part, whole);
  const other = wilson(otherPart, otherWhole);
  if (!one || !other) return false;
  const share = (100 * part) / whole;
  const otherShare = (100 * otherPart) / otherWhole;
  const below = Math.hypot(share - one.low, other.high - otherShare);
  const above = Math.hypot(one.high - share, otherShare - other.low);
  return share - otherShare > below || otherShare - share > above;
}
