import type { Clock } from '../clock.js';
import { HAS_JOINED } from '../core/access/access.js';
import type { AlertTelling } from '../core/alerts/alert-events.js';
import { openAlertOfDestination } from '../core/alerts/destination-alerts.js';
import type { Context } from '../core/context.js';
import { dropWaiting } from '../core/destinations/destination.writes.js';
import { mailDestinations } from '../core/events/mail-destinations.js';
import { recordEvent } from '../core/events/record-event.js';
import { toTimestamp } from '../core/time.js';
import type { DatabaseSession } from '../database/database-session.js';
import { statement } from '../database/rows.js';
import type { DeliveryFault, DestinationKind, Tier } from '../entities/vocabulary.js';

const HOUR_MS = 3_600_000;
/** Nothing but failures for so long: the owners are told. */
const WARNED_AFTER_MS = 24 * HOUR_MS;
/** Nothing but failures for so long, and so many: it is disabled. */
const DISABLED_AFTER_MS = 120 * HOUR_MS;
/**
 * Attempts of all its deliveries, so that two or three of a rarely used destination do not disable it. The attempts of
 * one delivery (`retries.ts`) are as many by chance.
 */
const DISABLED_AFTER_FAILURES = 10;

/** An attempt that failed by the destination's fault. */
export interface DestinationFailure {
  fault: DeliveryFault;
  /** Nothing is sent to it before. */
  restsUntil: (failures: number) => Date;
  /** It is disabled once so many failed running, whatever the time. */
  disablesAfter: number | undefined;
}

interface HealthRow {
  name: string;
  kind: DestinationKind;
  failures: number;
  failing_since: string;
  was_warned: boolean;
  tier: Tier;
}

const NOTE_FAILURE = statement<HealthRow>(
  'note-failure-of-destination',
  `update destination t
   set failures = t.failures + 1, failing_since = coalesce(t.failing_since, $3), last_fault = $4
   from account a
   where t.account_id = $1 and t.id = $2 and t.state = 'active' and t.removed_at is null and a.account_id = $1
   returning t.name, t.kind, t.failures, t.failing_since::text, t.warned_at is not null as was_warned, a.tier`,
);

const REST = statement<object>(
  'rest-destination',
  `update destination t
   set resting_until = greatest(t.resting_until, $3)
   where t.account_id = $1 and t.id = $2`,
);

/**
 * What waits shows when it is really tried next, and no look for what is due finds it meanwhile. What is under way, and
 * what another transaction holds, is passed over: it may be settled at this moment, and nothing waits for it.
 */
const PUT_OFF = statement<object>(
  'put-deliveries-off',
  `update delivery d
   set due_at = $3
   from (
     select w.id, w.day
     from delivery w
     where w.account_id = $1 and w.destination_id = $2 and w.state = 'waiting' and w.due_at < $3
       and w.lease_until is null
     for update skip locked
   ) w
   where d.account_id = $1 and d.id = w.id and d.day = w.day`,
);

const WARN = statement<object>(
  'warn-of-destination',
  `update destination t
   set warned_at = $3
   where t.account_id = $1 and t.id = $2`,
);

const DISABLE = statement<object>(
  'disable-destination',
  `update destination t
   set state = 'disabled', disabled_at = $3, updated_at = $3
   where t.account_id = $1 and t.id = $2`,
);

/** Those who have joined and want mail about alerts of disabled destinations at once. */
const OWNERS = statement<{ id: string }>(
  'owners-to-mail',
  `select h.id
   from holder h
   left join notification n on n.account_id = $1 and n.holder_id = h.id
   where h.account_id = $1 and h.role = 'owner' and h.disabled_at is null and ${HAS_JOINED}
     and coalesce(n.is_immediate, true)
     and (n.kinds is null or 'destination_disabled' = any (n.kinds))
   order by h.created_at, h.id`,
);

/**
 * Counts a failure, lets the destination rest, tells the owners once of one that fails for a day, and disables one that
 * fails for five: what waits for it is dropped, and others are told; of a webhook or channel an alert is opened. In the
 * transaction of `db`.
 */
export async function noteFailure(
  db: DatabaseSession,
  { accountId, destinationId, clock }: { accountId: string; destinationId: string; clock: Clock },
  { fault, restsUntil, disablesAfter = Number.POSITIVE_INFINITY }: DestinationFailure,
  telling: AlertTelling,
): Promise<void> {
  const now = clock.now();
  const [row] = await db.rows(NOTE_FAILURE, [accountId, destinationId, now, fault]);
  if (!row) return;
  const { failures, tier } = row;
  const failsForMs = now.getTime() - new Date(toTimestamp(row.failing_since)).getTime();
  const tx: Context = { db, clock, caller: { kind: 'worker', accountId, tier } };
  const destination = {
    id: destinationId,
    name: row.name,
    kind: row.kind,
    fault,
    failing_since: toTimestamp(row.failing_since),
  };
  const ownersToMail = async () => {
    if (telling.mail.mayMail === null) return [];
    const owners = await db.rows(OWNERS, [accountId]);
    const recipients = await mailDestinations(
      tx,
      owners.map(({ id: holderId }) => ({ holderId })),
    );
    return recipients.filter((id) => id !== destinationId).map((id) => ({ destinationId: id }));
  };
  const isOver = failsForMs >= DISABLED_AFTER_MS && failures >= DISABLED_AFTER_FAILURES;
  if (isOver || failures >= disablesAfter) {
    await db.rows(DISABLE, [accountId, destinationId, now]);
    await dropWaiting(db, { accountId, destinationId }, now);
    // Mail is no destination that people see and enable again: of its end there is no alert.
    const isMail = row.kind === 'mail';
    const recipients = isMail ? await ownersToMail() : [];
    const about = { type: 'destination.disabled', projectId: null } as const;
    await recordEvent(tx, { ...about, data: { destination }, recipients, isToldByAlert: !isMail });
    const { name, failing_since: failingSince } = destination;
    if (!isMail) await openAlertOfDestination(tx, { id: destinationId, name, failures, failingSince, fault }, telling);
    return;
  }
  const until = restsUntil(failures);
  for (const step of [REST, PUT_OFF]) await db.rows(step, [accountId, destinationId, until]);
  if (failsForMs < WARNED_AFTER_MS || row.was_warned) return;
  await db.rows(WARN, [accountId, destinationId, now]);
  await recordEvent(tx, {
    type: 'destination.failing',
    projectId: null,
    data: { destination },
    recipients: await ownersToMail(),
  });
}
