import { Migration } from '@mikro-orm/migrations';

const CHECK = 'run_occasion_check';

const OCCASIONS = [
  `alter table run drop constraint ${CHECK}`,
  `alter table run add constraint ${CHECK} check (occasion between 0 and 19) not valid`,
  `alter table run validate constraint ${CHECK}`,
];

/** Validating reads every run; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Room for the runs of a week's further parts; nothing writes them in this release. */
export class OccasionsOfRepeats extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, ...OCCASIONS]) this.addSql(sql);
  }
}
