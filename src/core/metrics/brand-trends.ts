import { z } from 'zod';
import { statement } from '../../database/rows.js';
import type { Context } from '../context.js';
import { platforms, uuid } from '../input.js';
import { entriesByOwner } from '../pages.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { promptFilter } from '../prompt-filters/prompt-filter.js';
import { bindScope, IN_SCOPE, type Period, periodInput, SCOPE } from './metric-query.js';
import { percent } from './shares.js';
import { poolDays, reachingBack, trendInput } from './trend.js';

/** Competitors beside the brand at most: more lines cannot be told apart. */
export const RIVALS_MAX = 5;

/** What trends are asked by: the days, the platforms, the competitors, the prompts, and how many days a point pools. */
export const brandTrendsInput = z.object({
  ...periodInput,
  ...trendInput.shape,
  platforms: platforms.optional(),
  competitorIds: z.array(uuid).max(RIVALS_MAX, `must be at most ${RIVALS_MAX}`),
  where: promptFilter.optional(),
});

type BrandTrendFilter = Pick<z.output<typeof brandTrendsInput>, 'platforms' | 'competitorIds' | 'over' | 'where'>;

interface BrandTrendsQuery {
  period: Period;
  filter: BrandTrendFilter;
}

/** A name's share on one day, or on several that are pooled. */
export interface BrandTrendPointView {
  /** The UTC day, the last of those pooled. */
  date: string;
  visibilityScore: number;
  /** Accepted responses that name it, and all accepted responses. */
  responseCount: number;
  wholeCount: number;
}

export interface BrandTrendView {
  name: string;
  isBrand: boolean;
  competitorId: string | null;
  /** Days with responses among those pooled, ascending; none for a competitor that no analysis looked for yet. */
  points: BrandTrendPointView[];
}

/** A day, its accepted responses, and those that name the subject. */
type DaySums = [string, number, number];

/** `subject_id` as null where the project has no analysis yet. */
interface BrandTrendRow {
  project_id: string;
  subject_id: string | null;
  competitor_id: string | null;
  name: string;
  days: DaySums[] | null;
}

const ON_PLATFORMS = '($5::text[] is null or r.platform = any ($5::text[]))';

/**
 * Where days are counted: columns bucket_date and responses of a project `x`, or naming of a drawn subject `x`, which
 * may have several rows of a day.
 */
interface DaySource {
  /** Further tables of the statement, behind `drawn`. */
  tables: string;
  whole: string;
  naming: string;
}

const OF_ALL: DaySource = {
  tables: '',
  whole: `select r.bucket_date, r.response_count as responses, null::int as naming
       from daily_response r
       where ${IN_SCOPE} and ${ON_PLATFORMS}`,
  naming: `select r.bucket_date, null, r.response_count
       from daily_mention r
       where ${IN_SCOPE} and r.subject_id = x.subject_id and ${ON_PLATFORMS}`,
};

/** Names in the answers to chosen questions, of which the rollups know nothing: one pass for all subjects. */
const OF_QUESTIONS: DaySource = {
  tables: `,
   named as materialized (
     select x.project_id, m.subject_id, r.bucket_date, count(*)::int as naming
     from scope x
     join answer_reading r on ${IN_SCOPE} and ${ON_PLATFORMS} and ${ofQuestions(7)}
     join answer_mention m on m.account_id = $1 and m.project_id = r.project_id
       and m.analysis_id = r.analysis_id and m.bucket_date = r.bucket_date and m.answer_id = r.answer_id
     where m.subject_id in (select d.subject_id from drawn d)
     group by x.project_id, m.subject_id, r.bucket_date
   )`,
  whole: `select r.bucket_date, r.response_count as responses, null::int as naming
       from daily_question_response r
       where ${IN_SCOPE} and ${ON_PLATFORMS} and ${ofQuestions(7)}`,
  naming: `select n.bucket_date, null, n.naming
       from named n
       where n.project_id = x.project_id and n.subject_id = x.subject_id`,
};

