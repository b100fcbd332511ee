import { Migration } from '@mikro-orm/migrations';

/** A constant default rewrites no row. */
const REFUSED = `alter table platform_gate add column refused_accounts text[] not null default '{}'`;

/** The accounts whose questions a platform has refused without a reason: several of them close it. */
export class RefusedAccounts extends Migration {
  override up(): void {
    this.addSql(REFUSED);
  }
}
