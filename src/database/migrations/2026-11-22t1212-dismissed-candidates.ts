import { Migration } from '@mikro-orm/migrations';

/** When somebody said that a discovered name is no competitor. A column without a default rewrites no row. */
const DISMISSED = 'alter table competitor_candidate add column dismissed_at timestamptz(3)';

/** Whether an id is another account's, as with prompts and competitors. */
const BY_ID = 'create index competitor_candidate_id on competitor_candidate (id)';

/** Names are as many as answers have found; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

export class DismissedCandidates extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, DISMISSED, BY_ID]) this.addSql(sql);
  }
}
