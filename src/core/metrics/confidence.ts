/** A 95 % interval in percent, two decimals, `low` ≤ `high`, within 0 to 100. */
export interface Confidence {
  low: number;
  high: number;
}

/** The two-sided 95 % quantile of the normal distribution. */
export const Z = 1.959963984540054;

/**
 * The Wilson score interval of a share: how far `part` of `whole` answers may lie from the share that endless asking
 * would show, were each answer drawn apart from the others. Null where there are no answers, since nothing is known
 * then.
 */
export function wilson(part: number, whole: number): Confidence | null {
  return whole === 0 ? null : scoreInterval(part / whole, whole);
}

/** The Wilson score interval of a share, from 0 to 1, of `whole` answers, whole or not, more than 0. */
export function scoreInterval(share: number, whole: number): Confidence {
  const spread = Z * Math.sqrt((share * (1 - share)) / whole + (Z * Z) / (4 * whole * whole));
  const centre = share + (Z * Z) / (2 * whole);
  const scale = 1 + (Z * Z) / whole;
  return { low: toPercent((centre - spread) / scale), high: toPercent((centre + spread) / scale) };
}

function toPercent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;
}
