import { z } from 'zod';
import { type Statement, statement } from '../../database/rows.js';
import { bindProjects, type Context } from '../context.js';
import { flag, platforms, uuid } from '../input.js';
import { entriesByOwner } from '../pages.js';
import { COMPETITORS_MAX } from '../plans.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { promptFilter } from '../prompt-filters/prompt-filter.js';
import { periodBefore } from './comparison.js';
import { IN_SCOPE, type Period, periodInput, SCOPE } from './metric-query.js';
import { percent } from './shares.js';

/** A name with its sums on the days from $5 on, and on those before it. */
interface BrandRow {
  project_id: string;
  /** Null where the project has no analysis yet, as all that follows. */
  subject_id: string | null;
  competitor_id: string | null;
  name: string;
  mentions: number;
  responses: number;
  tracked_mentions: number;
  whole: number;
  previous_mentions: number;
  previous_responses: number;
  previous_tracked_mentions: number;
  previous_whole: number;
}

/** Sums of a count on the days from $5 on, and on those before. */
function inBoth(count: string, name: string, day = 'r.bucket_date'): string {
  return `coalesce(sum(${count}) filter (where ${day} >= $5), 0)::int as ${name},
       coalesce(sum(${count}) filter (where ${day} < $5), 0)::int as previous_${name}`;
}

const ON_PLATFORMS = '($6::text[] is null or r.platform = any ($6::text[]))';
const SUMS = `${inBoth('r.mention_count', 'mentions')},
       ${inBoth('r.response_count', 'responses')}`;

/** Names as the source counts them: columns subject_id and sums of a project `x`. */
const EVERY_NAME = `select r.subject_id, ${SUMS}
     from daily_mention r
     where ${IN_SCOPE} and ${ON_PLATFORMS}
     group by r.subject_id`;

/** Each tracked name's days are read by an index, not those of all names that were found. */
const TRACKED_NAMES = `select t.subject_id, m.*
     from (
       select x.project_id as subject_id
       union all
       select k.id
       from competitor_candidate k
       join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
       where k.account_id = $1 and k.project_id = x.project_id and k.competitor_id is not null
     ) t
     cross join lateral (
       select ${SUMS}
       from daily_mention r
       where ${IN_SCOPE} and r.subject_id = t.subject_id and ${ON_PLATFORMS}
     ) m`;

const QUESTION = `(
         select q.text_hash
         from prompt q
         where q.account_id = $1 and q.project_id = x.project_id and q.id = $7
       )`;

/** One prompt's question ($7) where it is given, and some questions. */
const CHOSEN = `($7::uuid is null or r.question_hash = ${QUESTION}) and ${ofQuestions(10)}`;

/** Names in the answers to chosen questions, of which the rollups know nothing. */
const NAMES_OF_QUESTIONS = `select m.subject_id, ${inBoth('m.mention_count', 'mentions')}, ${inBoth('1', 'responses')}
     from answer_reading r
     join answer_mention m on m.account_id = $1 and m.project_id = r.project_id
       and m.analysis_id = r.analysis_id and m.bucket_date = r.bucket_date and m.answer_id = r.answer_id
     where ${IN_SCOPE} and ${ON_PLATFORMS} and ${CHOSEN}
     group by m.subject_id`;

const OF_ALL = { table: 'daily_response', condition: '$7::uuid is null' };
const OF_QUESTIONS = { table: 'daily_question_response', condition: CHOSEN };

/**
 * The brand, the tracked competitors that the analysis looked for or that were named, and other names that were named,
 * as $8 chooses: tracked ones, others, or both where it is null. The brand first, then by answers; $9 rows at most.
 */
function brands(names: string, { table, condition }: typeof OF_ALL): string {
  return `with ${SCOPE},
   named as materialized (
     select x.project_id, n.*
     from scope x
     cross join lateral (
       ${names}
     ) n
   ),
   whole as (
     select x.project_id, ${inBoth('r.response_count', 'whole')}
     from scope x
     left join ${table} r on ${IN_SCOPE} and ${ON_PLATFORMS} and ${condition}
     group by x.project_id
   ),
   sought as materialized (
     select (o.value ->> 'id')::uuid as subject_id
     from scope x
     join analysis a on a.account_id = $1 and a.id = x.analysis_id
     cross join lateral jsonb_array_elements(a.subjects -> 'competitors') o
   ),
   tracked as materialized (
     select x.project_id, x.project_id as subject_id, null::uuid as competitor_id, x.brand_name as name
     from scope x
     where x.analysis_id is not null
     union all
     select x.project_id, k.id, c.id, c.name
     from scope x
     join competitor_candidate k on k.account_id = $1 and k.project_id = x.project_id
       and k.competitor_id is not null
     join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
     where k.id in (select s.subject_id from sought s) or k.id in (select n.subject_id from named n)
   ),
   listed as (
     select t.project_id, t.subject_id, t.competitor_id, t.name, true as is_tracked,
       coalesce(n.mentions, 0) as mentions, coalesce(n.responses, 0) as responses,
       coalesce(n.previous_mentions, 0) as previous_mentions, coalesce(n.previous_responses, 0) as previous_responses
     from tracked t
     left join named n on n.project_id = t.project_id and n.subject_id = t.subject_id
     union all
     select n.project_id, n.subject_id, null, k.name, false, n.mentions, n.responses, n.previous_mentions,
       n.previous_responses
     from named n
     join competitor_candidate k on k.account_id = $1 and k.id = n.subject_id
     where n.subject_id not in (select t.subject_id from tracked t)
   ),
   counted as (
     select l.*,
       (sum(l.mentions) filter (where l.is_tracked) over (partition by l.project_id))::int as tracked_mentions,
       (sum(l.previous_mentions) filter (where l.is_tracked) over (partition by l.project_id))::int
         as previous_tracked_mentions
     from listed l
   )
   select x.project_id, b.subject_id, b.competitor_id, b.name, b.mentions, b.responses, b.previous_mentions,
     b.previous_responses, coalesce(b.tracked_mentions, 0) as tracked_mentions,
     coalesce(b.previous_tracked_mentions, 0) as previous_tracked_mentions, w.whole, w.previous_whole
   from scope x
   join whole w on w.project_id = x.project_id
   left join lateral (
     select *
     from counted c
     where c.project_id = x.project_id and ($8::boolean is null or c.is_tracked = $8)
       and (c.is_tracked or c.responses > 0)
     order by (c.subject_id = x.project_id) desc, c.responses desc, c.mentions desc, c.name collate "C", c.subject_id
     limit $9
   ) b on true
   order by x.project_id, (b.subject_id = x.project_id) desc, b.responses desc, b.mentions desc, b.name collate "C",
     b.subject_id`;
}

