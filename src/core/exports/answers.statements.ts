import { statement } from '../../database/rows.js';
import type { Platform, Sentiment, SentimentSource } from '../../entities/vocabulary.js';

/** An answer with what one analysis saw in it; nulls where it has not read it. */
export interface ExportedAnswerRow {
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
}

/** The retained answers `a` of one project, of the days $3 to $4 and the platforms $5, or all. */
const OF_PERIOD = `a.account_id = $1 and a.project_id = $2 and a.bucket_date between $3 and $4
         and ($5::text[] is null or a.platform = any ($5))`;

/** What the analysis $6 saw, as facts `f` about an answer `a`. */
const ABOUT = `f.account_id = $1 and f.project_id = $2 and f.analysis_id = $6 and f.bucket_date = a.bucket_date
       and f.answer_id = a.id`;

const NEWEST_FIRST = 'a.bucket_date desc, a.answered_at desc, a.id desc';

/**
 * A page of answers, newest first, after the place $7 and $8: $9 of them at most, and no further one once the texts
 * before it have $10 bytes, so that a page has one at least, whatever its length.
 */
export const ANSWERS_AFTER_PLACE = statement<
  { selected_analysis_id: string | null } & (ExportedAnswerRow | { id: null })
>(
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
     ) as cited_domains
   from (
     select max(s.analysis_id::text)::uuid as selected_analysis_id
     from analysis_selection s
     where s.account_id = $1 and s.project_id = $2
   ) x
   left join page a on coalesce(a.bytes_before, 0) < $10
   left join answer_reading f on ${ABOUT}
   order by ${NEWEST_FIRST}`,
);

export const COUNT_EXPORTED_ANSWERS = statement<{ total: number }>(
  'count-exported-answers',
  `select count(*)::int as total
   from (
     select
     from answer a
     where ${OF_PERIOD}
     limit $6
   ) a`,
);
