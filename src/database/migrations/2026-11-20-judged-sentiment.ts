import { Migration } from '@mikro-orm/migrations';

/** Analyses from before are the rules' own, and whoever starts next may choose another judge for them. */
const JUDGE_OF_ANALYSIS = `
alter table analysis
  add column judge text,
  add column judge_chosen_at timestamptz(3) not null default 'epoch';
`;

/** A constant default rewrites no row, and is right for those from before and for a build that knows no judge. */
const SOURCE_OF_SENTIMENT = `
alter table answer_reading
  add column sentiment_source text not null default 'rules'
    check (sentiment_source in ('rules', 'model', 'rules_fallback'));
`;

const VERDICTS = `
create table sentiment_verdict (
  account_id uuid not null,
  project_id uuid not null,
  key bytea not null,
  judge text not null,
  sentiment text not null check (sentiment in ('positive', 'neutral', 'negative', 'mixed')),
  evidence_start integer not null,
  evidence_end integer not null,
  judged_at timestamptz(3) not null default now(),
  primary key (account_id, project_id, key),
  foreign key (account_id, project_id) references project (account_id, id)
);
`;

/** The check of a new column reads every row; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Sentiment by a model: who judged an analysis, where each class comes from, and the verdicts that were paid for. */
export class JudgedSentiment extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, JUDGE_OF_ANALYSIS, SOURCE_OF_SENTIMENT, VERDICTS]) this.addSql(sql);
  }
}
