import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AnswerCountQuery } from '../../core/answers/answer.reads.js';
import type { AnswerView, CorrectionView, NamedView, Span as SpanView } from '../../core/answers/answer.schema.js';
import { copyOfEach } from '../../core/field-prices.js';
import {
  type Decider,
  type Platform,
  SENTIMENTS,
  type Sentiment,
  type SentimentSource,
} from '../../entities/vocabulary.js';
import { connectionOf } from '../shared/connection.types.js';
import { DateTimeScalar, PlatformEnum, upperCased } from '../shared/scalars.js';

const SentimentSourceEnum = {
  RULES: 'rules',
  MODEL: 'model',
  RULES_FALLBACK: 'rules_fallback',
  NO_RULE: 'no_rule',
  PERSON: 'person',
} as const;
registerEnumType(SentimentSourceEnum, {
  name: 'SentimentSource',
  description: 'Who classified the tone of a response.',
  valuesConfig: {
    RULES: { description: 'The rules, which work offline; no model was to be asked.' },
    MODEL: { description: 'A model, whose evidence was found in the response.' },
    RULES_FALLBACK: { description: 'The rules, because the configured model returned no usable verdict.' },
    NO_RULE: {
      description:
        'Nobody: no model is configured, and no rule knows the language. The tone is `NEUTRAL` for want of rules.',
    },
    PERSON: { description: 'A person, by `correctAnswer`.' },
  },
});

const DeciderEnum = { RULES: 'rules', MODEL: 'model', RULES_FALLBACK: 'rules_fallback', PERSON: 'person' } as const;
registerEnumType(DeciderEnum, {
  name: 'Decider',
  description: 'Who decided whether a response names the brand or a competitor.',
  valuesConfig: {
    RULES: { description: 'The rules, which were sure, or no model is configured.' },
    MODEL: { description: 'A model, as the rules were not sure; its evidence was found in the response.' },
    RULES_FALLBACK: { description: 'The rules, unsure, because the configured model returned no usable verdict.' },
    PERSON: { description: 'A person, by `correctAnswer`.' },
  },
});

export const SentimentEnum = upperCased(SENTIMENTS);
registerEnumType(SentimentEnum, {
  name: 'SentimentClass',
  description: 'The tone of a response toward the brand.',
  valuesConfig: {
    POSITIVE: { description: 'Praised or recommended.' },
    NEUTRAL: { description: 'Named without judgement.' },
    NEGATIVE: { description: 'Criticised or advised against.' },
    MIXED: { description: 'Clear praise and clear criticism.' },
  },
});

@ObjectType({ description: 'A part of a text, in UTF-16 offsets.', simpleResolvers: true })
class Span implements SpanView {
  @Field(() => Int, { description: 'Offset of the first character.' })
  start!: number;

  @Field(() => Int, { description: 'Offset after the last character.' })
  end!: number;
}

@ObjectType({ description: 'A page that a response cites.', simpleResolvers: true })
class ResponseCitation {
  @Field(() => String, { description: 'Address of the page, without tracking parameters.' })
  url!: string;

  @Field(() => String, { description: 'Its host name, without a leading `www.`.' })
  domain!: string;
}

@ObjectType({ description: 'A name in a response.', simpleResolvers: true })
class ResponseMention implements NamedView {
  @Field(() => String, { description: 'The name: of the brand, of the competitor, or as it was first found.' })
  name!: string;

  @Field(() => Boolean, { description: "Whether it is the project's brand." })
  isBrand!: boolean;

  @Field(() => ID, { nullable: true, description: 'Identifier of the name that was found; null for the brand.' })
  candidateId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The tracked competitor; null for the brand and other names.' })
  competitorId!: string | null;

  @Field(() => DeciderEnum, { description: 'Who decided that it is named.' })
  decidedBy!: Decider;

  @Field(() => Int, {
    nullable: true,
    description: 'Its place, from 1, among the options of a list of two or more; null where it is no such option.',
  })
  rank!: number | null;

  @Field(() => [Span], { description: 'Where `text` names it.' })
  spans!: Span[];
}

@ObjectType({ description: 'What people say of a name in a response.', simpleResolvers: true })
class CorrectedName {
  @Field(() => String, { description: 'The name of the brand, or of the competitor.' })
  name!: string;

