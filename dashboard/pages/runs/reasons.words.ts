import type { RunReason, RunState } from '../../api/vocabulary.ts';

interface Words {
  /** In a finding, after a colon. */
  short: string;
  /** What happened, as a sentence. `$` stands for the platform. */
  what: string;
  /** What one can do, as a sentence. */
  todo: string;
}

const NEXT_PERIOD = 'Nothing to do: the prompt is asked again in its next period.';
const OPERATOR = 'If it continues, tell the service operator.';

const WORDS: Readonly<Record<RunReason, Words>> = {
  NO_CREDITS: {
    short: 'no credits were left',
    what: 'The month’s credits were used up.',
    todo: 'Make prompts weekly, or choose a larger plan. Skipped runs are not made up.',
  },
  NO_DAILY_SLOT: {
    short: 'more daily prompts than the plan has slots',
    what: 'The plan has fewer daily slots than there are daily prompts; the oldest keep theirs.',
    todo: 'Make this prompt weekly.',
  },
  BEYOND_CAPACITY: {
    short: 'more prompts than the plan has room for',
    what: 'The plan has room for fewer prompts; the oldest are asked.',
    todo: 'Archive prompts that you no longer need.',
  },
  PLATFORM_NOT_IN_TIER: {
    short: 'not part of the plan',
    what: 'The plan does not include $.',
    todo: 'Nothing to do, unless you choose a larger plan.',
  },
  PLATFORM_NOT_CONFIGURED: {
    short: 'the service has no key for it',
    what: 'The service had no API key for $, or was not running its questions.',
    todo: 'The service operator can set this up.',
  },
  PAUSED: {
    short: 'the project was paused',
    what: 'The project was paused when its turn came.',
    todo: 'Resume the project in its settings.',
  },
  ARCHIVED: {
    short: 'archived',
    what: 'The prompt or its project was archived when its turn came.',
    todo: 'Nothing to do.',
  },
  INACTIVE: {
    short: 'switched off',
    what: 'The prompt, its project or the subscription was inactive when its turn came.',
    todo: 'Resume the prompt to have it asked.',
  },
  REFUSED: {
    short: 'it refused to answer',
    what: '$ refused to answer this question.',
    todo: 'A refusal is a result, so it is not asked again. Try another wording.',
  },
  RATE_LIMITED: {
    short: 'rate limited',
    what: '$ limited the service’s requests until all attempts were used up.',
    todo: NEXT_PERIOD,
  },
  DENIED: {
    short: 'it rejected the service’s API key',
    what: '$ rejected the service’s API key, or its account there is out of funds.',
    todo: OPERATOR,
  },
  TIMED_OUT: { short: 'no answer in time', what: '$ did not answer in time.', todo: NEXT_PERIOD },
  UNREACHABLE: { short: 'out of reach', what: '$ could not be reached.', todo: NEXT_PERIOD },
  PLATFORM_ERROR: {
    short: 'platform errors',
    what: '$ returned an error, or rejected the request.',
    todo: OPERATOR,
  },
  UNREADABLE: { short: 'unreadable replies', what: 'The reply from $ could not be read.', todo: OPERATOR },
  EMPTY: { short: 'empty answers', what: '$ sent an answer without text.', todo: NEXT_PERIOD },
  WORKER_LOST: {
    short: 'the service was interrupted',
    what: 'The service was interrupted while it asked.',
    todo: NEXT_PERIOD,
  },
  EXPIRED: {
    short: 'its period ended first',
    what: 'The period ended before an answer came.',
    todo: 'Nothing to do: the next period is planned automatically.',
  },
  BUDGET: {
    short: 'the daily budget was spent',
    what: 'The service’s daily budget for $ was spent.',
    todo: OPERATOR,
  },
};

/** While a run waits, its reason is why its last attempt came to nothing. */
const AGAIN = 'It is retried automatically.';

/** Why a run is as it is, in plain words, and what one can do about it. @param platform its name. */
export function reasonWords(reason: RunReason, state: RunState, platform: string): { what: string; todo: string } {
  const { what, todo } = WORDS[reason];
  const isOpen = state === 'QUEUED' || state === 'RUNNING';
  const told = isOpen && reason === 'RATE_LIMITED' ? '$ asked to wait.' : what;
  return { what: told.replace('$', () => platform), todo: isOpen ? AGAIN : todo };
}

/** The same in a few words, for the end of a sentence. */
export function shortReason(reason: RunReason): string {
  return WORDS[reason].short;
}
