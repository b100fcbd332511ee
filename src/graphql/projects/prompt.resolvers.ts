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
  registerEnumType,
} from 'type-graphql';
import { ServiceError } from '../../core/errors.js';
import { oneCall, onePrompt, oneWrite, pageOfPrompts, writeOfPrompt, writeOfPrompts } from '../../core/field-prices.js';
import { parse, uuid } from '../../core/input.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import { PROMPT_TAGS_MAX } from '../../core/prompts/prompt.reads.js';
import {
  BULK_MAX,
  PROMPT_ORDERS,
  type PromptBrief,
  type PromptListFilter,
  type PromptView,
  promptFilterInput,
  promptTextsInput,
} from '../../core/prompts/prompt.schema.js';
import {
  archivePrompt,
  archivePrompts,
  copyPrompts,
  createPrompt,
  createPrompts,
  updatePrompt,
  updatePrompts,
} from '../../core/prompts/prompt.writes.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import type { Loaders } from '../loaders/loaders.js';
import { oncePerField, parseArguments } from '../shared/arguments.js';
import { PageArgs } from '../shared/connection.types.js';
import {
  type ListedPage,
  pageOfListed,
  parsePage,
  placeConnection,
  placeOfListed,
} from '../shared/connection-pages.js';
import { PromptFilter } from '../shared/prompt-filter.types.js';
import { upperCased } from '../shared/scalars.js';
import { asksFor, asksOnlyFor } from '../shared/selection.js';
import { Deletion, Project } from './project.types.js';
import {
  CreatePromptInput,
  Prompt,
  PromptConnection,
  PromptDuplicate,
  PromptTag,
  UpdatePromptInput,
  UpdatePromptsInput,
} from './prompt.types.js';

const PromptOrderEnum = upperCased(PROMPT_ORDERS);
registerEnumType(PromptOrderEnum, {
  name: 'PromptOrder',
  description: 'How prompts follow one another.',
  valuesConfig: {
    OLDEST_FIRST: { description: 'By when they were created.' },
    NEWEST_FIRST: { description: 'Those created last first.' },
  },
});

@ArgsType()
class PromptsArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Only prompts whose text has these words as written, 200 characters at most; letter case does not count.',
  })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'Only prompts with this label.' })
  tag?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True: only prompts that are asked. False: only the others.' })
  isActive?: boolean | null;

  @Field(() => PromptOrderEnum, { nullable: true, description: 'Oldest first by default.' })
  order?: (typeof PROMPT_ORDERS)[number] | null;

  @Field(() => PromptFilter, { nullable: true, description: 'Only these prompts; costs a point.' })
  where?: PromptFilter | null;
}

type PromptPage = ListedPage<PromptView | PromptBrief>;

const asksOnlyForBriefs = asksOnlyFor('id', 'promptText', 'isActive', 'createdAt');
const asksForCount = asksFor('totalCount');

/** Which prompts a list has, and how many of them. */
const parseList = oncePerField((_ctx, _field, args: PromptsArgs, pageArgs: PageArgs) => {
  const page = parsePage(pageArgs);
  const filter: PromptListFilter = parseArguments(promptFilterInput, args);
  return { page, filter, isFiltered: Object.keys(filter).length > 0 };
});

/** The prompts below their project. */
@Resolver(() => Project)
export class PromptListResolver {
  @FieldResolver(() => PromptConnection, {
    nullable: true,
    complexity: pageOfPrompts,
    description: 'Prompts of the project, oldest first unless `order` says otherwise; an error below an archived one.',
  })
  async prompts(
    @Root() { id }: ProjectView,
    @Args(() => PromptsArgs) args: PromptsArgs,
    @Args(() => PageArgs) pageArgs: PageArgs,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PromptPage> {
    const { loaders } = ctx;
    const { page, filter, isFiltered } = parseList(ctx, info, args, pageArgs);
    if (page.after === null && !isFiltered) {
      // Most lists are short and read whole, so that aliases of other sizes share one statement.
      const lists = asksOnlyForBriefs(info) ? loaders.promptBriefsOf : loaders.promptsOf;
      return pageOfListed<PromptView | PromptBrief>(await lists.load({ id, args: null }), page);
    }
    const place = { ...page, isCounted: asksForCount(info) };
    const { entries, hasMore, total } = await loaders.promptPagesOf.load({ id, args: { filter, place } });
    const connection = placeConnection(entries, placeOfListed, page.after !== null, hasMore);
    return Object.assign(connection, { totalCount: total });
  }

  @Extensions({ entries: PROMPT_TAGS_MAX })
  @FieldResolver(() => [PromptTag], {
    nullable: true,
    complexity: oneCall,
    description: `Labels of the project's prompts, those of most prompts first, ${PROMPT_TAGS_MAX} at most.`,
  })
  async promptTags(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<PromptTag[]> {
    return loaders.promptTagsOf.load({ id, args: null });
  }

  @Extensions({ entries: BULK_MAX })
  @FieldResolver(() => [PromptDuplicate], {
    nullable: true,
    complexity: oneCall,
    description: 'Those of the texts that a new prompt of the project may not have, as they are taken.',
  })
  async promptDuplicates(
    @Root() { id }: ProjectView,
    @Arg('texts', () => [String], { description: `Texts of new prompts, 1 to ${BULK_MAX}.` }) texts: string[],
    @Arg('marketId', () => ID, {
      nullable: true,
      description: "The market that they are for; the project's country where it is left out.",
    })
    marketId: string | null | undefined,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PromptDuplicate[]> {
    const sent = parseArguments(promptTextsInput, { texts, marketId });
    const args = sent.texts.map((text) => ({ text, marketId: sent.marketId ?? null }));
    return loaders.promptDuplicatesOf.load({ id, args });
  }
}

const COST = 'Costs a point for each ten beside the five of a write.';
const IDS = `Identifiers of the prompts, 1 to ${BULK_MAX}.`;

/** A prompt by id, the writes that mirror REST, and writes of several prompts in one transaction, all or none. */
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

  @Extensions({ entries: BULK_MAX })
  @Mutation(() => [Prompt], {
    nullable: true,
    complexity: writeOfPrompts,
    description:
      'Creates copies of prompts in a market of their project, all or none, with their labels; the issues of a ' +
      `refusal name the entries of \`ids\`. ${COST}`,
  })
  async copyPrompts(
    @Arg('ids', () => [ID], { description: IDS }) ids: string[],
    @Arg('marketId', () => ID, { description: 'The market to copy them to.' }) marketId: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<PromptView[]> {
    return write(ctx, (core) => copyPrompts(core, ids, marketId));
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

/** The prompt of what outlives it, an answer or a run: null where it is archived. */
export function promptOrNull({ prompt }: Loaders, id: string): Promise<PromptView | null> {
  return prompt.load({ id, args: null }).catch(nullWhereArchived);
}

function nullWhereArchived(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
  throw error;
}
