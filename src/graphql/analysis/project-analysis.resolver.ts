import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { ProjectAnalysisView } from '../../core/analysis-state/project-analysis.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.types.js';
import { oneCall } from '../shared/price.js';
import { ProjectAnalysis } from './project-analysis.type.js';

/** How far re-analysis of a project's answers is. */
@Resolver(() => Project)
export class ProjectAnalysisResolver {
  @FieldResolver(() => ProjectAnalysis, {
    nullable: true,
    complexity: oneCall,
    description: 'Whether the numbers are for the current names, and how far re-analysis of the answers is.',
  })
  async analysis(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<ProjectAnalysisView> {
    return loaders.analysisOf.load({ id, args: null });
  }
}
