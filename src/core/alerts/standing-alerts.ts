import { randomUUID } from 'node:crypto';
import { statement } from '../../database/rows.js';
import type { AlertDirection, AlertKind, AlertResolution, AlertState, EventType } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { dropDeliveriesOfProject } from '../events/drop-deliveries.js';
import { type AlertMail, recordAlerts } from './alert-events.js';
import { alertsByIds } from './alerts.js';
import { type AlertEvidence, keptEvidence } from './evidence.js';

/** An alert that is opened. */
export interface NewAlert {
  /** Null for what concerns the account. */
  projectId: string | null;
  kind: AlertKind;
  /** What leads it: no other alert of the project, or of the account, that has not ended may have the same. */
  series: string;
  direction: AlertDirection | null;
  evidence: AlertEvidence;
  /** Keys of further series that it tells. */
  parts: readonly string[];
  /** The UTC day of the check. */
  day: string;
}

const OPEN = statement<object>(
  'open-alert',
  `insert into alert (account_id, id, project_id, kind, series, direction, state, evidence, parts, opened_on, opened_at,
     updated_at)
   values ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $9, $10, $10)`,
);

/** Opens an alert in the transaction of `tx`, without telling it. @returns its id. */
export async function openAlert(tx: Context, alert: NewAlert): Promise<string> {
  const id = randomUUID();
  const { projectId, kind, series, direction, evidence, parts, day } = alert;
  const values = [
    projectId,
    kind,
    series,
    direction,
    JSON.stringify(keptEvidence(evidence)),
    parts,
    day,
    tx.clock.now(),
  ];
  await tx.db.rows(OPEN, [tx.caller.accountId, id, ...values]);
  return id;
}

const END = statement<object>(
  'resolve-alert',
  `update alert
   set state = 'resolved', resolution = $3, resolved_at = $4, revision = revision + 1, updated_at = $4
   where account_id = $1 and id = $2`,
);

/** Ends an alert in the transaction of `tx`, without telling it. */
export async function endAlert(tx: Context, id: string, resolution: AlertResolution): Promise<void> {
  await tx.db.rows(END, [tx.caller.accountId, id, resolution, tx.clock.now()]);
}

/** What became of an alert, to be told. */
export interface AlertChange {
  id: string;
  type: Extract<EventType, `alert.${string}`>;
}

/** Tells what became of alerts as they are now, in the transaction of `tx`: people are asked for once. */
export async function tellAlerts(tx: Context, changes: readonly AlertChange[], mail?: AlertMail): Promise<void> {
  if (changes.length === 0) return;
  const alerts = await alertsByIds(
    tx,
    changes.map(({ id }) => id),
  );
  const told = changes.flatMap(({ id, type }) => {
    const alert = alerts.get(id);
    return alert ? [{ type, alert }] : [];
  });
  await recordAlerts(tx, told, mail);
}

/** Those of the project $2; of the series $3 alone, where that is not null. */
const END_AS_GONE = statement<EndedRow>(
  'resolve-alerts-as-gone',
  `update alert a
   set state = 'resolved', resolution = 'gone', resolved_at = $4, revision = a.revision + 1, updated_at = $4
   from (
     select id, state
     from alert
     where account_id = $1 and project_id = $2 and state <> 'resolved' and ($3::text[] is null or series = any ($3))
     order by id
     for update
   ) s
   where a.account_id = $1 and a.id = s.id
   returning a.id, s.state`,
);

/**
 * Ends all alerts of a project that is archived, in that transaction. Nothing that waits to be delivered of it is sent
 * any more; programs that follow alerts are told that these are gone, and people are not.
 */
export async function endAlertsOfProject(tx: Context, projectId: string): Promise<void> {
  const ended = await endAsGone(tx, projectId, null);
  await dropDeliveriesOfProject(tx, projectId);
  await tellAlerts(tx, toBeTold(ended));
}

/** The same for a competitor that is tracked no more: its own alerts end, and those that it is a part of stand. */
export async function endAlertsOfCompetitor(tx: Context, projectId: string, competitorId: string): Promise<void> {
  const ended = await endAsGone(tx, projectId, [`competitor:${competitorId}`, `rival:${competitorId}`]);
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await dropDeliveriesOfProject(tx, projectId, ids);
  await tellAlerts(tx, toBeTold(ended));
}

interface EndedRow {
  id: string;
  state: AlertState;
}

function endAsGone(tx: Context, projectId: string, series: readonly string[] | null): Promise<EndedRow[]> {
  return tx.db.rows(END_AS_GONE, [tx.caller.accountId, projectId, series, tx.clock.now()]);
}

/** Nothing more is sent of an alert that was acknowledged. */
function toBeTold(ended: readonly EndedRow[]): AlertChange[] {
  return ended.filter(({ state }) => state === 'open').map(({ id }) => ({ id, type: 'alert.resolved' }));
}
