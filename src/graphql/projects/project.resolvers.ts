import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, ArgsType, Ctx, Field, ID, Info, Mutation, Query, Resolver } from 'type-graphql';
import { uuid } from '../../core/fields.input.js';
import { parse } from '../../core/parse.js';
import {
  archiveProject,
  createProject,
  pauseProject,
  resumeProject,
  updateProject,
} from '../../core/projects/project.service.js';
import type { ProjectBrief, ProjectView } from '../../core/projects/project.view.js';
import { type GraphqlContext, write } from '../context.js';
import { PageArgs, placeConnection } from '../shared/connection.js';
import { Deletion } from '../shared/deletion.type.js';
import { type Page, parsePage, placeOfListed } from '../shared/listed-page.js';
import { oneCall, oneWrite, pageOfCalls } from '../shared/price.js';
import { asksFor } from '../shared/selection.js';
import { loadProject, loadProjects } from './load-projects.js';
import { CreateProjectInput, UpdateProjectInput } from './project.input.js';
import { Project, ProjectConnection } from './project.types.js';

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

/** The root fields of projects: reads, and writes that mirror REST. */
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
  ): Promise<Page<ProjectView | ProjectBrief>> {
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
