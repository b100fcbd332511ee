import { statement } from '../../database/rows.js';
import type { Context } from '../context.js';
import { entriesByOwner } from '../pages.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { daysBefore, daysBetween } from '../time.js';
import { INTENT, joinWordings, WORDINGS } from './intents.js';
import {
  bindListed,
  bindScope,
  IN_SCOPE,
  type MetricQuery,
  ON_DAYS,
  type Period,
  SCOPE,
  type TrendQuery,
} from './metric-query.js';
import { type Confidence, clusteredWilson, type QuestionCounts } from './shares.js';
import { reachingBack } from './trend.js';

const QUESTION_COUNTS = statement<{ project_id: string; responses: number | null; naming: number | null }>(
  'question-counts-of-projects',
  `with ${SCOPE}, ${WORDINGS}
   select x.project_id, sum(c.responses)::int as responses, sum(c.naming)::int as naming
   from scope x
   left join lateral (
     select r.question_hash, sum(r.response_count)::int as responses, sum(r.brand_mention_count)::int as naming
     from daily_question_response r
     where ${ON_DAYS} and ($4::text[] is null or r.platform = any ($4::text[])) and ${ofQuestions(5)}
     group by r.question_hash
   ) c on true
   ${joinWordings('x.project_id')}
   group by x.project_id, ${INTENT}
   order by x.project_id, ${INTENT}`,
);

/** The interval of a score, which allows for answers to one question being alike; null without responses. */
interface AdjustedConfidence {
  confidence: Confidence | null;
}

/**
 * How sure the score of each project that the account holds is, archived ones included, by project (docs/metrics.md,
 * "Uncertainty").
 */
export async function adjustedConfidenceOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  query: MetricQuery,
): Promise<Map<string, AdjustedConfidence>> {
  const bound = await bindQuestions(ctx, projectIds, query.period, query);
  const values = [...bindListed(ctx, projectIds, query), ...bound];
  const questions = entriesByOwner(
    await ctx.db.rows(QUESTION_COUNTS, values),
    ({ project_id }) => project_id,
    ({ responses, naming }): QuestionCounts | null =>
      responses === null || naming === null ? null : { responses, naming },
  );
  return new Map(Array.from(questions, ([id, counts]) => [id, { confidence: clusteredWilson(counts) }]));
}

/** The interval of each day's score, by day; days without responses among those pooled have none. */
export type AdjustedTrend = ReadonlyMap<string, Confidence>;

/** A day, the number of an intent's cluster, its accepted responses, and those that name the brand. */
type QuestionDay = [string, number, number, number];

const QUESTION_DAYS = statement<{ project_id: string; days: QuestionDay[] | null }>(
  'question-days-of-projects',
  `with ${SCOPE}, ${WORDINGS}
   select x.project_id, (
     select json_agg(json_build_array(d.bucket_date, d.intent, d.responses, d.naming) order by d.bucket_date)
     from (
       select c.bucket_date, dense_rank() over (order by ${INTENT}) as intent,
         sum(c.responses)::int as responses, sum(c.naming)::int as naming
       from (
         select r.bucket_date, r.question_hash, sum(r.response_count) as responses,
           sum(r.brand_mention_count) as naming
         from daily_question_response r
         where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[])) and ${ofQuestions(6)}
         group by r.bucket_date, r.question_hash
       ) c
       ${joinWordings('x.project_id')}
       group by c.bucket_date, ${INTENT}
     ) d
   ) as days
   from scope x`,
);

/**
 * How sure each point of a trend is, by project: of the days that the point pools, as {@link poolDays} does. One row a
 * project; its cost grows with questions and days.
 */
export async function adjustedTrendOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { over, ...query }: TrendQuery,
): Promise<Map<string, AdjustedTrend>> {
  const days = reachingBack(query.period, over);
  const bound = await bindQuestions(ctx, projectIds, days, query);
  const values = [...bindScope(ctx, projectIds, { ...query, period: days }), ...bound];
  const found = await ctx.db.rows(QUESTION_DAYS, values);
  return new Map(found.map((row) => [row.project_id, intervalsOf(row.days ?? [], query.period, over)]));
}

function intervalsOf(found: readonly QuestionDay[], { from, to }: Period, over: number): AdjustedTrend {
  const byDate = Map.groupBy(found, ([date]) => date);
  const pooled = new Map<number, QuestionCounts>();
  const add = (date: string, sign: 1 | -1) => {
    for (const [, question, responses, naming] of byDate.get(date) ?? []) {
      const before = pooled.get(question) ?? { responses: 0, naming: 0 };
      const counts = { responses: before.responses + sign * responses, naming: before.naming + sign * naming };
      if (counts.responses === 0) pooled.delete(question);
      else pooled.set(question, counts);
    }
  };
  const intervals = new Map<string, Confidence>();
  for (let back = daysBetween(from, to) + over - 1; back >= 0; back--) {
    const date = daysBefore(to, back);
    add(date, 1);
    add(daysBefore(date, over), -1);
    const confidence = date < from ? null : clusteredWilson([...pooled.values()]);
    if (confidence) intervals.set(date, confidence);
  }
  return intervals;
}
