import { Migration } from '@mikro-orm/migrations';

/** A constant default rewrites no row; of calls before it nothing is held. */
const RESERVED = 'alter table judge_use add column reserved_micro_usd bigint not null default 0';

/** The part of a day's cost of the judge that calls under way may still give back. */
export class ReservationsOfTheJudge extends Migration {
  override up(): void {
    this.addSql(RESERVED);
  }
}
