import { ofQuestions } from '../prompt-filters/chosen-questions.js';
import { IN_SCOPE } from './metric-query.js';

const ON_PLATFORMS = (fact: string) => `($5::text[] is null or ${fact}.platform = any ($5::text[]))`;

/**
 * Cited pages of the answers to some questions, one by one, as list `cited_page` of a statement: the rollups of
 * citations know of no question. Each says whether its answer names the brand, and a competitor that is tracked now.
 * The days are $3 to $4, the platforms $5, the questions three values from $`first` on. PostgreSQL expects a handful of
 * rows here, so that it would look through `naming_rival` once for each page if that were joined; `in` hashes it.
 */
export function citedFacts(first: number): string {
  return `
   naming_rival as materialized (
     select distinct m.project_id, m.bucket_date, m.answer_id
     from scope x
     join competitor_candidate k on k.account_id = $1 and k.project_id = x.project_id
     join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
     join answer_mention m on m.account_id = $1 and m.project_id = x.project_id and m.analysis_id = x.analysis_id
       and m.subject_id = k.id and m.bucket_date between $3 and $4 and ${ON_PLATFORMS('m')}
   ),
   cited_page as materialized (
     select c.project_id, c.domain, c.url, c.bucket_date, c.answer_id, c.answered_at, r.is_brand_named as names_brand,
       (r.project_id, r.bucket_date, r.answer_id) in (
         select n.project_id, n.bucket_date, n.answer_id
         from naming_rival n
       ) as names_rival
     from scope x
     join answer_reading r on ${IN_SCOPE} and ${ON_PLATFORMS('r')} and ${ofQuestions(first)}
     join answer_citation c on c.account_id = $1 and c.project_id = r.project_id and c.analysis_id = r.analysis_id
       and c.bucket_date = r.bucket_date and c.answer_id = r.answer_id
   ),`;
}

/** What the responses `f` that cite a source name, each of them once. */
export const NAMING_FACTS = `count(*) filter (where f.names_brand)::int as naming_brand,
       count(*) filter (where f.names_rival)::int as naming_rival,
       count(*) filter (where f.names_rival and not f.names_brand)::int as rival_alone`;
