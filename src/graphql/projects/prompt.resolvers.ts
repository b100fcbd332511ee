import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { uuid } from '../../core/fields.input.js';
import { parse } from '../../core/parse.js';
import { archivePrompt, createPrompt, updatePrompt } from '../../core/prompts/prompt.service.js';
import type { PromptView } from '../../core/prompts/prompt.view.js';
import { type GraphqlContext, write } from '../context.js';
import { CreatePromptInput, UpdatePromptInput } from '../prompts/prompt.input.js';
import { Deletion } from '../shared/deletion.type.js';
import { oneWrite } from '../shared/price.js';
import { onePrompt, writeOfPrompt } from '../shared/prompt-price.js';
import { Prompt } from './prompt.types.js';

/** A prompt by id, and the writes that mirror REST. */
@Resolver(() => Prompt)
export class PromptResolver {
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
