import { type Statement, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { ofQuestions } from '../branding/branded-questions.js';
import { IN_SCOPE, SCOPE } from './metric-scope.js';

/** Which breakdowns of a score are wanted; rows come for these alone. */
export interface VisibilityCuts {
  platforms: boolean;
  days: boolean;
}

/**
 * A platform's sums, or a day's, or the whole project's where days are not wanted; days and the whole have no platform.
 * Where nothing was counted the sums are null.
 */
export interface VisibilityRow {
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
const PLATFORMS = { date: null, platform: 'r.platform', grouping: 'group by grouping sets ((), (r.platform))' };
const DAYS = { date: 'r.bucket_date', platform: null, grouping: 'group by r.bucket_date' };
/** Both breakdowns of the same rows at once; the days make up the whole. */
const BOTH = {
  date: 'r.bucket_date',
  platform: 'r.platform',
  grouping: 'group by grouping sets ((r.bucket_date), (r.platform))',
};

type Row = VisibilityRow;
const SCORE = statement<Row>('score-of-projects', scoreBy(WHOLE, ALL));
const SCORE_BY_PLATFORM = statement<Row>('score-by-platform-of-projects', scoreBy(PLATFORMS, ALL));
const SCORE_BY_DAY = statement<Row>('score-by-day-of-projects', scoreBy(DAYS, ALL));
const SCORE_BY_BOTH = statement<Row>('score-by-platform-and-day-of-projects', scoreBy(BOTH, ALL));

const OF_QUESTIONS = statement<Row>('score-of-questions', scoreBy(WHOLE, BY_QUESTION));
const OF_QUESTIONS_BY_PLATFORM = statement<Row>('score-by-platform-of-questions', scoreBy(PLATFORMS, BY_QUESTION));
const OF_QUESTIONS_BY_DAY = statement<Row>('score-by-day-of-questions', scoreBy(DAYS, BY_QUESTION));
const OF_QUESTIONS_BY_BOTH = statement<Row>('score-by-platform-and-day-of-questions', scoreBy(BOTH, BY_QUESTION));

/**
 * The statement for the breakdowns wanted, and no more. Binds account, projects, the first and the last day, and the
 * platforms asked for, or null.
 */
export function visibilityCut({ platforms, days }: VisibilityCuts): Statement<Row> {
  if (platforms) return days ? SCORE_BY_BOTH : SCORE_BY_PLATFORM;
  return days ? SCORE_BY_DAY : SCORE;
}

/** The same of chosen questions alone, which three more values name (`bindQuestions`). */
export function questionsCut({ platforms, days }: VisibilityCuts): Statement<Row> {
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
  if (platforms) return days ? BOTH : PLATFORMS;
  return days ? DAYS : WHOLE;
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