/**
 * Binds what {@link bindScope} does, and the competitors; {@link OF_QUESTIONS} three values more. Days are summed over
 * both sources at once: joined, PostgreSQL, which expects one day of each, reads the names of all days for each day.
 */
function brandTrends({ tables, whole, naming }: DaySource): string {
  return `with ${SCOPE},
   drawn as materialized (
     select x.project_id, x.analysis_id, x.project_id as subject_id, null::uuid as competitor_id, x.brand_name as name,
       true as is_sought
     from scope x
     where x.analysis_id is not null
     union all
     select x.project_id, x.analysis_id, k.id, c.id, c.name, k.id in (
       select (o.value ->> 'id')::uuid
       from analysis a
       cross join lateral jsonb_array_elements(a.subjects -> 'competitors') o
       where a.account_id = $1 and a.id = x.analysis_id
     )
     from scope x
     join competitor_candidate k on k.account_id = $1 and k.project_id = x.project_id
       and k.competitor_id = any ($6::uuid[])
     join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
     where x.analysis_id is not null
   )${tables}
   select p.project_id, x.subject_id, x.competitor_id, x.name, (
     select json_agg(json_build_array(d.bucket_date, d.responses, d.naming) order by d.bucket_date)
     from (
       select u.bucket_date, sum(u.responses)::int as responses, coalesce(sum(u.naming), 0)::int as naming
       from (
         ${whole}
         union all
         ${naming}
       ) u
       where x.is_sought
       group by u.bucket_date
       having count(u.responses) > 0
     ) d
   ) as days
   from scope p
   left join drawn x on x.project_id = p.project_id
   order by p.project_id, x.competitor_id nulls first`;
}

const BRAND_TRENDS = statement<BrandTrendRow>('trends-of-brands', brandTrends(OF_ALL));
const BRAND_TRENDS_OF_QUESTIONS = statement<BrandTrendRow>('trends-of-brands-of-questions', brandTrends(OF_QUESTIONS));

/**
 * The brand and the chosen competitors day by day, by project: the brand first, then competitors as they were asked
 * for. Those that are not tracked in the project are left out; a project without answers read has none.
 */
export async function brandTrendsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, filter: { platforms, competitorIds, over, where } }: BrandTrendsQuery,
): Promise<Map<string, BrandTrendView[]>> {
  const days = reachingBack(period, over);
  const values = [...bindScope(ctx, projectIds, { period: days, platforms }), competitorIds];
  const found =
    where === undefined
      ? await ctx.db.rows(BRAND_TRENDS, values)
      : await ctx.db.rows(BRAND_TRENDS_OF_QUESTIONS, [
          ...values,
          ...(await bindQuestions(ctx, projectIds, days, { where })),
        ]);
  const trends = entriesByOwner(
    found,
    ({ project_id }) => project_id,
    ({ subject_id, competitor_id, name, days: sums }): BrandTrendView | null => {
      if (subject_id === null) return null;
      const points = pointsOf(sums ?? [], period, over);
      return { name, isBrand: competitor_id === null, competitorId: competitor_id, points };
    },
  );
  const placeOf = ({ competitorId }: BrandTrendView) => competitorIds.indexOf(competitorId ?? '');
  for (const ofProject of trends.values()) ofProject.sort((one, other) => placeOf(one) - placeOf(other));
  return trends;
}

function pointsOf(days: readonly DaySums[], period: Period, over: number): BrandTrendPointView[] {
  const points = days.map(([date, responses, naming]) => ({
    ...{ date, score: percent(naming, responses), responses, brandMentionCount: naming },
  }));
  return poolDays(points, period, over).map(({ date, score, responses, brandMentionCount }) => ({
    date,
    visibilityScore: score,
    responseCount: brandMentionCount,
    wholeCount: responses,
  }));
}
