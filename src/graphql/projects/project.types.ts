import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Frequency, Platform } from '../../entities/vocabulary.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.js';
import { FrequencyEnum, PlatformEnum } from '../shared/enums.js';
import { DateTimeScalar } from '../shared/scalars.js';

@ObjectType({ description: 'How a project is monitored.', simpleResolvers: true })
export class ProjectSettings {
  @Field(() => [PlatformEnum], { description: 'Enabled platforms.' })
  platforms!: Platform[];

  @Field(() => FrequencyEnum, { description: 'How often the project is monitored.' })
  monitoringFrequency!: Frequency;

  @Field(() => Boolean, { description: 'Whether competitors are discovered automatically.' })
  autoDiscoverCompetitors!: boolean;
}

@ObjectType({ description: 'A monitoring workspace for one brand or product.', simpleResolvers: true })
export class Project implements ProjectView {
  @Field(() => ID, { description: 'Identifier of the project.' })
  id!: string;

  @Field(() => ID, { description: 'The account that owns the project.' })
  accountId!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'The brand or product that is monitored.' })
  brandName!: string;

  @Field(() => [String], { description: "Other names that count as the brand's own." })
  aliases!: string[];

  @Field(() => String, { description: 'Official website.' })
  websiteUrl!: string;

  @Field(() => String, { nullable: true, description: 'Icon of the website.' })
  faviconUrl!: string | null;

  @Field(() => String, { description: 'Description of the project.' })
  description!: string;

  @Field(() => String, { description: 'Country code of two letters.' })
  targetCountry!: string;

  @Field(() => String, { description: 'Primary topic or category.' })
  mainTopic!: string;

  @Field(() => ProjectSettings, { description: 'How the project is monitored.' })
  settings!: ProjectSettings;

  @Field(() => Boolean, { description: 'Whether the project is active; false once archived.' })
  isActive!: boolean;

  @Field(() => Boolean, { description: 'Whether monitoring is paused.' })
  isPaused!: boolean;

  @Field(() => DateTimeScalar, { description: 'When the project was created.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { description: 'When the project was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of projects.', simpleResolvers: true })
export class ProjectConnection extends connectionOf(Project, 'Project') {
  @Field(() => Int, { description: TOTAL_COUNT })
  totalCount!: number;
}
