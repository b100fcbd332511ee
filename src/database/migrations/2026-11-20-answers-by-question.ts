import { Migration } from '@mikro-orm/migrations';

/**
 * The hash is the service's own of a prompt's text (trimmed, NFC, case-folded), here for answers that were read before:
 * as near to it as SQL comes, which for plain letters is the same. The next analysis of a project writes it exactly.
 */
const QUESTION_OF_READINGS = `
alter table answer_reading add column question_hash bytea;

update answer_reading r
set question_hash = sha256(convert_to(lower(btrim(a.question)), 'UTF8'))
from answer a
where a.account_id = r.account_id and a.project_id = r.project_id and a.bucket_date = r.bucket_date
  and a.id = r.answer_id;

alter table answer_reading alter column question_hash set not null;
`;

const ROLLUP = `
create table daily_question_response (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  bucket_date date not null,
  platform text not null check (platform in ('chatgpt', 'perplexity', 'claude', 'gemini')),
  question_hash bytea not null,
  response_count integer not null,
  brand_mention_count integer not null,
  primary key (account_id, project_id, analysis_id, bucket_date, platform, question_hash)
);

insert into daily_question_response (account_id, project_id, analysis_id, bucket_date, platform, question_hash,
  response_count, brand_mention_count)
select account_id, project_id, analysis_id, bucket_date, platform, question_hash, count(*),
  count(*) filter (where is_brand_named)
from answer_reading
group by account_id, project_id, analysis_id, bucket_date, platform, question_hash;
`;

/** Readings are as many as retained answers; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Daily counts by question, so that two periods can be compared over the questions that both asked. */
export class AnswersByQuestion extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, QUESTION_OF_READINGS, ROLLUP]) this.addSql(sql);
  }
}
