import { Migration } from '@mikro-orm/migrations';

/** What a row of each rollup says of where a name is; null where it is not known. */
const PLACES = ['first_count', 'early_count', 'ranked_count', 'rank_sum'];
const OF_BRAND = PLACES.map((column) => `brand_${column}`);

/** A statement each: Citus takes one column at a time. */
const COLUMNS = [
  'alter table answer_reading add column text_length integer',
  ...OF_BRAND.map((column) => `alter table daily_question_response add column ${column} integer`),
  ...PLACES.map((column) => `alter table daily_question_mention add column ${column} integer`),
];

/** Offsets of names count UTF-16 units, of which a character above the first 65,536 has two. */
const TEXT_LENGTHS = `
update answer_reading r
set text_length = char_length(a.text) + case
    when octet_length(a.text) = char_length(a.text) then 0
    else char_length(regexp_replace(a.text, '[^\\U00010000-\\U0010FFFF]', '', 'g'))
  end
from answer a
where a.account_id = r.account_id and a.project_id = r.project_id and a.bucket_date = r.bucket_date
  and a.id = r.answer_id`;

/** The brand and the competitors that each analysis looked for, in an answer, and where the first of them is. */
const NAMED = `
  select m.account_id, m.project_id, m.analysis_id, m.bucket_date, m.platform, m.subject_id, m.position,
    m.spans[1] as begins_at, r.question_hash, r.text_length, min(m.spans[1]) over (
      partition by m.account_id, m.project_id, m.analysis_id, m.bucket_date, m.answer_id
    ) as first_at
  from (
    select a.account_id, a.project_id, a.id, array(
      select (o.value ->> 'id')::uuid
      from jsonb_array_elements(a.subjects -> 'competitors') o
    ) as sought
    from analysis a
  ) a
  join answer_mention m on m.account_id = a.account_id and m.project_id = a.project_id and m.analysis_id = a.id
    and (m.subject_id = a.project_id or m.subject_id = any (a.sought))
  join answer_reading r on r.account_id = m.account_id and r.project_id = m.project_id
    and r.analysis_id = m.analysis_id and r.bucket_date = m.bucket_date and r.answer_id = m.answer_id`;

const KEY = 'account_id, project_id, analysis_id, bucket_date, platform, question_hash';

const COUNTED = `count(*) filter (where f.begins_at = f.first_at),
  case when bool_and(f.text_length is not null) then count(*) filter (where f.begins_at * 3 < f.text_length) end,
  count(f.position), coalesce(sum(f.position), 0)`;

/** Both as the rollups' own code computes them. A row is found by its key as it conflicts. */
const OF_COMPETITORS = `
insert into daily_question_mention (${KEY}, subject_id, response_count, ${PLACES.join(', ')})
select ${KEY}, subject_id, count(*), ${COUNTED}
from (${NAMED}) f
where f.subject_id <> f.project_id
group by ${KEY}, subject_id
on conflict (${KEY}, subject_id) do update
set ${setTo(PLACES)}`;

const OF_THE_BRAND = `
insert into daily_question_response (${KEY}, response_count, brand_mention_count, ${OF_BRAND.join(', ')})
select ${KEY}, count(*), count(*), ${COUNTED}
from (${NAMED}) f
where f.subject_id = f.project_id
group by ${KEY}
on conflict (${KEY}) do update
set ${setTo(OF_BRAND)}`;

const WITHOUT_BRAND = `
update daily_question_response
set ${OF_BRAND.map((column) => `${column} = 0`).join(', ')}
where brand_mention_count = 0`;

function setTo(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(', ');
}

/** Facts are as many as retained answers and more; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Where the brand and each competitor are in the answers to each question: first, early, and at which rank. */
export class PlacesInAnswers extends Migration {
  override up(): void {
    const computed = [TEXT_LENGTHS, OF_COMPETITORS, OF_THE_BRAND, WITHOUT_BRAND];
    for (const sql of [TAKE_YOUR_TIME, ...COLUMNS, ...computed]) this.addSql(sql);
  }
}
