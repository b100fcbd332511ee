import { Arg, Ctx, Extensions, ID, Mutation, Resolver } from 'type-graphql';
import type { PromptView } from '../../core/prompts/prompt.view.js';
import { BULK_MAX } from '../../core/prompts/prompt-bulk.input.js';
import { archivePrompts, createPrompts, updatePrompts } from '../../core/prompts/prompt-bulk.service.js';
import { type GraphqlContext, write } from '../context.js';
import { Prompt } from '../projects/prompt.types.js';
import { Deletion } from '../shared/deletion.type.js';
import { writeOfPrompts } from '../shared/prompt-price.js';
import { CreatePromptInput, UpdatePromptsInput } from './prompt.input.js';

const COST = 'Costs a point for each ten beside the five of a write.';
const IDS = `Identifiers of the prompts, 1 to ${BULK_MAX}.`;

/** Writes of several prompts in one transaction: all of them or none. */
@Resolver(() => Prompt)
export class PromptBulkResolver {
  @Extensions({ entries: BULK_MAX })
  @Mutation(() => [Prompt], {
    nullable: true,
    complexity: writeOfPrompts,
    description: `Creates prompts, all or none; the issues of a refusal name the entries of \`inputs\`. ${COST}`,
  })
  async createPrompts(
    @Arg('projectId', () => ID, { description: 'The project to create them below.' }) projectId: string,
    @Arg('inputs', () => [CreatePromptInput], { description: `The new prompts, 1 to ${BULK_MAX}.` })
    inputs: CreatePromptInput[],
    @Ctx() ctx: GraphqlContext,
  ): Promise<PromptView[]> {
    return write(ctx, (core) => createPrompts(core, projectId, inputs));
  }

  @Extensions({ entries: BULK_MAX })
  @Mutation(() => [Prompt], {
    nullable: true,
    complexity: writeOfPrompts,
    description: `Changes prompts alike, all or none; the issues of a refusal name the entries of \`ids\`. ${COST}`,
  })
  async updatePrompts(
    @Arg('ids', () => [ID], { description: IDS }) ids: string[],
    @Arg('input', () => UpdatePromptsInput, { description: 'The changes.' }) input: UpdatePromptsInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<PromptView[]> {
    return write(ctx, (core) => updatePrompts(core, ids, input));
  }

  @Mutation(() => Deletion, {
    nullable: true,
    complexity: writeOfPrompts,
    description: `Archives prompts, all or none; their responses stay. ${COST}`,
  })
  async deletePrompts(
    @Arg('ids', () => [ID], { description: IDS }) ids: string[],
    @Ctx() ctx: GraphqlContext,
  ): Promise<Deletion> {
    return write(ctx, (core) => archivePrompts(core, ids));
  }
}
