import { count, plural } from '../../format.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  theListOfSearches: 'The list of searches',
  whatThePlatformsSearchedFor: 'What the platforms searched for',
  searchesThatAreGaps: 'Searches that are gaps',
  queriesAreShownAsSent:
    'Queries as the platforms sent them to the web, once an answer; those that differ in letter case alone are one. ' +
    'Not every reply reports its queries, and answers from before they were kept have none.',
  aGapThreeOrMoreAnswers:
    'A gap: three or more answers for which it was searched name a competitor and not you, and none, or clearly ' +
    'fewer, name you. With few answers, a gap is a hint where to look, not proof.',
  noAnswersInThisPeriod: '– No answers in this period, so nothing was searched for.',
  noAnswersToThesePrompts: '– No answers to these prompts in this period.',
  showAllPrompts: 'Show all prompts',
  noCompetitorIsTrackedYet: 'No competitor is tracked yet. ',
  tryALongerPeriodOrMore: 'Try a longer period, more platforms or more prompts.',
  showAllOf90Days: 'Show all of 90 days',
  sortingAppliesToTheRowsShown: ' Sorting applies to the rows shown.',
} as const;

interface Search {
  query: string;
  responseCount: number;
  namingBrandCount: number;
}

/** For how many answers the first query of the list was searched, and whether the brand is named in them. */
export function searchFinding(first: Search, answers: number, brand: string): string {
  const named = first.namingBrandCount;
  return (
    `“${first.query}” was searched for ${count(first.responseCount)} of ${plural(answers, 'answer')}; ` +
    `${brand} is named in ${named === 0 ? 'none' : count(named)} of them.`
  );
}

/** How many searches are gaps, and the widest of them, the first. */
export function searchGapFinding(first: Search, total: number, brand: string): string {
  const searches = total === 1 ? 'After one search' : `After ${count(total)} searches`;
  const named = first.namingBrandCount;
  return (
    `${searches}, competitors are named and ${brand} rarely or never is. Widest: “${first.query}”, searched for ` +
    `${plural(first.responseCount, 'answer')}, with ${brand} in ${named === 0 ? 'none' : count(named)}.`
  );
}

/** What an empty list means, by what it was narrowed to. */
export function noSearches(isGaps: boolean, brand: string): string {
  if (!isGaps) return 'No answer in this period tells what was searched for.';
  return `No gaps: there is no search after which competitors are named and ${brand} is not.`;
}
