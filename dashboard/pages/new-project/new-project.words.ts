import type { RunState } from '../../api/gql.ts';
import { count, instant, longDay, plural } from '../../format.ts';
import { platformOf } from '../../platforms.ts';
import { detectableChange } from './detectable-change.ts';
import { type Draft, filledPrompts, filledRivals, keyOf } from './draft.ts';
import type { CompetitorQuestion, FirstAnswers, Plan } from './new-project.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  whichBrandDoYouWantToMonitor: 'Which brand do you want to monitor?',
  everyAnswerIsSearched: 'Every answer is searched for its names and for links to its site.',
  savedYouCanChangeItLater: 'Saved. You can change it later in Settings.',
  theNameAsYourCustomersWriteIt: 'The name as your customers write it.',
  citedPagesOfThisSiteCount: 'Cited pages of this site count as your own.',
  abbreviationsProductNames:
    'Abbreviations, product names and former names that count as the brand. Press Enter after each.',
  whatItSells: 'What it sells',
  forExampleRunningShoesUsed: 'For example running shoes. Used to suggest questions.',
  whereTheQuestionsAreAskedFrom: 'Where the questions are asked from.',
  whoAreItsCompetitors: 'Who are its competitors?',
  optionalNamesThatComeUp: 'Optional. Names that come up in answers are suggested on the Competitors page.',
  addACompetitor: 'Add a competitor',
  suggestCompetitors: 'Suggest competitors',
  asksOnePlatformOneQuestion: 'Asks one platform one question, usually for $0.01 to $0.04. It takes no credit.',
  noPlatformHasAKeyYet: 'No platform has a key yet, so none can be asked for suggestions. Add competitors by hand.',
  noKeyYet: 'no key yet, so it is not asked',
  suggestedCompetitors: 'Suggested competitors',
  theQuestionAndTheWholeAnswer: 'The question and the whole answer',
  theWholeAnswer: 'The whole answer',
  openTheOverview: 'Open the overview',
  theFirstRun: 'First run',
  importAnswers: 'Import answers',
  storeAKeyOnPlatforms: 'Store a key on Platforms',
  viewItsPrompts: 'View its prompts',
  thePlanOfTheAccount: 'The plan of the account',
  leaveWithoutFinishing: 'Leave without finishing?',
  theProjectExistsButCompetitors: 'The project exists, but competitors and prompts that are not saved will be lost.',
  yourEntriesAreNotSaved: 'Your entries are not saved and will be lost.',
  someFieldsNeedToBeCorrected: 'Some fields need to be corrected.',
  namesTheBrandSoNearlyEvery: 'names the brand, so nearly every answer will',
  whatDoCustomersAsk: 'What do customers ask?',
  questionsThatNameNoBrandTell:
    'Questions that name no brand tell you most: they show whether yours comes up unprompted.',
  promptsToCreate: 'Prompts to create',
  onePerLinePasteAsManyAsYouLike: 'One per line. Paste as many as you like.',
  overTheLimit: ': over the limit',
} as const;

/** The most days and the most weeks that begin in a month. */
const DAYS_MAX = 31;
const WEEKS_MAX = 5;

/** What a draft's prompts take, at most: one credit a platform each time that a prompt is asked. */
export interface Cost {
  prompts: number;
  /** Daily ones: each takes a daily slot. */
  daily: number;
  platforms: number;
  creditsEachTime: number;
  creditsAMonth: number;
}

export function costOf(draft: Draft, { platforms }: Pick<Plan, 'platforms'>): Cost {
  const prompts = filledPrompts(draft);
  const asked = (draft.platforms ?? platforms).length;
  const daily = prompts.filter(({ frequency }) => frequency === 'DAILY').length;
  const weekly = prompts.length - daily;
  return {
    prompts: prompts.length,
    daily,
    platforms: asked,
    creditsEachTime: prompts.length * asked,
    creditsAMonth: (daily * DAYS_MAX + weekly * WEEKS_MAX) * asked,
  };
}

/** `12 prompts on 4 platforms: up to 240 credits a month.` */
export function costFinding({ prompts, platforms, creditsAMonth }: Cost): string {
  if (prompts === 0) return 'No prompts yet, so no credits are used.';
  const asked = `${plural(prompts, 'prompt')} on ${plural(platforms, 'platform')}`;
  return `${asked}: up to ${plural(creditsAMonth, 'credit')} a month.`;
}

/** What the prompts of a draft will show; null where there are none. */
export function sampleSentence({ prompts, daily, platforms }: Cost): string | null {
  if (prompts === 0) return null;
  const points = detectableChange({ daily, weekly: prompts - daily, platforms });
  if (points === null) return 'No change shows with fewer than five different prompts, asked about equally often.';
  return `A change of ${plural(points, 'point')} shows within 4 weeks, 4 times of 5.`;
}

