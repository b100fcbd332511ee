import { Field, ID, Int, ObjectType } from 'type-graphql';
import { LAST_RUN_DAYS, type MonitoringView } from '../../core/runs/monitoring.js';
import type { RunTrigger, RunView } from '../../core/runs/run.view.js';
import type { Platform, RunReason, RunState } from '../../entities/vocabulary.js';
import type { RunRequest } from '../loaders/loaders.js';
import { RunReasonEnum, RunStateEnum, RunTriggerEnum } from '../runs/run.enums.js';
import { connectionOf } from '../shared/connection.js';
import { PlatformEnum } from '../shared/enums.js';
import { DateScalar, DateTimeScalar } from '../shared/scalars.js';

@ObjectType({
  description:
    "One asking of one prompt on one platform, by the platform's API with search: not what its app shows a person.",
  simpleResolvers: true,
})
export class Run implements RunView {
  @Field(() => ID, { description: 'Identifier of the run.' })
  id!: string;

  @Field(() => PlatformEnum, { description: 'The platform that is asked.' })
  platform!: Platform;

  @Field(() => RunTriggerEnum, { description: 'What brought the run about.' })
  trigger!: RunTrigger;

  @Field(() => DateScalar, {
    description:
      "First day of its period: the UTC day of a daily prompt, the Monday of a weekly one's; the day of a request.",
  })
  periodDate!: string;

  @Field(() => RunStateEnum, { description: 'How far it has come.' })
  state!: RunState;

  @Field(() => RunReasonEnum, {
    nullable: true,
    description: 'Why it is in its state, or waits for its next attempt; null where all goes as planned.',
  })
  reason!: RunReason | null;

  @Field(() => String, { nullable: true, description: 'The same in a sentence.' })
  message!: string | null;

  @Field(() => Int, { description: 'Attempts that the platform may have charged for.' })
  attempts!: number;

  @Field(() => DateTimeScalar, { description: 'When it was planned.' })
  plannedAt!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When its last attempt began; null before the first.',
  })
  startedAt!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it ended; null while it is queued or running.' })
  finishedAt!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Before it no attempt is made, and one may come later; null unless it is queued.',
  })
  nextAttemptAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The model that answered, as the platform names it; null before an answer.',
  })
  model!: string | null;

  projectId!: string;
  promptId!: string;
  answer!: RunView['answer'];
}

@ObjectType({ description: 'A page of runs.', simpleResolvers: true })
export class RunConnection extends connectionOf(Run, 'Run') {
  /** What is counted where the whole list is asked for. */
  request!: { id: string; args: RunRequest };
}

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
