import { Migration } from '@mikro-orm/migrations';

/** One row: the code of the first account, and when setting up ended for good. */
const SETUP = `
create table setup (
  is_only boolean primary key default true check (is_only),
  code_hash bytea,
  closed_at timestamptz(3)
)`;

/** Where people have accounts already, nothing is left to set up; the demo's account is none of theirs. */
const CLOSED_WHERE_USED = `
insert into setup (closed_at)
select case when exists (select from account where lower(email) <> 'demo@example.com') then now() end`;

/** The first account can be opened in the browser, once, by who has the code of the first start. */
export class SetUp extends Migration {
  override up(): void {
    for (const sql of [SETUP, CLOSED_WHERE_USED]) this.addSql(sql);
  }
}