/** A line of the plan: how much of it is taken, and how much the draft adds. */
interface PlanLine {
  name: string;
  text: string;
  isBeyond: boolean;
}

/** Empty where the service could not say what is used. */
export function planLines(cost: Cost, { limits, usage }: Plan): PlanLine[] {
  if (!usage) return [];
  const { promptCapacity, dailySlots, creditsPerMonth } = limits;
  const { promptsUsed, dailySlotsUsed, creditsRemaining, creditsResetAt } = usage;
  return [
    {
      name: 'Prompts',
      text: `${count(promptsUsed)} of ${count(promptCapacity)} in use, ${count(cost.prompts)} more`,
      isBeyond: promptsUsed + cost.prompts > promptCapacity,
    },
    {
      name: 'Daily slots',
      text: `${count(dailySlotsUsed)} of ${count(dailySlots)} in use, ${count(cost.daily)} more`,
      isBeyond: dailySlotsUsed + cost.daily > dailySlots,
    },
    {
      name: 'Credits',
      text: `${count(creditsRemaining)} of ${count(creditsPerMonth)} left until ${longDay(creditsResetAt)}`,
      isBeyond: false,
    },
    {
      name: 'The first run',
      text: `${plural(cost.creditsEachTime, 'credit')}, one for each prompt on each platform`,
      isBeyond: cost.creditsEachTime > creditsRemaining,
    },
  ];
}

/** Why the plan has no room for the draft, as a sentence; null where it has. Credits bar nothing: runs are skipped. */
export function planBar(cost: Cost, { limits, usage }: Plan): string | null {
  if (!usage) return null;
  const prompts = usage.promptsUsed + cost.prompts - limits.promptCapacity;
  if (prompts > 0) return `Your plan has no room for ${plural(prompts, 'prompt')} of these. Remove some.`;
  const daily = usage.dailySlotsUsed + cost.daily - limits.dailySlots;
  return daily > 0
    ? `Your plan has no daily slot for ${plural(daily, 'daily prompt')}. Ask them weekly instead.`
    : null;
}

/** What is to be expected of a project that was just made. @param now of the page, in milliseconds. */
export function firstAnswersFinding({ project, platformStatus }: FirstAnswers, prompts: number, now: number): string {
  const { lastAnsweredAt = null, monitoring } = project ?? {};
  if (lastAnsweredAt !== null) return 'The first answers are in.';
  if (prompts === 0) return 'It has no prompts yet. Add one to get answers.';
  if (platformStatus?.every(({ isConfigured }) => !isConfigured)) {
    return 'No platform has a key yet. Import answers that you have, or have the service operator store a key.';
  }
  if (!monitoring) return 'Its first answers are on their way.';
  if (monitoring.running + monitoring.queued > 0) {
    return `In progress: ${plural(monitoring.running + monitoring.queued, 'run')} under way.`;
  }
  if (monitoring.nextRunAt === null) return 'Nothing is scheduled right now.';
  const isDue = Date.parse(monitoring.nextRunAt) <= now;
  return isDue ? 'Due now. First answers come within minutes.' : `First answers by ${instant(monitoring.nextRunAt)}.`;
}

/** @param all of the project's runs, of which `runs` is the first page. */
export function firstRunFinding(runs: readonly { state: RunState }[], all: number): string {
  const of = (wanted: RunState) => runs.filter(({ state }) => state === wanted).length;
  const parts = [`${of('ACCEPTED')} of ${plural(runs.length, 'run')} answered`];
  if (of('FAILED') > 0) parts.push(`${of('FAILED')} failed`);
  if (of('SKIPPED') > 0) parts.push(`${of('SKIPPED')} not asked`);
  const open = of('QUEUED') + of('RUNNING');
  if (open > 0) parts.push(`${open} under way`);
  const shown = all > runs.length ? ` The newest ${runs.length} of ${all} are shown.` : '';
  return `${parts.join(', ')}.${shown}`;
}

const STATE_WORDS: Readonly<Record<RunState, string>> = {
  ACCEPTED: 'answered',
  FAILED: 'failed',
  QUEUED: 'waits',
  RUNNING: 'is being asked',
  SKIPPED: 'not asked',
};

/** @param reason why a run failed, waits again or was not asked; null where there is none. */
export function runStateWords(state: RunState, reason: string | null): string {
  return reason === null ? STATE_WORDS[state] : `${STATE_WORDS[state]} (${reason})`;
}

/** @param place of the prompt that has the same text, from 1. */
export function sameAs(place: number): string {
  return `The same as prompt ${place}.`;
}

