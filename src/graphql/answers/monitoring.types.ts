import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { DAYS_MAX, type Period } from '../../core/metrics/period.input.js';
import type {
  DayQualityView,
  PlatformQualityView,
  QualityView,
  ReasonCountView,
  RunCountsView,
} from '../../core/runs/quality.js';
import { PLATFORMS, type Platform, RUN_REASONS, type RunReason, type RunState } from '../../entities/vocabulary.js';
import { DateWindow } from '../metrics/visibility.types.js';
import { RunReasonEnum, RunStateEnum } from '../runs/run.enums.js';
import { PlatformEnum } from '../shared/enums.js';
import { DateScalar, DateTimeScalar } from '../shared/scalars.js';

@ObjectType({ description: 'Runs that are in one state for one reason.', simpleResolvers: true })
export class ReasonCount implements ReasonCountView {
  @Field(() => RunStateEnum, { description: 'How far they have come.' })
  state!: RunState;

  @Field(() => RunReasonEnum, { description: 'Why.' })
  reason!: RunReason;

  @Field(() => Int, { description: 'How many.' })
  count!: number;
}

@ObjectType({ simpleResolvers: true })
abstract class RunCounts implements RunCountsView {
  @Field(() => PlatformEnum, { description: 'The platform.' })
  platform!: Platform;

  @Field(() => Int, {
    description: 'All runs that were planned: those accepted, failed, skipped and under way together.',
  })
  planned!: number;

  @Field(() => Int, { description: 'Runs that are queued or running.' })
  underWay!: number;

  @Field(() => Int, { description: 'Runs that ended with an answer.' })
  accepted!: number;

  @Field(() => Int, { description: 'Runs that ended without an answer.' })
  failed!: number;

  @Field(() => Int, { description: 'Runs that were not asked.' })
  skipped!: number;

  @Extensions({ entries: RUN_REASONS.length })
  @Field(() => [ReasonCount], { description: 'Why runs failed, were skipped or wait; the most frequent reason first.' })
  reasons!: ReasonCount[];
}

@ObjectType({ description: 'What came of the runs of one platform.', simpleResolvers: true })
export class PlatformQuality extends RunCounts implements PlatformQualityView {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the last of them was accepted; null where none was.',
  })
  lastAnsweredAt!: string | null;
}

@ObjectType({
  description: 'What came of the runs of one platform that were planned on one day.',
  simpleResolvers: true,
})
export class DayQuality extends RunCounts implements DayQualityView {
  @Field(() => DateScalar, { description: 'The UTC day.' })
  date!: string;
}

@ObjectType({ description: 'What came of the runs of a period.', simpleResolvers: true })
export class Quality implements QualityView {
  @Field(() => DateWindow, { description: 'The days, both included.' })
  window!: Period;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the last of them was accepted; null where none was, also where all answers were imported.',
  })
  lastAnsweredAt!: string | null;

  @Extensions({ entries: PLATFORMS.length })
  @Field(() => [PlatformQuality], { description: 'By platform; those without runs are left out.' })
  byPlatform!: PlatformQuality[];

  @Extensions({ entries: DAYS_MAX * PLATFORMS.length })
  @Field(() => [DayQuality], {
    description: 'By UTC day and platform, the first day first; those without runs are left out.',
  })
  byDay!: DayQuality[];
}
