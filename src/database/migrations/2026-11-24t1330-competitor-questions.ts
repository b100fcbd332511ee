import { Migration } from '@mikro-orm/migrations';

/** What workers look for is few rows, whatever the accounts have asked before. */
const QUESTIONS = `
create table competitor_question (
  account_id uuid not null references account,
  id uuid not null,
  brand_name text not null,
  website_url text not null,
  question text not null,
  country text not null,
  platforms text[] not null,
  state text not null check (state in ('queued', 'asking', 'answered', 'failed')),
  asked_at timestamptz(3) not null,
  begun_at timestamptz(3),
  platform text check (platform in ('chatgpt', 'perplexity', 'claude', 'gemini')),
  model text,
  answer text,
  suggestions jsonb not null default '[]',
  message text,
  cost_microusd bigint not null default 0,
  primary key (account_id, id)
);
create index competitor_question_queued on competitor_question (asked_at) where state = 'queued';
`;

/** The questions for a brand's competitors that accounts ask before they have answers of their own. */
export class CompetitorQuestions extends Migration {
  override up(): void {
    this.addSql(QUESTIONS);
  }
}
