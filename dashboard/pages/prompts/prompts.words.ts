import type { Stage } from '../../api/gql.ts';
import { Refused } from '../../api/refused.ts';
import { STAGES } from '../../filters.ts';
import { count, day, plural } from '../../format.ts';
import type { Duplicate, PlanAccount, Prompt, SampleSize } from './prompts.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  oneQuestionPerLineAsACustomer: 'One question per line, as a customer would ask it. Up to 100 at once.',
  optionalSeparateWithCommas: 'Optional. Separate with commas.',
  copyToMarket: 'Copy to market',
  theirTopicStageAndTags:
    'The copies have the topic, stage and tags of these, and are asked as often, on the same platforms. Scores of the two ' +
    'are then compared question by question.',
  thisProjectHasNoMarkets: 'This project has no markets yet. ',
  createOneInItsSettings: 'Create one in its settings',
  nothingWasAdded: 'Nothing was added.',
  selectAllShown: 'Select all shown',
  lastAskedNext: 'Last asked, next',
  namesTheBrand: 'names the brand',
  anotherWording: 'another wording',
  theProjectIsPausedNothing: ' The project is paused: nothing is asked. ',
  noPromptsYet: 'No prompts yet.',
  addQuestionsYourCustomersWould:
    'Add questions your customers would ask. They are asked right away, then on schedule.',
  addTheFirstOnes: 'Add the first ones',
  noPromptsMatchTheseFilters: 'No prompts match these filters.',
  showAllPrompts: 'Show all prompts',
  searchTheQuestions: 'Search the questions',
  howFarFromBuyingTheOneIs:
    'How far from buying the one is who asks: learns about the subject, looks for what there is, chooses between names, ' +
    'or has bought. Numbers of a stage are of all answers to its prompts, earlier ones too.',
  oneTopicForAllOfThem: 'One topic for all of them, at most 50 characters. Leave it empty for none.',
  theyAreNoLongerAskedAndLeave:
    'They are no longer asked and leave this list for good, which frees their places in your plan. Their ' +
    'answers still count towards the project.',
  separateWithCommasOtherTags: 'Separate with commas. Other tags stay.',
  aDailyPromptUsesADailySlot: 'A daily prompt uses a daily slot, and one credit per platform every day.',
} as const;

/** A stage as the page names it. */
export function stageName(stage: Stage): string {
  return STAGES.find(({ id }) => id === stage)?.name ?? stage;
}

type Staged = Pick<Prompt, 'stage' | 'likelyStage'>;

/** The stages that the words of prompts tell, and how many keep what they have; null where no word tells any. */
export function likelySentence(prompts: readonly Staged[]): string | null {
  const told = STAGES.flatMap(({ id, name }) => {
    const many = prompts.filter(({ likelyStage }) => likelyStage === id).length;
    return many === 0 ? [] : [`${name} ${count(many)}`];
  });
  if (told.length === 0) return null;
  const left = prompts.filter(({ likelyStage }) => likelyStage === null).length;
  return `As their words suggest: ${[...told, ...(left > 0 ? [`unchanged ${count(left)}`] : [])].join(', ')}`;
}

/** The line of a paste, counted from 1, with the question on it. */
export interface PastedLine {
  line: number;
  text: string;
}

/** The questions of a paste: one a line, empty lines left out. */
export function linesOf(pasted: string): PastedLine[] {
  return pasted
    .split('\n')
    .map((text, at) => ({ line: at + 1, text: text.trim() }))
    .filter(({ text }) => text !== '');
}

/** How a prompt stands, in a few words, and what they are about. */
interface PromptState {
  word: string;
  kind: 'asked' | 'waiting' | 'paused' | 'trouble';
  /** The whole story; null where the word tells it. */
  detail: string | null;
}

type Stated = Pick<Prompt, 'isActive' | 'lastAnsweredAt' | 'lastRuns'>;

/** What somebody should know first: that it is paused, that its last runs came to nothing, or that it waits. */
export function stateOf({ isActive, lastAnsweredAt, lastRuns }: Stated): PromptState {
  if (!isActive) return { word: 'Paused', kind: 'paused', detail: null };
  const failed = (lastRuns ?? []).filter(({ state }) => state === 'FAILED' || state === 'SKIPPED');
  const [first] = failed;
  if (first) {
    const platforms = plural(failed.length, 'platform');
    const isAsked = failed.some(({ state }) => state === 'FAILED');
    const word = isAsked ? `No answer from ${platforms}` : `Not asked on ${platforms} last time`;
    return { word, kind: 'trouble', detail: first.message };
  }
  if (lastAnsweredAt === null) return { word: 'Waiting for its first answer', kind: 'waiting', detail: null };
  return { word: 'Asked', kind: 'asked', detail: null };
}

/** What is left of the account's plan. */
export function planSentence({ limits, usage }: PlanAccount): string | null {
  if (!usage) return null;
  const prompts = `${count(usage.promptsUsed)} of ${plural(limits.promptCapacity, 'prompt')}`;
  return `${prompts} and ${count(usage.dailySlotsUsed)} of ${plural(limits.dailySlots, 'daily slot')} are in use.`;
}

