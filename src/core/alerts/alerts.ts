import { statement } from '../../database/rows.js';
import type { AlertDirection, AlertKind, AlertResolution, AlertState } from '../../entities/vocabulary.js';
import { notFoundOrForbidden, refuseUnlessMayWrite } from '../access/access.js';
import { isSeen } from '../access/project-limit.js';
import { allowedProjects, bindProjects, type Context, refuseVisitor, seenRows, seesProject } from '../context.js';
import { invalid } from '../errors.js';
import { dropMailOfAlerts } from '../events/drop-deliveries.js';
import { parse, uuid } from '../input.js';
import type { Period } from '../metrics/metric-query.js';
import { entriesByOwner, type PagePosition } from '../pages.js';
import { toTimestamp } from '../time.js';
import { inAccountQueue } from '../writes.js';
import { alertSummary } from './alert.words.js';
import { recordAlerts } from './alert-events.js';
import type { AlertEvidence } from './evidence.js';

/** What the service told by itself. */
export interface AlertView {
  id: string;
  /** Null for what concerns the account. */
  projectId: string | null;
  kind: AlertKind;
  state: AlertState;
  direction: AlertDirection | null;
  resolution: AlertResolution | null;
  /** One line for people. */
  summary: string;
  openedAt: string;
  acknowledgedAt: string | null;
  acknowledgedBy: string | null;
  resolvedAt: string | null;
  /** Grows with each event of the alert. */
  revision: number;
  evidence: AlertEvidence;
}

interface AlertRow {
  id: string;
  project_id: string | null;
  kind: AlertKind;
  state: AlertState;
  direction: AlertDirection | null;
  resolution: AlertResolution | null;
  opened_at: string;
  acknowledged_at: string | null;
  acknowledged_by: string | null;
  resolved_at: string | null;
  revision: number;
  evidence: AlertEvidence;
}

const COLUMNS = `a.id, a.project_id, a.kind, a.state, a.direction, a.resolution, a.opened_at::text,
     a.acknowledged_at::text, a.acknowledged_by, a.resolved_at::text, a.revision, a.evidence`;

/** Of the state $3 and kind $4, after the alert of the instant $5 and id $6, $7 at most. */
const CHOSEN = `($3::text is null or a.state = $3) and ($4::text is null or a.kind = $4)
         and ($5::timestamptz is null or (a.opened_at, a.id) < ($5, $6::uuid))
       order by a.opened_at desc, a.id desc
       limit $7`;

const OF_PROJECTS = statement<AlertRow & { owner: string }>(
  'alerts-of-projects',
  `select p.id as owner, l.*
   from project p
   left join lateral (
       select ${COLUMNS}
       from alert a
       where a.account_id = $1 and a.project_id = p.id and ${CHOSEN}
   ) l on true
   where p.account_id = $1 and p.id = any ($2::uuid[])
   order by p.id, l.opened_at desc, l.id desc`,
);

const OF_ACCOUNT = statement<AlertRow>(
  'alerts-of-account',
  `select ${COLUMNS}
   from alert a
   where a.account_id = $1 and (not $2::boolean or a.project_id is null)
     and ${isSeen('a.project_id', 8)} and ${CHOSEN}`,
);

const BY_ID = statement<AlertRow>(
  'alert-by-id',
  `select ${COLUMNS}
   from alert a
   where a.account_id = $1 and a.id = $2`,
);

const BY_IDS = statement<AlertRow>(
  'alerts-by-ids',
  `select ${COLUMNS}
   from alert a
   where a.account_id = $1 and a.id = any ($2::uuid[])`,
);

/** Of a project's alerts those that stood on a day from $3 to $4, but for those that a wider one tells. */
const OF_PERIOD = statement<AlertRow>(
  'alerts-of-period',
  `select ${COLUMNS}
   from alert a
   where a.account_id = $1 and a.project_id = $2 and a.opened_at < ($4::date + 1)::timestamp at time zone 'UTC'
     and (a.resolved_at is null or a.resolved_at >= $3::date::timestamp at time zone 'UTC')
     and a.resolution is distinct from 'joined'
   order by a.opened_at desc, a.id desc
   limit $5`,
);

/** A page of alerts, the newest first. */
export interface AlertsPage {
  state?: AlertState | undefined;
  kind?: AlertKind | undefined;
  first: number;
  after: PagePosition | null;
}

const valuesOf = ({ state, kind, first, after }: AlertsPage) => [
  ...[state ?? null, kind ?? null, after?.at ?? null, after?.id ?? null, first + 1],
];

/** Entries of a page, and whether others follow. */
export interface AlertsFound {
  entries: AlertView[];
  hasMore: boolean;
}

