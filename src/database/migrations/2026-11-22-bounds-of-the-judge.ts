import { Migration } from '@mikro-orm/migrations';

/** Summed by day over all accounts, which reads the rows of those that had something judged that day. */
const USE = `
create table judge_use (
  account_id uuid not null references account,
  day date not null,
  calls integer not null,
  cost_micro_usd bigint not null,
  granted integer not null,
  refused integer not null,
  primary key (account_id, day)
) with (fillfactor = 50);
create index judge_use_of_day on judge_use (day);
`;

/** A constant default rewrites no row. */
const WITHHELD = `
alter table analysis
  add column judge_withheld integer not null default 0,
  add column judge_withheld_on date;
`;

/**
 * What the judge of sentiment was asked on a day, and the answers that it was not asked about as the day's bound was
 * reached.
 */
export class BoundsOfTheJudge extends Migration {
  override up(): void {
    for (const sql of [USE, WITHHELD]) this.addSql(sql);
  }
}
