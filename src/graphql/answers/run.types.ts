import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { RUN_TRIGGERS, type RunTrigger, type RunView } from '../../core/runs/run-list.js';
import { type Platform, RUN_REASONS, RUN_STATES, type RunReason, type RunState } from '../../entities/vocabulary.js';
import type { RunRequest } from '../loaders/loaders.js';
import { connectionOf } from '../shared/connection.types.js';
import { DateScalar, DateTimeScalar, PlatformEnum, upperCased } from '../shared/scalars.js';

export const RunStateEnum = upperCased(RUN_STATES);
registerEnumType(RunStateEnum, {
  name: 'RunState',
  description: 'How far a run has come.',
  valuesConfig: {
    QUEUED: { description: 'Waits for its attempt, the first or a later one.' },
    RUNNING: { description: 'Is being asked.' },
    ACCEPTED: { description: 'Ended with an answer, which counts in the metrics.' },
    FAILED: { description: 'Ended without an answer; its credit was given back.' },
    SKIPPED: { description: 'Was not asked, for its reason; it holds no credit.' },
  },
});

const RunTriggerEnum = upperCased(RUN_TRIGGERS);
registerEnumType(RunTriggerEnum, {
  name: 'RunTrigger',
  description: 'What brought a run about.',
  valuesConfig: {
    SCHEDULED: { description: 'The schedule of its prompt.' },
    REQUESTED: { description: 'A person requested it, by `runPrompt`.' },
  },
});

export const RunReasonEnum = upperCased(RUN_REASONS);
registerEnumType(RunReasonEnum, {
  name: 'RunReason',
  description: 'Why a run is in its state, or waits for its next attempt.',
  valuesConfig: {
    NO_CREDITS: { description: 'The account had no credit left of its month.' },
    NO_DAILY_SLOT: {
      description: 'The tier has fewer daily slots than daily prompts: the oldest prompts keep theirs.',
    },
    BEYOND_CAPACITY: { description: 'The tier has room for fewer prompts: the oldest are asked.' },
    PLATFORM_NOT_IN_TIER: { description: 'The tier does not include the platform.' },
    PLATFORM_NOT_CONFIGURED: { description: 'The service has no key of the platform.' },
    PAUSED: { description: 'The project was paused.' },
    ARCHIVED: { description: 'The prompt or its project was archived.' },
    INACTIVE: { description: 'The prompt, its project or the subscription was inactive.' },
    REFUSED: { description: 'The platform refused to answer the prompt.' },
    RATE_LIMITED: { description: 'The platform takes no further requests for a while.' },
    DENIED: { description: "The platform does not accept the service's key, or its money is used up." },
    TIMED_OUT: { description: 'The platform did not answer in time.' },
    UNREACHABLE: { description: 'The platform could not be reached.' },
    PLATFORM_ERROR: { description: 'The platform reported a failure, or that it does not take the request.' },
    UNREADABLE: { description: 'The reply could not be read.' },
    EMPTY: { description: 'The reply held no answer.' },
    WORKER_LOST: { description: 'The process that asked ended before it could tell what came of it.' },
    EXPIRED: { description: 'Its period ended before an answer came.' },
    BUDGET: { description: "The platform's budget of the UTC day is spent." },
  },
});

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

  @Field(() => Int, {
    nullable: true,
    description: "Which of the week's repeats it is, from 1; 1 of a daily prompt, null of a requested run.",
  })
  repeat!: number | null;

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
