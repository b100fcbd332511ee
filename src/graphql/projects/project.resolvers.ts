import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Info,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { ProjectAnalysisView } from '../../core/analysis-state/project-analysis.js';
import { adviceOfBrand } from '../../core/branding/name-advice.js';
import { CHANGES_MAX, changesInput } from '../../core/changes/changes.js';
import { ServiceError } from '../../core/errors.js';
import { oneCall, oneWrite, pageOfCalls } from '../../core/field-prices.js';
import { parse, uuid } from '../../core/input.js';
import { applyJudge } from '../../core/judge-history/judge-history.js';
import type { Page } from '../../core/pages.js';
import { type ProjectPage, pageOfProjectBriefs, pageOfProjects } from '../../core/projects/project.reads.js';
import type { ProjectBrief, ProjectView } from '../../core/projects/project.schema.js';
import {
  archiveProject,
  createProject,
  pauseProject,
  resumeProject,
  updateProject,
} from '../../core/projects/project.writes.js';
import { pageOfScoredProjects, type ScoredQuery } from '../../core/projects/scored-projects.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PageArgs } from '../shared/connection.types.js';
import { type ListedPage, parsePage, placeConnection, placeOfListed } from '../shared/connection-pages.js';
import { DateTimeScalar } from '../shared/scalars.js';
import { asksFor, entriesAskOnlyFor, entriesBelow } from '../shared/selection.js';
import { visibilityAhead } from '../shared/visibility-request.js';
import {
  Change,
  CreateProjectInput,
  Deletion,
  JudgeHistory,
  NameAdvice,
  Project,
  ProjectAnalysis,
  ProjectConnection,
  UpdateProjectInput,
} from './project.types.js';

@ArgsType()
class ProjectsArgs extends PageArgs {
  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'True returns only the archived projects.',
  })
  archived?: boolean | null;
}

const asksForCount = asksFor('totalCount');

