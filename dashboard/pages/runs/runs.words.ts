import type { Platform, RunReason, RunState } from '../../api/gql.ts';
import { count, day, instant, longDay, plural } from '../../format.ts';
import { platformOf } from '../../platforms.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  questionsByDayAndPlatformUse: 'Questions by day and platform. Use the arrow keys to move between days.',
  noRunsMatchTheseFilters: 'No runs match these filters.',
  showingRunsOfOnePrompt: 'Showing runs of one prompt.',
  showAllPrompts: 'Show all prompts',
  anArchivedPrompt: 'An archived prompt',
  readTheAnswer: 'Read the answer',
  eachQuestionCountsOnTheUtcDay:
    'Each question counts on the UTC day it was planned for. Answers missing here are missing from every number.',
  questionsByDayAndPlatform: 'Questions by day and platform',
  totalsByPlatform: 'Totals by platform',
  byTheEndOfTheMonth: 'By the end of the month',
  inYourPlan: 'In your plan',
  newOnesOn: 'New ones on',
  notAskedToday: 'Not asked today',
  creditsOfThisMonth: 'Credits of this month',
  creditsOfThisMonthInline: 'credits of this month',
  whatCameOfTheRuns: 'What came of the runs',
  whatWaitsAndRunsNow: 'What waits and runs now',
  noQuestionsWerePlanned: 'No questions were planned in this period.',
  noQuestionsOfThesePrompts: 'No questions of these prompts were planned in this period.',
  questionsForAnUnavailable:
    'Questions for an unavailable platform wait until it is available again, or until their period ends.',
  thisIsOfAllPrompts: 'This part is about all prompts.',
  resumeTheProject: 'Resume the project',
} as const;

interface Counts {
  platform: Platform;
  planned: number;
  underWay: number;
  accepted: number;
  failed: number;
  skipped: number;
  reasons: readonly { state: RunState; reason: RunReason; count: number }[];
}

type OfDay = Counts & { date: string };
type Kind = 'planned' | 'underWay' | 'accepted' | 'failed' | 'skipped';

/** What came of the questions of a period: which platform failed most, else what was not asked, else what was. */
export function outcomeFinding(platforms: readonly Counts[], days: readonly OfDay[]): string {
  const planned = sumOf(platforms, 'planned');
  if (planned === 0) return 'No questions were planned in this period.';
  const failing = platforms.filter(({ failed }) => failed > 0);
  const [worst] = failing.toSorted((one, other) => failedShare(other) - failedShare(one));
  if (worst) return failureFinding(worst.platform, days);
  const skipped = sumOf(platforms, 'skipped');
  if (skipped === 0) return answeredFinding(planned, sumOf(platforms, 'underWay'));
  const were = skipped === 1 ? 'was' : 'were';
  const what = `${count(skipped)} of ${plural(planned, 'planned question')} ${were} not asked`;
  return `${what}: ${mainReason(platforms, 'SKIPPED')}.`;
}

function answeredFinding(planned: number, underWay: number): string {
  if (underWay === 0) return 'All planned questions were answered.';
  const are = underWay === 1 ? 'is' : 'are';
  if (underWay === planned) return `${plural(underWay, 'question')} ${are} under way, the first of this period.`;
  return `All questions asked so far were answered; ${count(underWay)} more ${are} under way.`;
}

/** Of the runs that were asked to their end, those that failed. */
function failedShare({ accepted, failed }: Counts): number {
  return failed / (accepted + failed);
}

/** How often a platform failed between the first day and the last on which it did. */
function failureFinding(platform: Platform, days: readonly OfDay[]): string {
  const own = days.filter((row) => row.platform === platform);
  const failing = own.filter(({ failed }) => failed > 0);
  const dates = failing.map(({ date }) => date).toSorted();
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const within = own.filter(({ date }) => date >= first && date <= last);
  const asked = sumOf(within, 'failed') + sumOf(within, 'accepted');
  const goesOn = own.every(({ date, accepted }) => date <= last || accepted === 0);
  const times = `${count(sumOf(within, 'failed'))} of ${plural(asked, 'time')}`;
  const { name } = platformOf(platform);
  return `${name} failed ${times} ${whenOf(first, last, goesOn)}: ${mainReason(failing, 'FAILED')}.`;
}

/** @param goesOn whether nothing was answered after the last day. */
function whenOf(first: string, last: string, goesOn: boolean): string {
  if (first === last) return `on ${day(first)}`;
  return goesOn ? `since ${day(first)}` : `from ${day(first)} to ${day(last)}`;
}

