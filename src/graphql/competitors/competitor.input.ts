import { Field, InputType } from 'type-graphql';

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
