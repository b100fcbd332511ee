import { type ChangeVerdict, compareMeans, type MeanCell, QUESTIONS_MIN } from './comparison.js';
import { effectiveGroups, sum, tQuantile } from './shares.js';

/** Responses to one question that rank a name, and the sum of these ranks. */
export interface RankedQuestion {
  responses: number;
  sum: number;
}

/** Where a name is in the lists that have it, from 1, the first. */
export interface MeanRank {
  /** Two decimals; null where no response ranks it. */
  mean: number | null;
  /** Responses that rank it. */
  responses: number;
  /** The 95 % interval, from 1 on, two decimals; null of fewer than 5 questions, or where one holds nearly all. */
  interval: { low: number; high: number } | null;
}

/**
 * The mean of ranks, and how sure it is, as ranks in answers to one question are alike: the variance is between
 * questions, corrected for leverage (CR2), with one answer more each way, by one rank, after Bonett and Price, so that
 * the same rank everywhere does not pass for certainty; the quantile is Student's with Kish's effective number of
 * questions less one (docs/metrics.md, "Place in the answer").
 */
export function meanRank(questions: readonly RankedQuestion[]): MeanRank {
  const ranked = questions.filter(({ responses }) => responses > 0);
  const sizes = ranked.map(({ responses }) => responses);
  const whole = sum(sizes);
  if (whole === 0) return { mean: null, responses: 0, interval: null };
  const mean = sum(ranked.map((question) => question.sum)) / whole;
  const groups = effectiveGroups(sizes);
  const rounded = { mean: toHundredths(mean), responses: whole };
  if (ranked.length < QUESTIONS_MIN || groups < QUESTIONS_MIN - 1) return { ...rounded, interval: null };
  const between = sum(
    ranked.map((question) => (question.sum - mean * question.responses) ** 2 / (1 - question.responses / whole)),
  );
  const reach = (tQuantile(groups - 1) * Math.sqrt(between + ONE_ANSWER_EACH_WAY)) / whole;
  return {
    ...rounded,
    interval: { low: toHundredths(Math.max(1, mean - reach)), high: toHundredths(mean + reach) },
  };
}

/** An answer that ranks a name one place otherwise moves the sum by one; two such, one each way, add their squares. */
const ONE_ANSWER_EACH_WAY = 2;

/**
 * Whether a name is ranked otherwise than in the period before, over the cells that rank it in both: `moved_up` is
 * nearer to the top, by a smaller number.
 */
export function compareRanks(cells: readonly MeanCell[]): ChangeVerdict {
  return compareMeans(cells.map((cell) => ({ ...cell, sum: -cell.sum, previousSum: -cell.previousSum }))).verdict;
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
