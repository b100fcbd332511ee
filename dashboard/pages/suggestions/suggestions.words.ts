import type { Stage } from '../../api/gql.ts';
import { Refused } from '../../api/refused.ts';
import { count, longDay, plural } from '../../format.ts';
import type { Suggestion, TermFile, Uploaded } from './suggestions.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  whereSuggestionsComeFrom: 'Where suggestions come from',
  whatNoPromptAsksYet:
    'Nothing here is asked yet. Select what your customers would ask, change the words if you like, and add it.',
  noSearchTermsYet: 'No search terms yet.',
  uploadThemBelow: 'Upload what people searched for before they saw your site, further down on this page.',
  seeQuestionsAboutYourTopic: 'See questions about your topic',
  allOfThemAreAsked: 'Nothing is left to suggest here: your prompts ask all of it.',
  nothingMatches: 'No suggestions match.',
  showAllSuggestions: 'Show all suggestions',
  showMore: 'Show more',
  selectAllShown: 'Select all shown',
  namesTheBrand: 'names the brand',
  withOrWithoutTheBrand: 'With or without the brand',
  projectCountry: 'The project’s country',
  searchesOfNearlyTheSameWords: 'Searches of nearly the same words',
  // The files.
  searchTermsOfYourSite: 'What people searched for before they were shown your site.',
  howToExport:
    'In Google Search Console: Performance, Export, then Queries.csv. In Bing Webmaster Tools: the keywords of ' +
    'Search Performance, or the grounding queries of AI Performance. At most 500 kB and 5,000 terms. ' +
    'A new file takes the place of the former one.',
  whatIsMissing:
    'Counts are of your site in that search engine, in the days of the file. They say nothing of how often AI ' +
    'platforms are asked. Google leaves out rare searches for privacy, searches for which your site was not shown ' +
    'are missing, and Google reported too many impressions from 13 May 2025 to 27 April 2026.',
  searchEngine: 'Search engine',
  csvFile: 'CSV file',
  firstDay: 'First day',
  lastDay: 'Last day',
  ifYouKnowIt: 'Optional: it is not in the file.',
  chooseAFile: 'Choose a file.',
  theFileIsEmpty: 'The file is empty.',
  theFileIsTooLong: 'The file has more than 500 kB. Export fewer days.',
  uploadFile: 'Upload file',
  uploadedFiles: 'Uploaded files',
  deleteSearchTerms: 'Delete search terms',
  deleteTheseTerms: 'Delete these search terms?',
  promptsStay: 'Suggestions from them go. Prompts that you have added stay.',
  linesLeftOut: 'Lines that were left out',
  // Adding.
  asTheirWordsSuggest: 'As suggested',
  oneTopicForAllOfThem: 'Optional, at most 50 characters: one for all of them.',
  separateWithCommas: 'Optional. Separate with commas.',
  nothingWasAdded: 'Nothing was added.',
} as const;

/** Search engines as people call them. */
export const SOURCES = [
  { id: 'GOOGLE', name: 'Google' },
  { id: 'BING', name: 'Bing' },
] as const;

/** What a search engine is called. */
export function sourceName(source: TermFile['source']): string {
  return SOURCES.find(({ id }) => id === source)?.name ?? source;
}

const ASKERS: Readonly<Record<Stage, string>> = {
  AWARENESS: 'by people who learn about the subject',
  CONSIDERATION: 'by people who look for what there is',
  DECISION: 'by people who choose between names',
  USE: 'by people who have bought',
};

/** Why a text is suggested, with its figures. */
export function reasonOf({ source, stage, impressions, clicks }: Suggestion): string {
  if (source === null) return `A usual question${stage === null ? '' : `, asked ${ASKERS[stage]}`}.`;
  const shown = source === 'BING' ? 'shown or cited' : 'shown';
  const opened = clicks ? `, and opened ${plural(clicks, 'time')}` : '';
  return `Your site was ${shown} ${plural(impressions ?? 0, 'time')} in ${sourceName(source)} for it${opened}.`;
}

/** What a suggestion would add beside a prompt of nearly the same words. */
export function wordingNote(promptText: string): string {
  return `Nearly the same as “${promptText}”. A different question would tell you more.`;
}

/** The choice to count it with that prompt. */
export function wordingChoice(promptText: string): string {
  return `Count it as another wording of “${promptText}”`;
}

/** A file that was uploaded. */
export function fileWords({ termCount, impressions, clicks }: TermFile): string {
  return `${plural(termCount, 'search term')}, ${count(impressions)} shown, ${count(clicks)} opened`;
}

/** The days of a file; as far as they were said. */
export function daysWords({ from, to }: Pick<TermFile, 'from' | 'to'>): string {
  if (from === null && to === null) return 'days not said';
  if (from === null) return `until ${longDay(to ?? '')}`;
  return to === null ? `from ${longDay(from)}` : `${longDay(from)} to ${longDay(to)}`;
}

/** What came of an upload. */
export function uploadedWords({ accepted, rejected }: Uploaded): string {
  const kept = `${plural(accepted, 'search term')} kept`;
  return rejected === 0 ? `${kept}.` : `${kept}, ${plural(rejected, 'line')} left out.`;
}

/** Faulty lines beyond those that are named. */
export function furtherLinesWords(rejected: number, named: number): string | null {
  return rejected > named ? `and ${plural(rejected - named, 'more line')}` : null;
}

/** A refusal of a file names its line: as a sentence. */
export function fileFault(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace(/\.\.$/, '.');
}

/** Which texts of a refused paste are at fault, each with its reason, by place. */
export function textFaultsOf(error: Error | null): ReadonlyMap<number, string> {
  const issues = error instanceof Refused ? error.issues : [];
  return new Map(
    issues.flatMap(({ path, message }) =>
      path[0] === 'inputs' && typeof path[1] === 'number' ? [[path[1], fileFault(message) ?? message]] : [],
    ),
  );
}
