import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { entriesByOwner } from '../pages.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { daysBefore, daysBetween } from '../time.js';
import { INTENT, joinWordings, WORDINGS } from './intents.js';
import { bindListed, type MetricQuery, ON_DAYS, type Period, SCOPE } from './metric-query.js';
import {
  type ClusterPart,
  type Confidence,
  clusteredWilson,
  meanOfClusters,
  ONE_ANSWER_EACH_WAY,
  percent,
  type QuestionCounts,
  sum,
  toPoints,
  totalOf,
  tQuantile,
} from './shares.js';

/** How a score moved from one period to the next, as far as the answers can tell. */
export const VERDICTS = ['moved_up', 'moved_down', 'within_noise', 'too_few_answers'] as const;
export type ChangeVerdict = (typeof VERDICTS)[number];

/** What must have been asked in both periods before there is a verdict: fewer and the interval cannot be trusted. */
export const QUESTIONS_MIN = 5;
export const ANSWERS_MIN = 20;

/** A question on a platform: its accepted responses of two periods, and those among them that name the brand. */
export interface ComparedCell {
  /** Tells questions apart; all wordings of an intent are one. */
  question: number;
  platform: Platform;
  responses: number;
  naming: number;
  previousResponses: number;
  previousNaming: number;
}

/**
 * What the answers to the questions that both periods have in common say, platform by platform. Of shares, `change` and
 * `interval` are in points, from -100 to 100, with two decimals.
 */
interface Comparison {
  verdict: ChangeVerdict;
  /** By how much the later period differs, with cells weighted alike in both; 0 without common cells. */
  change: number;
  /** The 95 % interval of `change`; null where there are too few answers. */
  interval: { low: number; high: number } | null;
  /** Questions and cells (question × platform) with responses in both periods, and their responses. */
  questions: number;
  cells: number;
  responses: number;
  previousResponses: number;
}

/** Compares a share between two periods (docs/metrics.md, "Uncertainty"). */
export function compareCells(cells: readonly ComparedCell[]): Comparison {
  const { change, interval, ...found } = compareMeans(
    cells.map(({ question, responses, naming, previousResponses, previousNaming }) => ({
      ...{ question, responses, previousResponses },
      ...{ sum: naming, previousSum: previousNaming },
    })),
  );
  return {
    ...found,
    change: toPoints(change),
    interval: interval && { low: toPoints(interval.low), high: toPoints(interval.high) },
  };
}

/** A question on a platform: its responses of two periods, and the sum of what is compared over them. */
export interface MeanCell {
  /** Tells questions apart. */
  question: number;
  responses: number;
  sum: number;
  previousResponses: number;
  previousSum: number;
}

/**
 * Compares the mean of a response between two periods, over the cells that have responses in both, so that neither a
 * new question nor another mix of platforms is taken for movement; `change` and `interval` are in the unit of the sums.
 * Cells are weighted as Mantel and Haenszel do; what is uncertain is the questions, whose answers are alike: the
 * variance is cluster-robust with a correction for leverage (CR2), the quantile Student's with Kish's effective number
 * of questions less one, and one answer more each way, by one, is added, after Bonett and Price, so that a handful of
 * answers that all turned the same way do not pass for certainty (docs/metrics.md, "Uncertainty").
 */
export function compareMeans(cells: readonly MeanCell[]): Comparison {
  const common = cells.filter(({ responses, previousResponses }) => responses > 0 && previousResponses > 0);
  const questions = Array.from(Map.groupBy(common, ({ question }) => question).values(), toDifference);
  const counted = {
    questions: questions.length,
    cells: common.length,
    responses: sum(common.map(({ responses }) => responses)),
    previousResponses: sum(common.map(({ previousResponses }) => previousResponses)),
  };
  const { mean: change, weight, groups, between } = meanOfClusters(questions);
  const isEnough =
    groups >= QUESTIONS_MIN - 1 &&
    counted.questions >= QUESTIONS_MIN &&
    Math.min(counted.responses, counted.previousResponses) >= ANSWERS_MIN;
  if (!isEnough) return { verdict: 'too_few_answers', change, interval: null, ...counted };
  const reach = (tQuantile(groups - 1) * Math.sqrt(between + ONE_ANSWER_EACH_WAY)) / weight;
  return {
    verdict: Math.abs(change) <= reach ? 'within_noise' : change > 0 ? 'moved_up' : 'moved_down',
    change,
    interval: { low: change - reach, high: change + reach },
    ...counted,
  };
}

