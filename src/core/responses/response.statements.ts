import { statement } from '../../database/rows.js';
import { SCOPE } from '../metrics/metric-query.js';
import { EXCERPTED_CHARACTERS } from './excerpt.js';
import type { ResponsePart, ResponseRow } from './response.view.js';

/**
 * The retained answers `a` of the days $3 to $4, of some platforms ($5) and one prompt ($6) where those are given, and
 * no subject.
 */
const CHOSEN = `a.account_id = $1 and a.project_id = x.project_id
       and a.bucket_date between $3 and $4
       and ($5::text[] is null or a.platform = any ($5::text[]))
       and ($6::uuid is null or a.prompt_id = $6)
       and $7::uuid is null`;

/**
 * The ids that a subject ($7) is named under: the project's own for the brand, a competitor's, or that of a name found.
 */
export const SUBJECTS = `(
         select $7::uuid as id
         union
         select k.id
         from competitor_candidate k
         where k.account_id = $1 and k.competitor_id = $7
       ) s`;

/** The mentions `m` of a subject `s` in the answers that {@link CHOSEN} picks. */
const NAMING = `m.account_id = $1 and m.project_id = x.project_id and m.analysis_id = x.analysis_id
           and m.subject_id = s.id and m.bucket_date between $3 and $4
           and ($5::text[] is null or m.platform = any ($5::text[]))
           and ($6::uuid is null or exists (
             select
             from answer a
             where ${answerOf('m')} and a.prompt_id = $6
           ))`;

/** One analysis's facts `f` about an answer `a`. */
const ABOUT = `f.account_id = $1 and f.project_id = x.project_id and f.analysis_id = x.analysis_id
       and f.bucket_date = a.bucket_date and f.answer_id = a.id`;

export const OF_ANSWER = 'a.id, a.prompt_id, a.platform, a.model, a.question, a.text, a.answered_at, a.bucket_date';

const IN_ORDER = 'project_id, bucket_date desc, answered_at desc, id desc';

/**
 * Picks the answers `a` of each project first, and reads the facts of those alone, and of these the wanted parts: each
 * is a look into an index an answer. Of texts, citations and evidence a bound of bytes is sent at most: a text alone
 * may have a million.
 */
function withFacts(answers: string, bind: { parts: string; bytes: string }, lists = ''): string {
  const WANTED = (part: ResponsePart) => `'${part}' = any (${bind.parts}::text[])`;
  return `with ${SCOPE},${lists}
   page as (
     select x.project_id, a.id, a.prompt_id, a.platform, a.model, a.answered_at, a.bucket_date, r.sentiment,
       r.sentiment_source, r.evidence, r.brand_decided_by,
       case when ${WANTED('text')} then a.text end as text,
       case when ${WANTED('question')} then a.question end as question,
       case when ${WANTED('excerpt')} then left(a.text, ${EXCERPTED_CHARACTERS}) end as beginning,
       case when ${WANTED('excerpt')} then (
         select f.spans[1:2]
         from answer_mention f
         where ${ABOUT}
         order by f.subject_id = x.project_id desc, f.spans[1]
         limit 1
       ) end as place,
       case when ${WANTED('mentions')} then (
         select f.spans
         from answer_mention f
         where ${ABOUT} and f.subject_id = x.project_id
       ) end as spans,
       case when ${WANTED('citations')} then (
         select json_agg(json_build_object('url', f.url, 'domain', f.domain) order by f.ordinal)
         from answer_citation f
         where ${ABOUT}
       ) end as citations,
       case when ${WANTED('names')} then (
         select json_agg(
           json_build_object(
             'name', case when f.subject_id = x.project_id then x.brand_name else coalesce(c.name, k.name) end,
             'isBrand', f.subject_id = x.project_id, 'candidateId', k.id, 'competitorId', c.id,
             'decidedBy', f.decided_by, 'spans', f.spans
           )
           order by f.spans[1], f.subject_id
         )
         from answer_mention f
         left join competitor_candidate k on k.account_id = $1 and k.id = f.subject_id
         left join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
         where ${ABOUT}
       ) end as names
     from scope x
     left join lateral (
       ${answers}
     ) a on true
     left join lateral (
       select f.sentiment, f.sentiment_source, f.evidence, f.brand_decided_by
       from answer_reading f
       where ${ABOUT} and ${WANTED('sentiment')}
     ) r on true
   ),
   weighed as (
     select p.*,
       sum(
         coalesce(octet_length(p.text), 0) + coalesce(octet_length(p.beginning), 0)
           + coalesce(octet_length(p.citations::text), 0)
           + coalesce(octet_length(p.names::text), 0)
           + coalesce(octet_length(p.evidence), 0)
       ) over (order by ${IN_ORDER} rows unbounded preceding) > ${bind.bytes} as is_beyond
     from page p
   )
   select project_id, id, prompt_id, platform, model, answered_at, sentiment, sentiment_source, brand_decided_by, spans,
     is_beyond, question, place,
     case when not is_beyond then text end as text,
     case when not is_beyond then beginning end as beginning,
     case when not is_beyond then citations end as citations,
     case when not is_beyond then names end as names,
     case when not is_beyond then evidence end as evidence
   from weighed
   order by ${IN_ORDER}`;
}

