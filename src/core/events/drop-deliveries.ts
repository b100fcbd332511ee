import { statement } from '../../database/rows.js';
import type { Context } from '../context.js';

/** Of mail about the alerts $2. What another transaction holds is on its way already: nothing waits for it. */
const DROP_MAIL = statement<object>(
  'drop-mail-of-alerts',
  `update delivery d
   set state = 'dropped', finished_at = $3
   from (
     select w.id, w.day
     from delivery w
     join destination t on t.account_id = $1 and t.id = w.destination_id and t.kind = 'mail'
     join event e on e.account_id = $1 and e.id = w.event_id and e.day = w.event_day and e.type like 'alert.%'
     where w.account_id = $1 and w.state = 'waiting' and e.data -> 'alert' ->> 'id' = any ($2::text[])
     for update of w skip locked
   ) w
   where d.account_id = $1 and d.id = w.id and d.day = w.day`,
);

/**
 * Drops what waits to be mailed of alerts, for quiet hours to end or for a digest, in the transaction of `tx`: people
 * who acknowledge or end them know. Programs and channels get every event, as its revision says which is the last.
 */
export async function dropMailOfAlerts(tx: Context, alertIds: readonly string[]): Promise<void> {
  if (alertIds.length === 0) return;
  await tx.db.rows(DROP_MAIL, [tx.caller.accountId, alertIds, tx.clock.now()]);
}

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
