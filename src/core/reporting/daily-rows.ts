import { z } from 'zod';
import { type Statement, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { absencesOfHistory } from '../access/access.js';
import { isSeen } from '../access/project-limit.js';
import { allowedProjects, type Context, refuseVisitor } from '../context.js';
import { Unavailable } from '../errors.js';
import { parse, platforms, uuid } from '../input.js';
import { offset, periodInput, toPeriod } from '../metrics/metric-query.js';
import { percent } from '../metrics/shares.js';
import { rowLimit } from '../pages.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import type { PromptFilter } from '../prompt-filters/prompt-filter.js';
import { daysBefore } from '../time.js';

/** Projects that one question for daily rows may name. */
export const PROJECTS_MAX = 100;

/** What each table of daily rows takes. */
const dailyInput = z.object({
  ...periodInput,
  projectIds: z
    .array(uuid, 'must be an array of UUIDs')
    .min(1, 'must name at least one project')
    .max(PROJECTS_MAX, `must name at most ${PROJECTS_MAX} projects`)
    .optional(),
  platforms: platforms.optional(),
  limit: rowLimit,
  offset,
});

/** What every flat row begins with. Rows come by project, day, platform and, where there is one, name or domain. */
export interface DailyKeyView {
  projectId: string;
  projectName: string;
  platform: Platform;
  date: string;
}

/** A daily table, and what each of its rows measures. */
export interface DailyRows<Measures, View> {
  table: DailyTable<Measures>;
  toMeasures: (row: DailyKey & Measures) => View;
}

/** One table's statements: a platform without rows is then sought by the rollup's key, not in all rows. */
interface DailyTable<Measures> {
  ofAll: Statement<DailyRow<Measures>>;
  /** Of the platforms $5. */
  ofPlatforms: Statement<DailyRow<Measures>>;
  /** One project's rows under one analysis, after a place. */
  afterPlace: Statement<DailyRowInPlace<Measures>>;
  /** How many such rows there are, counted up to a bound. */
  count: Statement<{ total: number }>;
  /** Whether rows are of one question each, so that {@link DailyScope} may narrow them to some. */
  isByQuestion: boolean;
}

/** What every row says: which project, platform and UTC day its measures are about. */
interface DailyKey {
  project_id: string;
  project_name: string;
  platform: Platform;
  date: string;
}

/** With the ids asked for that are not the account's: on each row, and alone where there are no rows. */
type DailyRow<Measures> = { missing: string[] | null } & ((DailyKey & Measures) | { project_id: null });

/**
 * A row of one project after a place, with its own place among those of its day and platform, and the analysis that the
 * project's readers see now: alone where there are no rows.
 */
type DailyRowInPlace<Measures> = { analysis_id: string | null } & (
  | (DailyKey & Measures & { place: string })
  | { project_id: null }
);

/** Rows `r` of one project, under one analysis, of the days $4 to $5 and the platforms $6, or all. */
const OF_ANALYSIS = `r.account_id = $1 and r.project_id = $2 and r.analysis_id = $3
       and r.bucket_date between $4 and $5 and ($6::text[] is null or r.platform = any ($6))`;

const RESPONSES = 'r.response_count, r.brand_mention_count';

/** The statements of a table are exported for the test of their plans; the rows, for the files. */
export const VISIBILITY_DAILY: DailyTable<{ response_count: number; brand_mention_count: number }> = daily(
  'visibility-daily',
  'daily_response',
  RESPONSES,
);

export const VISIBILITY_ROWS = measured(VISIBILITY_DAILY, (row) => ({
  visibilityScore: percent(row.brand_mention_count, row.response_count),
  brandMentionCount: row.brand_mention_count,
  responseCount: row.response_count,
}));

export const MENTIONS_DAILY: DailyTable<{
  subject_id: string;
  competitor_id: string | null;
  name: string;
  mention_count: number;
  response_count: number;
}> = daily('mentions-daily', 'daily_mention', 'r.subject_id, r.mention_count, r.response_count', {
  detail: { column: 'r.subject_id', type: 'uuid' },
  beside: `k.competitor_id, case when r.subject_id = r.project_id then r.brand_name else k.name end as name`,
  join: 'left join competitor_candidate k on k.account_id = $1 and k.id = r.subject_id',
});

export const MENTION_ROWS = measured(MENTIONS_DAILY, (row) => ({
  name: row.name,
  isBrand: row.subject_id === row.project_id,
  competitorCandidateId: row.subject_id === row.project_id ? null : row.subject_id,
  competitorId: row.competitor_id,
  mentionCount: row.mention_count,
  responseCount: row.response_count,
}));

export const CITATIONS_DAILY: DailyTable<{ domain: string; citation_count: number; response_count: number }> = daily(
  'citations-daily',
  'daily_citation',
  'r.domain, r.citation_count, r.response_count',
  {
    detail: { column: 'r.domain', type: 'text' },
  },
);

export const CITATION_ROWS = measured(CITATIONS_DAILY, (row) => ({
  domain: row.domain,
  citationCount: row.citation_count,
  responseCount: row.response_count,
}));

export const SENTIMENT_DAILY: DailyTable<{ positive: number; neutral: number; negative: number; mixed: number }> =
  daily('sentiment-daily', 'daily_response', 'r.positive, r.neutral, r.negative, r.mixed');

export const SENTIMENT_ROWS = measured(SENTIMENT_DAILY, ({ positive, neutral, negative, mixed }) => ({
  positive,
  neutral,
  negative,
  mixed,
  total: positive + neutral + negative + mixed,
}));

/** The measures of the other tables beside the responses that they come from. */
export const RESPONSES_DAILY: DailyTable<{
  response_count: number;
  brand_mention_count: number;
  mention_count: number;
  citation_count: number;
}> = daily('responses-daily', 'daily_response', RESPONSES, {
  beside: `coalesce((
       select m.mention_count
       from daily_mention m
       where ${sameBucket('m')} and m.subject_id = r.project_id
     ), 0) as mention_count,
     coalesce((
       select sum(c.citation_count)
       from daily_citation c
       where ${sameBucket('c')}
     ), 0)::int as citation_count`,
});

const RESPONSE_ROWS = measured(RESPONSES_DAILY, (row) => ({
  responseCount: row.response_count,
  brandMentionCount: row.brand_mention_count,
  mentionCount: row.mention_count,
  citationCount: row.citation_count,
}));

/** The prompt of each question: as it is asked now, else the one that was archived last; none of an imported one. */
export const PROMPTS_DAILY: DailyTable<{
  prompt_id: string | null;
  prompt_text: string | null;
  market_id: string | null;
  market: string | null;
  response_count: number;
  brand_mention_count: number;
}> = daily('prompts-daily', 'daily_question_response', `r.question_hash, ${RESPONSES}`, {
  detail: { column: 'r.question_hash', type: 'bytea' },
  isByQuestion: true,
  beside: 'q.prompt_id, q.prompt_text, q.market_id, q.market',
  join: `left join lateral (
     select q.id as prompt_id, q.prompt_text, q.market_id, m.name as market
     from prompt q
     left join market m on m.account_id = $1 and m.id = q.market_id
     where q.account_id = $1 and q.project_id = r.project_id and q.text_hash = r.question_hash
     order by q.archived_at desc nulls first, q.id
     limit 1
   ) q on true`,
});

export const PROMPT_ROWS = measured(PROMPTS_DAILY, (row) => ({
  promptId: row.prompt_id,
  promptText: row.prompt_text,
  marketId: row.market_id,
  market: row.market,
  responseCount: row.response_count,
  brandMentionCount: row.brand_mention_count,
}));

/** Accepted responses of a day and platform and those that name the brand. */
export async function visibilityDaily(ctx: Context, input: unknown) {
  return dailyRows(ctx, VISIBILITY_ROWS, input);
}

/** Occurrences of each name on a day and platform. */
export async function mentionsDaily(ctx: Context, input: unknown) {
  return dailyRows(ctx, MENTION_ROWS, input);
}

/** Citations of each domain on a day and platform. */
export async function citationsDaily(ctx: Context, input: unknown) {
  return dailyRows(ctx, CITATION_ROWS, input);
}

/** Sentiment classes of a day and platform. */
export async function sentimentDaily(ctx: Context, input: unknown) {
  return dailyRows(ctx, SENTIMENT_ROWS, input);
}

/** Accepted responses of a day and platform with the brand's mentions and all citations in them. */
export async function responsesDaily(ctx: Context, input: unknown) {
  return dailyRows(ctx, RESPONSE_ROWS, input);
}

/**
 * A page of one table's rows. Without `projectIds` all unarchived projects are asked about; named ones may be archived.
 * @throws ServiceError VALIDATION_ERROR, and FORBIDDEN or NOT_FOUND where an id is not the account's.
 */
async function dailyRows<Measures, View>(
  ctx: Context,
  { table, toMeasures }: DailyRows<Measures, View>,
  input: unknown,
): Promise<(DailyKeyView & View)[]> {
  refuseVisitor(ctx.caller);
  const sent = parse(dailyInput, input);
  const { from, to } = toPeriod(ctx, sent);
  const { accountId } = ctx.caller;
  const projects = [sent.projectIds ?? null, from, to, sent.platforms ?? null];
  const values = [accountId, ...projects, sent.limit, sent.offset, allowedProjects(ctx.caller)];
  const found = await ctx.db.rows(sent.platforms ? table.ofPlatforms : table.ofAll, values);
  const missing = found[0]?.missing;
  if (missing) throw await absenceOfAny(ctx, missing);
  return found.flatMap((row) => (row.project_id === null ? [] : [{ ...toDailyKey(row), ...toMeasures(row) }]));
}

/** A foreign project among others that never existed makes the question a forbidden one. */
async function absenceOfAny(ctx: Context, ids: readonly string[]): Promise<Error> {
  const reasons = [...(await absencesOfHistory(ctx, ids)).values()];
  return reasons.find(({ code }) => code === 'FORBIDDEN') ?? reasons[0] ?? new Error('a missing project has no reason');
}

/** One project's rows of a period under one analysis; `platforms` null: all. */
export interface DailyScope {
  projectId: string;
  analysisId: string | null;
  from: string;
  to: string;
  platforms: readonly Platform[] | null;
  /** Only the answers to these prompts; of rows by question alone. */
  where?: PromptFilter | undefined;
}

const PAGE_ROWS = 1_000;

const NOWHERE = '00000000-0000-0000-0000-000000000000';

const RETRY_AFTER_SECONDS = 1;

/**
 * All rows, ascending by day, then platform, then name or domain, in pages of 1,000. No connection is held between
 * pages, however long the next one is not asked for.
 * @throws ServiceError SERVICE_UNAVAILABLE where readers are switched to another analysis meanwhile: the rows of two do
 *   not belong together.
 */
export async function* dailyPages<Measures, View>(
  ctx: Context,
  { table, toMeasures }: DailyRows<Measures, View>,
  scope: DailyScope,
): AsyncGenerator<(DailyKeyView & View)[]> {
  let after = [daysBefore(scope.from, 1), '', NOWHERE];
  const questions = await questionsOf(ctx, table, scope);
  for (let isLast = false; !isLast; ) {
    const found = await ctx.db.rows(table.afterPlace, [...boundOf(ctx, scope), ...after, PAGE_ROWS, ...questions]);
    if ((found[0]?.analysis_id ?? null) !== scope.analysisId) throw analysisChanged();
    const page = found.flatMap((row) => (row.project_id === null ? [] : [row]));
    yield page.map((row) => ({ ...toDailyKey(row), ...toMeasures(row) }));
    const last = page.at(-1);
    if (last) after = [last.date, last.platform, last.place];
    isLast = page.length < PAGE_ROWS;
  }
}

/** How many rows {@link dailyPages} has, counted up to `most`. */
export async function countDailyRows(
  ctx: Context,
  { table }: { table: Pick<DailyTable<unknown>, 'count' | 'isByQuestion'> },
  scope: DailyScope,
  most: number,
): Promise<number> {
  const questions = await questionsOf(ctx, table, scope);
  const [counted] = await ctx.db.rows(table.count, [...boundOf(ctx, scope), most, ...questions]);
  return counted?.total ?? 0;
}

/** What was read belongs to an analysis that readers do not see any more. */
export function analysisChanged(): Unavailable {
  return new Unavailable('The answers were re-analysed while they were being read. Try again.', RETRY_AFTER_SECONDS);
}

function boundOf({ caller }: Context, { projectId, analysisId, from, to, platforms }: DailyScope): unknown[] {
  return [caller.accountId, projectId, analysisId, from, to, platforms];
}

/** The questions that rows are narrowed to, bound behind all else where rows are by question. */
async function questionsOf(
  ctx: Context,
  { isByQuestion }: Pick<DailyTable<unknown>, 'isByQuestion'>,
  { projectId, from, to, where }: DailyScope,
): Promise<readonly unknown[]> {
  return isByQuestion ? bindQuestions(ctx, [projectId], { from, to }, { where }) : [];
}

function toDailyKey(row: DailyKey): DailyKeyView {
  return { projectId: row.project_id, projectName: row.project_name, platform: row.platform, date: row.date };
}

function measured<Measures, View>(
  table: DailyTable<Measures>,
  toMeasures: (row: DailyKey & Measures) => View,
): DailyRows<Measures, View> {
  return { table, toMeasures };
}

interface Beside {
  /** What tells the rows of a day and platform apart. */
  detail?: { column: string; type: 'uuid' | 'text' | 'bytea' };
  /** Columns of other tables, read for the rows of the page alone. */
  beside?: string;
  join?: string;
  isByQuestion?: boolean;
}

function daily<Measures>(name: string, table: string, measures: string, beside?: Beside): DailyTable<Measures> {
  return {
    ofAll: statement(`${name}-of-all`, rowsOf(table, measures, '$5::text[] is null', beside)),
    ofPlatforms: statement(`${name}-of-platforms`, rowsOf(table, measures, 'r.platform = any ($5)', beside)),
    afterPlace: statement(`${name}-after-place`, rowsAfter(table, measures, beside)),
    count: statement(
      `count-${name}`,
      `select count(*)::int as total
       from (
         select
         from ${table} r
         where ${OF_ANALYSIS}${
           beside?.isByQuestion
             ? `
           and ${ofQuestions(8)}`
             : ''
         }
         limit $7
       ) r`,
    ),
    isByQuestion: beside?.isByQuestion === true,
  };
}

/**
 * Rows of a daily rollup `r`: $2 the projects, or null for all unarchived ones, $8 those that the caller sees, or
 * null; $6 and $7 page all rows together. Each
 * project's come by its rollup's key, and the projects one after the other, so that a page reads the rows up to its end
 * and no further: sorted as a whole they took 60 ms where one was wanted of 56,000.
 */
function rowsOf(
  table: string,
  measures: string,
  platforms: string,
  { detail, beside, join = '' }: Beside = {},
): string {
  const inProject = orderInProject(detail);
  return `with scope as materialized (
     select p.account_id, p.id as project_id, p.name, p.brand_name, s.analysis_id
     from project p
     join analysis_selection s on s.account_id = $1 and s.project_id = p.id
     where p.account_id = $1 and (p.id = any ($2::uuid[]) or $2 is null and p.archived_at is null)
       and ${isSeen('p.id', 8)}
     order by p.id
   ),
   page as (
     select x.account_id, x.project_id, x.analysis_id, x.name as project_name, x.brand_name, r.platform, r.bucket_date,
       ${measures}
     from scope x
     cross join lateral (
       select r.*
       from ${table} r
       where r.account_id = $1 and r.project_id = x.project_id and r.analysis_id = x.analysis_id
         and r.bucket_date between $3 and $4 and ${platforms}
       order by ${inProject}
       limit $6::bigint + $7::bigint
     ) r
     order by x.project_id, ${inProject}
     limit $6
     offset $7
   )
   select (
     select array_agg(i.id)
     from unnest($2::uuid[]) as i (id)
     where not exists (
       select from project p where p.account_id = $1 and p.id = i.id and ${isSeen('p.id', 8)}
     )
   ) as missing, r.project_id, r.project_name, r.platform, r.bucket_date as date,
     ${measures}${beside ? `, ${beside}` : ''}
   from (select) one
   left join page r on true
   ${join}
   order by r.project_id, ${inProject}`;
}

/**
 * Rows of one project after the place $7 to $9, so that a page costs the same however many come before it. They are of
 * the analysis $3, and none of another however often readers are switched meanwhile.
 */
function rowsAfter(
  table: string,
  measures: string,
  { detail, beside, join = '', isByQuestion = false }: Beside = {},
): string {
  const narrowed = isByQuestion
    ? `
         and ${ofQuestions(11)}`
    : '';
  const place = detail?.column ?? `''`;
  const inProject = orderInProject(detail);
  return `with scope as materialized (
     select p.name as project_name, p.brand_name, s.analysis_id
     from project p
     left join analysis_selection s on s.account_id = $1 and s.project_id = p.id
     where p.account_id = $1 and p.id = $2
   ),
   page as (
     select x.project_name, x.brand_name, r.*
     from scope x
     cross join lateral (
       select r.*
       from ${table} r
       where ${OF_ANALYSIS}
         and (r.bucket_date, r.platform, ${place}) > ($7::date, $8::text, $9::${detail?.type ?? 'text'})${narrowed}
       order by ${inProject}
       limit $10
     ) r
   )
   select x.analysis_id, r.project_id, r.project_name, r.platform, r.bucket_date as date, ${place}::text as place,
     ${measures}${beside ? `, ${beside}` : ''}
   from scope x
   left join page r on true
   ${join}
   order by ${inProject}`;
}

function orderInProject(detail: Beside['detail']): string {
  return ['r.bucket_date', 'r.platform', ...(detail ? [detail.column] : [])].join(', ');
}

function sameBucket(other: string): string {
  const shared = ['project_id', 'analysis_id', 'bucket_date', 'platform'].map(
    (column) => `${other}.${column} = r.${column}`,
  );
  return [`${other}.account_id = $1`, ...shared].join(' and ');
}
