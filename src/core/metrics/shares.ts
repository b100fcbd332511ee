/**
 * `part` of `whole` in percent, rounded half up once to `decimals` places; 0 where the whole is 0
 * (decisions, "rounding"). Counts are integers, so the division is the only inexact step and comes last.
 */
export function percent(part: number, whole: number, decimals = 0): number {
  if (whole === 0) return 0;
  const scale = 10 ** decimals;
  return Math.floor((200 * scale * part + whole) / (2 * whole)) / scale;
}

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

/** Accepted responses to one question, and those among them that name the brand. */
export interface QuestionCounts {
  responses: number;
  naming: number;
}

/**
 * The Wilson interval for answers that come in groups: answers to one question are alike, so a hundred answers to ten
 * questions tell less than a hundred answers to a hundred. The number of answers is divided by the design effect, that
 * is how much the shares of the questions differ beyond what chance alone would do, and by what estimating it from few
 * questions costs (docs/metrics.md, "Uncertainty"). Never narrower than {@link wilson} of the sums; null without
 * answers.
 */
export function clusteredWilson(questions: readonly QuestionCounts[]): Confidence | null {
  const answered = questions.filter(({ responses }) => responses > 0);
  const whole = sum(answered.map(({ responses }) => responses));
  if (whole === 0) return null;
  const share = sum(answered.map(({ naming }) => naming)) / whole;
  return scoreInterval(share, effectiveSize(answered, share, whole));
}

/**
 * After Korn and Graubard (1998), with the variance between questions corrected for its leverage (CR2). Where no answer
 * or each one names the brand, the answers themselves cannot tell how alike they are: each question then counts as one.
 */
function effectiveSize(questions: readonly QuestionCounts[], share: number, whole: number): number {
  const groups = effectiveGroups(questions.map(({ responses }) => responses));
  if (questions.length < 2) return 1;
  const alone = share * (1 - share) * whole;
  if (alone === 0) return Math.min(whole, groups);
  const between = sum(
    questions.map(({ responses, naming }) => (naming - share * responses) ** 2 / (1 - responses / whole)),
  );
  const designEffect = Math.max(1, between / alone);
  return (whole / designEffect) * Math.min(1, Z / tQuantile(groups - 1)) ** 2;
}

/**
 * Kish's number of groups of equal weight that know as much: of ten groups of which one holds nearly all, hardly one.
 */
export function effectiveGroups(weights: readonly number[]): number {
  const squares = sum(weights.map((weight) => weight * weight));
  return squares === 0 ? 0 : sum(weights) ** 2 / squares;
}

/** What a cluster adds to a weighted mean: its weight, and that times its own mean. */
export interface ClusterPart {
  weight: number;
  excess: number;
}

/** A weighted mean of clusters, and what its variance rests on. */
interface ClusteredMean {
  /** 0 without weight. */
  mean: number;
  weight: number;
  /** Kish's number of clusters of equal weight. */
  groups: number;
  /**
   * The sum of squared residuals of the clusters, each corrected for its leverage (CR2), in the unit of `excess`
   * squared: over the squared weight it is the variance of the mean.
   */
  between: number;
}

/** The mean over clusters whose answers are alike. */
export function meanOfClusters(clusters: readonly ClusterPart[]): ClusteredMean {
  const weight = sum(clusters.map((cluster) => cluster.weight));
  const mean = weight === 0 ? 0 : sum(clusters.map(({ excess }) => excess)) / weight;
  const between = sum(
    clusters.map((cluster) => (cluster.excess - mean * cluster.weight) ** 2 / (1 - cluster.weight / weight)),
  );
  return { mean, weight, groups: effectiveGroups(clusters.map((cluster) => cluster.weight)), between };
}

/** An answer that turns moves the sum of excesses by a half in the mean; two such, one each way, add their squares. */
export const ONE_ANSWER_EACH_WAY = 2 * 0.5 ** 2;

/**
 * The two-sided 95 % quantile of Student's t for any number of degrees of freedom, whole or not, by the expansion
 * around the normal one (Abramowitz and Stegun, 26.7.5): exact to 0.005 from 3 degrees on. Fewer count as 1, exactly.
 */
export function tQuantile(degrees: number): number {
  if (degrees < 3) return degrees < 2 ? 12.706 : 4.303;
  const [z, v] = [Z, degrees];
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ];
  return terms.reduce((quantile, term, at) => quantile + term / v ** (at + 1), z);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Responses and those that name the brand, of questions or cells together. */
export function totalOf(counts: readonly QuestionCounts[]): QuestionCounts {
  return {
    responses: sum(counts.map(({ responses }) => responses)),
    naming: sum(counts.map(({ naming }) => naming)),
  };
}

/** A difference of shares, from -1 to 1, in points with two decimals; what is beyond, of an interval, is cut off. */
export function toPoints(share: number): number {
  return Math.round(Math.min(1, Math.max(-1, share)) * 10_000) / 100;
}