/** Why no project can be created, as a sentence; null where one can. */
export function projectBar(projects: number | null, { limits }: Pick<Plan, 'limits'>): string | null {
  if (projects === null || projects < limits.projectCapacity) return null;
  return `Your plan includes ${plural(limits.projectCapacity, 'project')}, and all are in use. Archive one first.`;
}

/** Told where no row for a competitor can be added; null where one can. */
export function competitorBar(rows: number, { limits }: Pick<Plan, 'limits'>): string | null {
  if (rows < limits.competitorCapacity) return null;
  return `A project can have ${plural(limits.competitorCapacity, 'competitor')} at most.`;
}

/** How far the question for competitors is. @param isWaiting also where nothing of it is known yet. */
export function questionFinding(question: CompetitorQuestion | null, isWaiting: boolean): string {
  if (!question) return isWaiting ? 'The question is on its way.' : '';
  const { state, platform, model, suggestions, message, costUsd } = question;
  const asked = platform === null ? 'A platform' : platformOf(platform).name;
  switch (state) {
    case 'QUEUED':
      return 'The question waits for a worker.';
    case 'ASKING':
      return `${asked} is being asked. That takes up to a minute.`;
    case 'FAILED':
      return `No suggestions: ${message ?? 'there is no answer.'}`;
    case 'ANSWERED': {
      const who = `${asked}${model === null ? '' : ` (${model})`}`;
      const cost = `It cost $${costUsd.toFixed(4)}.`;
      if (suggestions.length === 0) return `${who} answered, and names no brand that could be told apart. ${cost}`;
      return `${who} names ${plural(suggestions.length, 'brand')}. Choose those to track. ${cost}`;
    }
  }
}

interface Parts {
  isProjectMade: boolean;
  rivals: { made: number; all: number };
  prompts: { made: number; all: number };
}

/** What exists after creating stopped, and what the next try does. */
export function stoppedWords({ isProjectMade, rivals, prompts }: Parts): string {
  if (!isProjectMade) return 'Nothing was saved, and nothing you typed is lost.';
  const parts = [
    rivals.all > 0 ? `${rivals.made} of ${plural(rivals.all, 'competitor')}` : null,
    prompts.all > 0 ? `${prompts.made} of ${plural(prompts.all, 'prompt')}` : null,
  ].filter((part) => part !== null);
  const exists = parts.length > 0 ? `The project exists, with ${parts.join(' and ')}.` : 'The project exists.';
  return `${exists} Continue to add the rest.`;
}

/** A question made of the words that were typed. */
interface Suggestion {
  text: string;
  /** It names the brand, so nearly every answer will. */
  isBranded: boolean;
}

/** They read well of one thing and of many: *oat milk*, *running shoes*. */
const OF_TOPIC = [
  'Can you recommend the best {topic}?',
  'Which {topic} would you recommend, and why?',
  'Which brands should I look at for {topic}?',
  'Which {topic} would you choose for the best value for money?',
  'What should I look for when choosing {topic}?',
  'Which {topic} do reviewers prefer this year?',
] as const;

const OF_RIVAL = 'What are good alternatives to {rival}?';
const OF_BOTH = '{brand} or {rival}: which is better?';
const OF_BRAND = 'Is {brand} a good choice?';

/** Rivals that questions are made of: with more, the list would be of nothing else. */
const RIVALS_MAX = 3;

/**
 * Questions that customers may ask, made of the topic, the brand and the competitors as they were typed; those that
 * name nobody come first. What the draft has already is left out.
 */
export function suggestionsFor(draft: Draft): Suggestion[] {
  const { brandName, mainTopic } = draft.brand;
  const [brand, topic] = [brandName.trim(), mainTopic.trim()];
  const rivals = filledRivals(draft)
    .map(({ name }) => name.trim())
    .filter((name) => name !== '')
    .slice(0, RIVALS_MAX);
  const unbranded = [
    ...(topic === '' ? [] : OF_TOPIC.map((pattern) => pattern.replace('{topic}', () => topic))),
    ...rivals.map((rival) => OF_RIVAL.replace('{rival}', () => rival)),
  ];
  const branded =
    brand === ''
      ? []
      : [OF_BRAND, ...rivals.map((rival) => OF_BOTH.replace('{rival}', () => rival))].map((pattern) =>
          pattern.replace('{brand}', () => brand),
        );
  const known = new Set(draft.prompts.map(({ text }) => keyOf(text)));
  return [
    ...unbranded.map((text) => ({ text, isBranded: false })),
    ...branded.map((text) => ({ text, isBranded: true })),
  ].filter(({ text }) => !known.has(keyOf(text)));
}
