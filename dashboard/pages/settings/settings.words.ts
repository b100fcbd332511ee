import { count, plural } from '../../format.ts';
import type { ProjectMarket, RepeatsOption } from './settings.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  whatToLookForInAnswers: 'What to look for in answers.',
  aChangeHereReAnalysesAll: 'A change here re-analyses all answers, so that old and new numbers use the same names.',
  abbreviationsFormerNames: 'Abbreviations, former names, products. Enter or a comma adds one.',
  linksToItAndToItsSubdomains: 'Links to it and to its subdomains count as your own.',
  topicAndCountry: 'Topic and country',
  whatIsSoldAndWhere: 'What is sold, and where.',
  aChangeHereReAnalysesNoAnswers: 'A change here re-analyses no answers.',
  forExampleRunningShoes: 'For example: running shoes.',
  whereTheQuestionsAreAskedFrom: 'Where the questions are asked from.',
  forYourTeamOnlyItIsNotSent: 'For your team only. It is not sent to any platform.',
  whichPlatformsAreAsked: 'Which platforms are asked and how often, and which names are tracked.',
  newPromptsAreAskedOnThese: 'New prompts are asked on these platforms. Existing prompts keep theirs.',
  platformsOfNewPrompts: 'Platforms of new prompts',
  notIncludedInYourPlan: 'Not included in your plan.',
  trackCompetitorsAutomatically: 'Track competitors automatically',
  namesThatEnoughAnswers:
    'Names that enough answers of the last 30 days list as an option become competitors, ten at most. ' +
    'Dismissed and removed names never do. Each new competitor re-analyses all answers.',
  weeklyPromptsAreAsked: 'Weekly prompts are asked',
  placesToAskFrom: 'Further places to ask from.',
  aPromptKeepsItsMarket:
    'A prompt is asked in one market, for good; without one it is asked from the country above. ChatGPT, Perplexity and ' +
    'Claude are sent the place; Gemini takes none.',
  noMarketsYet: 'There are none yet: all prompts are asked from the country above.',
  createAMarket: 'Create a market',
  itsPlaceStaysForGood: 'Its place stays for good: another place is another market. Only its name can be changed.',
  asYouWillFindItInLists: 'As you will find it in lists, for example Munich.',
  optionalByItsName: 'Optional, by its name.',
  optionalALanguageCode:
    'Optional: a code of two or three letters, such as de. It groups prompts; what is asked is their text as it is.',
  archiveItsPromptsFirst: 'Archive its prompts first.',
  itsAnswersStay: 'Its answers stay and go on counting. Its name can be used again. It cannot be restored.',
  notSavedCheckTheFieldsMarked: 'Not saved. Check the fields marked in red.',
  youHaveUnsavedChanges: 'You have unsaved changes.',
  reAnalyseAllAnswers: 'Re-analyse all answers?',
  saveAndReAnalyse: 'Save and re-analyse',
  leaveWithoutSaving: 'Leave without saving?',
  yourChangesOnThisPage: 'Your changes on this page are not saved.',
  onPromptsAreAskedWhenDue: 'On: prompts are asked when due.',
  pausedNothingIsAsked: 'Paused: nothing is asked.',
  noRunsArePlannedAndNoCredits:
    'No runs are planned and no credits are used. When you resume, prompts are asked for the current period; ' +
    'missed periods are not made up.',
  whilePausedNoRunsArePlanned:
    'While paused, no runs are planned and no credits are used. Runs that are already queued still use theirs. ' +
    'Numbers, history and settings stay.',
  archiveThisProjectForGood: 'Archive this project for good.',
  archivingStopsItsPrompts:
    'Archiving stops its prompts, removes it from your projects and frees its place in your plan. It cannot be ' +
    'restored. Its data stays available through the API.',
  itsPromptsAreNoLongerAsked: 'Its prompts are no longer asked, and it cannot be restored.',
  archiveForGood: 'Archive for good',
} as const;

/** How often a week, as a choice. */
export function repeatsWord(repeats: number): string {
  if (repeats === 1) return 'Once a week';
  return repeats === 2 ? 'Twice a week' : `${repeats} times a week`;
}

/**
 * What the project's prompts cost in a month, and show, asked so often.
 * @param was how often they are asked until it is saved.
 */
export function repeatsSentence(options: readonly RepeatsOption[], repeats: number, was: number): string {
  const chosen = options.find((option) => option.repeats === repeats);
  if (!chosen) return 'Spread over the week. Each asking of a prompt on a platform takes a credit.';
  if (chosen.prompts === 0) {
    return 'No prompt is asked now. Each asking of a prompt on a platform takes a credit.';
  }
  const cost = `Its prompts take ${plural(chosen.creditsPerMonth, 'credit')} a month`;
  if (chosen.isDaily) return `${cost}: all of them are asked daily, whatever is chosen here.`;
  const now = options.find((option) => option.repeats === was);
  const more = now ? chosen.creditsPerMonth - now.creditsPerMonth : 0;
  const beside = more === 0 ? '' : `, ${count(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than now`;
  const beyond =
    chosen.limit === 'CREDITS'
      ? ' That is more than your plan leaves: the last ones of a month would not be asked.'
      : '';
  const shows =
    chosen.detectablePoints === null
      ? ''
      : ` A change of ${plural(Math.ceil(chosen.detectablePoints), 'point')} shows within 4 weeks, 4 times of 5.`;
  return `${cost}${beside}.${beyond}${shows}`;
}

/** Where a market is: city, region and country. @param country by its name. */
export function placeOf({ region, city }: Pick<ProjectMarket, 'region' | 'city'>, country: string): string {
  return [city, region, country].filter((part) => part !== null && part !== '').join(', ');
}

/** Why no further market can be made; null where one can. */
export function marketCapacityFault(open: number, capacity: number | undefined): string | null {
  if (capacity === undefined || open < capacity) return null;
  return `Your plan has room for ${plural(capacity, 'market')} in a project. Archive one first.`;
}

/** Those that were archived, by name. */
export function archivedSentence(markets: readonly { name: string }[]): string | null {
  return markets.length === 0 ? null : `Archived: ${markets.map(({ name }) => name).join(', ')}.`;
}
