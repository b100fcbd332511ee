import { Migration } from '@mikro-orm/migrations';

/** No foreign keys, as facts have none: written in the transaction of its answer, which proves the same. */
const SEARCHES = `
create table answer_search (
  account_id uuid not null,
  project_id uuid not null,
  bucket_date date not null,
  answer_id uuid not null,
  ordinal smallint not null,
  platform text not null check (platform in ('chatgpt', 'perplexity', 'claude', 'gemini')),
  query text not null,
  query_hash bytea not null,
  primary key (account_id, project_id, bucket_date, answer_id, ordinal)
) partition by range (bucket_date);
`;

/** What platforms searched the web for, by answer. */
export class SearchesOfAnswers extends Migration {
  override up(): void {
    this.addSql(SEARCHES);
  }
}
