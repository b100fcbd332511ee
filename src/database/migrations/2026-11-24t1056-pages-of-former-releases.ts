import { Migration } from '@mikro-orm/migrations';

/** A statement each: Citus takes one column at a time. */
const DEFAULTS = ['first_seen_at', 'last_seen_at'].map(
  (column) => `alter table daily_citation_url alter column ${column} set default now()`,
);

/**
 * Processes of releases that know of neither column go on writing cited pages while a restart rolls. The instant is
 * that of the write until the day is rolled up again.
 */
export class PagesOfFormerReleases extends Migration {
  override up(): void {
    for (const sql of DEFAULTS) this.addSql(sql);
  }
}
