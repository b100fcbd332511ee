import { Migration } from '@mikro-orm/migrations';

/** A constant default rewrites no row. */
const OPERATORS = 'alter table account add column is_operator boolean not null default false';

/** An account is marked as that of who runs the installation. */
export class OperatorsAccount extends Migration {
  override up(): void {
    this.addSql(OPERATORS);
  }
}
