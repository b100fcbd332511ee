import { Arg, Ctx, Extensions, Field, FieldResolver, Float, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import { listOfPairs, onceAList, wordingsOfPrompt } from '../../core/field-prices.js';
import { first } from '../../core/pages.js';
import { PROMPTS_MAX } from '../../core/plans.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { PromptView } from '../../core/prompts/prompt.schema.js';
import { LIKELY_WORDINGS_MAX, type LikelyWording as LikelyWordingView } from '../../core/prompts/wordings.js';
import type { GraphqlContext } from '../graphql-context.js';
import { parseArguments } from '../shared/arguments.js';
import { Project } from './project.types.js';
import { promptOrNull } from './prompt.resolvers.js';
import { Prompt } from './prompt.types.js';

@ObjectType({
  description: 'Two prompts that may word one intent: their texts are nearly the same set of words.',
  simpleResolvers: true,
})
class LikelyWording implements LikelyWordingView {
  @Field(() => ID, { description: 'The prompt created later.' })
  promptId!: string;

  @Field(() => ID, { description: 'The prompt created before it.' })
  likeId!: string;

  @Field(() => Float, {
    description: 'Stems of words that both texts have, of those that either has: 0.6 to 1. Stop words do not count.',
  })
  similarity!: number;
}

const likelyWordingsInput = z.object({ first });

/** The intents of a project's prompts. */
@Resolver(() => Prompt)
export class WordingResolver {
  @FieldResolver(() => Prompt, {
    nullable: true,
    complexity: onceAList,
    description: 'The prompt whose intent this one words otherwise; null for one that leads its intent.',
  })
  async wordingOf(@Root() { wordingOfId }: PromptView, @Ctx() { loaders }: GraphqlContext): Promise<PromptView | null> {
    return wordingOfId === null ? null : promptOrNull(loaders, wordingOfId);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    complexity: onceAList,
    description: 'Unarchived prompts that word its intent otherwise.',
  })
  async wordingCount(@Root() { id }: PromptView, @Ctx() { loaders }: GraphqlContext): Promise<number> {
    return (await loaders.wordingCountOf.load({ id, args: null })).wordingCount;
  }
}

/** Each of the prompts that word an intent. */
@Resolver(() => Prompt)
export class WordingsResolver {
  @Extensions({ entries: PROMPTS_MAX })
  @FieldResolver(() => [Prompt], {
    nullable: true,
    complexity: wordingsOfPrompt,
    description: 'Those prompts, oldest first.',
  })
  async wordings(@Root() { id }: PromptView, @Ctx() { loaders }: GraphqlContext): Promise<PromptView[]> {
    const { wordingIds } = await loaders.wordingsOf.load({ id, args: null });
    const prompts = await Promise.all(wordingIds.map((wordingId) => promptOrNull(loaders, wordingId)));
    return prompts.filter((prompt) => prompt !== null);
  }
}

/** Advice on prompts that may word one intent. */
@Resolver(() => Project)
export class LikelyWordingResolver {
  @Extensions({ entries: LIKELY_WORDINGS_MAX })
  @FieldResolver(() => [LikelyWording], {
    nullable: true,
    complexity: listOfPairs,
    description:
      'Pairs of unarchived prompts that may word one intent and are not tied, the most alike first. Advice: a prompt ' +
      'is tied to another by `wordingOfId` alone.',
  })
  async likelyWordings(
    @Root() { id }: ProjectView,
    @Arg('first', () => Int, { defaultValue: 20, description: `Pairs, 1 to ${LIKELY_WORDINGS_MAX}.` }) size: number,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<LikelyWording[]> {
    return loaders.likelyWordingsOf.load({ id, args: parseArguments(likelyWordingsInput, { first: size }) });
  }
}

/** The two prompts of such advice. */
@Resolver(() => LikelyWording)
export class LikelyPairResolver {
  @FieldResolver(() => Prompt, {
    nullable: true,
    complexity: onceAList,
    description: 'The prompt created later.',
  })
  async prompt(@Root() { promptId }: LikelyWording, @Ctx() { loaders }: GraphqlContext): Promise<PromptView | null> {
    return promptOrNull(loaders, promptId);
  }

  @FieldResolver(() => Prompt, {
    nullable: true,
    complexity: onceAList,
    description: 'The prompt created before it.',
  })
  async like(@Root() { likeId }: LikelyWording, @Ctx() { loaders }: GraphqlContext): Promise<PromptView | null> {
    return promptOrNull(loaders, likeId);
  }
}