const BRANDS = statement<BrandRow>('brands-of-projects', brands(EVERY_NAME, OF_ALL));
const TRACKED_BRANDS = statement<BrandRow>('tracked-brands-of-projects', brands(TRACKED_NAMES, OF_ALL));
const BRANDS_OF_QUESTIONS = statement<BrandRow>('brands-of-questions', brands(NAMES_OF_QUESTIONS, OF_QUESTIONS));

/**
 * The statement for what is asked. Binds account, projects, the first and the last day, the first of the period itself,
 * the platforms or null, the prompt or null, whether tracked or null, and the rows at most; that of questions also
 * three values more (`bindQuestions`).
 */
function brandStatement({ promptId, tracked, where }: BrandFilter): Statement<BrandRow> {
  if (promptId !== undefined || where !== undefined) return BRANDS_OF_QUESTIONS;
  return tracked === true ? TRACKED_BRANDS : BRANDS;
}

/** Names of one question at most: the brand, and as many as a project may track. */
export const BRANDS_MAX = 1 + COMPETITORS_MAX;

/** What brands are asked by: days, platforms, one prompt, and whether tracked names are wanted, others, or both. */
export const brandsInput = z.object({
  ...periodInput,
  platforms: platforms.optional(),
  promptId: uuid.optional(),
  tracked: flag.optional(),
  where: promptFilter.optional(),
});

/** Which answers and names. A prompt that is none of the project's has no answers. */
type BrandFilter = Partial<Pick<z.output<typeof brandsInput>, 'platforms' | 'promptId' | 'tracked' | 'where'>>;

interface BrandsQuery {
  period: Period;
  filter: BrandFilter;
  /** Whether the period before is wanted, which doubles the days that are read. */
  withPrevious: boolean;
}

/** A name's sums in a period. */
interface BrandCounts {
  mentionCount: number;
  /** Accepted responses that name it. */
  responseCount: number;
  /** Percent of all accepted responses. */
  visibilityScore: number;
  /** Percent of the mentions of the brand and all tracked competitors, two decimals; null for other names. */
  share: number | null;
}

export interface PreviousCounts extends BrandCounts {
  /** In points, from the published score of then to that of now, whatever was asked in each. */
  change: number;
}

export interface BrandView extends BrandCounts {
  name: string;
  isBrand: boolean;
  competitorId: string | null;
  /** Null for the brand. */
  candidateId: string | null;
  /** All accepted responses. */
  wholeCount: number;
  /** Of the period of equal length before; null where it has no responses, or is not wanted. */
  previous: PreviousCounts | null;
}

/**
 * The brand, its competitors and other names in the answers of each project that the account holds, by project: the
 * brand first, then by responses. Competitors that the selected analysis looked for are there without mentions too.
 */
export async function brandsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, filter, withPrevious }: BrandsQuery,
): Promise<Map<string, BrandView[]>> {
  const { platforms: asked, promptId, tracked, where } = filter;
  const from = withPrevious ? periodBefore(period).from : period.from;
  const days = [from, period.to, period.from];
  const chosen = [asked ?? null, promptId ?? null, tracked ?? null, BRANDS_MAX];
  const ofAll = promptId === undefined && where === undefined;
  const questions = ofAll ? [] : await bindQuestions(ctx, projectIds, { from, to: period.to }, { where });
  const values = [...bindProjects(ctx, projectIds), ...days, ...chosen, ...questions];
  return entriesByOwner(
    await ctx.db.rows(brandStatement(filter), values),
    ({ project_id }) => project_id,
    (row) => (row.subject_id === null ? null : toBrandView(row, row.subject_id)),
  );
}

function toBrandView(row: BrandRow, subjectId: string): BrandView {
  const isBrand = subjectId === row.project_id;
  const isTracked = isBrand || row.competitor_id !== null;
  const counts = (mentions: number, responses: number, whole: number, tracked: number): BrandCounts => ({
    mentionCount: mentions,
    responseCount: responses,
    visibilityScore: percent(responses, whole),
    share: isTracked ? percent(mentions, tracked, 2) : null,
  });
  const now = counts(row.mentions, row.responses, row.whole, row.tracked_mentions);
  const { previous_mentions, previous_responses, previous_whole, previous_tracked_mentions } = row;
  const before = counts(previous_mentions, previous_responses, previous_whole, previous_tracked_mentions);
  const change = now.visibilityScore - before.visibilityScore;
  return {
    name: row.name,
    isBrand,
    competitorId: row.competitor_id,
    candidateId: isBrand ? null : subjectId,
    wholeCount: row.whole,
    ...now,
    previous: previous_whole === 0 ? null : { ...before, change },
  };
}
