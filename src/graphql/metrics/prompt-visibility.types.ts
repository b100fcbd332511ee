import { Extensions, Field, ID, Int, ObjectType } from 'type-graphql';
import { CELL_TEXT_MAX, type CellView } from '../../core/metrics/cells.js';
import type { MetricQuery } from '../../core/metrics/metric-query.js';
import type { Confidence as ConfidenceView } from '../../core/metrics/shares.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import type { LoaderRequest } from '../loaders/loaders.js';
import { PlatformEnum } from '../shared/scalars.js';
import { Confidence, DateWindow } from './visibility.types.js';

@ObjectType({ description: 'Visibility in the answers of one platform to one prompt.', simpleResolvers: true })
export class PromptPlatformVisibility {
  @Field(() => PlatformEnum, { description: 'The platform.' })
  platform!: Platform;

  @Field(() => Int, { description: 'Accepted responses.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name the brand.' })
  brandMentionCount!: number;

  @Field(() => Int, { description: 'Percent of accepted responses that name the brand.' })
  visibilityScore!: number;

  @Field(() => Confidence, { nullable: true, description: 'How sure the score is.' })
  confidence!: ConfidenceView | null;

  request!: LoaderRequest<MetricQuery>;
}

@ObjectType({ description: 'Visibility in the answers to one prompt.', simpleResolvers: true })
export class PromptVisibility {
  @Field(() => DateWindow, { description: 'The days of the score.' })
  window!: DateWindow;

  @Field(() => Int, { description: 'Percent of accepted responses that name the brand, 0 to 100.' })
  score!: number;

  @Field(() => Int, { description: 'Accepted responses.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name the brand.' })
  brandMentionCount!: number;

  @Field(() => Confidence, { nullable: true, description: 'How sure the score is; null without responses.' })
  confidence!: ConfidenceView | null;

  @Extensions({ entries: PLATFORMS.length })
  @Field(() => [PromptPlatformVisibility], { description: 'The platforms with accepted responses.' })
  byPlatform!: PromptPlatformVisibility[];

  request!: LoaderRequest<MetricQuery>;
}

@ObjectType({ description: 'Visibility of one prompt on one platform.', simpleResolvers: true })
export class Cell implements CellView {
  @Field(() => ID, {
    nullable: true,
    description: 'The prompt; null for all questions together that no unarchived prompt asks.',
  })
  promptId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: `The prompt's text of now, its first ${CELL_TEXT_MAX} characters; null where there is no prompt.`,
  })
  promptText!: string | null;

  @Field(() => PlatformEnum, { description: 'The platform.' })
  platform!: Platform;

  @Field(() => Int, { description: 'Accepted responses.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name the brand.' })
  brandMentionCount!: number;

  @Field(() => Int, { description: 'Percent of accepted responses that name the brand.' })
  visibilityScore!: number;

  @Field(() => Confidence, { nullable: true, description: 'How sure the score is.' })
  confidence!: ConfidenceView | null;
}
