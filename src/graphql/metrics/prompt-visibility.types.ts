import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { type Confidence as ConfidenceView, wilson } from '../../core/metrics/confidence.js';
import type { PromptScore } from '../../core/metrics/prompt-visibility.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import type { ScopeRequest } from '../loaders/breakdown-loaders.js';
import type { LoaderRequest } from '../loaders/plural-loader.js';
import { PlatformEnum } from '../shared/enums.js';
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

  request!: LoaderRequest<ScopeRequest>;
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

  request!: LoaderRequest<ScopeRequest>;
}

export function toPromptVisibility(score: PromptScore, request: LoaderRequest<ScopeRequest>): PromptVisibility {
  const { responseCount, brandMentionCount, visibilityScore, byPlatform } = score;
  return {
    window: request.args.period,
    score: visibilityScore,
    ...{ responseCount, brandMentionCount },
    confidence: wilson(brandMentionCount, responseCount),
    byPlatform: byPlatform.map((own) => ({
      ...own,
      confidence: wilson(own.brandMentionCount, own.responseCount),
      request,
    })),
    request,
  };
}
