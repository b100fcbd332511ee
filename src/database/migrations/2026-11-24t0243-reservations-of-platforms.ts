import { Migration } from '@mikro-orm/migrations';

/** A constant default rewrites no row; of requests before it nothing is held. */
const RESERVED = 'alter table platform_gate add column reserved_microusd bigint not null default 0';
const UNTIL = 'alter table platform_gate add column reserved_until timestamptz(3)';

/** The part of what a platform has cost on a day that requests under way may still give back. */
export class ReservationsOfPlatforms extends Migration {
  override up(): void {
    this.addSql(RESERVED);
    this.addSql(UNTIL);
  }
}
