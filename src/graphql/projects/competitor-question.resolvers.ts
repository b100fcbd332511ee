import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import {
  type CompetitorQuestionView,
  getCompetitorQuestion,
  suggestCompetitors,
} from '../../core/competitors/competitor-question.js';
import { oneCall, oneWrite } from '../../core/field-prices.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { givenOf } from '../shared/arguments.js';
import { CompetitorQuestion, SuggestCompetitorsInput } from './competitor-question.types.js';

/** Competitors of a brand that has no answers yet, by one question to a platform. */
@Resolver(() => CompetitorQuestion)
export class CompetitorQuestionResolver {
  @Mutation(() => CompetitorQuestion, {
    nullable: true,
    complexity: oneWrite,
    description:
      "Has one platform asked, once, for a brand's competitors: 6 times an hour and 20 times a day at most. " +
      'Ask `competitorQuestion` for what comes of it.',
  })
  async suggestCompetitors(
    @Arg('input', () => SuggestCompetitorsInput, { description: 'The brand.' }) input: SuggestCompetitorsInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<CompetitorQuestionView> {
    return write(ctx, (core) => suggestCompetitors(core, givenOf(input)));
  }

  @Query(() => CompetitorQuestion, {
    nullable: true,
    complexity: oneCall,
    description: 'A question for competitors, and what came of it so far.',
  })
  async competitorQuestion(
    @Arg('id', () => ID, { description: 'Identifier of the question.' }) id: string,
    @Ctx() { core }: GraphqlContext,
  ): Promise<CompetitorQuestionView> {
    return getCompetitorQuestion(core, id);
  }
}
