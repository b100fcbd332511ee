import { Extensions, Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ANSWERS_MIN, type ChangeVerdict, QUESTIONS_MIN, VERDICTS } from '../../core/metrics/comparison.js';
import type { MetricQuery, Period } from '../../core/metrics/metric-query.js';
import type { Confidence as ConfidenceView } from '../../core/metrics/shares.js';
import type { TrendPointView } from '../../core/metrics/visibility.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import type { LoaderRequest } from '../loaders/loaders.js';
import { oneCall } from '../shared/field-prices.js';
import { DateScalar, PlatformEnum, upperCased } from '../shared/scalars.js';

export const VerdictEnum = upperCased(VERDICTS);
registerEnumType(VerdictEnum, {
  name: 'Verdict',
  description: 'How a score moved between two periods, at the 95 % level, as far as the answers can tell.',
  valuesConfig: {
    MOVED_UP: { description: 'Up, beyond chance.' },
    MOVED_DOWN: { description: 'Down, beyond chance.' },
    WITHIN_NOISE: { description: 'No more than chance would move it.' },
    TOO_FEW_ANSWERS: {
      description:
        `Fewer than ${QUESTIONS_MIN} questions in common, ` + `or ${ANSWERS_MIN} answers to them in either period.`,
    },
  },
});

@ObjectType({ description: '95 % Wilson interval of a share, in percent.', simpleResolvers: true })
export class Confidence implements ConfidenceView {
  @Field(() => Float, { description: 'Lower bound, 0 to 100.' })
  low!: number;

  @Field(() => Float, { description: 'Upper bound, 0 to 100.' })
  high!: number;
}

@ObjectType({ description: 'The days of a metric; both ends count.', simpleResolvers: true })
export class DateWindow implements Period {
  @Field(() => DateScalar, { description: 'First day.' })
  from!: string;

  @Field(() => DateScalar, { description: 'Last day.' })
  to!: string;
}

@ObjectType({ description: 'Visibility on one platform.', simpleResolvers: true })
export class PlatformVisibility {
  @Field(() => PlatformEnum, { description: 'The platform.' })
  platform!: Platform;

  @Field(() => Int, { description: 'Accepted responses.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name the brand.' })
  brandMentionCount!: number;

  @Field(() => Int, { description: 'Percent of accepted responses that name the brand.' })
  visibilityScore!: number;

  @Field(() => Confidence, {
    nullable: true,
    description:
      'How sure the score is for the questions that were asked, if answers were independent; null without responses. ' +
      'State `adjustedConfidence` instead.',
  })
  confidence!: Confidence | null;

  /** Whose it is, and by which days and platforms. */
  request!: LoaderRequest<MetricQuery>;
}

@ObjectType({ description: 'Visibility on one day, or on several that are pooled.', simpleResolvers: true })
export class TrendPoint implements TrendPointView {
  @Field(() => DateScalar, { description: 'The UTC day, the last of those pooled.' })
  date!: string;

  @Field(() => Int, { description: 'Percent of accepted responses that name the brand.' })
  score!: number;

  @Field(() => Int, { description: 'Accepted responses.' })
  responses!: number;

  @Field(() => Int, { description: 'Accepted responses that name the brand.' })
  brandMentionCount!: number;

  @Field(() => Confidence, {
    nullable: true,
    description: 'How sure the score is for the questions that were asked, if answers were independent.',
  })
  confidence!: Confidence | null;

  @Field(() => Confidence, {
    nullable: true,
    complexity: oneCall,
    description:
      'How sure the score is, as answers to one question are alike: wider than `confidence`, the one to state. Of a ' +
      "project's visibility alone: null on the trend of a platform, and of a prompt.",
  })
  adjustedConfidence?: Confidence | null;
}

@ObjectType({
  description: 'The period of equal length before, and whether the score moved since.',
  simpleResolvers: true,
})
export class PreviousPeriod {
  @Field(() => Int, { description: 'Score of the period before.' })
  score!: number;

  @Field(() => Int, { description: 'Score minus the score before, in points.' })
  change!: number;

  @Field(() => VerdictEnum, {
    description: 'Whether the brand moved, judged by the questions and platforms with responses in both periods.',
  })
  verdict!: ChangeVerdict;

  @Field(() => Boolean, { description: 'Whether the verdict is a move, up or down, beyond chance at the 95 % level.' })
  significant!: boolean;
}

/** The period before, where the verdict is not selected. */
export type PreviousScore = Pick<PreviousPeriod, 'score' | 'change'>;

@ObjectType({ description: 'Share of accepted responses that name the brand.', simpleResolvers: true })
export class Visibility {
  @Field(() => DateWindow, { description: 'The days of the score.' })
  window!: DateWindow;

  @Field(() => Int, { description: 'Percent of accepted responses that name the brand, 0 to 100.' })
  score!: number;

  @Extensions({ entries: PLATFORMS.length })
  @Field(() => [PlatformVisibility], {
    description: 'The platforms asked for, else the enabled ones and any with responses.',
  })
  byPlatform!: PlatformVisibility[];

  @Field(() => Confidence, {
    nullable: true,
    description:
      'How sure the score is for the questions that were asked, if answers were independent; null without responses. ' +
      'State `adjustedConfidence` instead.',
  })
  confidence!: Confidence | null;

  /** Whose it is, and by which days and platforms. */
  request!: LoaderRequest<MetricQuery>;
  /** The trend of single days, where it is selected. */
  days!: TrendPointView[];
}
