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
 * The days $3 to $4, one by one: what a day's responses cite and name fits into the memory that a sort or a hash may
 * have. Read all at once, 60,000 responses of 90 days were sorted on disk eight times, which took six times as long.
 */
export const EACH_DAY = `scope x
     cross join generate_series($3::date, $4::date, interval '1 day') as d (at)`;

/** A fact `r` of one of {@link EACH_DAY}, of the platforms $5. */
export const OF_DAY = `r.account_id = $1 and r.project_id = x.project_id and r.analysis_id = x.analysis_id
         and r.bucket_date = d.at::date and ($5::text[] is null or r.platform = any ($5::text[]))`;

/**
 * The responses `t` of one of {@link EACH_DAY}: whether each names the brand and a tracked competitor. Competitors are
 * sought by an index of mentions, not in all of them.
 */
export const TOLD = `(
       select r.answer_id, r.is_brand_named as brand, v.answer_id is not null as rival
       from (
         select r.answer_id, r.is_brand_named
         from answer_reading r
         where ${OF_DAY}
         ${expectedMany('uuid', 'boolean')}
       ) r
       left join (
         select r.answer_id
         from competitor_candidate k
         join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
         join answer_mention r on ${OF_DAY} and r.subject_id = k.id
         where k.account_id = $1 and k.project_id = x.project_id
         group by r.answer_id
         ${expectedMany('uuid')}
       ) v on v.answer_id = r.answer_id
     ) t`;

/** Counts over the responses `t` of {@link TOLD} that cite a source. */
export const NAMINGS = `(count(*) filter (where t.brand))::int as naming_brand,
       (count(*) filter (where t.rival))::int as naming_rival,
       (count(*) filter (where t.rival and not t.brand))::int as rival_alone`;

/** The sums of {@link NAMINGS} over days `f`. */
export const SUMMED_NAMINGS = `sum(f.naming_brand)::int as naming_brand, sum(f.naming_rival)::int as naming_rival,
       sum(f.rival_alone)::int as rival_alone`;

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
