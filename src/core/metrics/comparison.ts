import type { Platform } from '../../entities/vocabulary.js';
import { effectiveGroups, sum, tQuantile } from './clustering.js';

/** How a score moved from one period to the next, as far as the answers can tell. */
export const VERDICTS = ['moved_up', 'moved_down', 'within_noise', 'too_few_answers'] as const;
export type ChangeVerdict = (typeof VERDICTS)[number];

/** What must have been asked in both periods before there is a verdict: fewer and the interval cannot be trusted. */
export const QUESTIONS_MIN = 5;
export const ANSWERS_MIN = 20;

/** A question on a platform: its accepted responses of two periods, and those among them that name the brand. */
export interface ComparedCell {
  /** Tells questions apart. */
  question: number;
  platform: Platform;
  responses: number;
  naming: number;
  previousResponses: number;
  previousNaming: number;
}

/** What the answers to the questions that both periods have in common say, platform by platform. */
export interface Comparison {
  verdict: ChangeVerdict;
  /** Points by which the shares differ, weighted alike in both periods; two decimals; 0 without common cells. */
  change: number;
  /** The 95 % interval of `change`, in points from -100 to 100; null where there are too few answers. */
  interval: { low: number; high: number } | null;
  /** Questions and cells (question × platform) with responses in both periods, and their responses. */
  questions: number;
  cells: number;
  responses: number;
  previousResponses: number;
}

/**
 * Compares two periods over the cells that have responses in both, so that neither a new question nor another mix of
 * platforms is taken for movement. Cells are weighted as Mantel and Haenszel do; what is uncertain is the questions,
 * whose answers are alike: the variance is cluster-robust with a correction for leverage (CR2), the quantile Student's
 * with Kish's effective number of questions less one, and one answer more each way is added, after Bonett and Price, so
 * that a handful of answers that all turned the same way do not pass for certainty (docs/metrics.md, "Uncertainty").
 */
export function compareCells(cells: readonly ComparedCell[]): Comparison {
  const common = cells.filter(({ responses, previousResponses }) => responses > 0 && previousResponses > 0);
  const questions = Array.from(Map.groupBy(common, ({ question }) => question).values(), toDifference);
  const counted = {
    questions: questions.length,
    cells: common.length,
    responses: sum(common.map(({ responses }) => responses)),
    previousResponses: sum(common.map(({ previousResponses }) => previousResponses)),
  };
  const weight = sum(questions.map((question) => question.weight));
  const change = weight === 0 ? 0 : sum(questions.map(({ excess }) => excess)) / weight;
  const groups = effectiveGroups(questions.map((question) => question.weight));
  const isEnough =
    groups >= QUESTIONS_MIN - 1 &&
    counted.questions >= QUESTIONS_MIN &&
    Math.min(counted.responses, counted.previousResponses) >= ANSWERS_MIN;
  if (!isEnough) return { verdict: 'too_few_answers', change: toPoints(change), interval: null, ...counted };
  const reach = tQuantile(groups - 1) * standardError(questions, change, weight);
  return {
    verdict: Math.abs(change) <= reach ? 'within_noise' : change > 0 ? 'moved_up' : 'moved_down',
    change: toPoints(change),
    interval: { low: toPoints(change - reach), high: toPoints(change + reach) },
    ...counted,
  };
}

/** A question's part in the sums: `excess` is its weighted difference of shares. */
interface Difference {
  weight: number;
  excess: number;
}

function toDifference(cells: readonly ComparedCell[]): Difference {
  const both = (cell: ComparedCell) => cell.responses + cell.previousResponses;
  return {
    weight: sum(cells.map((cell) => (cell.responses * cell.previousResponses) / both(cell))),
    excess: sum(
      cells.map((cell) => (cell.naming * cell.previousResponses - cell.previousNaming * cell.responses) / both(cell)),
    ),
  };
}

/** An answer that turns moves the sum of excesses by a half in the mean; two such, one each way, add their squares. */
const ONE_ANSWER_EACH_WAY = 2 * 0.5 ** 2;

function standardError(questions: readonly Difference[], change: number, weight: number): number {
  const between = sum(
    questions.map((question) => (question.excess - change * question.weight) ** 2 / (1 - question.weight / weight)),
  );
  return Math.sqrt(between + ONE_ANSWER_EACH_WAY) / weight;
}

function toPoints(share: number): number {
  return Math.round(Math.min(1, Math.max(-1, share)) * 10_000) / 100;
}
