import { statement } from '../../database/rows.js';
import type { Platform, Sentiment, SentimentSource } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { analysisChanged } from '../reporting/daily-rows.js';
import { daysBefore, toTimestamp } from '../time.js';
import { column, type ExportScope, fileOf, listed } from './file-kind.js';

/** Answers of a page, and the bytes of text after which it takes no further one. */
const PAGE_ANSWERS = 100;

const PAGE_BYTES = 1024 * 1024;

const NO_ANSWER = '00000000-0000-0000-0000-000000000000';

/** The retained answers behind the numbers, newest first, and what the selected analysis saw in each. */
export const ANSWERS_FILE = fileOf(
  { isOfPeriod: true, count: countAnswers, pages: answerPages },
  {
    id: column.text((row) => row.id),
    project_id: column.text((row) => row.projectId),
    prompt_id: column.text((row) => row.prompt_id),
    prompt_text: column.text((row) => row.question),
    platform: column.text((row) => row.platform),
    model: column.text((row) => row.model),
    answered_at: column.timestamp((row) => toTimestamp(row.answered_at)),
    is_brand_named: column.boolean((row) => row.is_brand_named),
    sentiment: column.text((row) => row.sentiment),
    sentiment_source: column.text((row) => (row.sentiment === null ? null : row.sentiment_source)),
    evidence: column.text((row) => row.evidence),
    cited_domains: column.text((row) => listed(row.cited_domains ?? [])),
    text: column.text((row) => row.text),
    brand_rank: column.integer((row) => row.brand_rank),
  },
);

/** The retained answers `a` of one project, of the days $3 to $4 and the platforms $5, or all. */
const OF_PERIOD = `a.account_id = $1 and a.project_id = $2 and a.bucket_date between $3 and $4
         and ($5::text[] is null or a.platform = any ($5))`;

const COUNT_EXPORTED_ANSWERS = statement<{ total: number }>(
  'count-exported-answers',
  `select count(*)::int as total
   from (
     select
     from answer a
     where ${OF_PERIOD}
     limit $6
   ) a`,
);

async function countAnswers(ctx: Context, scope: ExportScope, most: number): Promise<number> {
  const [counted] = await ctx.db.rows(COUNT_EXPORTED_ANSWERS, [...periodOf(ctx, scope), most]);
  return counted?.total ?? 0;
}

/** An answer with what one analysis saw in it; nulls where it has not read it. */
interface ExportedAnswerRow {
  id: string;
  prompt_id: string | null;
  question: string;
  platform: Platform;
  model: string | null;
  answered_at: string;
  is_brand_named: boolean | null;
  sentiment: Sentiment | null;
  sentiment_source: SentimentSource | null;
  evidence: string | null;
  cited_domains: string[] | null;
  text: string;
  brand_rank: number | null;
}

/** What the analysis $6 saw, as facts `f` about an answer `a`. */
const ABOUT = `f.account_id = $1 and f.project_id = $2 and f.analysis_id = $6 and f.bucket_date = a.bucket_date
       and f.answer_id = a.id`;

const NEWEST_FIRST = 'a.bucket_date desc, a.answered_at desc, a.id desc';

/**
 * A page of answers, newest first, after the place $7 and $8: $9 of them at most, and no further one once the texts
 * before it have $10 bytes, so that a page has one at least, whatever its length.
 */
const ANSWERS_AFTER_PLACE = statement<{ selected_analysis_id: string | null } & (ExportedAnswerRow | { id: null })>(
  'exported-answers-after-place',
  `with chosen as (
     select a.id, a.prompt_id, a.question, a.platform, a.model, a.answered_at, a.bucket_date, a.text
     from answer a
     where ${OF_PERIOD}
         and a.bucket_date <= ($7::timestamptz at time zone 'UTC')::date and (a.answered_at, a.id) < ($7, $8::uuid)
     order by ${NEWEST_FIRST}
     limit $9
   ),
   page as (
     select a.*,
       sum(octet_length(a.text)) over (order by ${NEWEST_FIRST} rows between unbounded preceding and 1 preceding)
         as bytes_before
     from chosen a
   )
   select x.selected_analysis_id, a.id, a.prompt_id, a.question, a.platform, a.model, a.answered_at, f.is_brand_named,
     f.sentiment, f.sentiment_source, f.evidence, a.text, (
       select array_agg(d.domain order by d.ordinal)
       from (
         select f.domain, min(f.ordinal) as ordinal
         from answer_citation f
         where ${ABOUT}
         group by f.domain
       ) d
     ) as cited_domains, (
       select f.position
       from answer_mention f
       where ${ABOUT} and f.subject_id = $2
     ) as brand_rank
   from (
     select max(s.analysis_id::text)::uuid as selected_analysis_id
     from analysis_selection s
     where s.account_id = $1 and s.project_id = $2
   ) x
   left join page a on coalesce(a.bytes_before, 0) < $10
   left join answer_reading f on ${ABOUT}
   order by ${NEWEST_FIRST}`,
);

/** No connection is held between pages. @throws ServiceError SERVICE_UNAVAILABLE as {@link dailyPages}. */
async function* answerPages(
  ctx: Context,
  scope: ExportScope,
): AsyncGenerator<(ExportedAnswerRow & { projectId: string })[]> {
  const { projectId, analysisId } = scope;
  let after = [`${daysBefore(scope.to, -1)}T00:00:00Z`, NO_ANSWER];
  for (;;) {
    const values = [...periodOf(ctx, scope), analysisId, ...after, PAGE_ANSWERS, PAGE_BYTES];
    const found = await ctx.db.rows(ANSWERS_AFTER_PLACE, values);
    if ((found[0]?.selected_analysis_id ?? null) !== analysisId) throw analysisChanged();
    const page = found.flatMap((row) => (row.id === null ? [] : [{ projectId, ...row }]));
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = [last.answered_at, last.id];
  }
}

function periodOf({ caller }: Context, { projectId, from, to, platforms }: ExportScope): unknown[] {
  return [caller.accountId, projectId, from, to, platforms];
}