/** What the prompts of the project show, and what it takes to see a change of five points; null where none is asked. */
export function sampleSentence({ present, cheapest, assumptions }: SampleSize): string | null {
  if (present.intents === 0) return null;
  const asked = `${plural(present.intents, 'different prompt')} on ${plural(present.platforms, 'platform')}`;
  const usual = assumptions.basis === 'ASSUMED' ? ', by what answers usually vary' : '';
  const told =
    present.detectablePoints === null
      ? `With ${asked}, no change shows: that takes five different prompts, asked about equally often.`
      : `With ${asked}, a change of ${plural(Math.ceil(present.detectablePoints), 'point')} shows within 4 weeks, ` +
        `4 times of 5${usual}.`;
  const isFiner = present.detectablePoints === null || present.detectablePoints > 5;
  if (!isFiner || !cheapest) return told;
  const often = cheapest.isDaily ? 'daily' : cheapest.repeats > 1 ? `${cheapest.repeats} times a week` : 'weekly';
  const ways = `${plural(cheapest.prompts, 'different prompt')} ${often} on ${plural(cheapest.platforms, 'platform')}`;
  return `${told} For 5 points ask ${ways}.`;
}

/** Which lines of a paste are taken, and by what. */
export function duplicatesSentence(lines: readonly PastedLine[], duplicates: readonly Duplicate[]): string | null {
  if (duplicates.length === 0) return null;
  const places = duplicates.map(({ at }) => lines[at]?.line ?? 0);
  const one = duplicates.length === 1;
  const left = one ? 'It will be skipped.' : 'They will be skipped.';
  return `${linesWord(places)} ${one ? 'repeats' : 'repeat'} another line, or a prompt of the project. ${left}`;
}

const NAMED_LINES = 8;

function linesWord(places: readonly number[]): string {
  const [first] = places;
  if (places.length === 1) return `Line ${first}`;
  const named = places.slice(0, NAMED_LINES);
  const rest = places.length - named.length;
  if (rest > 0) return `Lines ${named.join(', ')} and ${count(rest)} more`;
  return `Lines ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

const MONTH_DAYS_MAX = 31;
const WEEK_DAYS = 7;

/** Runs of a weekly prompt on one platform in a month of 31 days, at most. */
const weeklyRunsMax = (repeats: number) => Math.ceil((MONTH_DAYS_MAX * repeats) / WEEK_DAYS);

/**
 * What new prompts take of the account's credits.
 * @param repeats how often a week the project's weekly prompts are asked.
 */
export function costSentence(
  prompts: number,
  platforms: number,
  { cadence, repeats }: { cadence: 'DAILY' | 'WEEKLY'; repeats: number },
): string {
  const cells = prompts * platforms;
  const isDaily = cadence === 'DAILY';
  const at = plural(isDaily ? cells : cells * repeats, 'credit');
  const most = plural(cells * (isDaily ? MONTH_DAYS_MAX : weeklyRunsMax(repeats)), 'credit');
  return `Asked on ${plural(platforms, 'platform')}: ${at} a ${isDaily ? 'day' : 'week'}, ${most} a month at most.`;
}

type Copied = Pick<Prompt, 'platforms' | 'monitoringFrequency'>;

/** What copies of prompts take of the account's credits, each asked as the one that it is of. */
export function copiesCostSentence(prompts: readonly Copied[], repeats: number): string {
  const cellsOf = (cadence: Copied['monitoringFrequency']) =>
    prompts
      .filter(({ monitoringFrequency }) => monitoringFrequency === cadence)
      .reduce((sum, { platforms }) => sum + platforms.length, 0);
  const [daily, weekly] = [cellsOf('DAILY'), cellsOf('WEEKLY')];
  const parts = [
    ...(daily > 0 ? [`${plural(daily, 'credit')} a day`] : []),
    ...(weekly > 0 ? [`${plural(weekly * repeats, 'credit')} a week`] : []),
  ];
  const most = plural(daily * MONTH_DAYS_MAX + weekly * weeklyRunsMax(repeats), 'credit');
  return `${plural(prompts.length, 'copy', 'copies')}: ${parts.join(' and ')}, ${most} a month at most.`;
}

/** Which of the prompts are left out, as the market asks them; null for none. */
export function takenSentence(taken: number): string | null {
  if (taken === 0) return null;
  return taken === 1
    ? '1 of them is asked there already, or chosen twice. It is left out.'
    : `${count(taken)} of them are asked there already, or chosen twice. They are left out.`;
}

/** Why so many prompts do not fit; null where they do. */
export function capacityFault(prompts: number, isDaily: boolean, { limits, usage }: PlanAccount): string | null {
  if (!usage) return null;
  const room = Math.max(0, limits.promptCapacity - usage.promptsUsed);
  if (prompts > room) return `Your plan has room for ${plural(room, 'more prompt')}.`;
  const slots = Math.max(0, limits.dailySlots - usage.dailySlotsUsed);
  if (isDaily && prompts > slots) return `Your plan has ${plural(slots, 'daily slot')} left. Ask them weekly instead.`;
  return null;
}

/** Tags as they are typed, with commas between them. */
export function tagsOf(typed: string): string[] {
  const tags = typed.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** When it is asked next, or why it is not. */
export function nextOf(
  { isActive, nextRunAt }: Pick<Prompt, 'isActive' | 'nextRunAt'>,
  isProjectPaused: boolean,
): string {
  if (nextRunAt !== null) return `next ${day(nextRunAt)}`;
  return isProjectPaused && isActive ? 'project paused' : 'not due';
}

/** Why a line of a paste was refused, in the words of the service. */
interface LineFault {
  line: number;
  message: string;
}

/** The lines that a refusal is about, by the place of each among the inputs that were sent. */
export function lineFaultsOf(error: Error | null, sent: readonly PastedLine[]): LineFault[] {
  const issues = error instanceof Refused ? error.issues : [];
  return issues.flatMap(({ path, message }) => {
    const at = path[0] === 'inputs' && typeof path[1] === 'number' ? path[1] : -1;
    const line = sent[at]?.line;
    return line === undefined ? [] : [{ line, message }];
  });
}

/** A refusal as one sentence of the service, whatever fields it is about. */
export function faultOf(error: Error | null): Error | null {
  return error && new Error(error.message);
}
