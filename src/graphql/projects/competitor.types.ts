import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ListedCompetitorView } from '../../core/competitors/competitor.schema.js';
import { DISCOVERY_METHODS, type DiscoveryMethod } from '../../entities/vocabulary.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.types.js';
import { DateTimeScalar, upperCased } from '../shared/scalars.js';

const DiscoveryMethodEnum = upperCased(DISCOVERY_METHODS);
registerEnumType(DiscoveryMethodEnum, {
  name: 'DiscoveryMethod',
  description: 'How a competitor came to be tracked.',
  valuesConfig: { MANUAL: { description: 'Entered by hand.' }, AUTO: { description: 'Found in the answers.' } },
});

@ObjectType({ description: 'Another brand that is tracked in a project.', simpleResolvers: true })
export class Competitor implements ListedCompetitorView {
  @Field(() => ID, { description: 'Identifier of the competitor.' })
  id!: string;

  @Field(() => ID, { description: 'The project that tracks the competitor.' })
  projectId!: string;

  @Field(() => String, { description: 'Company or product name.' })
  name!: string;

  @Field(() => [String], { description: "Other names that count as the competitor's own." })
  aliases!: string[];

  @Field(() => String, { description: 'Website; empty where none is known.' })
  websiteUrl!: string;

  @Field(() => String, { description: 'Internal notes.' })
  description!: string;

  @Field(() => DiscoveryMethodEnum, { description: 'How the competitor came to be tracked.' })
  discoveryMethod!: DiscoveryMethod;

  @Field(() => Boolean, { description: 'Whether the competitor is tracked.' })
  isActive!: boolean;

  @Field(() => DateTimeScalar, { description: 'When the competitor was created.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { description: 'When the competitor was last changed.' })
  updatedAt!: string;

  @Field(() => Int, { nullable: true, description: 'Mentions over all history; null until an analysis looked for it.' })
  totalMentionsCount?: number | undefined;

  @Field(() => Int, { nullable: true, description: 'Percent of the last 30 days’ responses that name it.' })
  visibilityScore?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Percent of the last 30 days’ mentions of brand and competitors.',
  })
  marketShare?: number | undefined;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When an answer first named it.' })
  firstSeenAt?: string | undefined;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When an answer last named it.' })
  lastSeenAt?: string | undefined;
}

@ObjectType({ description: 'A page of competitors.', simpleResolvers: true })
export class CompetitorConnection extends connectionOf(Competitor, 'Competitor') {
  @Field(() => Int, { description: TOTAL_COUNT })
  totalCount!: number;
}

@InputType({ description: 'A new competitor.' })
export class CreateCompetitorInput {
  @Field(() => String, { description: 'Company or product name; names may repeat.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Website: an absolute http or https URL, or empty.' })
  websiteUrl?: string;

  @Field(() => String, { nullable: true, description: 'Internal notes.' })
  description?: string;

  @Field(() => [String], { nullable: true, description: "Other names that count as the competitor's own." })
  aliases?: string[];
}

@InputType({ description: 'Changes to a competitor; absent fields stay.' })
export class UpdateCompetitorInput {
  @Field(() => String, { nullable: true, description: 'Company or product name. The answers are analysed again.' })
  name?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Website: an absolute http or https URL, or empty. The answers are analysed again.',
  })
  websiteUrl?: string;

  @Field(() => String, { nullable: true, description: 'Internal notes.' })
  description?: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Replaces the other names; an empty list clears them. The answers are analysed again.',
  })
  aliases?: string[];
}
