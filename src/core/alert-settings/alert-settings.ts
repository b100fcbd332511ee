import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { ALERT_SENSITIVITIES, type AlertSensitivity } from '../../entities/vocabulary.js';
import { getOrThrow, refuseUnlessMayWrite } from '../access/access.js';
import { PROJECT_ALERT_KINDS, type ProjectAlertKind } from '../alerts/alert-kinds.js';
import { bindProjects, type Context } from '../context.js';
import { invalid } from '../errors.js';
import { parse, uuid } from '../input.js';
import { lockProjectAlone } from '../projects/project.writes.js';
import { toTimestamp } from '../time.js';
import { inAccountQueue } from '../writes.js';

/** Competitors that are watched. */
export const WATCHED_COMPETITORS_DEFAULT = 5;
const WATCHED_COMPETITORS_MAX = 10;
const POINTS_MIN = 3;
const POINTS_MAX = 50;
const points = `must be a whole number from ${POINTS_MIN} to ${POINTS_MAX}`;

/** What a project has alerts of. */
export interface AlertSettingsView {
  projectId: string;
  sensitivity: AlertSensitivity;
  /** A smaller change is told in no case, in points. */
  minPoints: number;
  kinds: readonly ProjectAlertKind[];
  /** Null: the five that are named most. */
  competitorIds: readonly string[] | null;
  /** Nothing is opened before it. */
  mutedUntil: string | null;
}

/** What a project has that set nothing. */
export const ALERT_DEFAULTS: Omit<AlertSettingsView, 'projectId'> = {
  ...{ sensitivity: 'standard', minPoints: 5, kinds: PROJECT_ALERT_KINDS, competitorIds: null, mutedUntil: null },
};

export const updateAlertSettingsInput = z.object(
  {
    sensitivity: z.enum(ALERT_SENSITIVITIES, `must be one of ${ALERT_SENSITIVITIES.join(', ')}`).optional(),
    minPoints: z.int(points).min(POINTS_MIN, points).max(POINTS_MAX, points).optional(),
    kinds: z
      .array(z.enum(PROJECT_ALERT_KINDS, `must be one of ${PROJECT_ALERT_KINDS.join(', ')}`))
      .transform((kinds) => [...new Set(kinds)])
      .optional(),
    competitorIds: z
      .array(uuid)
      .transform((ids) => [...new Set(ids)])
      .refine((ids) => ids.length <= WATCHED_COMPETITORS_MAX, `must be at most ${WATCHED_COMPETITORS_MAX} competitors`)
      .nullish(),
    mutedUntil: z.iso
      .datetime({ offset: true, error: 'must be an instant like 2026-11-02T09:30:00Z' })
      .transform((text) => new Date(text).toISOString())
      .nullish(),
  },
  'must be an object',
);

interface SettingsRow {
  project_id: string;
  sensitivity: AlertSensitivity | null;
  min_points: number;
  kinds: ProjectAlertKind[];
  competitor_ids: string[] | null;
  muted_until: string | null;
}

const SETTINGS = statement<SettingsRow>(
  'alert-settings-of-projects',
  `select p.id as project_id, s.sensitivity, s.min_points, s.kinds, s.competitor_ids, s.muted_until::text
   from project p
   left join alert_settings s on s.account_id = $1 and s.project_id = p.id
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/** The alert settings of each project that the account holds, by project. */
export async function alertSettingsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, AlertSettingsView>> {
  const rows = await ctx.db.rows(SETTINGS, bindProjects(ctx, projectIds));
  return new Map(rows.map((row) => [row.project_id, toView(row)]));
}

function toView(row: SettingsRow): AlertSettingsView {
  const { project_id, sensitivity, min_points, kinds, competitor_ids, muted_until } = row;
  if (sensitivity === null) return { projectId: project_id, ...ALERT_DEFAULTS };
  const mutedUntil = muted_until === null ? null : toTimestamp(muted_until);
  return {
    projectId: project_id,
    sensitivity,
    minPoints: min_points,
    kinds,
    competitorIds: competitor_ids,
    mutedUntil,
  };
}

const COUNT_COMPETITORS = statement<{ count: number }>(
  'count-competitors-to-watch',
  `select count(*)::int as count
   from competitor c
   where c.account_id = $1 and c.project_id = $2 and c.id = any ($3::uuid[]) and c.removed_at is null`,
);

const SAVE = statement<object>(
  'save-alert-settings',
  `insert into alert_settings (account_id, project_id, sensitivity, min_points, kinds, competitor_ids, muted_until,
     updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (account_id, project_id) do update
   set sensitivity = excluded.sensitivity, min_points = excluded.min_points, kinds = excluded.kinds,
     competitor_ids = excluded.competitor_ids, muted_until = excluded.muted_until, updated_at = excluded.updated_at`,
);

/**
 * Changes what a project has alerts of; what is left out stays. Alerts that are open stay open.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function updateAlertSettings(
  ctx: Context,
  projectId: unknown,
  input: unknown,
): Promise<AlertSettingsView> {
  const id = parse(uuid, projectId, 'projectId');
  const patch = parse(updateAlertSettingsInput, input);
  refuseUnlessMayWrite(ctx.caller);
  const change = async (tx: Context) => {
    await lockProjectAlone(tx, id);
    const before = await getOrThrow(tx, await alertSettingsOfProjects(tx, [id]), id);
    const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const after: AlertSettingsView = { ...before, ...sent };
    const { accountId } = tx.caller;
    if (after.competitorIds && patch.competitorIds) {
      const [found] = await tx.db.rows(COUNT_COMPETITORS, [accountId, id, after.competitorIds]);
      if (found?.count !== after.competitorIds.length) {
        throw invalid(['competitorIds'], 'must be competitors of the project');
      }
    }
    const { sensitivity, minPoints, kinds, competitorIds, mutedUntil } = after;
    const values = [sensitivity, minPoints, kinds, competitorIds, mutedUntil, tx.clock.now()];
    await tx.db.rows(SAVE, [accountId, id, ...values]);
    return after;
  };
  return inAccountQueue(ctx, () => ctx.db.transaction((db) => change({ ...ctx, db })));
}
