import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { INTENT, joinWordings, WORDINGS } from './intents.js';
import { bindScope, IN_SCOPE, type MetricQuery, SCOPE } from './metric-query.js';
import { type Confidence, effectiveGroups, scoreInterval, sum, tQuantile, Z } from './shares.js';

/** The cells (question × platform) of one intent that have responses. */
export interface ClusterOfCells {
  cells: number;
  /** The sum of their shares, each from 0 to 1. */
  shares: number;
  responses: number;
}

/** A score in which each cell counts alike, however often it is asked. */
export interface EvenScore {
  /** Percent, 0 to 100. */
  score: number;
  confidence: Confidence;
}

/** Cells below which a mean of them says nothing. */
const CELLS_MIN = 2;

/**
 * The mean of the shares of cells, with an interval in Wilson's form that rests on how much the cells of different
 * intents differ (docs/metrics.md, "Even score"). Null below {@link CELLS_MIN} cells.
 */
export function evenScoreOf(all: readonly ClusterOfCells[]): EvenScore | null {
  const clusters = all.filter(({ cells }) => cells > 0);
  const whole = sum(clusters.map(({ cells }) => cells));
  if (whole < CELLS_MIN) return null;
  const share = Math.min(1, sum(clusters.map(({ shares }) => shares)) / whole);
  const score = Math.floor(100 * share + 0.5 + ROUNDING);
  return { score, confidence: scoreInterval(share, effectiveAnswers(clusters, share, whole)) };
}

/** Sums of shares such as thirds miss a half by less than this. */
const ROUNDING = 1e-9;

/**
 * How many independent answers would know as much: p(1 − p)/se² × (1.96/t)², and no more than there are. The variance
 * is between intents, with the correction for leverage (CR2); where all cells have no answer that names the brand, or
 * none that does not, each intent counts as one answer.
 */
function effectiveAnswers(clusters: readonly ClusterOfCells[], share: number, whole: number): number {
  if (clusters.length < 2) return 1;
  const groups = effectiveGroups(clusters.map(({ cells }) => cells));
  const alone = share * (1 - share);
  if (alone < ROUNDING) return groups;
  const between = sum(clusters.map(({ cells, shares }) => (shares - share * cells) ** 2 / (1 - cells / whole)));
  const answers = sum(clusters.map(({ responses }) => responses));
  const known = Math.min(answers, (alone * whole ** 2) / between);
  return known * Math.min(1, Z / tQuantile(groups - 1)) ** 2;
}

/** A platform, or null for all of them; cells, the sum of their shares, and their responses. */
type ClusterTuple = [Platform | null, number, number, number];

/** Clusters of each platform, and of all platforms together. */
const CLUSTERS = statement<{ project_id: string; clusters: ClusterTuple[] | null }>(
  'cells-by-intent-of-projects',
  `with ${SCOPE}, ${WORDINGS}
   select x.project_id, (
     select json_agg(json_build_array(d.platform, d.cells, d.shares, d.responses))
     from (
       select c.platform, count(*)::int as cells, sum(c.naming::float8 / c.responses) as shares,
         sum(c.responses)::int as responses
       from (
         select r.platform, r.question_hash, sum(r.response_count)::int as responses,
           sum(r.brand_mention_count)::int as naming
         from daily_question_response r
         where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[])) and ${ofQuestions(6)}
         group by r.platform, r.question_hash
         having sum(r.response_count) > 0
       ) c
       ${joinWordings('x.project_id')}
       group by grouping sets ((${INTENT}, c.platform), (${INTENT}))
     ) d
   ) as clusters
   from scope x`,
);

/** The even score of a project, and of each platform with responses. */
export interface EvenScores {
  whole: EvenScore | null;
  byPlatform: ReadonlyMap<Platform, EvenScore | null>;
}

/** The even scores of each project that the account holds, archived ones included, by project. */
export async function evenScoresOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  query: MetricQuery,
): Promise<Map<string, EvenScores>> {
  const bound = await bindQuestions(ctx, projectIds, query.period, query);
  const found = await ctx.db.rows(CLUSTERS, [...bindScope(ctx, projectIds, query), ...bound]);
  return new Map(found.map(({ project_id, clusters }) => [project_id, toEvenScores(clusters ?? [])]));
}

function toEvenScores(clusters: readonly ClusterTuple[]): EvenScores {
  const byPlatform = new Map<Platform, EvenScore | null>();
  let whole: EvenScore | null = null;
  for (const [platform, own] of Map.groupBy(clusters, ([name]) => name)) {
    const score = evenScoreOf(own.map(([, cells, shares, responses]) => ({ cells, shares, responses })));
    if (platform === null) whole = score;
    else byPlatform.set(platform, score);
  }
  return { whole, byPlatform };
}