/** A page of the alerts of each project that the account holds, archived ones included, by project. */
export async function alertsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  page: AlertsPage,
): Promise<Map<string, AlertsFound>> {
  refuseVisitor(ctx.caller);
  const rows = await ctx.db.rows(OF_PROJECTS, [...bindProjects(ctx, projectIds), ...valuesOf(page)]);
  const found = entriesByOwner(
    rows,
    ({ owner }) => owner,
    (row) => (row.id === null ? null : toView(row)),
  );
  return new Map(Array.from(found, ([id, alerts]) => [id, cut(alerts, page)]));
}

/**
 * A page of the alerts of the account: with those of all its projects, or of itself alone (`ofAccount`). Who is limited
 * to projects is told of those alone.
 */
export async function alertsOfAccount(
  ctx: Context,
  { ofAccount = false, ...page }: AlertsPage & { ofAccount?: boolean },
): Promise<AlertsFound> {
  refuseVisitor(ctx.caller);
  const rows = await ctx.db.rows(OF_ACCOUNT, [
    ...[ctx.caller.accountId, ofAccount, ...valuesOf(page)],
    allowedProjects(ctx.caller),
  ]);
  return cut(rows.map(toView), page);
}

function cut(alerts: readonly AlertView[], { first }: AlertsPage): AlertsFound {
  return { entries: alerts.slice(0, first), hasMore: alerts.length > first };
}