/** A question's part in the sums: `excess` is its weighted difference of means. */
function toDifference(cells: readonly MeanCell[]): ClusterPart {
  const both = (cell: MeanCell) => cell.responses + cell.previousResponses;
  return {
    weight: sum(cells.map((cell) => (cell.responses * cell.previousResponses) / both(cell))),
    excess: sum(
      cells.map((cell) => (cell.sum * cell.previousResponses - cell.previousSum * cell.responses) / both(cell)),
    ),
  };
}

/** By how much one part of the answers moved more than another, in points; the interval of 95 % as of a change. */
interface ChangeDifference {
  difference: number;
  /** Null where either part has too few answers for a verdict of its own. */
  interval: { low: number; high: number } | null;
}

/**
 * Compares the changes of two parts of the same answers, such as two platforms, within questions: what moves a
 * question on both cancels out, so the variance is that of the difference of a question's two residuals. Corrections
 * are those of {@link compareMeans}, the quantile that of the part with the fewer effective questions.
 */
export function compareChanges(one: readonly ComparedCell[], other: readonly ComparedCell[]): ChangeDifference {
  const parts = [one, other].map(toPart);
  const [first, second] = parts;
  if (!first || !second) throw new Error('two parts are compared');
  const difference = first.change - second.change;
  if (compareCells(one).interval === null || compareCells(other).interval === null) {
    return { difference: toPoints(difference), interval: null };
  }
  const questions = new Set([...first.residuals.keys(), ...second.residuals.keys()]);
  const between = sum(
    Array.from(questions, (at) => ((first.residuals.get(at) ?? 0) - (second.residuals.get(at) ?? 0)) ** 2),
  );
  const least = sum(parts.map(({ weight }) => ONE_ANSWER_EACH_WAY / weight ** 2));
  const reach = tQuantile(Math.min(first.groups, second.groups) - 1) * Math.sqrt(between + least);
  return {
    difference: toPoints(difference),
    interval: { low: toPoints(difference - reach), high: toPoints(difference + reach) },
  };
}

/** The change of some cells, and what each question adds to its uncertainty, corrected for leverage. */
function toPart(cells: readonly ComparedCell[]) {
  const common = cells.filter(({ responses, previousResponses }) => responses > 0 && previousResponses > 0);
  const byQuestion = Map.groupBy(common, ({ question }) => question);
  const questions = new Map(
    Array.from(byQuestion, ([question, own]) => [
      question,
      toDifference(own.map((cell) => ({ ...cell, sum: cell.naming, previousSum: cell.previousNaming }))),
    ]),
  );
  const { mean: change, weight, groups } = meanOfClusters(Array.from(questions.values()));
  const residuals = new Map(
    Array.from(questions, ([question, own]) => [
      question,
      (own.excess - change * own.weight) / Math.sqrt(1 - own.weight / weight) / weight,
    ]),
  );
  return { weight, change, groups, residuals };
}

/** A period's score and its interval, which allows for answers to one question being alike; null without responses. */
interface PeriodScore {
  window: Period;
  score: number;
  confidence: Confidence | null;
}

/**
 * A score beside that of the period before. `change` is of the published scores, in points, whatever was asked in each;
 * `comparison` is of what both periods have in common, and tells whether the brand moved.
 */
export interface VisibilityComparison {
  projectId: string;
  /** What was compared. */
  cells: readonly ComparedCell[];
  current: PeriodScore;
  previous: PeriodScore;
  change: number;
  comparison: Comparison;
}

/** One row a question and platform that has responses in either period; `question` numbers a project's intents. */
const COMPARED_CELLS = statement<
  { project_id: string } & (
    | { platform: null }
    | {
        platform: Platform;
        question: number;
        responses: number;
        naming: number;
        previous_responses: number;
        previous_naming: number;
      }
  )
