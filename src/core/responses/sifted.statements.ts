import { statement } from '../../database/rows.js';
import { SCOPE } from '../metrics/metric-query.js';
import {
  AFTER_PLACE,
  type CountRow,
  NEWEST_FIRST,
  OF_ANSWER,
  type PageRow,
  pageOf,
  SUBJECTS,
} from './response.statements.js';

/** The facts `f` of a kind about the answers of the period, of every project that is asked about. */
function factsOfPeriod(table: string): string {
  return `select f.project_id, f.bucket_date, f.answer_id
     from scope o
     join ${table} f on f.account_id = $1 and f.project_id = o.project_id
       and f.analysis_id = o.analysis_id and f.bucket_date between $3 and $4`;
}

/**
 * Answers that name the subject $7, and those that cite a domain. Apart, so that each is read once: within the
 * condition it was read once for each month. What is not asked for is not read.
 */
function lists(domain: number): string {
  return `
   naming as materialized (
     ${factsOfPeriod('answer_mention')}
     where $7::uuid is not null and f.subject_id in (select s.id from ${SUBJECTS})
   ),
   citing as materialized (
     ${factsOfPeriod('answer_citation')}
     where $${domain}::text is not null and f.domain = $${domain}
   ),`;
}

/**
 * The answers `a` that an analysis has read (`r`), by what it found in them: whether the brand is named, the class, a
 * cited domain and words of the text are bound from $`first` on. Lists of facts are hashed.
 */
function sifted(first: number): string {
  const [named, sentiments, domain, words] = [first, first + 1, first + 2, first + 3];
  return `answer_reading r
       join answer a on a.account_id = $1 and a.project_id = r.project_id and a.bucket_date = r.bucket_date
         and a.id = r.answer_id
       where r.account_id = $1 and r.project_id = x.project_id and r.analysis_id = x.analysis_id
         and r.bucket_date between $3 and $4 and a.bucket_date between $3 and $4
         and ($5::text[] is null or r.platform = any ($5::text[]))
         and ($6::uuid is null or a.prompt_id = $6)
         and ($7::uuid is null or (a.project_id, a.bucket_date, a.id) in (
           select n.project_id, n.bucket_date, n.answer_id from naming n
         ))
         and ($${named}::boolean is null or r.is_brand_named = $${named})
         and ($${sentiments}::text[] is null or r.sentiment = any ($${sentiments}::text[]))
         and ($${domain}::text is null or (a.project_id, a.bucket_date, a.id) in (
           select c.project_id, c.bucket_date, c.answer_id from citing c
         ))
         and ($${words}::text is null or a.text ilike $${words})`;
}

export const SIFTED_RESPONSES = statement<PageRow>(
  'sifted-responses-of-projects',
  pageOf(
    `select *
       from (
         select ${OF_ANSWER}
         from ${sifted(13)}
       ) a
       where ${AFTER_PLACE('id')}
       order by ${NEWEST_FIRST('id')}
       limit $10`,
    lists(15),
  ),
);

export const COUNT_SIFTED_RESPONSES = statement<CountRow>(
  'count-sifted-responses-of-projects',
  `with ${SCOPE},${lists(10).trimEnd().replace(/,$/, '')}
   select x.project_id, c.total
   from scope x
   cross join lateral (
     select count(*)::int as total
     from ${sifted(8)}
   ) c`,
);
