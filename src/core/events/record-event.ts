import { randomUUID } from 'node:crypto';
import { EVENT_TABLES, ensurePartitions } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';
import type { AlertKind, EventType } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { toDay } from '../time.js';
import { fitData, withAnswerAddresses } from './event-data.js';

/** What happened, as it is recorded in the transaction that makes it true. */
export interface NewEvent {
  type: EventType;
  /** Whose brand it is about; null for what concerns the account. */
  projectId: string | null;
  /** Of an event about an alert: destinations may have chosen some kinds alone. */
  alertKind?: AlertKind;
  /**
   * What receivers are told beside `version`, `account_id` and `project`, in snake_case. What does not fit into 20 kB
   * is cut ({@link fitData}).
   */
  data: Readonly<Record<string, unknown>>;
  /** Destinations that it is delivered to whatever they have chosen, each from its instant on, or else at once. */
  recipients?: readonly Recipient[];
  /** Whether an alert tells the same: channels that are told of alerts are told it once. */
  isToldByAlert?: boolean;
}

export interface Recipient {
  destinationId: string;
  /** Not before: quiet hours, or the hour of a digest. */
  dueAt?: Date;
}

/**
 * One statement: the event, and a delivery for each active destination that chose such events or is a recipient. The
 * id of a delivery follows from both, so an event has one to each. What rests is due when it has rested.
 */
const RECORD = statement<{ deliveries: number }>(
  'record-event',
  `with wanted as (
     select d.id, greatest(r.due_at, d.resting_until, $4) as due_at
     from destination d
     left join unnest($9::uuid[], $10::timestamptz[]) as r (destination_id, due_at) on r.destination_id = d.id
     where d.account_id = $1 and d.removed_at is null and d.state = 'active'
       and (
         r.destination_id is not null
         or (
           $5 = any (d.events) and (d.kinds is null or $6::text is null or $6 = any (d.kinds))
           and (d.project_ids is null or $7::uuid is null or $7 = any (d.project_ids))
           and not ($11 and d.kind = 'slack' and 'alert.opened' = any (d.events))
         )
       )
   ),
   happened as (
     insert into event (account_id, id, day, at, type, alert_kind, project_id, data)
     select $1, $2, $3, $4, $5, $6, $7, jsonb_build_object(
         'version', 1,
         'account_id', $1::uuid,
         'project', (
           select jsonb_build_object('id', p.id, 'brand_name', p.brand_name)
           from project p
           where p.account_id = $1 and p.id = $7
         )
       ) || $8::jsonb
     where exists (select from wanted)
   ),
   sent as (
     insert into delivery (account_id, id, day, destination_id, event_id, event_day, state, due_at, created_at)
     select $1, left(encode(sha256(($2::text || w.id::text)::bytea), 'hex'), 32)::uuid, $3, w.id, $2, $3, 'waiting',
       w.due_at, $4
     from wanted w
     returning 1
   )
   select count(*)::int as deliveries
   from sent`,
);

/**
 * Records an event with its deliveries, in the transaction of `tx`: if that is rolled back, nothing is sent. Sends
 * nothing itself; workers do. An event that no destination wants leaves no row.
 * @returns the number of its deliveries.
 */
export async function recordEvent(tx: Context, event: NewEvent): Promise<number> {
  const { type, projectId, alertKind, data, recipients = [], isToldByAlert = false } = event;
  const at = tx.clock.now();
  const day = toDay(at);
  await ensurePartitions(tx.db, [day], EVENT_TABLES);
  const [row] = await tx.db.rows(RECORD, [
    tx.caller.accountId,
    randomUUID(),
    day,
    at,
    type,
    alertKind ?? null,
    projectId,
    JSON.stringify(fitData(withAnswerAddresses(data))),
    recipients.map(({ destinationId }) => destinationId),
    recipients.map(({ dueAt }) => dueAt ?? null),
    isToldByAlert,
  ]);
  if (!row) throw new Error('recording an event returned no count');
  return row.deliveries;
}
