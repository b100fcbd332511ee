/** Responses that name a competitor and not the brand, at least, before a source may be a gap: fewer are chance. */
const GAP_RESPONSES_MIN = 3;
/** The square of the one-sided 95 % quantile of the normal distribution. */
const CHANCE = 2.706;

/** What the responses that cite a source name: the brand, and tracked competitors. */
export interface NamingCounts {
  /** Accepted responses that cite it and name the brand. */
  responseCountNamingBrand: number;
  /** Accepted responses that cite it and name at least one tracked competitor. */
  competitorResponseCount: number;
}

/**
 * Responses of the days $3 to $4 and the platforms $5 that count otherwise than the rollups have them, as list `moved`
 * of a statement: rollups count the competitors that the analysis looked for, and some were added or removed since.
 * `change` is 1 where a response names a competitor only by what is tracked now, -1 where only by what was looked for;
 * `alone` says that it does not name the brand. Only responses that name one of those competitors are looked at, none
 * in the usual case. Whether one also names a competitor that was and is tracked is looked up by index, one by one.
 */
export const MOVED = `
   names as materialized (
     select x.project_id, x.analysis_id,
       array(
         select k.id
         from competitor_candidate k
         join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
         where k.account_id = $1 and k.project_id = x.project_id
       ) as tracked,
       array(
         select (o.value ->> 'id')::uuid
         from analysis a
         cross join lateral jsonb_array_elements(a.subjects -> 'competitors') o
         where a.account_id = $1 and a.id = x.analysis_id
       ) as counted
     from scope x
   ),
   changed as materialized (
     select n.project_id, n.analysis_id, u.id as subject_id, u.id = any (n.tracked) as is_tracked,
       array(select unnest(n.tracked) intersect select unnest(n.counted)) as others
     from names n
     cross join lateral unnest(n.tracked || n.counted) as u (id)
     where (u.id = any (n.tracked)) <> (u.id = any (n.counted))
   ),
   moved as materialized (
     select a.project_id, a.analysis_id, a.bucket_date, a.answer_id, not r.is_brand_named as alone, a.change
     from (
       select a.*
       from (
         select c.project_id, c.analysis_id, m.bucket_date, m.answer_id,
           bool_or(c.is_tracked)::int - bool_or(not c.is_tracked)::int as change
         from changed c
         join answer_mention m on m.account_id = $1 and m.project_id = c.project_id and m.analysis_id = c.analysis_id
           and m.subject_id = c.subject_id and m.bucket_date between $3 and $4
           and ($5::text[] is null or m.platform = any ($5::text[]))
         group by c.project_id, c.analysis_id, m.bucket_date, m.answer_id
         having bool_or(c.is_tracked) <> bool_or(not c.is_tracked)
       ) a
       where not exists (
         select
         from answer_mention m
         where ${ofMoved('m')} and m.subject_id = any (
           (select c.others from changed c where c.project_id = a.project_id limit 1)::uuid[]
         )
         offset 0
       )
       offset 0
     ) a
     join answer_reading r on ${ofMoved('r')}
   )`;

/** The facts `f` of a response of {@link MOVED} that has the alias `a`. */
export function ofMoved(fact: string): string {
  return `${fact}.account_id = $1 and ${fact}.project_id = a.project_id and ${fact}.analysis_id = a.analysis_id
           and ${fact}.bucket_date = a.bucket_date and ${fact}.answer_id = a.answer_id`;
}

/** What a day's row `r` of a rollup says of the responses that cite a source. */
export const NAMED = 'r.brand_response_count, r.competitor_response_count, r.competitor_alone_count';

/** What a response `a` of {@link MOVED} adds to {@link NAMED} of each source that it cites. */
export const NAMED_BY_MOVED = '0, a.change, case when a.alone then a.change else 0 end';

/** The sums of {@link NAMED}. */
export const NAMINGS = `sum(f.brand_response_count)::int as naming_brand,
       sum(f.competitor_response_count)::int as naming_rival, sum(f.competitor_alone_count)::int as rival_alone`;

/** How many more responses that cite a source `s` name a competitor without the brand than name the brand. */
export const LEAD = 's.rival_alone - s.naming_brand';

/**
 * Whether a source `s` with {@link NAMINGS} is a gap, whoever owns it: in enough of the responses that cite it a
 * competitor is named without the brand, and the brand in none or in significantly fewer: the two are compared with the
 * toss of a coin (a sign test with continuity correction, one-sided, 5 %). Whether any competitor is named would decide
 * nothing: of many competitors, nearly every response names one.
 */
export const IS_GAP = `(s.rival_alone >= ${GAP_RESPONSES_MIN} and (
       s.naming_brand = 0
       or (
         s.rival_alone > s.naming_brand
         and power(${LEAD} - 1, 2) >= ${CHANCE} * (s.rival_alone + s.naming_brand)
       )
     ))`;
