import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { PromptView } from '../../core/prompts/prompt.view.js';
import type { Frequency, Platform } from '../../entities/vocabulary.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.js';
import { FrequencyEnum, PlatformEnum } from '../shared/enums.js';
import { DateTimeScalar } from '../shared/scalars.js';

@ObjectType({
  description: 'A question or topic that is asked of the platforms again and again.',
  simpleResolvers: true,
})
export class Prompt implements PromptView {
  @Field(() => ID, { description: 'Identifier of the prompt.' })
  id!: string;

  @Field(() => ID, { description: 'The project that the prompt belongs to.' })
  projectId!: string;

  @Field(() => String, { description: 'The question or topic.' })
  promptText!: string;

  @Field(() => [PlatformEnum], { description: 'Platforms that are asked.' })
  platforms!: Platform[];

  @Field(() => FrequencyEnum, { description: 'How often the platforms are asked.' })
  monitoringFrequency!: Frequency;

  @Field(() => String, { nullable: true, description: 'Category of the prompt.' })
  category!: string | null;

  @Field(() => [String], { description: 'Labels.' })
  tags!: string[];

  @Field(() => Boolean, { description: 'Whether the prompt is asked.' })
  isActive!: boolean;

  @Field(() => DateTimeScalar, { description: 'When the prompt was created.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { description: 'When the prompt was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of prompts.', simpleResolvers: true })
export class PromptConnection extends connectionOf(Prompt, 'Prompt') {
  @Field(() => Int, { description: TOTAL_COUNT })
  totalCount!: number;
}

@ObjectType({ description: 'A label of prompts.', simpleResolvers: true })
export class PromptTag {
  @Field(() => String, { description: 'The label.' })
  tag!: string;

  @Field(() => Int, { description: 'Unarchived prompts of the project that have it.' })
  promptCount!: number;
}

@ObjectType({ description: 'A text that a new prompt may not have, as it is taken.', simpleResolvers: true })
export class PromptDuplicate {
  @Field(() => Int, { description: 'Its place among the texts sent, from 0.' })
  at!: number;

  @Field(() => ID, { nullable: true, description: 'The prompt of the project with the same text.' })
  promptId!: string | null;

  @Field(() => Int, { nullable: true, description: 'The place of the first text sent that is the same, from 0.' })
  entry!: number | null;
}
