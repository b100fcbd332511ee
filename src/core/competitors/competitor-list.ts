import { rows } from '../../database/rows.js';
import type { Context } from '../context.js';
import { PLAIN_COMPETITORS_OF_PROJECTS } from './competitor.statements.js';
import { type CompetitorView, toCompetitorView } from './competitor.view.js';

/**
 * Competitors without their aggregates, oldest first, by project, for whom does not ask for these: they are most of the
 * list's cost. A project the account does not hold is not in the map.
 */
export async function plainCompetitorsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, CompetitorView[]>> {
  const byProject = new Map<string, CompetitorView[]>();
  for (const row of await rows(ctx.em, PLAIN_COMPETITORS_OF_PROJECTS, [ctx.caller.accountId, projectIds])) {
    const competitors = byProject.get(row.owner_id) ?? [];
    byProject.set(row.owner_id, competitors);
    if (row.id !== null) competitors.push(toCompetitorView(row));
  }
  return byProject;
}
