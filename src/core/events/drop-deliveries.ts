import { statement } from '../../database/rows.js';
import type { Context } from '../context.js';

/** Of events about the project $2; of alerts that were opened ($3) alone, where that is not null. */
const DROP = statement<object>(
  'drop-deliveries-of-project',
  `update delivery d
   set state = 'dropped', finished_at = $4
   from event e
   where d.account_id = $1 and d.state = 'waiting' and e.account_id = $1 and e.id = d.event_id and e.day = d.event_day
     and e.project_id = $2
     and ($3::text[] is null or (e.type = 'alert.opened' and e.data -> 'alert' ->> 'id' = any ($3::text[])))`,
);

/**
 * Drops what waits to be delivered of a project, in the transaction of `tx`: all of it, or that some of its alerts were
 * opened. What a worker has in hand may arrive all the same.
 */
export async function dropDeliveriesOfProject(
  tx: Context,
  projectId: string,
  alertIds: readonly string[] | null = null,
): Promise<void> {
  await tx.db.rows(DROP, [tx.caller.accountId, projectId, alertIds, tx.clock.now()]);
}
