import { randomUUID } from 'node:crypto';
import { statement } from '../../database/rows.js';
import type { AlertDirection, AlertKind, AlertResolution, EventType } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { type AlertMail, recordAlerts } from './alert-events.js';
import { alertsByIds } from './alerts.js';
import type { AlertEvidence } from './evidence.js';

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
  const values = [projectId, kind, series, direction, JSON.stringify(evidence), parts, day, tx.clock.now()];
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
