import { Migration } from '@mikro-orm/migrations';

/** In the row that is locked for each of these requests; a constant default rewrites no row. */
const COUNTS = `alter table dashboard_budget add column holder_counts jsonb not null default '{}'`;

/** How many requests of the account's present minute each of its holders has asked, by the holder's id. */
export class RequestsByPerson extends Migration {
  override up(): void {
    this.addSql(COUNTS);
  }
}
