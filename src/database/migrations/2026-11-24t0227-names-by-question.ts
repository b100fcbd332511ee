import { Migration } from '@mikro-orm/migrations';

/** Only names that the analysis looked for: those that were found beside them are hundreds. */
const ROLLUP = `
create table daily_question_mention (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  bucket_date date not null,
  platform text not null check (platform in ('chatgpt', 'perplexity', 'claude', 'gemini')),
  question_hash bytea not null,
  subject_id uuid not null,
  response_count integer not null,
  primary key (account_id, project_id, analysis_id, bucket_date, platform, question_hash, subject_id)
);

insert into daily_question_mention (account_id, project_id, analysis_id, bucket_date, platform, question_hash,
  subject_id, response_count)
select m.account_id, m.project_id, m.analysis_id, m.bucket_date, m.platform, r.question_hash, m.subject_id, count(*)
from analysis a
cross join lateral jsonb_array_elements(a.subjects -> 'competitors') o
join answer_mention m on m.account_id = a.account_id and m.project_id = a.project_id and m.analysis_id = a.id
  and m.subject_id = (o.value ->> 'id')::uuid
join answer_reading r on r.account_id = m.account_id and r.project_id = m.project_id
  and r.analysis_id = m.analysis_id and r.bucket_date = m.bucket_date and r.answer_id = m.answer_id
group by m.account_id, m.project_id, m.analysis_id, m.bucket_date, m.platform, r.question_hash, m.subject_id;
`;

/** Facts are as many as retained answers and more; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Daily counts of each competitor by question, so that it is compared with the brand over the same questions. */
export class NamesByQuestion extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, ROLLUP]) this.addSql(sql);
  }
}
