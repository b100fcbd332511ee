import { ANSWERS_MIN, QUESTIONS_MIN } from './comparison.js';
import { effectiveGroups, sum, toPoints, tQuantile } from './shares.js';

/** Whether one name is in more answers than another, as far as the answers can tell. */
export const PAIRED_VERDICTS = ['more_often', 'less_often', 'within_noise', 'too_few_answers'] as const;
export type PairedVerdict = (typeof PAIRED_VERDICTS)[number];

/** Accepted responses to one question, those that name the one, and those that name the other. */
export interface PairedQuestion {
  responses: number;
  naming: number;
  namingOther: number;
}

/** What the same answers say of two names. */
export interface PairedComparison {
  verdict: PairedVerdict;
  /** Points by which the shares differ, two decimals: the one's less the other's; 0 without responses. */
  difference: number;
  /** The 95 % interval of `difference`, in points from -100 to 100; null where there are too few answers. */
  interval: { low: number; high: number } | null;
}

/**
 * Compares two names over the same questions: each question answers for both, so what names are at all likely in its
 * answers cancels out. What is uncertain is the questions: the variance of their differences is the jackknife's (CR3),
 * with one answer more each way after Bonett and Price (2012), and the quantile Student's with as many degrees of
 * freedom as Satterthwaite finds where answers to a question are alike, that is by squared sizes: a few questions asked
 * daily beside many asked weekly count as few (docs/metrics.md, "Uncertainty").
 */
export function comparePaired(questions: readonly PairedQuestion[]): PairedComparison {
  const answered = questions.filter(({ responses }) => responses > 0);
  const sizes = answered.map(({ responses }) => responses);
  const whole = sum(sizes);
  const difference = whole === 0 ? 0 : sum(answered.map(excessOf)) / whole;
  const isEnough =
    answered.length >= QUESTIONS_MIN && effectiveGroups(sizes) >= QUESTIONS_MIN - 1 && whole >= ANSWERS_MIN;
  if (!isEnough) return { verdict: 'too_few_answers', difference: toPoints(difference), interval: null };
  const degrees = effectiveGroups(sizes.map((size) => size * size)) - 1;
  const reach = tQuantile(degrees) * standardError(answered, difference, whole);
  return {
    verdict: Math.abs(difference) <= reach ? 'within_noise' : difference > 0 ? 'more_often' : 'less_often',
    difference: toPoints(difference),
    interval: { low: toPoints(difference - reach), high: toPoints(difference + reach) },
  };
}

/** An answer that names the other name in place of the one moves a difference by one; two such, one each way. */
const ONE_ANSWER_EACH_WAY = 2;

function standardError(questions: readonly PairedQuestion[], difference: number, whole: number): number {
  const between = sum(
    questions.map((question) => {
      const residual = excessOf(question) - difference * question.responses;
      return (residual / (1 - question.responses / whole)) ** 2;
    }),
  );
  return Math.sqrt(between + ONE_ANSWER_EACH_WAY) / whole;
}

function excessOf({ naming, namingOther }: PairedQuestion): number {
  return naming - namingOther;
}
