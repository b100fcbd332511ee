import { Field, InputType } from 'type-graphql';
import type { Frequency, Platform } from '../../entities/vocabulary.js';
import { FrequencyEnum, PlatformEnum } from '../shared/enums.js';

@InputType({ description: 'A new project.' })
export class CreateProjectInput {
  @Field(() => String, { description: 'The brand or product to monitor; the project is named after it.' })
  brandName!: string;

  @Field(() => String, { description: 'Official website: an absolute http or https URL.' })
  websiteUrl!: string;

  @Field(() => String, { nullable: true, description: 'Description of the project.' })
  description?: string;

  @Field(() => String, { nullable: true, description: 'Country code of two letters; `US` by default.' })
  targetCountry?: string;

  @Field(() => String, { nullable: true, description: 'Primary topic or category.' })
  mainTopic?: string;

  @Field(() => [String], { nullable: true, description: "Other names that count as the brand's own." })
  aliases?: string[];
}

@InputType({ description: 'Changes to how a project is monitored; absent fields stay.' })
export class ProjectSettingsInput {
  @Field(() => [PlatformEnum], { nullable: true, description: 'Platforms to enable, at least one, of the tier.' })
  platforms?: Platform[];

  @Field(() => FrequencyEnum, { nullable: true, description: 'How often the project is monitored.' })
  monitoringFrequency?: Frequency;

  @Field(() => Boolean, { nullable: true, description: 'Whether competitors are discovered automatically.' })
  autoDiscoverCompetitors?: boolean;
}

@InputType({ description: 'Changes to a project; absent fields stay.' })
export class UpdateProjectInput {
  @Field(() => String, { nullable: true, description: 'The brand or product to monitor.' })
  brandName?: string;

  @Field(() => String, { nullable: true, description: 'Official website: an absolute http or https URL.' })
  websiteUrl?: string;

  @Field(() => String, { nullable: true, description: 'Description of the project.' })
  description?: string;

  @Field(() => String, { nullable: true, description: 'Country code of two letters.' })
  targetCountry?: string;

  @Field(() => String, { nullable: true, description: 'Primary topic or category.' })
  mainTopic?: string;

  @Field(() => ProjectSettingsInput, { nullable: true, description: 'Merges with the stored settings, key by key.' })
  settings?: ProjectSettingsInput;

  @Field(() => [String], {
    nullable: true,
    description: "Replaces the other names that count as the brand's own; an empty list clears them.",
  })
  aliases?: string[];
}
