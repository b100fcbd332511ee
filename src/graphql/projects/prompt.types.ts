import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { LABEL_MAX } from '../../core/input.js';
import type { PromptView } from '../../core/prompts/prompt.schema.js';
import type { Frequency, Platform, Stage } from '../../entities/vocabulary.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.types.js';
import { DateTimeScalar, FrequencyEnum, PlatformEnum, StageEnum } from '../shared/scalars.js';

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

  @Field(() => String, { nullable: true, description: 'Category of the prompt: its topic.' })
  category!: string | null;

  @Field(() => StageEnum, { nullable: true, description: 'How far from buying the one is who asks it.' })
  stage!: Stage | null;

  @Field(() => String, { nullable: true, description: 'Who asks it, as its own text says.' })
  persona!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The prompt whose intent this one words otherwise; null for one that leads its intent.',
  })
  wordingOfId!: string | null;

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

  @Field(() => ID, { nullable: true, description: 'The prompt of the same market with the same text.' })
  promptId!: string | null;

  @Field(() => Int, { nullable: true, description: 'The place of the first text sent that is the same, from 0.' })
  entry!: number | null;
}

/** What prompts are grouped by beside their labels. */
@InputType()
abstract class PromptGroupsInput {
  @Field(() => String, {
    nullable: true,
    description: `Category of the prompt: its topic, at most ${LABEL_MAX} characters; null for none.`,
  })
  category?: string | null;

  @Field(() => StageEnum, {
    nullable: true,
    description: 'How far from buying the one is who asks it; null for none.',
  })
  stage?: Stage | null;

  @Field(() => String, {
    nullable: true,
    description:
      `Who asks it, at most ${LABEL_MAX} characters; null for none. A label: platforms are sent the text alone, ` +
      'which is what says so.',
  })
  persona?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Another prompt of the project whose intent this one words otherwise, itself no wording; null for none. ' +
      'Answers to wordings of one intent are one cluster in every interval and verdict.',
  })
  wordingOfId?: string | null;
}

@InputType({ description: 'A new prompt.' })
export class CreatePromptInput extends PromptGroupsInput {
  @Field(() => String, { description: 'The question or topic; no other prompt of the same market may have the same.' })
  promptText!: string;

  @Field(() => [PlatformEnum], {
    nullable: true,
    description: "Platforms to ask, of the tier; the project's by default.",
  })
  platforms?: Platform[];

  @Field(() => FrequencyEnum, {
    nullable: true,
    description: "How often to ask; the account's cadence by default. A daily prompt takes a priority slot.",
  })
  monitoringFrequency?: Frequency;

  @Field(() => [String], { nullable: true, description: 'Labels, at most 20.' })
  tags?: string[];

  @Field(() => ID, {
    nullable: true,
    description: "The market of the project to ask in, for good; the project's country by default.",
  })
  marketId?: string | null;
}

@InputType({ description: 'Changes to a prompt; absent fields stay.' })
export class UpdatePromptInput extends PromptGroupsInput {
  @Field(() => String, { nullable: true, description: 'The question or topic.' })
  promptText?: string;

  @Field(() => [PlatformEnum], {
    nullable: true,
    description: 'Fixed by the tier: refused, unless it repeats what is stored.',
  })
  platforms?: Platform[];

  @Field(() => FrequencyEnum, {
    nullable: true,
    description: 'How often to ask. A daily prompt takes a priority slot.',
  })
  monitoringFrequency?: Frequency;

  @Field(() => [String], { nullable: true, description: 'Replaces the labels; an empty list clears them.' })
  tags?: string[];

  @Field(() => Boolean, { nullable: true, description: 'Whether the prompt is asked.' })
  isActive?: boolean;
}

@InputType({ description: 'Changes to several prompts alike; absent fields stay.' })
export class UpdatePromptsInput extends PromptGroupsInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether the prompts are asked.' })
  isActive?: boolean;

  @Field(() => FrequencyEnum, {
    nullable: true,
    description: 'How often to ask. A daily prompt takes a priority slot.',
  })
  monitoringFrequency?: Frequency;

  @Field(() => [PlatformEnum], {
    nullable: true,
    description: 'Fixed by the tier: refused, unless it repeats what is stored.',
  })
  platforms?: Platform[];

  @Field(() => [String], { nullable: true, description: 'Labels that the prompts have afterwards, beside their own.' })
  addTags?: string[];

  @Field(() => [String], {
    nullable: true,
    description: 'Labels that the prompts lack afterwards, unless they are added too.',
  })
  removeTags?: string[];
}
