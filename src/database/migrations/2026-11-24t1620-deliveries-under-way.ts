import { Migration } from '@mikro-orm/migrations';

/** Those that a worker has in hand, of a destination: few, beside many that wait. */
const LEASED = `
create index delivery_under_way on delivery (account_id, destination_id, lease_until) where lease_until is not null
`;

/** A claim counts what is under way to a destination. */
export class DeliveriesUnderWay extends Migration {
  override up(): void {
    this.addSql(LEASED);
  }
}
