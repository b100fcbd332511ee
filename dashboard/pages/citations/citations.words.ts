import type { Ownership } from '../../api/gql.ts';
import { count, plural } from '../../format.ts';
import type { ShownWord } from '../../page-filters.ts';

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