/** The alerts of a project that stood on a day of a period, `limit` at most, the newest first. */
export async function alertsOfPeriod(
  ctx: Context,
  projectId: string,
  { from, to }: Period,
  limit: number,
): Promise<AlertView[]> {
  refuseVisitor(ctx.caller);
  if (!seesProject(ctx.caller, projectId)) return [];
  const rows = await ctx.db.rows(OF_PERIOD, [ctx.caller.accountId, projectId, from, to, limit]);
  return rows.map(toView);
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getAlert(ctx: Context, alertId: unknown): Promise<AlertView> {
  refuseVisitor(ctx.caller);
  const id = parse(uuid, alertId, 'id');
  const [row] = await ctx.db.rows(BY_ID, [ctx.caller.accountId, id]);
  if (!row || !seesProject(ctx.caller, row.project_id)) throw await notFoundOrForbidden(ctx, 'alert', id);
  return toView(row);
}

/** Alerts of the caller's account, by their id. */
export async function alertsByIds(ctx: Context, ids: readonly string[]): Promise<Map<string, AlertView>> {
  refuseVisitor(ctx.caller);
  const rows = await ctx.db.rows(BY_IDS, [ctx.caller.accountId, ids]);
  return new Map(seenRows(ctx.caller, rows).map((row) => [row.id, toView(row)]));
}

function toView({ evidence, ...row }: AlertRow): AlertView {
  const { id, kind, state, direction, resolution, revision } = row;
  const at = (instant: string | null) => (instant === null ? null : toTimestamp(instant));
  return {
    ...{ id, projectId: row.project_id, kind, state, direction, resolution, revision, evidence },
    summary: alertSummary(kind, evidence),
    openedAt: toTimestamp(row.opened_at),
    acknowledgedAt: at(row.acknowledged_at),
    acknowledgedBy: row.acknowledged_by,
    resolvedAt: at(row.resolved_at),
  };
}

const LOCK = statement<{ state: AlertState; project_id: string | null }>(
  'lock-alert',
  `select a.state, a.project_id
   from alert a
   left join project p on p.account_id = $1 and p.id = a.project_id
   where a.account_id = $1 and a.id = $2 and p.archived_at is null
   for update of a`,
);

const ACKNOWLEDGE = statement<object>(
  'acknowledge-alert',
  `update alert
   set state = 'acknowledged', acknowledged_at = $3, acknowledged_by = $4, revision = revision + 1, updated_at = $3
   where account_id = $1 and id = $2`,
);

const RESOLVE = statement<object>(
  'resolve-alert-by-hand',
  `update alert
   set state = 'resolved', resolution = 'by_hand', resolved_at = $3, revision = revision + 1, updated_at = $3
   where account_id = $1 and id = $2`,
);

/** Days up to the alert's count no more toward another one of its series. */
const MARK_TOLD = statement<object>(
  'mark-series-told',
  `insert into alert_series (account_id, project_id, series, held, direction, since)
   select a.account_id, a.project_id, s.series, 0, null, a.opened_on
   from alert a
   cross join lateral unnest(array[a.series] || a.parts) as s (series)
   where a.account_id = $1 and a.id = $2 and a.project_id is not null
   on conflict (account_id, project_id, series) do update
   set held = 0, direction = null, since = greatest(alert_series.since, excluded.since)`,
);

/** Alerts of a project that have not ended, beyond which none is opened. */
export const STANDING_MAX = 50;

/** Of two alerts that are opened again at once, each counts the other. */
const HOLD_PROJECT = statement<object>(
  'hold-project-of-alert',
  `select
   from project
   where account_id = $1 and id = $2
   for no key update`,
);

const COUNT_STANDING = statement<{ count: number }>(
  'count-standing-alerts',
  `select count(*)::int as count
   from alert o
   where o.account_id = $1 and o.project_id = $2 and o.state <> 'resolved'`,
);

const REOPEN = statement<object>(
  'reopen-alert',
  `update alert
   set state = 'open', resolution = null, resolved_at = null, acknowledged_at = null, acknowledged_by = null,
     recovered_checks = 0, revision = revision + 1, updated_at = $3
   where account_id = $1 and id = $2`,
);

/** Another alert of the series that has not ended, or of which it is a part. */
const STANDS_BESIDE = statement<{ id: string }>(
  'alert-stands-beside',
  `select o.id
   from alert a
   join alert o on o.account_id = $1 and o.project_id is not distinct from a.project_id and o.id <> a.id
     and o.state <> 'resolved' and (o.series = a.series or a.series = any (o.parts))
   where a.account_id = $1 and a.id = $2
   limit 1`,
);

/**
 * Marks an open alert as known: nothing more is sent of it, and what waits to be mailed of it is dropped. One that is
 * acknowledged stays as it is.
 * @throws ServiceError VALIDATION_ERROR (also of a resolved one), NOT_FOUND, FORBIDDEN.
 */
export function acknowledgeAlert(ctx: Context, alertId: unknown): Promise<AlertView> {
  return change(ctx, alertId, async (tx, id, state) => {
    if (state === 'resolved') throw invalid(['id'], 'must be an alert that is not resolved');
    if (state === 'acknowledged') return getAlert(tx, id);
    const by = tx.caller.kind === 'holder' ? tx.caller.holderId : null;
    await tx.db.rows(ACKNOWLEDGE, [tx.caller.accountId, id, tx.clock.now(), by]);
    await dropMailOfAlerts(tx, [id]);
    const alert = await getAlert(tx, id);
    await recordAlerts(tx, [{ type: 'alert.acknowledged', alert }]);
    return alert;
  });
}

/**
 * Ends an alert by hand; what it told counts no more toward another one, and what waits to be mailed of it is dropped.
 * One that is resolved stays as it is.
 * @throws ServiceError as {@link acknowledgeAlert}.
 */
export function resolveAlert(ctx: Context, alertId: unknown): Promise<AlertView> {
  return change(ctx, alertId, async (tx, id, state) => {
    if (state === 'resolved') return getAlert(tx, id);
    await tx.db.rows(RESOLVE, [tx.caller.accountId, id, tx.clock.now()]);
    await tx.db.rows(MARK_TOLD, [tx.caller.accountId, id]);
    await dropMailOfAlerts(tx, [id]);
    const alert = await getAlert(tx, id);
    await recordAlerts(tx, [{ type: 'alert.resolved', alert }]);
    return alert;
  });
}

/**
 * Opens an alert again that was acknowledged or has ended; open ones stay as they are.
 * @throws ServiceError as {@link acknowledgeAlert}; VALIDATION_ERROR where another alert of its series stands, and
 *   for one that has ended where {@link STANDING_MAX} of its project stand.
 */
export function reopenAlert(ctx: Context, alertId: unknown): Promise<AlertView> {
  return change(ctx, alertId, async (tx, id, state) => {
    if (state === 'open') return getAlert(tx, id);
    const [beside] = await tx.db.rows(STANDS_BESIDE, [tx.caller.accountId, id]);
    if (beside) throw invalid(['id'], `must be an alert without a newer one of the same: ${beside.id}`);
    if (state === 'resolved') await refuseBeyondStanding(tx, id);
    await tx.db.rows(REOPEN, [tx.caller.accountId, id, tx.clock.now()]);
    const alert = await getAlert(tx, id);
    await recordAlerts(tx, [{ type: 'alert.opened', alert }]);
    return alert;
  });
}

async function refuseBeyondStanding(tx: Context, id: string): Promise<void> {
  const { projectId } = await getAlert(tx, id);
  if (projectId === null) return;
  await tx.db.rows(HOLD_PROJECT, [tx.caller.accountId, projectId]);
  const [standing] = await tx.db.rows(COUNT_STANDING, [tx.caller.accountId, projectId]);
  if ((standing?.count ?? 0) < STANDING_MAX) return;
  throw invalid(['id'], `is of a project of which ${STANDING_MAX} alerts stand: resolve one first`);
}

function change(
  ctx: Context,
  alertId: unknown,
  verb: (tx: Context, id: string, state: AlertState) => Promise<AlertView>,
): Promise<AlertView> {
  const id = parse(uuid, alertId, 'id');
  refuseUnlessMayWrite(ctx.caller);
  return inAccountQueue(ctx, () =>
    ctx.db.transaction(async (db) => {
      const tx = { ...ctx, db };
      const [found] = await db.rows(LOCK, [tx.caller.accountId, id]);
      if (!found || !seesProject(tx.caller, found.project_id)) throw await notFoundOrForbidden(tx, 'alert', id);
      return verb(tx, id, found.state);
    }),
  );
}
