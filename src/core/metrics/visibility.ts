import { z } from 'zod';
import { type Statement, statement } from '../../database/rows.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { getOrThrow } from '../access/access.js';
import type { Context } from '../context.js';
import { parse, uuid } from '../input.js';
import { bindQuestions, isNarrowed, ofQuestions } from '../prompt-filters/chosen-questions.js';
import {
  bindScope,
  IN_SCOPE,
  type MetricQuery,
  metricQueryInput,
  type Period,
  SCOPE,
  toPeriod,
} from './metric-query.js';
import { percent } from './shares.js';

/** Which breakdowns of a score are wanted; rows come for these alone. */
export interface VisibilityCuts {
  platforms: boolean;
  days: boolean;
}

/**
 * A platform's sums, or a day's, or the whole project's where days are not wanted; days and the whole have no platform.
 * Where nothing was counted the sums are null.
 */
interface VisibilityRow {
  project_id: string;
  /**
   * The enabled platforms, in a project's first rows where platforms are wanted; on each row they took a tenth of it
   * all.
   */
  enabled: Platform[] | null;
  bucket_date: string | null;
  platform: Platform | null;
  responses: number | null;
  naming: number | null;
}

/** The sums of such a row beside others of its project: its day, platform, responses and naming. */
export type VisibilitySums = [string | null, Platform | null, number | null, number | null];

/** A source of sums by day and platform; where questions are told apart it has many more rows. */
interface Source {
  table: string;
  condition: string;
}

const ALL: Source = { table: 'daily_response', condition: '' };
const BY_QUESTION: Source = { table: 'daily_question_response', condition: `and ${ofQuestions(6)}` };

const WHOLE = { date: null, platform: null, grouping: '' };
const BY_PLATFORM = { date: null, platform: 'r.platform', grouping: 'group by grouping sets ((), (r.platform))' };
const BY_DAY = { date: 'r.bucket_date', platform: null, grouping: 'group by r.bucket_date' };
/** Both breakdowns of the same rows at once; the days make up the whole. */
const BOTH = {
  date: 'r.bucket_date',
  platform: 'r.platform',
  grouping: 'group by grouping sets ((r.bucket_date), (r.platform))',
};

type Row = VisibilityRow;
const SCORE = statement<Row>('score-of-projects', scoreBy(WHOLE, ALL));
const SCORE_BY_PLATFORM = statement<Row>('score-by-platform-of-projects', scoreBy(BY_PLATFORM, ALL));
const SCORE_BY_DAY = statement<Row>('score-by-day-of-projects', scoreBy(BY_DAY, ALL));
const SCORE_BY_BOTH = statement<Row>('score-by-platform-and-day-of-projects', scoreBy(BOTH, ALL));

const OF_QUESTIONS = statement<Row>('score-of-questions', scoreBy(WHOLE, BY_QUESTION));
const OF_QUESTIONS_BY_PLATFORM = statement<Row>('score-by-platform-of-questions', scoreBy(BY_PLATFORM, BY_QUESTION));
const OF_QUESTIONS_BY_DAY = statement<Row>('score-by-day-of-questions', scoreBy(BY_DAY, BY_QUESTION));
const OF_QUESTIONS_BY_BOTH = statement<Row>('score-by-platform-and-day-of-questions', scoreBy(BOTH, BY_QUESTION));

/**
 * The statement for the breakdowns wanted, and no more. Binds account, projects, the first and the last day, and the
 * platforms asked for, or null.
 */
function visibilityCut({ platforms, days }: VisibilityCuts): Statement<Row> {
  if (platforms) return days ? SCORE_BY_BOTH : SCORE_BY_PLATFORM;
  return days ? SCORE_BY_DAY : SCORE;
}

/** The same of chosen questions alone, which three more values name (`bindQuestions`). */
function questionsCut({ platforms, days }: VisibilityCuts): Statement<Row> {
  if (platforms) return days ? OF_QUESTIONS_BY_BOTH : OF_QUESTIONS_BY_PLATFORM;
  return days ? OF_QUESTIONS_BY_DAY : OF_QUESTIONS;
}

/**
 * A select of one value `sums`: the sums of project `p` under the analysis of `s`, for the breakdowns wanted, as JSON;
 * null where days are wanted and there are none. Binds the account as $1, and from `$first` on the first and the last
 * day and the platforms asked for, or null. Beside a project's columns, rows of 31 days took a third more of the
 * client's time and a sixth more of the database's.
 */
export function sumsAsJson({ platforms, days }: VisibilityCuts, first: number): string {
  const { date, platform, grouping } = breakdownOf(platforms, days);
  const [from, to, asked] = [first, first + 1, first + 2];
  return `select json_agg(json_build_array(g.bucket_date, g.platform, g.responses, g.naming)
       order by g.bucket_date nulls first, g.platform nulls first) as sums
     from (
       select ${date ?? 'null::date'} as bucket_date, ${platform ?? 'null::text'} as platform,
         sum(r.response_count)::int as responses, sum(r.brand_mention_count)::int as naming
       from daily_response r
       where r.account_id = $1 and r.project_id = p.id and r.analysis_id = s.analysis_id
         and r.bucket_date between $${from} and $${to}
         and ($${asked}::text[] is null or r.platform = any ($${asked}::text[]))
       ${grouping}
     ) g`;
}

function breakdownOf(platforms: boolean, days: boolean): Breakdown {
  if (platforms) return days ? BOTH : BY_PLATFORM;
  return days ? BY_DAY : WHOLE;
}

interface Breakdown {
  date: string | null;
  platform: string | null;
  grouping: string;
}

