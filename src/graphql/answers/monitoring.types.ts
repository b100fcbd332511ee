import { Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DAYS_MAX, type Period } from '../../core/metrics/metric-query.js';
import { PLATFORM_STATES, type PlatformState, type PlatformStatusView } from '../../core/platforms/platform-status.js';
import { LAST_RUN_DAYS, type MonitoringView } from '../../core/runs/monitoring.js';
import type {
  DayQualityView,
  PlatformQualityView,
  QualityView,
  ReasonCountView,
  RunCountsView,
} from '../../core/runs/quality.js';
import { PLATFORMS, type Platform, RUN_REASONS, type RunReason, type RunState } from '../../entities/vocabulary.js';
import { DateWindow } from '../metrics/visibility.types.js';
import { DateScalar, DateTimeScalar, PlatformEnum, upperCased } from '../shared/scalars.js';
import { RunReasonEnum, RunStateEnum } from './run.types.js';

@ObjectType({ description: 'The state of the monitoring of a project.', simpleResolvers: true })
export class Monitoring implements MonitoringView {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the first prompt is due; at once where that is past. Null where none is active, or the project is not.',
  })
  nextRunAt!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: `When a run last ended, accepted or failed, within ${LAST_RUN_DAYS} days; null where none did.`,
  })
  lastRunAt!: string | null;

  @Field(() => Int, { description: 'Runs that wait for their attempt.' })
  queued!: number;

  @Field(() => Int, { description: 'Runs that are being asked.' })
  running!: number;

  @Field(() => Int, { description: 'Runs that failed in the UTC day under way.' })
  failedToday!: number;

  @Field(() => Int, { description: 'Runs that were skipped in the UTC day under way.' })
  skippedToday!: number;
}

@ObjectType({ description: 'Runs that are in one state for one reason.', simpleResolvers: true })
class ReasonCount implements ReasonCountView {
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
class PlatformQuality extends RunCounts implements PlatformQualityView {
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
class DayQuality extends RunCounts implements DayQualityView {
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

const PlatformStateEnum = upperCased(PLATFORM_STATES);
registerEnumType(PlatformStateEnum, {
  name: 'PlatformState',
  description: 'Whether a platform is asked now, or why not.',
  valuesConfig: {
    READY: { description: 'It is asked.' },
    PAUSED: { description: 'The operator of the service paused it.' },
    RATE_LIMITED: { description: 'It takes no further requests for a while.' },
    FAILING: { description: 'It failed several times in a row, and is tried again from time to time.' },
    DENIED: { description: "It does not accept the service's key, or the money there is used up." },
    MISCONFIGURED: { description: 'It did not take several requests in a row.' },
    OVER_BUDGET: { description: 'What it may cost on a UTC day is spent.' },
    NOT_CONFIGURED: { description: 'No worker of the service has its key.' },
  },
});

@ObjectType({
  description:
    'The state of a platform, the same for every account. It is asked by its API: an answer is not what its app shows.',
  simpleResolvers: true,
})
export class PlatformStatus implements PlatformStatusView {
  @Field(() => PlatformEnum, { description: 'The platform.' })
  platform!: Platform;

  @Field(() => Boolean, { description: 'Whether a worker of the service that has its key is there.' })
  isConfigured!: boolean;

  @Field(() => PlatformStateEnum, { description: 'Whether it is asked now, or why not.' })
  state!: PlatformState;

  @Field(() => String, { nullable: true, description: 'The same in a sentence; null where it is asked.' })
  reason!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it is asked or tried again; null where it is asked now, or where it is not known.',
  })
  pausedUntil!: string | null;
}