/** Projects: their reads, their fields that are no metrics, and the writes that mirror REST. */
@Resolver(() => Project)
export class ProjectResolver {
  @Query(() => ProjectConnection, {
    nullable: true,
    complexity: pageOfCalls,
    description: 'Projects of the account, oldest first.',
  })
  async projects(
    @Args(() => ProjectsArgs) args: ProjectsArgs,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ListedPage<ProjectView | ProjectBrief>> {
    const page = parsePage(args);
    const asked = { ...page, archived: args.archived === true, isCounted: asksForCount(info) };
    const { entries, hasMore, total } = await loadProjects(ctx, info, asked);
    const connection = placeConnection<ProjectView | ProjectBrief>(
      entries,
      placeOfListed,
      page.after !== null,
      hasMore,
    );
    return Object.assign(connection, { totalCount: total });
  }

  @Query(() => Project, { nullable: true, complexity: oneCall, description: 'One project that is not archived.' })
  async project(
    @Arg('id', () => ID, { description: 'Identifier of the project.' }) id: string,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ProjectView> {
    return loadProject(ctx, info, parse(uuid, id, 'projectId'));
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    complexity: oneCall,
    description: 'When a platform last answered a question of the project; null before its first answer.',
  })
  async lastAnsweredAt(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<string | null> {
    return (await loaders.lastAnswerOf.load({ id, args: null })).lastAnsweredAt;
  }

  @FieldResolver(() => ProjectAnalysis, {
    nullable: true,
    complexity: oneCall,
    description: 'Whether the numbers are for the current names, and how far re-analysis of the answers is.',
  })
  async analysis(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<ProjectAnalysisView> {
    return loaders.analysisOf.load({ id, args: null });
  }

  @FieldResolver(() => JudgeHistory, {
    nullable: true,
    complexity: oneCall,
    description:
      'The responses that the judge of new ones has not judged, and what that would cost; null where one judge, or ' +
      'the rules, decide in all of them.',
  })
  async judgeHistory(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<JudgeHistory | null> {
    return (await loaders.judgeHistoryOf.load({ id, args: null })).history;
  }

  @Extensions({ entries: CHANGES_MAX })
  @FieldResolver(() => [Change], {
    nullable: true,
    complexity: oneCall,
    description:
      'What changed in these days beside the numbers, and may be why they differ: ' +
      `the newest ${CHANGES_MAX}, notes before others, the newest first.`,
  })
  async changes(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Change[]> {
    const { period } = parseQuestion(ctx, changesInput, days);
    return ctx.loaders.changesOf.load({ id, args: period });
  }

  @FieldResolver(() => [NameAdvice], {
    complexity: oneCall,
    description: "What to know about the brand's names; empty where they stand for themselves.",
  })
  nameAdvice(@Root() project: ProjectView): NameAdvice[] {
    return adviceOfBrand(project);
  }

  @Mutation(() => Project, { nullable: true, complexity: oneWrite, description: 'Creates a project.' })
  async createProject(
    @Arg('input', () => CreateProjectInput, { description: 'The new project.' }) input: CreateProjectInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<ProjectView> {
    return write(ctx, (core) => createProject(core, input));
  }

  @Mutation(() => Project, {
    nullable: true,
    complexity: oneWrite,
    description: 'Changes the sent fields of a project.',
  })
  async updateProject(
    @Arg('id', () => ID, { description: 'Identifier of the project.' }) id: string,
    @Arg('input', () => UpdateProjectInput, { description: 'The changes.' }) input: UpdateProjectInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<ProjectView> {
    return write(ctx, (core) => updateProject(core, id, input));
  }

  @Mutation(() => Deletion, {
    nullable: true,
    complexity: oneWrite,
    description: 'Archives a project: monitoring stops, its history stays for the metrics.',
  })
  async deleteProject(
    @Arg('id', () => ID, { description: 'Identifier of the project.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Deletion> {
    return write(ctx, (core) => archiveProject(core, id));
  }

  @Mutation(() => ProjectAnalysis, {
    nullable: true,
    complexity: oneWrite,
    description:
      'Has the judge of new responses judge the earlier ones too (`judgeHistory` tells what that costs): all ' +
      'retained ones are read again, within its bounds of the day. Sent twice it is done once; nothing happens ' +
      'where one judge decides in all of them. Only for owners who signed in: others get FORBIDDEN.',
  })
  async applyJudge(
    @Arg('projectId', () => ID, { description: 'Identifier of the project.' }) projectId: string,
    @Arg('judge', () => String, {
      nullable: true,
      description:
        'The `judge` of `judgeHistory` that was seen with the price, at most 300 characters: CONFLICT where another ' +
        'one judges new responses by now. Left out, whichever it is.',
    })
    judge: string | null,
    @Ctx() ctx: GraphqlContext,
  ): Promise<ProjectAnalysisView> {
    await write(ctx, (core) => applyJudge(core, projectId, judge ?? undefined));
    return ctx.loaders.analysisOf.load({ id: projectId, args: null });
  }

  @Mutation(() => Project, {
    nullable: true,
    complexity: oneWrite,
    description: 'Pauses monitoring: no runs are planned.',
  })
  async pauseProject(
    @Arg('id', () => ID, { description: 'Identifier of the project.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<ProjectView> {
    return write(ctx, (core) => pauseProject(core, id));
  }

  @Mutation(() => Project, {
    nullable: true,
    complexity: oneWrite,
    description: 'Resumes monitoring; missed runs are not repeated.',
  })
  async resumeProject(
    @Arg('id', () => ID, { description: 'Identifier of the project.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<ProjectView> {
    return write(ctx, (core) => resumeProject(core, id));
  }
}

/**
 * A project, with the score that its field `visibility` is going to load. Where the statement for both fails, the field
 * fails by that error, and the project is asked for alone.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
async function loadProject(ctx: GraphqlContext, info: GraphQLResolveInfo, id: string): Promise<ProjectView> {
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
  ...[
    'markets',
    'mentions',
    'monitoring',
    'pages',
    'promptDuplicates',
    'prompts',
    'promptTags',
    'quality',
    'responses',
  ],
  ...['runs', 'sentiment', 'visibility'],
);

/** A page of projects, in brief where no more is selected; with their scores as {@link loadProject}. */
async function loadProjects(
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
  args: ScoredQuery,
): Promise<Page<ProjectBrief>> {
  try {
    const scored = await pageOfScoredProjects(core, page, args);
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
