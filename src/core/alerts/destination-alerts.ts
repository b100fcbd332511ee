import { statement } from '../../database/rows.js';
import type { AlertResolution, AlertState, DeliveryFault } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { dropMailOfAlerts } from '../events/drop-deliveries.js';
import { toDay } from '../time.js';
import type { AlertTelling } from './alert-events.js';
import { plainEvidence } from './evidence.js';
import { openAlert, tellAlerts } from './standing-alerts.js';

/** A webhook or channel that is sent nothing any more. */
export interface DisabledDestination {
  id: string;
  name: string;
  /** Attempts running that failed. */
  failures: number;
  /** When the first of them did. */
  failingSince: string;
  /** Of the last. */
  fault: DeliveryFault;
}

/** Of the account: of a destination at most one stands. */
const seriesOf = (destinationId: string) => `destination:${destinationId}`;

/**
 * Opens the alert of a destination that failures have disabled, in that transaction, and tells it: the destination
 * itself gets nothing, as it is no longer active. One that stands, as people have opened it again, ends as gone.
 */
export async function openAlertOfDestination(
  tx: Context,
  { id, name, failures, failingSince, fault }: DisabledDestination,
  { mail, publicUrl }: AlertTelling,
): Promise<void> {
  await endAlertOfDestination(tx, id, 'gone');
  const evidence = plainEvidence(
    '',
    { type: 'destination', id, name },
    {
      count: { answers: 0, of: failures, intents: 0 },
      ...{ fault, at: failingSince, url: publicUrl && `${publicUrl}/dashboard/destinations` },
    },
  );
  const alertId = await openAlert(tx, {
    ...{ projectId: null, kind: 'destination_disabled', series: seriesOf(id), direction: null, parts: [] },
    ...{ evidence, day: toDay(tx.clock.now()) },
  });
  await tellAlerts(tx, [{ id: alertId, type: 'alert.opened' }], mail);
}

/** With the state that it had. */
const END = statement<{ id: string; state: AlertState }>(
  'resolve-alert-of-destination',
  `update alert a
   set state = 'resolved', resolution = $3, resolved_at = $4, revision = a.revision + 1, updated_at = $4
   from (
     select id, state
     from alert
     where account_id = $1 and project_id is null and series = $2 and state <> 'resolved'
     for update
   ) s
   where a.account_id = $1 and a.id = s.id
   returning a.id, s.state`,
);

/**
 * Ends the alert of a destination that is enabled again, or removed, in that transaction. What waits to be mailed of it
 * is dropped; programs are told its end unless it was acknowledged, and people are not.
 */
export async function endAlertOfDestination(
  tx: Context,
  destinationId: string,
  resolution: Extract<AlertResolution, 'by_hand' | 'gone'>,
): Promise<void> {
  const values = [tx.caller.accountId, seriesOf(destinationId), resolution, tx.clock.now()];
  const [ended] = await tx.db.rows(END, values);
  if (!ended) return;
  await dropMailOfAlerts(tx, [ended.id]);
  if (ended.state === 'open') await tellAlerts(tx, [{ id: ended.id, type: 'alert.resolved' }]);
}