/** The most frequent reason of a state; told as one of several where there are others. */
function mainReason(rows: readonly Counts[], of: RunState): string {
  const counts = new Map<RunReason, number>();
  for (const { state, reason, count: times } of rows.flatMap(({ reasons }) => reasons)) {
    if (state === of) counts.set(reason, (counts.get(reason) ?? 0) + times);
  }
  const [main] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (!main) return 'no reason is known';
  return counts.size > 1 ? `${shortReason(main[0])}, and other reasons` : shortReason(main[0]);
}

function sumOf(rows: readonly Counts[], kind: Kind): number {
  return rows.reduce((sum, row) => sum + row[kind], 0);
}

/** What came of one platform's questions of a day, in a sentence without its end. */
export function dayWords({ platform, planned, accepted, failed, skipped, underWay, reasons }: Counts): string {
  const parts = [
    `${count(accepted)} of ${count(planned)} answered`,
    failed > 0 && `${count(failed)} failed`,
    skipped > 0 && `${count(skipped)} not asked`,
    underWay > 0 && `${count(underWay)} under way`,
    reasonList(reasons),
  ];
  return `${platformOf(platform).name}: ${parts.filter(Boolean).join(', ')}`;
}

/** Why runs failed or were not asked, each reason with its count; empty where none did. */
export function reasonList(reasons: Counts['reasons']): string {
  return reasons
    .filter(({ state }) => state === 'FAILED' || state === 'SKIPPED')
    .map(({ reason, count: times }) => `${shortReason(reason)} (${count(times)})`)
    .join(', ');
}

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

const REASON_WORDS: Readonly<Record<RunReason, Words>> = {
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
  const { what, todo } = REASON_WORDS[reason];
  const isOpen = state === 'QUEUED' || state === 'RUNNING';
  const told = isOpen && reason === 'RATE_LIMITED' ? '$ asked to wait.' : what;
  return { what: told.replace('$', () => platform), todo: isOpen ? AGAIN : todo };
}

/** The same in a few words, for the end of a sentence. */
export function shortReason(reason: RunReason): string {
  return REASON_WORDS[reason].short;
}

interface Standing {
  nextRunAt: string | null;
  queued: number;
  running: number;
}

/** What waits, is being asked and comes next. */
export function standingFinding(standing: Standing, isPaused: boolean, now: Date): string {
  const { queued, running } = standing;
  if (running > 0) return askedFinding(running, queued);
  if (queued > 0) return `${plural(queued, 'question')} ${queued === 1 ? 'is' : 'are'} waiting.`;
  return isPaused ? 'The project is paused. Nothing is asked until you resume it.' : dueFinding(standing, now);
}

function askedFinding(running: number, queued: number): string {
  const waiting = queued > 0 ? `${count(queued)} more waiting` : 'none waiting';
  return `${plural(running, 'question')} ${running === 1 ? 'is' : 'are'} being asked now, ${waiting}.`;
}

function dueFinding({ nextRunAt }: Standing, now: Date): string {
  if (nextRunAt === null) return 'Nothing is due: the project has no active prompts.';
  if (new Date(nextRunAt) <= now) return 'Nothing is waiting. The next question is due now.';
  return `Nothing is waiting. The next question is due on ${instant(nextRunAt)}.`;
}

interface Credits {
  used: number;
  limit: number;
  remaining: number;
  resetsAt: string;
  forecast: number | null;
}

/** Whether the credits of the month will last. */
export function creditsFinding({ used, limit, remaining, resetsAt, forecast }: Credits): string {
  if (remaining === 0) {
    return `This month’s credits are used up. They reset to ${count(limit)} on ${longDay(resetsAt)}.`;
  }
  if (forecast === null) {
    return `${count(used)} of ${count(limit)} credits used. There is no forecast while no platform is asked.`;
  }
  if (forecast > limit) {
    return `Credits will run out: this month needs ${count(forecast)}, and the plan has ${count(limit)}.`;
  }
  return `Credits will last: this month needs ${count(forecast)} of ${count(limit)}.`;
}

/** What a credit is; where they do not last, what happens then and what one can do. */
export function creditsNote({ limit, remaining, resetsAt, forecast }: Credits): string {
  const base = 'One credit is one question on one platform. All projects share them.';
  if (remaining > 0 && (forecast === null || forecast <= limit)) {
    return `${base} Failed questions are refunded.`;
  }
  const then = `Once they run out, nothing is asked until ${longDay(resetsAt)}, and missed runs are not made up.`;
  return `${base} ${then} Make prompts weekly, or choose a larger plan.`;
}
