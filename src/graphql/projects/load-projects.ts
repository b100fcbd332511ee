import type { GraphQLResolveInfo } from 'graphql';
import { ServiceError } from '../../core/errors.js';
import type { Page } from '../../core/page.input.js';
import type { ProjectBrief, ProjectView } from '../../core/projects/project.view.js';
import { type ProjectPage, pageOfProjectBriefs, pageOfProjects } from '../../core/projects/project-page.js';
import { pageOfScoredProjects } from '../../core/scored-projects/scored-projects.js';
import type { GraphqlContext } from '../context.js';
import type { VisibilityRequest } from '../loaders/loaders.js';
import { entriesAskOnlyFor, entriesBelow } from '../shared/selection.js';
import { visibilityAhead } from '../shared/visibility-request.js';

/**
 * A project, with the score that its field `visibility` is going to load. Where the statement for both fails, the field
 * fails by that error, and the project is asked for alone.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function loadProject(ctx: GraphqlContext, info: GraphQLResolveInfo, id: string): Promise<ProjectView> {
  const { loaders } = ctx;
  const args = visibilityAhead(ctx, info);
  if (!args) return loaders.project.load({ id, args: null });
  try {
    const { project, visibility } = await loaders.scoredProject.load({ id, args });
    loaders.visibilityOf.prime({ id, args }, visibility);
    return project;
  } catch (error) {
    refuseRefusal(error);
    loaders.visibilityOf.prime({ id, args }, error);
    return loaders.project.load({ id, args: null });
  }
}

/** Fields that a project's brief has, and those that are asked for by its id alone. */
const asksOnlyForBriefs = entriesAskOnlyFor(
  ...['id', 'name', 'brandName', 'websiteUrl', 'createdAt'],
  ...['analysis', 'brands', 'candidates', 'cells', 'changes', 'citations', 'competitors', 'lastAnsweredAt'],
  ...['mentions', 'monitoring', 'pages', 'promptDuplicates', 'prompts', 'promptTags', 'quality', 'responses'],
  ...['runs', 'sentiment', 'visibility'],
);

/** A page of projects, in brief where no more is selected; with their scores as {@link loadProject}. */
export async function loadProjects(
  ctx: GraphqlContext,
  info: GraphQLResolveInfo,
  page: ProjectPage,
): Promise<Page<ProjectView | ProjectBrief>> {
  if (!asksOnlyForBriefs(info)) return pageOfProjects(ctx.core, page);
  const entries = page.archived ? null : entriesBelow(info);
  const args = entries && visibilityAhead(ctx, info, entries);
  if (!args || args.breakdowns.platforms) return pageOfProjectBriefs(ctx.core, page);
  return loadScoredBriefs(ctx, page, args);
}

async function loadScoredBriefs(
  { core, loaders }: GraphqlContext,
  page: ProjectPage,
  args: VisibilityRequest,
): Promise<Page<ProjectBrief>> {
  try {
    const scored = await pageOfScoredProjects(core, page, args.period, args.platforms, args.breakdowns);
    for (const { project, visibility } of scored.entries) {
      loaders.visibilityOf.prime({ id: project.id, args }, visibility);
    }
    return { ...scored, entries: scored.entries.map(({ project }) => project) };
  } catch (error) {
    refuseRefusal(error);
    const briefs = await pageOfProjectBriefs(core, page);
    for (const { id } of briefs.entries) loaders.visibilityOf.prime({ id, args }, error);
    return briefs;
  }
}

/** A refusal is the caller's, and would come again. */
function refuseRefusal(error: unknown): asserts error is Error {
  if (error instanceof ServiceError || !(error instanceof Error)) throw error;
}
