import type { Context } from '../../core/context.js';
import { recordEvent } from '../../core/events/record-event.js';
import { evenScoresOfProjects } from '../../core/metrics/even-score.js';
import { visibilityOfProjects } from '../../core/metrics/visibility.js';
import { statement } from '../../database/rows.js';

const WANTS_CLOSED_DAYS = statement<object>(
  'wants-closed-days',
  `select
   from destination d
   where d.account_id = $1 and d.removed_at is null and d.state = 'active' and 'project.day_closed' = any (d.events)
     and (d.project_ids is null or $2 = any (d.project_ids))
   limit 1`,
);

/**
 * Tells destinations that wait for it that the numbers of a project's day are complete, with what they are, in the
 * transaction of `tx`. Nothing is worked out where none does.
 */
export async function recordDayClosed(
  tx: Context,
  { projectId, day, analysisId }: { projectId: string; day: string; analysisId: string | null },
): Promise<void> {
  if ((await tx.db.rows(WANTS_CLOSED_DAYS, [tx.caller.accountId, projectId])).length === 0) return;
  const query = { period: { from: day, to: day }, breakdowns: { platforms: false, days: false } };
  const visibility = (await visibilityOfProjects(tx, [projectId], query)).get(projectId);
  const even = (await evenScoresOfProjects(tx, [projectId], query)).get(projectId)?.whole ?? null;
  const responses = visibility?.counts.responses ?? 0;
  const data = {
    day,
    analysis_id: analysisId,
    score: responses === 0 ? null : (visibility?.score ?? null),
    even_score: even?.score ?? null,
    responses,
  };
  await recordEvent(tx, { type: 'project.day_closed', projectId, data });
}
