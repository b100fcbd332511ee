import { Migration } from '@mikro-orm/migrations';

/** An account's place in the queue of a platform that a requested run takes. */
const PLACES = `create index run_places on run (account_id, platform, queue_at) where state = 'queued'`;
/** What an account's requested runs have cost on a day. */
const REQUESTS = 'create index run_requests on run (account_id, platform, period_date) where occasion > 0';

/** Requested runs pass their account's own runs alone, and take a share of a day's budget. */
export class RequestsWithinTheirAccount extends Migration {
  override up(): void {
    this.addSql(PLACES);
    this.addSql(REQUESTS);
  }
}
