import { Arg, Args, ArgsType, Ctx, Extensions, Field, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { onceAList, oneCall, oneWrite, pageOfSuggestions, writeOfSearchTerms } from '../../core/field-prices.js';
import { first, offsetAfter } from '../../core/pages.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { PromptView } from '../../core/prompts/prompt.schema.js';
import { addSearchTerms, deleteSearchTerms } from '../../core/search-terms/search-terms.js';
import { type SuggestionOrigin, suggestionsInput } from '../../core/suggestions/suggested-prompts.js';
import { SEARCH_TERM_SOURCES, type SearchTermSource, type Stage } from '../../entities/vocabulary.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { parseArguments } from '../shared/arguments.js';
import { PageArgs } from '../shared/connection.types.js';
import { offsetConnection } from '../shared/connection-pages.js';
import { StageEnum } from '../shared/scalars.js';
import { Project } from './project.types.js';
import { promptOrNull } from './prompt.resolvers.js';
import { Prompt } from './prompt.types.js';
import {
  PromptSuggestion,
  PromptSuggestionConnection,
  SearchTermFile,
  SearchTermRemoval,
  SearchTermSourceEnum,
  SearchTermsInput,
  SearchTermUpload,
  SuggestionOriginEnum,
} from './suggestion.types.js';

@ArgsType()
class SuggestionsArgs {
  @Field(() => SuggestionOriginEnum, { description: 'Where they come from.' })
  origin!: SuggestionOrigin;

  @Field(() => StageEnum, { nullable: true, description: 'Only of this stage.' })
  stage?: Stage | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only texts that name the brand. False: only the others.',
  })
  branded?: boolean | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "As for this market: in its language, without what its prompts ask. By default in that of the project's " +
      'country, without what any prompt asks.',
  })
  marketId?: string | null;
}

const pagedSuggestions = suggestionsInput.extend({ first });

/** Where a project's prompts may come from. A suggestion is created by `createPrompts`, as it is or otherwise. */
@Resolver(() => Project)
export class SuggestionResolver {
  @FieldResolver(() => PromptSuggestionConnection, {
    nullable: true,
    complexity: pageOfSuggestions,
    description:
      'Texts that no prompt of the project asks yet: of search terms those with most impressions first, of its topic ' +
      'in a fixed order. Costs two points, one more for each fifty of search terms, and four more with `branded`.',
  })
  async promptSuggestions(
    @Root() { id }: ProjectView,
    @Args(() => SuggestionsArgs) args: SuggestionsArgs,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PromptSuggestionConnection> {
    const asked = parseArguments(pagedSuggestions, args, { first: page.first });
    const offset = offsetAfter(page.after);
    const { entries, hasMore } = await loaders.promptSuggestionsOf.load({ id, args: { ...asked, offset } });
    return offsetConnection(entries, offset, hasMore);
  }

  @Extensions({ entries: SEARCH_TERM_SOURCES.length })
  @FieldResolver(() => [SearchTermFile], {
    nullable: true,
    complexity: oneCall,
    description: 'What is kept of the files of search terms: one entry for each source that has any.',
  })
  async searchTermFiles(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<SearchTermFile[]> {
    return loaders.searchTermFilesOf.load({ id, args: null });
  }

  @Mutation(() => SearchTermUpload, {
    nullable: true,
    complexity: writeOfSearchTerms,
    description:
      "Replaces a project's search terms of a source by those of a file; nothing of a file that is none. Costs a " +
      'point for each 125 lines beside the five of a write.',
  })
  async addSearchTerms(
    @Arg('projectId', () => ID, { description: 'The project.' }) projectId: string,
    @Arg('input', () => SearchTermsInput, { description: 'The file.' }) input: SearchTermsInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<SearchTermUpload> {
    return write(ctx, (core) => addSearchTerms(core, projectId, input));
  }

  @Mutation(() => SearchTermRemoval, {
    nullable: true,
    complexity: oneWrite,
    description: "Removes a project's search terms of a source.",
  })
  async deleteSearchTerms(
    @Arg('projectId', () => ID, { description: 'The project.' }) projectId: string,
    @Arg('source', () => SearchTermSourceEnum, { description: 'Whose terms.' }) source: SearchTermSource,
    @Ctx() ctx: GraphqlContext,
  ): Promise<SearchTermRemoval> {
    return write(ctx, (core) => deleteSearchTerms(core, projectId, source));
  }
}

/** What a suggestion would be a wording of. */
@Resolver(() => PromptSuggestion)
export class SuggestedWordingResolver {
  @FieldResolver(() => Prompt, {
    nullable: true,
    complexity: onceAList,
    description: 'The prompt that `wordingOfId` names; null without one.',
  })
  async wordingOf(
    @Root() { wordingOfId }: PromptSuggestion,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PromptView | null> {
    return wordingOfId === null ? null : promptOrNull(loaders, wordingOfId);
  }
}
