import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  Info,
  Resolver,
  Root,
  registerEnumType,
} from 'type-graphql';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { PromptBrief, PromptView } from '../../core/prompts/prompt.view.js';
import { BULK_MAX, promptTextsInput } from '../../core/prompts/prompt-bulk.input.js';
import {
  PROMPT_ORDERS,
  PROMPT_TAGS_MAX,
  type PromptFilter,
  promptFilterInput,
} from '../../core/prompts/prompt-page.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.types.js';
import { PromptConnection, PromptDuplicate, PromptTag } from '../projects/prompt.types.js';
import { parseArguments } from '../shared/arguments.js';
import { PageArgs, placeConnection } from '../shared/connection.js';
import { upperCased } from '../shared/enums.js';
import { type Page, pageOfListed, parsePage, placeOfListed } from '../shared/listed-page.js';
import { oncePerField } from '../shared/once-per-field.js';
import { oneCall } from '../shared/price.js';
import { pageOfPrompts } from '../shared/prompt-price.js';
import { asksFor, asksOnlyFor } from '../shared/selection.js';

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
}

type PromptPage = Page<PromptView | PromptBrief>;

const asksOnlyForBriefs = asksOnlyFor('id', 'promptText', 'isActive', 'createdAt');
const asksForCount = asksFor('totalCount');

/** Which prompts a list has, and how many of them. */
const parseList = oncePerField((_ctx, _field, args: PromptsArgs, pageArgs: PageArgs) => {
  const page = parsePage(pageArgs);
  const filter: PromptFilter = parseArguments(promptFilterInput, args);
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
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PromptDuplicate[]> {
    return loaders.promptDuplicatesOf.load({ id, args: parseArguments(promptTextsInput, { texts }).texts });
  }
}
