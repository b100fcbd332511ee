import { Migration } from '@mikro-orm/migrations';

/** All keys of before may write, and so may those that a process of before makes. */
const ACCESS = `alter table api_key add column access text not null default 'full'`;
const KINDS = `alter table api_key add constraint api_key_access_check check (access in ('full', 'read'))`;

/** Keys that only read. */
export class ReadOnlyKeys extends Migration {
  override up(): void {
    this.addSql(ACCESS);
    this.addSql(KINDS);
  }
}
