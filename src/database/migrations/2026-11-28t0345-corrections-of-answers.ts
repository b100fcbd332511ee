import { Migration } from '@mikro-orm/migrations';

/**
 * What people say of an answer in place of what was found in it. `found` keeps what an analysis had found, by the id of
 * the analysis, so that taking a correction back needs no further reading. Who corrected may leave, so it names no row
 * of people.
 */
const CORRECTIONS = `
create table answer_correction (
  account_id uuid not null,
  project_id uuid not null,
  answer_id uuid not null,
  bucket_date date not null,
  sentiment text check (sentiment in ('positive', 'neutral', 'negative', 'mixed')),
  evidence text,
  names jsonb not null default '[]',
  found jsonb not null default '{}',
  corrected_by uuid,
  corrected_at timestamptz(3) not null,
  primary key (account_id, project_id, answer_id),
  foreign key (account_id, project_id) references project (account_id, id)
);
create index answer_correction_of_days on answer_correction (account_id, project_id, bucket_date);
create index answer_correction_by_time on answer_correction (account_id, project_id, corrected_at);
`;

/** What the rules say of the tone where a judge decides it: null in rows of before, and where none does. */
const BY_RULES = [
  'alter table answer_reading add column rules_sentiment text',
  `alter table answer_reading add constraint answer_reading_rules_sentiment_check
  check (rules_sentiment in ('positive', 'neutral', 'negative', 'mixed')) not valid`,
  'alter table answer_reading validate constraint answer_reading_rules_sentiment_check',
];

/** Each wider than the one of before, which every row has passed. */
const DECIDERS = [
  'alter table answer_reading drop constraint answer_reading_sentiment_source_check',
  `alter table answer_reading add constraint answer_reading_sentiment_source_check
  check (sentiment_source in ('rules', 'model', 'rules_fallback', 'no_rule', 'person')) not valid`,
  'alter table answer_reading validate constraint answer_reading_sentiment_source_check',
  'alter table answer_reading drop constraint answer_reading_brand_decided_by_check',
  `alter table answer_reading add constraint answer_reading_brand_decided_by_check
  check (brand_decided_by in ('rules', 'model', 'rules_fallback', 'person')) not valid`,
  'alter table answer_reading validate constraint answer_reading_brand_decided_by_check',
  'alter table answer_mention drop constraint answer_mention_decided_by_check',
  `alter table answer_mention add constraint answer_mention_decided_by_check
  check (decided_by in ('rules', 'model', 'rules_fallback', 'person')) not valid`,
  'alter table answer_mention validate constraint answer_mention_decided_by_check',
];

/** Validating reads every fact; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Tone and names of answers as people correct them. */
export class CorrectionsOfAnswers extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, CORRECTIONS, ...BY_RULES, ...DECIDERS]) this.addSql(sql);
  }
}
