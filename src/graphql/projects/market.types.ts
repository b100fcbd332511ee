import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { MarketView } from '../../core/markets/market.schema.js';
import { DateTimeScalar } from '../shared/scalars.js';

const LANGUAGE = 'Language code of two or three letters, which groups prompts; what is asked is the text as it is.';

@ObjectType({
  description: 'A place that prompts of a project are asked in. Another place is another market.',
  simpleResolvers: true,
})
export class Market implements MarketView {
  @Field(() => ID, { description: 'Identifier of the market.' })
  id!: string;

  @Field(() => ID, { description: 'The project that the market belongs to.' })
  projectId!: string;

  @Field(() => String, { description: 'What it is called; once among the unarchived markets of the project.' })
  name!: string;

  @Field(() => String, { description: 'Country code of two letters.' })
  country!: string;

  @Field(() => String, { nullable: true, description: LANGUAGE })
  language!: string | null;

  @Field(() => String, { nullable: true, description: 'A region of the country, by its name.' })
  region!: string | null;

  @Field(() => String, { nullable: true, description: 'A city, by its name.' })
  city!: string | null;

  @Field(() => Int, { description: 'Unarchived prompts that are asked there.' })
  promptCount!: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was archived; null while it is not.' })
  archivedAt!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  createdAt!: string;
}

@InputType({ description: 'A new market. Its place stays for good.' })
export class CreateMarketInput {
  @Field(() => String, { description: 'What it is called, 100 characters at most.' })
  name!: string;

  @Field(() => String, { description: 'Country code of two letters.' })
  country!: string;

  @Field(() => String, { nullable: true, description: LANGUAGE })
  language?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A region of the country, by its name, 100 characters at most.',
  })
  region?: string | null;

  @Field(() => String, { nullable: true, description: 'A city, by its name, 100 characters at most.' })
  city?: string | null;
}

@InputType({ description: 'What changes of a market: its name alone.' })
export class UpdateMarketInput {
  @Field(() => String, { description: 'What it is called from now on, 100 characters at most.' })
  name!: string;
}
