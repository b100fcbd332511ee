import { SCOPE } from './metric-scope.js';

/** Responses that name a competitor and not the brand, at least, before a source may be a gap: fewer are chance. */
export const GAP_RESPONSES_MIN = 3;
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
 * No rows, of columns of these types, of which the planner expects a thousand. It expects one row of any range of days
 * of many a project, and would compare each response with each citation: lists with these are joined by hash.
 */
export function expectedMany(...types: readonly string[]): string {
  const columns = types.map((type) => `null::${type}`).join(', ');
  return `union all select ${columns} from generate_series(1, (select 0))`;
}

/**
 * The lists `told`, of all responses of the days $3 to $4 on the platforms $5: whether each names the brand and a
 * tracked competitor. Competitors are sought by an index of mentions, not in all of them.
 */
export const TOLD = `${SCOPE},
   rivalled as materialized (
     select distinct x.project_id, m.bucket_date, m.answer_id
     from scope x
     join competitor_candidate k on k.account_id = $1 and k.project_id = x.project_id
     join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
     join answer_mention m on m.account_id = $1 and m.project_id = x.project_id
       and m.analysis_id = x.analysis_id and m.subject_id = k.id and m.bucket_date between $3 and $4
       and ($5::text[] is null or m.platform = any ($5::text[]))
     ${expectedMany('uuid', 'date', 'uuid')}
   ),
   told as materialized (
     select r.project_id, r.bucket_date, r.answer_id, r.is_brand_named as brand, v.answer_id is not null as rival
     from (
       select r.project_id, r.bucket_date, r.answer_id, r.is_brand_named
       from scope x
       join answer_reading r on r.account_id = $1 and r.project_id = x.project_id
         and r.analysis_id = x.analysis_id and r.bucket_date between $3 and $4
         and ($5::text[] is null or r.platform = any ($5::text[]))
       ${expectedMany('uuid', 'date', 'uuid', 'boolean')}
     ) r
     left join rivalled v on v.project_id = r.project_id and v.bucket_date = r.bucket_date
       and v.answer_id = r.answer_id
   )`;

/** Counts over the responses `t` of {@link TOLD} that cite a source. */
export const NAMINGS = `(count(*) filter (where t.brand))::int as naming_brand,
       (count(*) filter (where t.rival))::int as naming_rival,
       (count(*) filter (where t.rival and not t.brand))::int as rival_alone`;

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
