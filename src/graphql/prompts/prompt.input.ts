import { Field, InputType } from 'type-graphql';
import type { Frequency, Platform } from '../../entities/vocabulary.js';
import { FrequencyEnum, PlatformEnum } from '../shared/enums.js';

@InputType({ description: 'A new prompt.' })
export class CreatePromptInput {
  @Field(() => String, { description: 'The question or topic; no other prompt of the project may have the same.' })
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
}

@InputType({ description: 'Changes to a prompt; absent fields stay.' })
export class UpdatePromptInput {
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
export class UpdatePromptsInput {
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