/**
 * A page: newest first after the place ($8, $9). An answer's day is that of its instant, so days after the place need
 * no look: 1 ms instead of 45 in a project of 50,000 answers.
 */
export function pageOf(answers: string, lists = ''): string {
  return withFacts(answers, { parts: '$11', bytes: '$12' }, lists);
}

export type PageRow = { project_id: string } & (ResponseRow | { id: null });
export type CountRow = { project_id: string; total: number };

export const NEWEST_FIRST = (id: string) => `bucket_date desc, answered_at desc, ${id} desc`;
export const AFTER_PLACE = (
  id: string,
) => `bucket_date <= coalesce(($8::timestamptz at time zone 'UTC')::date, 'infinity')
         and ($8::timestamptz is null or (answered_at, ${id}) < ($8, $9::uuid))`;

export const RESPONSES = statement<PageRow>(
  'responses-of-projects',
  pageOf(`select ${OF_ANSWER}
       from answer a
       where ${CHOSEN} and ${AFTER_PLACE('id')}
       order by ${NEWEST_FIRST('id')}
       limit $10`),
);

/**
 * Each of a subject's ids has its mentions in an index by place, so that no answer is looked at that does not name it.
 */
export const RESPONSES_NAMING = statement<PageRow>(
  'responses-naming-of-projects',
  pageOf(`select ${OF_ANSWER}
       from (
         select distinct n.bucket_date, n.answered_at, n.answer_id
         from ${SUBJECTS}
         cross join lateral (
           select m.bucket_date, m.answered_at, m.answer_id
           from answer_mention m
           where ${NAMING} and ${AFTER_PLACE('answer_id')}
           order by ${NEWEST_FIRST('answer_id')}
           limit $10
         ) n
         order by ${NEWEST_FIRST('answer_id')}
         limit $10
       ) m
       join answer a on a.account_id = $1 and a.project_id = x.project_id and a.bucket_date = m.bucket_date
         and a.id = m.answer_id`),
);

/** The answers at places: $3 are their projects, $4 their days, $5 their ids. */
export const RESPONSES_AT = statement<PageRow>(
  'responses-at',
  withFacts(
    `select ${OF_ANSWER}
       from unnest($3::uuid[], $4::date[], $5::uuid[]) as w (project_id, bucket_date, id)
       join answer a on a.account_id = $1 and a.project_id = x.project_id and a.bucket_date = w.bucket_date
         and a.id = w.id
       where w.project_id = x.project_id`,
    { parts: '$6', bytes: '$7' },
  ),
);

export const COUNT_RESPONSES = statement<CountRow>(
  'count-responses-of-projects',
  `with ${SCOPE}
   select x.project_id, n.total
   from scope x
   cross join lateral (
     select count(*)::int as total
     from answer a
     where ${CHOSEN}
   ) n`,
);

export const COUNT_RESPONSES_NAMING = statement<CountRow>(
  'count-responses-naming-of-projects',
  `with ${SCOPE}
   select x.project_id, n.total
   from scope x
   cross join lateral (
     select count(*)::int as total
     from (
       select distinct m.bucket_date, m.answer_id
       from ${SUBJECTS}
       cross join answer_mention m
       where ${NAMING}
     ) m
   ) n`,
);

/** The answer `a` that a fact is about. */
function answerOf(fact: string): string {
  return `a.account_id = $1 and a.project_id = ${fact}.project_id
               and a.bucket_date = ${fact}.bucket_date and a.id = ${fact}.answer_id`;
}
