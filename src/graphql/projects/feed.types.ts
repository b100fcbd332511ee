import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { FeedView } from '../../core/feeds/feeds.js';
import { FEED_KINDS, type FeedKind, type FeedWindow, type Platform } from '../../entities/vocabulary.js';
import { WindowEnum } from '../shared/arguments.js';
import { PromptFilter } from '../shared/prompt-filter.types.js';
import { DateTimeScalar, PlatformEnum, upperCased } from '../shared/scalars.js';

const FeedKindEnum = upperCased(FEED_KINDS);
registerEnumType(FeedKindEnum, {
  name: 'FeedKind',
  description: 'What a feed holds: the export of the same name.',
  valuesConfig: {
    VISIBILITY: { description: 'Visibility by day and platform.' },
    MENTIONS: { description: 'Mentions of each name by day and platform.' },
    CITATIONS: { description: 'Citations of each domain by day and platform.' },
    SENTIMENT: { description: 'Tones of answers by day and platform.' },
    PROMPTS: { description: 'The prompts that there are now.' },
    COMPETITORS: { description: 'The competitors that there are now, with aggregates of the last 30 days.' },
    BRANDS: { description: 'The brand and its tracked competitors in the period, with intervals and verdicts.' },
    PROMPTS_DAILY: { description: 'Answers to each question by day and platform.' },
  },
});

@ObjectType({
  description: 'A file of a project at an address that needs no other credential: never the address itself.',
  simpleResolvers: true,
})
export class Feed implements FeedView {
  @Field(() => ID, { description: 'Identifier of the feed.' })
  id!: string;

  @Field(() => String, { description: 'What it is called.' })
  name!: string;

  @Field(() => FeedKindEnum, { description: 'What it holds.' })
  kind!: FeedKind;

  @Field(() => WindowEnum, { description: 'Days that its period reaches back from today.' })
  window!: FeedWindow;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Its platforms; null for all.' })
  platforms!: readonly Platform[] | null;

  @Field(() => Boolean, { description: 'Whether it is of the answers to some prompts alone.' })
  isFiltered!: boolean;

  @Field(() => String, { description: 'The last eight characters of its address, before `.csv` or `.ndjson`.' })
  ending!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Who created it; null where the operator did, and once that person has left.',
  })
  createdByName!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was revoked; null while it was not.' })
  revokedAt!: string | null;

  @Field(() => Int, { description: 'How often it was asked for, also where that was charged to nobody.' })
  requestCount!: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was last asked for; null before that.' })
  lastUsedAt!: string | null;
}

@ObjectType({ description: 'A new feed.', simpleResolvers: true })
export class CreatedFeed {
  @Field(() => String, {
    description: 'Its address: shown here and never again. With `.ndjson` in place of `.csv` it is in JSON Lines.',
  })
  url!: string;

  @Field(() => Feed, { description: 'The feed as lists show it.' })
  feed!: FeedView;
}

@InputType({ description: 'A new feed.' })
export class CreateFeedInput {
  @Field(() => String, { description: 'What it is called: 1 to 200 characters.' })
  name!: string;

  @Field(() => FeedKindEnum, { description: 'What it holds.' })
  kind!: FeedKind;

  @Field(() => WindowEnum, {
    defaultValue: '30d',
    description: 'Days that its period reaches back from today, whenever it is asked for. Lists are of now.',
  })
  window!: FeedWindow;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms; null for all.' })
  platforms?: Platform[] | null;

  @Field(() => PromptFilter, {
    nullable: true,
    description: 'Only the answers to these prompts; for `BRANDS` and `PROMPTS_DAILY` alone.',
  })
  where?: PromptFilter | null;
}
