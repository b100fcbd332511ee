import { Migration } from '@mikro-orm/migrations';

/** `lead_hash` is of the term that leads the group of nearly the same words: the one with most impressions. */
const SEARCH_TERM = `
create table search_term (
  account_id uuid not null,
  project_id uuid not null,
  source text not null check (source in ('google', 'bing')),
  term_hash bytea not null,
  lead_hash bytea not null,
  term text not null check (char_length(term) between 1 and 200),
  stage text check (stage in ('awareness', 'consideration', 'decision', 'use')),
  clicks integer not null check (clicks >= 0),
  impressions integer not null check (impressions >= 0),
  position real,
  first_day date,
  last_day date,
  primary key (account_id, project_id, source, term_hash),
  foreign key (account_id, project_id) references project (account_id, id)
);
`;

/** What people typed into a search engine before it showed them a customer's site: where prompts may come from. */
export class SearchTerms extends Migration {
  override up(): void {
    this.addSql(SEARCH_TERM);
  }
}
