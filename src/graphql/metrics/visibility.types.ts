import { Extensions, Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { oneCall } from '../../core/field-prices.js';
import {
  ANSWERS_MIN,
  type ChangeVerdict,
  type ComparedCell,
  QUESTIONS_MIN,
  VERDICTS,
} from '../../core/metrics/comparison.js';
import { EXPLANATIONS, type ExplainedBy } from '../../core/metrics/explanation.js';
import type { MetricQuery, Period } from '../../core/metrics/metric-query.js';
import type {
  ModelCount as ModelCountView,
  ModelVisibility as ModelVisibilityView,
  PlatformModels as PlatformModelsView,
} from '../../core/metrics/served-models.js';
import type { Confidence as ConfidenceView } from '../../core/metrics/shares.js';
import type { TrendPointView } from '../../core/metrics/visibility.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import type { LoaderRequest } from '../loaders/loaders.js';
import { Change } from '../projects/project.types.js';
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

@ObjectType({ description: '95 % interval of a difference, in points from -100 to 100.', simpleResolvers: true })
export class DifferenceInterval {
  @Field(() => Float, { description: 'Lower bound.' })
  low!: number;

  @Field(() => Float, { description: 'Upper bound.' })
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

  /** What was compared, and whose it is; null of a segment. */
  compared!: { cells: readonly ComparedCell[]; request: LoaderRequest<MetricQuery> } | null;
}

export const ExplainedByEnum = upperCased(EXPLANATIONS);
registerEnumType(ExplainedByEnum, {
  name: 'ExplainedBy',
  description: 'What a move between two periods coincides with.',
  valuesConfig: {
    MODEL_CHANGE: {
      description:
        'The platforms whose model changed moved by themselves, and by more than the others, beyond chance. It stays ' +
        'a coincidence in time.',
    },
    NOT_MODEL_CHANGE: { description: 'The platforms that kept their model moved the same way by themselves.' },
    UNKNOWN: { description: 'The answers do not tell, as where no platform kept its model.' },
    NOTHING_MOVED: { description: 'The score did not move beyond chance.' },
  },
});

@ObjectType({ description: 'Responses of a model.', simpleResolvers: true })
class ModelCount implements ModelCountView {
  @Field(() => String, { nullable: true, description: 'The model, as its platform names it; null where unknown.' })
  model!: string | null;

  @Field(() => Int, { description: 'Its accepted responses, to whichever prompts.' })
  responseCount!: number;

  @Field(() => DateScalar, {
    nullable: true,
    description: 'First day of the period with its responses; null in the period before.',
  })
  firstDate!: string | null;
}

@ObjectType({ description: 'The models of a platform in two periods.', simpleResolvers: true })
class PlatformModels implements PlatformModelsView {
  @Field(() => PlatformEnum, { description: 'The platform.' })
  platform!: Platform;

  @Field(() => Boolean, {
    description:
      'Whether less than 80 % of its responses come from models that responded in the period before, or from ways of ' +
      'asking that were used before.',
  })
  isModelChanged!: boolean;

  @Field(() => [ModelCount], { description: 'Models of the period before, those of most responses first.' })
  before!: ModelCount[];

  @Field(() => [ModelCount], { description: 'Models of the period, those of most responses first.' })
  now!: ModelCount[];
}

@ObjectType({ description: 'What a move since the period before coincides with.', simpleResolvers: true })
export class Explanation {
  @Field(() => ExplainedByEnum, { description: 'Whether it coincides with a change of model; never proof of a cause.' })
  isExplainedBy!: ExplainedBy;

  @Field(() => [PlatformModels], { description: 'The platforms with responses in both periods.' })
  platforms!: PlatformModels[];

  @Field(() => VerdictEnum, { description: 'Whether the brand moved on the platforms that kept their model.' })
  verdictWithout!: ChangeVerdict;

  @Field(() => Float, {
    nullable: true,
    description:
      'Points by which the platforms whose model changed moved more than the others; null where either has too few ' +
      'answers.',
  })
  difference!: number | null;

  @Field(() => DifferenceInterval, { nullable: true, description: 'The 95 % interval of `difference`.' })
  interval!: DifferenceInterval | null;

  @Field(() => [Change], { description: 'What changed in both periods, as `changes` of the project lists it.' })
  changes!: Change[];
}

@ObjectType({ description: 'Visibility on a platform by one of its models.', simpleResolvers: true })
export class ModelVisibility implements ModelVisibilityView {
  @Field(() => String, { nullable: true, description: 'The model, as its platform names it; null where unknown.' })
  model!: string | null;

  @Field(() => Int, { description: 'Its accepted responses.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Percent of its responses that name the brand.' })
  score!: number;

  @Field(() => Confidence, {
    nullable: true,
    description: 'How sure the score is for the questions that were asked, if answers were independent.',
  })
  confidence!: Confidence | null;

  @Field(() => DateScalar, { description: 'First day of the period with its responses.' })
  firstDate!: string;

  @Field(() => DateScalar, { description: 'Last day of the period with its responses.' })
  lastDate!: string;
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
