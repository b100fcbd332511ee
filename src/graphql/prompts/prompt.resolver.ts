import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { uuid } from '../../core/fields.input.js';
import { parse } from '../../core/parse.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import { archivePrompt, createPrompt, updatePrompt } from '../../core/prompts/prompt.service.js';
import type { PromptBrief, PromptView } from '../../core/prompts/prompt.view.js';
import { type GraphqlContext, write } from '../context.js';
import { Project } from '../projects/project.type.js';
import { PageArgs } from '../schema/connection.js';
import { Deletion } from '../schema/deletion.type.js';
import { type Page, pageOfListed, parsePage } from '../schema/listed-page.js';
import { onePrompt, oneWrite, pageOfPrompts, writeOfPrompt } from '../schema/price.js';
import { asksOnlyFor } from '../schema/selection.js';
import { CreatePromptInput, UpdatePromptInput } from './prompt.input.js';
import { Prompt, PromptConnection } from './prompt.type.js';

const asksOnlyForBriefs = asksOnlyFor('id', 'promptText', 'isActive', 'createdAt');

/** Prompts below their project and by id, and the writes that mirror REST. */
@Resolver(() => Project)
export class PromptResolver {
  @FieldResolver(() => PromptConnection, {
    nullable: true,
    complexity: pageOfPrompts,
    description: 'Prompts of the project, oldest first; an error below an archived one.',
  })
  async prompts(
    @Root() { id }: ProjectView,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<PromptView | PromptBrief>> {
    const page = parsePage(args);
    const lists = asksOnlyForBriefs(info) ? loaders.promptBriefsOf : loaders.promptsOf;
    return pageOfListed<PromptView | PromptBrief>(await lists.load({ id, args: null }), page);
  }

  @Query(() => Prompt, { nullable: true, complexity: onePrompt, description: 'One prompt that is not archived.' })
  async prompt(
    @Arg('id', () => ID, { description: 'Identifier of the prompt.' }) id: string,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PromptView> {
    return loaders.prompt.load({ id: parse(uuid, id, 'promptId'), args: null });
  }

  @Mutation(() => Prompt, {
    nullable: true,
    complexity: writeOfPrompt,
    description: 'Creates a prompt; it counts against the capacity of the tier.',
  })
  async createPrompt(
    @Arg('projectId', () => ID, { description: 'The project to create it below.' }) projectId: string,
    @Arg('input', () => CreatePromptInput, { description: 'The new prompt.' }) input: CreatePromptInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<PromptView> {
    return write(ctx, (core) => createPrompt(core, projectId, input));
  }

  @Mutation(() => Prompt, {
    nullable: true,
    complexity: writeOfPrompt,
    description: 'Changes the sent fields of a prompt.',
  })
  async updatePrompt(
    @Arg('id', () => ID, { description: 'Identifier of the prompt.' }) id: string,
    @Arg('input', () => UpdatePromptInput, { description: 'The changes.' }) input: UpdatePromptInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<PromptView> {
    return write(ctx, (core) => updatePrompt(core, id, input));
  }

  @Mutation(() => Deletion, {
    nullable: true,
    complexity: oneWrite,
    description: 'Archives a prompt; its responses stay.',
  })
  async deletePrompt(
    @Arg('id', () => ID, { description: 'Identifier of the prompt.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Deletion> {
    return write(ctx, (core) => archivePrompt(core, id));
  }
}
