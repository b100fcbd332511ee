import { Migration } from '@mikro-orm/migrations';

const TABLE = `
create table account_check (
  account_id uuid not null references account (account_id),
  hour timestamptz(3) not null,
  primary key (account_id)
);
`;

/** The last hour of each account whose platforms and credits were checked. */
export class AccountChecks extends Migration {
  override up(): void {
    this.addSql(TABLE);
  }
}
