import { isFunctionWord } from '../language/ordinary-words.js';
import { always, type RuleTable } from '../rule-table.js';
import { ownerOf, startsLower, startsUpper } from './lettering.js';
import { type NameVerdict, named, not, OPEN } from './name-mentions.js';
import { isOwnerOfBrands } from './namesake-words.js';
import type { OccurrenceInText } from './occurrence.js';

/**
 * Several ordinary words with their capitals are a name, unless a capital before them makes a longer one, or they open
 * a title that goes on as a sentence (`Core Security is Usually Identical:`). It always decides.
 */
export const PHRASE_RULES: RuleTable<OccurrenceInText, NameVerdict> = [
  {
    name: 'a phrase that opens a title and goes on in small letters',
    example: '- **‹Core Security› is Usually Identical:** all are good.',
    test: ({ around }) => around.isHead && isBeforeSmallWord(around) && around.isInTitledHead,
    verdict: OPEN,
  },
  {
    name: 'a phrase that heads an entry or is named as a pick, in a title',
    example: '## ‹Best Buy›',
    test: ({ around }) => around.isInTitleCase && (around.isHead || around.isAfterPick),
    verdict: named('head of an entry'),
  },
  {
    name: 'a phrase in a list that lost its breaks',
    example: '## CostcoKohls‹Best Buy›TargetWalmart',
    test: ({ around }) => around.isInGluedRow,
    verdict: named('among names'),
  },
  {
    name: 'a phrase within a title',
    example: '## Great Toys From ‹Best Buy› Today',
    test: ({ around }) => around.isInTitleCase,
    verdict: OPEN,
  },
  {
    name: 'a phrase with its capitals',
    example: 'They buy toys at ‹Best Buy› today.',
    test: ({ around }) => !isBehindCapital(around),
    verdict: named('capital in a sentence'),
  },
  {
    name: 'a phrase behind a measure or a company that owns brands',
    example: 'They have a 50-Pint ‹Energy Star› machine.',
    test: ({ around }) => around.isBehindMeasure || isOwnerOfBrands(around.previous ?? ''),
    verdict: OPEN,
  },
  {
    name: 'a phrase behind a capital',
    example: 'They buy toys at Green ‹Best Buy› today.',
    test: always,
    verdict: not('within another name'),
  },
];

function isBeforeSmallWord({ next, isNextJoined }: OccurrenceInText['around']): boolean {
  return next !== null && isNextJoined && startsLower(next);
}

/** A capital within a sentence that is no possessive: the first word of a longer name. */
function isBehindCapital({ previous, isPreviousJoined, isPreviousAtStart }: OccurrenceInText['around']): boolean {
  if (previous === null || !isPreviousJoined || isPreviousAtStart || !startsUpper(previous)) return false;
  return !isFunctionWord(previous.toLowerCase()) && ownerOf(previous) === null;
}
