import { rows, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { bindQuestions, ofQuestions } from '../branding/branded-questions.js';
import type { Context } from '../context.js';
import { daysBefore, daysBetween } from '../timestamp.js';
import { clusteredWilson, type QuestionCounts } from './clustering.js';
import { type ComparedCell, type Comparison, compareCells } from './comparison.js';
import type { Confidence } from './confidence.js';
import { IN_SCOPE, SCOPE } from './metric-scope.js';
import { percent } from './percent.js';
import type { Period } from './period.input.js';

/** A period's score and its interval, which allows for answers to one question being alike; null without responses. */
export interface PeriodScore {
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
  current: PeriodScore;
  previous: PeriodScore;
  change: number;
  comparison: Comparison;
}

/** One row a question and platform that has responses in either period; `question` numbers those of a project. */
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
  `with ${SCOPE}
   select x.project_id, c.platform,
     dense_rank() over (partition by x.project_id order by c.question_hash)::int as question,
     c.responses, c.naming, c.both_responses - c.responses as previous_responses,
     c.both_naming - c.naming as previous_naming
   from scope x
   left join lateral (
     select r.platform, r.question_hash, sum(r.response_count)::int as both_responses,
       sum(r.brand_mention_count)::int as both_naming,
       coalesce(sum(r.response_count) filter (where r.bucket_date >= $5), 0)::int as responses,
       coalesce(sum(r.brand_mention_count) filter (where r.bucket_date >= $5), 0)::int as naming
     from daily_question_response r
     where ${IN_SCOPE} and ($6::text[] is null or r.platform = any ($6::text[])) and ${ofQuestions(7)}
     group by r.platform, r.question_hash
   ) c on true
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
  period: Period,
  asked: readonly Platform[] | undefined,
  branded?: boolean,
): Promise<Map<string, VisibilityComparison>> {
  const cells = await comparedCells(ctx, projectIds, period, asked, branded);
  return new Map(Array.from(cells, ([id, found]) => [id, toComparison(id, period, found)]));
}

/** As {@link compareVisibility}, each platform by itself: those with responses in either period. */
export async function comparePlatforms(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  asked: readonly Platform[] | undefined,
  branded?: boolean,
): Promise<Map<string, Map<Platform, VisibilityComparison>>> {
  const cells = await comparedCells(ctx, projectIds, period, asked, branded);
  return new Map(
    Array.from(cells, ([id, found]) => {
      const byPlatform = Map.groupBy(found, ({ platform }) => platform);
      return [id, new Map(Array.from(byPlatform, ([platform, own]) => [platform, toComparison(id, period, own)]))];
    }),
  );
}

async function comparedCells(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  asked: readonly Platform[] | undefined,
  branded?: boolean,
): Promise<Map<string, ComparedCell[]>> {
  const before = periodBefore(period);
  const days = { from: before.from, to: period.to };
  const questions = await bindQuestions(ctx, projectIds, days, branded);
  const values = [ctx.caller.accountId, projectIds, days.from, days.to, period.from, asked ?? null, ...questions];
  const cells = new Map<string, ComparedCell[]>();
  for (const row of await rows(ctx.em, COMPARED_CELLS, values)) {
    const ofProject = cells.get(row.project_id) ?? [];
    cells.set(row.project_id, ofProject);
    if (row.platform === null) continue;
    const { question, platform, responses, naming } = row;
    const previous = { previousResponses: row.previous_responses, previousNaming: row.previous_naming };
    ofProject.push({ question, platform, responses, naming, ...previous });
  }
  return cells;
}

function toComparison(projectId: string, period: Period, cells: readonly ComparedCell[]): VisibilityComparison {
  const byQuestion = Array.from(Map.groupBy(cells, ({ question }) => question).values());
  const current = toScore(period, byQuestion, ({ responses, naming }) => ({ responses, naming }));
  const previous = toScore(periodBefore(period), byQuestion, (cell) => ({
    responses: cell.previousResponses,
    naming: cell.previousNaming,
  }));
  return { projectId, current, previous, change: current.score - previous.score, comparison: compareCells(cells) };
}

function toScore(
  window: Period,
  byQuestion: readonly (readonly ComparedCell[])[],
  countsOf: (cell: ComparedCell) => QuestionCounts,
): PeriodScore {
  const questions = byQuestion.map((cells) => total(cells.map(countsOf)));
  const { naming, responses } = total(questions);
  return { window: { ...window }, score: percent(naming, responses), confidence: clusteredWilson(questions) };
}

function total(counts: readonly QuestionCounts[]): QuestionCounts {
  return counts.reduce(
    (sum, { responses, naming }) => ({ responses: sum.responses + responses, naming: sum.naming + naming }),
    { responses: 0, naming: 0 },
  );
}
