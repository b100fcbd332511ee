import { registerEnumType } from 'type-graphql';
import { RUN_TRIGGERS } from '../../core/runs/run.view.js';
import { RUN_REASONS, RUN_STATES } from '../../entities/vocabulary.js';
import { upperCased } from '../shared/enums.js';

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

export const RunTriggerEnum = upperCased(RUN_TRIGGERS);
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
