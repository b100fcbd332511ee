import { Field, ID, InputType } from 'type-graphql';
import { FILTER_VALUES_MAX } from '../../core/prompt-filters/prompt-filter.js';
import type { Stage } from '../../entities/vocabulary.js';
import { StageEnum } from './scalars.js';

@InputType({
  description:
    'Which prompts: fields narrow one another, values of one field widen. Prompts count by their labels of now, ' +
    'archived ones too. Questions that no prompt of the project has are left by `branded: false` alone. ' +
    `A list has 1 to ${FILTER_VALUES_MAX} values.`,
})
export class PromptFilter {
  @Field(() => [String], { nullable: true, description: 'Prompts with one of these labels.' })
  tags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Prompts of one of these categories.' })
  categories?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Prompts that one of these asks.' })
  personas?: string[] | null;

  @Field(() => [StageEnum], { nullable: true, description: 'Prompts of one of these stages.' })
  stages?: Stage[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "True: prompts that name the brand, by the project's names of now. False: all other questions.",
  })
  branded?: boolean | null;

  @Field(() => [ID], { nullable: true, description: 'One of these prompts; others than the project has match none.' })
  promptIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Prompts of one of these markets, archived ones too.' })
  marketIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: "Prompts asked from one of these countries: of their market, else of the project's country of now.",
  })
  countries?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Prompts of markets with one of these languages.' })
  languages?: string[] | null;
}

/** What a filter costs beside its field's own price, as its argument's description. */
export const WHERE = 'Only answers to these prompts.';
