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
   ${namingRival('naming_rival')},
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

/**
 * Answers of the days $3 to $4 and the platforms $5 that name a competitor which is tracked now, as a list of a
 * statement. Mentions are looked up by each competitor, in a sub-select of its own (`offset 0`): joined, PostgreSQL
 * compares each mention of a project, of which it expects a handful, with each name that the project has.
 */
export function namingRival(list: string): string {
  return `${list} as materialized (
     select distinct x.project_id, m.bucket_date, m.answer_id
     from scope x
     join competitor_candidate k on k.account_id = $1 and k.project_id = x.project_id
     join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
     cross join lateral (
       select m.bucket_date, m.answer_id
       from answer_mention m
       where m.account_id = $1 and m.project_id = x.project_id and m.analysis_id = x.analysis_id
         and m.subject_id = k.id and m.bucket_date between $3 and $4 and ${ON_PLATFORMS('m')}
       offset 0
     ) m
   )`;
}

/** What the responses `f` that cite a source name, each of them once. */
export const NAMING_FACTS = `count(*) filter (where f.names_brand)::int as naming_brand,
       count(*) filter (where f.names_rival)::int as naming_rival,
       count(*) filter (where f.names_rival and not f.names_brand)::int as rival_alone`;