  @Field(() => Boolean, { description: "Whether it is the project's brand." })
  isBrand!: boolean;

  @Field(() => Boolean, { description: 'Whether the response names it.' })
  isNamed!: boolean;

  @Field(() => ID, { description: "The project's own id for the brand, else the competitor's." })
  subjectId!: string;
}

@ObjectType({
  description: 'What people corrected in a response: it counts in place of what was found, also in later analyses.',
  simpleResolvers: true,
})
class Correction implements CorrectionView {
  @Field(() => SentimentEnum, { nullable: true, description: 'The tone that they gave it; null for names alone.' })
  sentiment!: Sentiment | null;

  @Field(() => SentimentEnum, {
    nullable: true,
    description: 'The tone that was found in its place; null where the brand was not found.',
  })
  foundSentiment!: Sentiment | null;

  @Field(() => SentimentSourceEnum, { nullable: true, description: 'Who had classified that tone; null without one.' })
  foundSource!: SentimentSource | null;

  @Field(() => [CorrectedName], { description: 'What they say of names.' })
  names!: CorrectedName[];

  @Field(() => DateTimeScalar, { description: 'When it was corrected.' })
  correctedAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Who corrected it; null where the operator did, and once the person has left.',
  })
  correctedByName!: string | null;
}

@ObjectType('Response', { description: 'A retained response behind the numbers.', simpleResolvers: true })
export class RetainedResponse implements AnswerView {
  @Field(() => ID, { description: 'Identifier of the response.' })
  id!: string;

  @Field(() => String, { complexity: copyOfEach, description: 'The unchanged text of the platform.' })
  text!: string;

  @Field(() => String, {
    description:
      'A sentence of the text, about 240 UTF-16 units at most, without marks of markdown: the first that names the ' +
      'brand, else the first that names anybody, else the first of all.',
  })
  excerpt!: string;

  @Field(() => String, { description: 'What was asked, as it was worded then.' })
  question!: string;

  @Field(() => DateTimeScalar, { description: 'When the platform responded.' })
  answeredAt!: string;

  @Field(() => PlatformEnum, { description: 'The platform that responded.' })
  platform!: Platform;

  @Field(() => String, { nullable: true, description: 'The model that responded; null where it is not known.' })
  model!: string | null;

  @Field(() => [Span], { description: 'Where `text` names the brand.' })
  brandMentions!: Span[];

  @Field(() => DeciderEnum, {
    nullable: true,
    description: 'Who decided whether the brand is named; null where the response is not analysed yet.',
  })
  brandDecidedBy!: Decider | null;

  @Field(() => [ResponseMention], {
    complexity: copyOfEach,
    description: 'Every name in it, the brand among them, in the order in which they first come.',
  })
  mentions!: ResponseMention[];

  @Field(() => [ResponseCitation], {
    complexity: copyOfEach,
    description: 'Pages that the response cites, in its order.',
  })
  citations!: ResponseCitation[];

  @Field(() => [String], {
    complexity: copyOfEach,
    description:
      'What the platform searched the web for, in its order, text of a stranger; at most 20, and none of responses ' +
      'from before queries were kept.',
  })
  searches!: string[];

  @Field(() => SentimentEnum, { nullable: true, description: 'Tone toward the brand; null where it is not named.' })
  sentiment!: Sentiment | null;

  @Field(() => SentimentSourceEnum, {
    nullable: true,
    description: 'Who classified the tone; null where the brand is not named.',
  })
  sentimentSource!: SentimentSource | null;

  @Field(() => String, { nullable: true, description: 'The sentence that shows the tone.' })
  evidence!: string | null;

  @Field(() => Correction, {
    nullable: true,
    complexity: copyOfEach,
    description: 'What people corrected in it, by `correctAnswer`; null where nothing.',
  })
  correction!: Correction | null;

  @Field(() => Boolean, {
    description: 'Whether its platform is told the place to search from: false for Gemini, which takes none.',
  })
  isLocalised!: boolean;

  projectId!: string;
  promptId!: string | null;
  marketId!: string | null;
}

@ObjectType({ description: 'A page of retained responses.', simpleResolvers: true })
export class ResponseConnection extends connectionOf(RetainedResponse, 'Response') {
  /** What is counted where the whole list is asked for. */
  request!: { id: string; args: AnswerCountQuery };
}
