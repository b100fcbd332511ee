import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type {
  CompetitorQuestionView,
  SuggestedCompetitor as Suggested,
} from '../../core/competitors/competitor-question.js';
import { COMPETITOR_QUESTION_STATES, type CompetitorQuestionState, type Platform } from '../../entities/vocabulary.js';
import { DateTimeScalar, PlatformEnum, upperCased } from '../shared/scalars.js';

const CompetitorQuestionStateEnum = upperCased(COMPETITOR_QUESTION_STATES);
registerEnumType(CompetitorQuestionStateEnum, {
  name: 'CompetitorQuestionState',
  description: 'How far a question for competitors is.',
  valuesConfig: {
    QUEUED: { description: 'Waits for a worker, a minute at most.' },
    ASKING: { description: 'A platform is being asked.' },
    ANSWERED: { description: 'The answer is in.' },
    FAILED: { description: 'There is no answer; `message` says why.' },
  },
});

@ObjectType({ description: 'A brand that an answer names as a competitor.', simpleResolvers: true })
export class SuggestedCompetitor implements Suggested {
  @Field(() => String, { description: 'As the answer writes it, 100 UTF-16 units at most.' })
  name!: string;

  @Field(() => String, { description: 'The site of that name that the answer writes or cites; empty where none.' })
  websiteUrl!: string;

  @Field(() => String, {
    description: 'The sentence that names it, of 240 UTF-16 units at most beside marks of what is cut off.',
  })
  evidence!: string;

  @Field(() => Int, { description: 'Where the name begins in the evidence, in UTF-16 units.' })
  evidenceStart!: number;

  @Field(() => Int, { description: 'Where the name ends, in UTF-16 units.' })
  evidenceEnd!: number;
}

@ObjectType({ description: "A question for a brand's competitors, kept for two days.", simpleResolvers: true })
export class CompetitorQuestion implements CompetitorQuestionView {
  @Field(() => ID, { description: 'Identifier of the question.' })
  id!: string;

  @Field(() => DateTimeScalar, { description: 'When it was asked for.' })
  askedAt!: string;

  @Field(() => CompetitorQuestionStateEnum, { description: 'How far it is.' })
  state!: CompetitorQuestionState;

  @Field(() => String, { description: 'The text that the platform is asked.' })
  question!: string;

  @Field(() => PlatformEnum, { nullable: true, description: 'The platform that is asked; null until one is.' })
  platform!: Platform | null;

  @Field(() => String, { nullable: true, description: 'The model that answered, as its platform named it.' })
  model!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The beginning of the answer, 20,000 UTF-16 units at most: text of a stranger, to be shown as text.',
  })
  answer!: string | null;

  @Field(() => [SuggestedCompetitor], { description: 'Brands that the answer names, its own list first; at most 12.' })
  suggestions!: Suggested[];

  @Field(() => String, { nullable: true, description: 'Why there is no answer; null unless it failed.' })
  message!: string | null;

  @Field(() => Float, { description: 'What it cost, in US dollars; 0 until it has ended.' })
  costUsd!: number;
}

@InputType({ description: 'The brand whose competitors are asked for.' })
export class SuggestCompetitorsInput {
  @Field(() => String, { description: 'The brand, as customers write it.' })
  brandName!: string;

  @Field(() => String, { nullable: true, description: 'Website: an absolute http or https URL, or empty.' })
  websiteUrl?: string;

  @Field(() => String, { nullable: true, description: 'What it sells; empty where that is not said.' })
  mainTopic?: string;

  @Field(() => String, { nullable: true, description: 'Country code of two letters that it is asked from; US.' })
  targetCountry?: string;
}
