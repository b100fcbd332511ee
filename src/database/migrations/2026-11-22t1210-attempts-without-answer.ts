import { Migration } from '@mikro-orm/migrations';

/** What runs cost that gave their credit back: without a count of it an account's month would have no bound. */
export class AttemptsWithoutAnswer extends Migration {
  override up(): void {
    this.addSql(
      'alter table monitoring_month add column unanswered integer not null default 0 check (unanswered >= 0)',
    );
  }
}
