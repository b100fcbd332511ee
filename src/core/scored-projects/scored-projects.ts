import { rows } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import type { Period } from '../metrics/period.input.js';
import { type VisibilityScore, visibilityOfSums } from '../metrics/visibility.js';
import type { VisibilityCuts } from '../metrics/visibility.statements.js';
import type { Page } from '../pages.js';
import { type ProjectBrief, type ProjectView, toProjectBrief, toProjectView } from '../projects/project.view.js';
import { type ProjectPage, toPage, valuesOfPage } from '../projects/project-page.js';
import { type ScoredBriefRow, scoredPageCut, scoredProjectsCut } from './scored-project.statements.js';

/** A project and its visibility. */
export interface ScoredProject {
  project: ProjectView;
  visibility: VisibilityScore;
}

/** A project in brief and its visibility, without platforms. */
export interface ScoredBrief {
  project: ProjectBrief;
  visibility: VisibilityScore;
}

/**
 * Those of the account's unarchived projects that `projectIds` name, each with its visibility, by project; absent ones
 * are not in the map. One statement returns what `findProjects` and `visibilityOfProjects` return in two.
 */
export async function findScoredProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  asked: readonly Platform[] | undefined,
  cuts: VisibilityCuts,
): Promise<Map<string, ScoredProject>> {
  const values = [ctx.caller.accountId, projectIds, period.from, period.to, asked ?? null];
  const found = await rows(ctx.em, scoredProjectsCut(cuts), values);
  return new Map(
    found.map((row) => {
      const platforms = cuts.platforms ? (asked ?? row.platforms) : [];
      const visibility = visibilityOfSums(row.id, period, platforms, row.sums ?? []);
      return [row.id, { project: toProjectView(row, ctx.caller.accountId), visibility }];
    }),
  );
}

/**
 * A page of the account's unarchived projects in brief, each with its visibility. One statement returns what
 * `pageOfProjectBriefs` and `visibilityOfProjects` return in two.
 */
export async function pageOfScoredProjects(
  ctx: Context,
  page: Omit<ProjectPage, 'archived'>,
  period: Period,
  asked: readonly Platform[] | undefined,
  cuts: Pick<VisibilityCuts, 'days'>,
): Promise<Page<ScoredBrief>> {
  const values = [...valuesOfPage(ctx, page), period.from, period.to, asked ?? null];
  const found = await rows(ctx.em, scoredPageCut(cuts), values);
  return toPage(found, page, (row: ScoredBriefRow) => ({
    project: toProjectBrief(row),
    visibility: visibilityOfSums(row.id, period, [], row.sums ?? []),
  }));
}