function scoreBy({ date, platform, grouping }: Breakdown, { table, condition }: Source): string {
  const isFirst = date === null ? 'c.platform is null' : 'c.bucket_date is null';
  const enabled = platform === null ? 'null::text[]' : `case when ${isFirst} then x.platforms end`;
  return `with ${SCOPE}
   select x.project_id, ${enabled} as enabled, c.bucket_date, c.platform, c.responses, c.naming
   from scope x
   left join lateral (
     select ${date ?? 'null::date'} as bucket_date, ${platform ?? 'null::text'} as platform,
       sum(r.response_count)::int as responses, sum(r.brand_mention_count)::int as naming
     from ${table} r
     where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[])) ${condition}
     ${grouping}
   ) c on true
   order by c.bucket_date nulls first, c.platform nulls first`;
}

const score = z.int().min(0).max(100);

/** Share of accepted responses that name the brand (specification, section 4.6). */
export const visibilityView = z
  .object({
    projectId: z.uuid(),
    window: z.object({ from: z.iso.date(), to: z.iso.date() }),
    byPlatform: z.partialRecord(
      z.enum(PLATFORMS),
      z.object({ responseCount: z.int(), brandMentionCount: z.int(), visibilityScore: score }),
    ),
    score,
    trend: z.array(z.object({ date: z.iso.date(), score, responses: z.int() })),
  })
  .meta({ id: 'Visibility' });

/** The accepted responses that a score is about, and those among them that name the brand. */
interface VisibilityCounts {
  responses: number;
  naming: number;
}

/** A day of a trend with its numerator, which v1's REST bodies lack. */
export type TrendPointView = z.output<typeof visibilityView>['trend'][number] & { brandMentionCount: number };

/** Visibility as the specification has it. */
type VisibilityView = z.output<typeof visibilityView>;

/**
 * A score with the counts behind it, which GraphQL works out confidence from, and its breakdowns where they are wanted.
 */
export interface VisibilityScore extends Pick<VisibilityView, 'projectId' | 'window' | 'score'> {
  counts: VisibilityCounts;
  /**
   * The platforms asked for, else the enabled ones, with zeros; and any with responses. Empty where it is not wanted.
   */
  byPlatform: VisibilityView['byPlatform'];
  /** The days with responses, ascending. Empty where it is not wanted. */
  trend: TrendPointView[];
}

/** A score with these breakdowns; with both where none are named. */
export interface VisibilityQuery extends MetricQuery {
  breakdowns?: VisibilityCuts;
}

const EVERY_CUT: VisibilityCuts = { platforms: true, days: true };

/**
 * Visibility of each project that the account holds, archived ones included, by project. What is not asked for is not
 * worked out: the days are nine in ten of all rows, and a breakdown by platform costs half as much again as the score.
 */
export async function visibilityOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  query: VisibilityQuery,
): Promise<Map<string, VisibilityScore>> {
  const { period, platforms: asked, breakdowns: cuts = EVERY_CUT } = query;
  const values = bindScope(ctx, projectIds, query);
  const scores = new Map<string, VisibilityScore>();
  const found = isNarrowed(query)
    ? await ctx.db.rows(questionsCut(cuts), [...values, ...(await bindQuestions(ctx, projectIds, period, query))])
    : await ctx.db.rows(visibilityCut(cuts), values);
  for (const row of found) {
    const score =
      scores.get(row.project_id) ??
      unscored(row.project_id, period, cuts.platforms ? (asked ?? row.enabled ?? []) : []);
    scores.set(row.project_id, score);
    addRow(score, row);
  }
  for (const view of scores.values()) view.score = percent(view.counts.naming, view.counts.responses);
  return scores;
}

/**
 * The visibility that sums of a project make up.
 * @param platforms those that are shown with zeros too; none where they are not wanted.
 */
export function visibilityOfSums(
  projectId: string,
  period: Period,
  platforms: readonly Platform[],
  sums: readonly VisibilitySums[],
): VisibilityScore {
  const view = unscored(projectId, period, platforms);
  for (const [bucket_date, platform, responses, naming] of sums) {
    addRow(view, { bucket_date, platform, responses, naming });
  }
  view.score = percent(view.counts.naming, view.counts.responses);
  return view;
}

type Sums = Pick<VisibilityRow, 'bucket_date' | 'platform' | 'responses' | 'naming'>;

function addRow({ counts, byPlatform, trend }: VisibilityScore, row: Sums): void {
  const responses = row.responses ?? 0;
  const naming = row.naming ?? 0;
  if (row.platform !== null) {
    byPlatform[row.platform] = {
      responseCount: responses,
      brandMentionCount: naming,
      visibilityScore: percent(naming, responses),
    };
    return;
  }
  counts.responses += responses;
  counts.naming += naming;
  if (row.bucket_date === null) return;
  trend.push({ date: row.bucket_date, score: percent(naming, responses), responses, brandMentionCount: naming });
}

function unscored(projectId: string, period: Period, platforms: readonly Platform[]): VisibilityScore {
  const zeros = { responseCount: 0, brandMentionCount: 0, visibilityScore: 0 };
  const byPlatform = Object.fromEntries(platforms.map((name) => [name, { ...zeros }]));
  return { projectId, window: { ...period }, score: 0, counts: { responses: 0, naming: 0 }, byPlatform, trend: [] };
}

/**
 * Visibility of one project; `trend` has a day for each with accepted responses, ascending.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function getVisibility(ctx: Context, projectId: unknown, input: unknown): Promise<VisibilityScore> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(metricQueryInput, input);
  const query = { period: toPeriod(ctx, sent), platforms: sent.platforms };
  return getOrThrow(ctx, await visibilityOfProjects(ctx, [id], query), id);
}
