import { z } from 'zod';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { bindQuestions, isNarrowed, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { daysBefore, daysBetween } from '../time.js';
import { bindScope, IN_SCOPE, type Period, SCOPE, type TrendQuery } from './metric-query.js';
import { percent } from './shares.js';
import { type TrendPointView, visibilityOfProjects } from './visibility.js';

/** Days that a point of a trend may pool at most. */
export const OVER_MAX = 30;

const overFault = `must be a whole number from 1 to ${OVER_MAX}`;

/** How many days each point of a trend pools, its own day the last of them. */
export const trendInput = z.object({ over: z.int(overFault).min(1, overFault).max(OVER_MAX, overFault).default(1) });

const DAYS_ALONE = { platforms: false, days: true };

/** Each point of the trend of each project, pooled: see {@link poolDays}. */
export async function pooledTrendOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { over, ...query }: TrendQuery,
): Promise<Map<string, TrendPointView[]>> {
  const days = { ...query, period: reachingBack(query.period, over), breakdowns: DAYS_ALONE };
  const scores = await visibilityOfProjects(ctx, projectIds, days);
  return new Map(Array.from(scores, ([id, { trend }]) => [id, poolDays(trend, query.period, over)]));
}

interface PlatformDayRow {
  project_id: string;
  platform: Platform | null;
  bucket_date: string;
  responses: number;
  naming: number;
}

const SCORE_BY_DAY_OF_PLATFORMS = statement<PlatformDayRow>(
  'score-by-day-of-platforms',
  `with ${SCOPE}
   select x.project_id, r.platform, r.bucket_date, r.response_count as responses, r.brand_mention_count as naming
   from scope x
   left join daily_response r on ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[]))
   order by x.project_id, r.platform, r.bucket_date`,
);

const SCORE_BY_DAY_OF_PLATFORMS_AND_QUESTIONS = statement<PlatformDayRow>(
  'score-by-day-of-platforms-and-questions',
  `with ${SCOPE}
   select x.project_id, r.platform, r.bucket_date, sum(r.response_count)::int as responses,
     sum(r.brand_mention_count)::int as naming
   from scope x
   left join daily_question_response r on ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[]))
     and ${ofQuestions(6)}
   group by x.project_id, r.platform, r.bucket_date
   order by x.project_id, r.platform, r.bucket_date`,
);

/** The trend of each platform that has responses, by project, pooled as that of the project. */
export async function platformTrendsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { over, ...query }: TrendQuery,
): Promise<Map<string, Map<Platform, TrendPointView[]>>> {
  const { period } = query;
  const days = reachingBack(period, over);
  const values = bindScope(ctx, projectIds, { ...query, period: days });
  const found = isNarrowed(query)
    ? await ctx.db.rows(SCORE_BY_DAY_OF_PLATFORMS_AND_QUESTIONS, [
        ...values,
        ...(await bindQuestions(ctx, projectIds, days, query)),
      ])
    : await ctx.db.rows(SCORE_BY_DAY_OF_PLATFORMS, values);
  const trends = new Map<string, Map<Platform, TrendPointView[]>>();
  for (const [id, ofProject] of Map.groupBy(found, ({ project_id }) => project_id)) {
    const byPlatform = new Map<Platform, TrendPointView[]>();
    for (const [platform, days] of Map.groupBy(ofProject, (row) => row.platform)) {
      if (platform !== null) byPlatform.set(platform, poolDays(days.map(toPoint), period, over));
    }
    trends.set(id, byPlatform);
  }
  return trends;
}

function toPoint({ bucket_date, responses, naming }: PlatformDayRow): TrendPointView {
  return { date: bucket_date, score: percent(naming, responses), responses, brandMentionCount: naming };
}

export type { TrendPointView } from './visibility.js';

/** The days that the points of a period pool. */
export function reachingBack({ from, to }: Period, over: number): Period {
  return { from: daysBefore(from, over - 1), to };
}

/**
 * A point for each day of the period with responses on it or on the `over` - 1 days before: the ratio of their sums, so
 * that days with many responses weigh more. Days before the period count in its first points.
 * @param days ascending, from `over` - 1 days before the period on.
 */
export function poolDays(days: readonly TrendPointView[], { from, to }: Period, over: number): TrendPointView[] {
  if (over === 1) return days.filter(({ date }) => date >= from);
  const byDate = new Map(days.map((day) => [day.date, day]));
  const pooled: TrendPointView[] = [];
  let [responses, brandMentionCount] = [0, 0];
  for (let back = daysBetween(from, to) + over - 1; back >= 0; back--) {
    const date = daysBefore(to, back);
    const [added, left] = [byDate.get(date), byDate.get(daysBefore(date, over))];
    responses += (added?.responses ?? 0) - (left?.responses ?? 0);
    brandMentionCount += (added?.brandMentionCount ?? 0) - (left?.brandMentionCount ?? 0);
    if (date < from || responses === 0) continue;
    pooled.push({ date, score: percent(brandMentionCount, responses), responses, brandMentionCount });
  }
  return pooled;
}
