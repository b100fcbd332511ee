/** A 95 % interval in percent, two decimals, `low` ≤ `high`, within 0 to 100. */
export interface Confidence {
  low: number;
  high: number;
}

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * The Wilson score interval of a share: how far `part` of `whole` answers may lie from the share that endless asking
 * would show. Null where there are no answers, since nothing is known then.
 */
export function wilson(part: number, whole: number): Confidence | null {
  if (whole === 0) return null;
  const share = part / whole;
  const spread = Z * Math.sqrt((share * (1 - share)) / whole + (Z * Z) / (4 * whole * whole));
  const centre = share + (Z * Z) / (2 * whole);
  const scale = 1 + (Z * Z) / whole;
  return { low: toPercent((centre - spread) / scale), high: toPercent((centre + spread) / scale) };
}

/**
 * Whether two shares differ beyond chance at the 95 % level, by Newcombe's interval of their difference, which joins
 * the two Wilson intervals and holds for small counts where the normal approximation does not.
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

function toPercent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;
}
