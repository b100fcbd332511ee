import { percent, plural } from '../../format.ts';
import type { LastRun, PromptBrand, PromptVisibility } from './prompt.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  whatCustomersWouldRead: 'What customers would read.',
  allAnswersToThisPrompt: 'All answers to this prompt',
  platformOfTheAnswers: 'Platform of the answers',
  noAnswersInThisPeriod: 'No answers in this period.',
  brandNotNamed: 'brand not named',
  readTheAnswer: 'Read the answer',
  itsLastRuns: 'Its last runs',
  allRunsOfThisPrompt: 'All runs of this prompt',
  waitingForItsFirstAnswer: 'Waiting for its first answer',
  namesTheBrand: 'names the brand',
  askItNow: 'Ask it now?',
  archiveThisPrompt: 'Archive this prompt?',
  itIsNoLongerAskedAndLeaves:
    'It is no longer asked and leaves the lists for good, which frees its place in your plan. Its answers ' +
    'still count towards the project.',
  editThePrompt: 'Edit the prompt',
  withNewWordingThisIsANew:
    'With new wording, this is a new question. Its numbers start over, and it is asked in the new words from ' +
    'its next run. Earlier answers still count towards the project.',
  separateWithCommas: 'Separate with commas.',
  aDailyPromptUsesADailySlot: 'A daily prompt uses a daily slot, and one credit per platform every day.',
  theNamesInItsAnswers: 'The names in its answers',
  yourBrandAndTrackedCompetitors: 'Your brand and tracked competitors, by the number of answers that name them.',
  shareOfAnswersByName: 'Share of answers by name',
  theBrandIsNamedIn: 'The brand is named in',
  shareOfAnswersThatNameTheBrand: 'Share of answers that name the brand',
  noAnswersYet: 'No answers yet.',
  notDueThePromptOrItsProject: 'Not due: the prompt or its project is paused. ',
  seeWhenItWasAsked: 'See when it was asked',
  howOftenEachPlatformNames: 'How often each platform names the brand.',
  eachBarIsThe95Interval:
    'Each bar is the 95% interval of the share. Fewer answers make it wider. Overlapping bars may not differ.',
  shareOfAnswersByPlatform: 'Share of answers by platform',
} as const;

/** How far the answers to one question bear a statement. */
export function scoreNote({ responseCount, brandMentionCount, confidence }: PromptVisibility): string {
  const of = `${brandMentionCount} of ${plural(responseCount, 'answer')}`;
  return confidence ? `${of}; between ${percent(confidence.low)} and ${percent(confidence.high)}.` : `${of}.`;
}

/** Which rival the answers name most, without a claim beyond these answers. */
export function rivalFinding(brands: readonly PromptBrand[]): string {
  const rivals = brands.filter(({ isBrand, responseCount }) => !isBrand && responseCount > 0);
  const [first] = rivals.toSorted((one, other) => other.responseCount - one.responseCount);
  if (!first) return 'No competitor is named in these answers.';
  const own = brands.find(({ isBrand }) => isBrand);
  const where = `${first.name} is named in ${first.responseCount} of ${plural(first.wholeCount, 'answer')}`;
  return own ? `${where}, ${own.name} in ${own.responseCount}.` : `${where}.`;
}

/** What came of the runs planned last. */
export function runFinding(runs: readonly LastRun[]): string {
  if (runs.length === 0) return 'Not asked yet.';
  const failed = runs.filter(({ state }) => state === 'FAILED' || state === 'SKIPPED').length;
  const open = runs.filter(({ state }) => state === 'QUEUED' || state === 'RUNNING').length;
  if (failed > 0) return `${plural(failed, 'platform')} gave no answer last time.`;
  if (open > 0) return `${plural(open, 'platform')} will answer soon.`;
  return 'Every platform answered last time.';
}

const STATES: Readonly<Record<LastRun['state'], string>> = {
  ACCEPTED: 'answered',
  FAILED: 'failed',
  QUEUED: 'is waiting',
  RUNNING: 'is being asked',
  SKIPPED: 'was not asked',
};

export const runWord = ({ state }: LastRun) => STATES[state];

/** What asking out of turn takes. */
export function askingCost(platforms: number, creditsRemaining: number | undefined): string {
  const cost = `${plural(platforms, 'credit')}, one per platform`;
  const left = creditsRemaining === undefined ? '' : `; ${plural(creditsRemaining, 'credit')} left this month`;
  return `This uses ${cost}${left}. A prompt can be asked on demand three times a day.`;
}

/** Characters of an answer that are shown; the rest is a press away. */
const SHOWN = 320;

/** The first words of an answer as plain text: tables, addresses and marks of markdown are left out. */
export function beginningOf(text: string): string {
  const plain = text
    .replaceAll(/^[ \t]*\|.*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[ \t]*[-+][ \t]+/gm, '')
    .replaceAll(/\[\d+\]|[*_#`>]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN).trimEnd()}…` : plain;
}