>(
  'compared-cells-of-projects',
  `with ${SCOPE}, ${WORDINGS}
   select x.project_id, c.platform,
     dense_rank() over (partition by x.project_id order by ${INTENT})::int as question,
     c.responses, c.naming, c.both_responses - c.responses as previous_responses,
     c.both_naming - c.naming as previous_naming
   from scope x
   left join lateral (
     select r.platform, r.question_hash, sum(r.response_count)::int as both_responses,
       sum(r.brand_mention_count)::int as both_naming,
       coalesce(sum(r.response_count) filter (where r.bucket_date >= $8), 0)::int as responses,
       coalesce(sum(r.brand_mention_count) filter (where r.bucket_date >= $8), 0)::int as naming
     from daily_question_response r
     where ${ON_DAYS} and ($4::text[] is null or r.platform = any ($4::text[])) and ${ofQuestions(5)}
     group by r.platform, r.question_hash
   ) c on true
   ${joinWordings('x.project_id')}
   order by x.project_id, c.question_hash, c.platform`,
);

/** The period of equal length that ends the day before. */
export function periodBefore({ from, to }: Period): Period {
  return { from: daysBefore(from, daysBetween(from, to) + 1), to: daysBefore(from, 1) };
}

/**
 * The visibility of each project that the account holds, archived ones included, beside that of the period before, by
 * project (docs/metrics.md, "Uncertainty"). One statement; its cost grows with questions, platforms and days alone.
 */
export async function compareVisibility(
  ctx: Context,
  projectIds: readonly string[],
  query: MetricQuery,
): Promise<Map<string, VisibilityComparison>> {
  const cells = await comparedCells(ctx, projectIds, query);
  return new Map(Array.from(cells, ([id, found]) => [id, toComparison(id, query.period, found)]));
}

/** As {@link compareVisibility}, each platform by itself: those with responses in either period. */
export async function comparePlatforms(
  ctx: Context,
  projectIds: readonly string[],
  query: MetricQuery,
): Promise<Map<string, Map<Platform, VisibilityComparison>>> {
  const cells = await comparedCells(ctx, projectIds, query);
  return new Map(
    Array.from(cells, ([id, found]) => {
      const byPlatform = Map.groupBy(found, ({ platform }) => platform);
      return [
        id,
        new Map(Array.from(byPlatform, ([platform, own]) => [platform, toComparison(id, query.period, own)])),
      ];
    }),
  );
}

/** The cells, question × platform, of a period and the one before, by project; questions are numbered by intent. */
export async function comparedCells(
  ctx: Context,
  projectIds: readonly string[],
  query: MetricQuery,
): Promise<Map<string, ComparedCell[]>> {
  const { period } = query;
  const days = { from: periodBefore(period).from, to: period.to };
  const questions = await bindQuestions(ctx, projectIds, days, query);
  const values = [...bindListed(ctx, projectIds, { ...query, period: days }), ...questions, period.from];
  return entriesByOwner(
    await ctx.db.rows(COMPARED_CELLS, values),
    ({ project_id }) => project_id,
    (row): ComparedCell | null => {
      if (row.platform === null) return null;
      const { question, platform, responses, naming } = row;
      const previous = { previousResponses: row.previous_responses, previousNaming: row.previous_naming };
      return { question, platform, responses, naming, ...previous };
    },
  );
}

function toComparison(projectId: string, period: Period, cells: readonly ComparedCell[]): VisibilityComparison {
  const byQuestion = Array.from(Map.groupBy(cells, ({ question }) => question).values());
  const current = toScore(period, byQuestion, ({ responses, naming }) => ({ responses, naming }));
  const previous = toScore(periodBefore(period), byQuestion, (cell) => ({
    responses: cell.previousResponses,
    naming: cell.previousNaming,
  }));
  return {
    projectId,
    cells,
    current,
    previous,
    change: current.score - previous.score,
    comparison: compareCells(cells),
  };
}

function toScore(
  window: Period,
  byQuestion: readonly (readonly ComparedCell[])[],
  countsOf: (cell: ComparedCell) => QuestionCounts,
): PeriodScore {
  const questions = byQuestion.map((cells) => totalOf(cells.map(countsOf)));
  const { naming, responses } = totalOf(questions);
  return { window: { ...window }, score: percent(naming, responses), confidence: clusteredWilson(questions) };
}
