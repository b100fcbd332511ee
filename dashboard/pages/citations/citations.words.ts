import type { Ownership } from '../../api/gql.ts';
import { count, plural } from '../../format.ts';
import type { ShownWord } from '../../page-filters.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  theListOfCitations: 'The list of citations',
  noAnswersInThisPeriodSoNothing: '– No answers in this period, so nothing is cited.',
  noCompetitorIsTrackedYet: 'No competitor is tracked yet. ',
  tryALongerPeriodOrMore: 'Try a longer period or more platforms.',
  showAllPlatformsOf90Days: 'Show all platforms of 90 days',
  hideItsPages: 'Hide its pages',
  showItsPages: 'Show its pages',
  domainsThatAreGaps: 'Domains that are gaps',
  sortingAppliesToTheRowsShown: ' Sorting applies to the rows shown.',
  aGapThreeOrMoreAnswersThatCite:
    'A gap: three or more answers that cite the source name a competitor and not you, and none, or clearly ' +
    'fewer, name you. Your own site is never a gap. With few answers, a gap is a hint where to look, not proof.',
  noneOfTheDomainsBelowIsAGap: 'None of the domains below is a gap.',
  oneDomainBelowIsAGap: 'One domain below is a gap',
  answersThatCiteEachDomain: 'Answers that cite each domain',
  theListOfPages: 'The list of pages',
  noSinglePageStandsOut: 'No single page stands out in this period.',
  pagesThatAreGaps: 'Pages that are gaps',
} as const;

interface Source {
  domain: string;
  ownership: Ownership;
  responseCount: number;
  responseCountNamingBrand: number;
}

const WHOSE = { OWN: ', your own site,', COMPETITOR: ', a competitor’s site,', OTHER: '' };

/** Where the first domain of the list is cited, and whether the brand is named there. @param answers of the period. */
export function sourceFinding(first: Source, answers: number, brand: string): string {
  const named = first.responseCountNamingBrand;
  const there = named === 0 ? 'none' : count(named);
  return (
    `${first.domain}${WHOSE[first.ownership]} is cited in ${count(first.responseCount)} of ` +
    `${plural(answers, 'answer')}; ${brand} is named in ${there} of them.`
  );
}

/** How many domains are gaps, and the widest of them, the first. */
export function gapFinding(first: Source, total: number, brand: string): string {
  const sources = total === 1 ? 'One domain is' : `${count(total)} domains are`;
  const named = first.responseCountNamingBrand;
  return (
    `${sources} cited where competitors are named and ${brand} rarely or never is. Widest: ${first.domain}, cited in ` +
    `${plural(first.responseCount, 'answer')}, with ${brand} in ${named === 0 ? 'none' : count(named)}.`
  );
}

/** What an empty list means, by what it was narrowed to. */
export function emptyTitle(shown: ShownWord, brand: string): string {
  switch (shown) {
    case 'all':
      return 'No answers in this period cite a source.';
    case 'gaps':
      return `No gaps: nothing is cited where competitors are named and ${brand} is not.`;
    case 'yours':
      return `No answers in this period cite a page of ${brand}.`;
    case 'competitors':
      return 'No answers in this period cite a competitor’s site.';
    case 'others':
      return 'No answers in this period cite a third party.';
  }
}
