import { always, type RuleTable } from '../rule-table.js';
import { INSTITUTION_RULES } from './institution.rules.js';
import { startsUpper } from './lettering.js';
import { type NameVerdict, not } from './name-mentions.js';
import { isBodyOf, isPersonNoun, isPersonTitle, isWork } from './namesake-words.js';
import type { OccurrenceInText } from './occurrence.js';
import { PERSON_OR_PLACE_RULES } from './person-or-place.rules.js';

const PLACE_OF =
  /(?:^|[^\p{L}])(?:island|isle|city|town|village|harbou?r|river|coast|province|peninsula|kingdom) of $/u;
const OPENING_QUOTE = /\p{L} ['"‘“]$/u;
const CLOSING_QUOTE = /^['"’”](?!\p{L})/u;

/**
 * What makes a name somebody else's: `Flatiron Health` is not Flatiron Construction, `Reed College` not Reed, `Yale
 * Law Journal` not Yale; nor is the brand meant by `the sun god Helios`, `the harbor of Rhodes` or `the sculpture
 * ‘David’`.
 */
export const BEARER_RULES: RuleTable<OccurrenceInText, NameVerdict> = [
  {
    name: 'behind a word for a person',
    example: 'He is the sun god ‹Helios› of old.',
    test: ({ isPhrase, around }) => !isPhrase && around.isPreviousJoined && isPersonNoun(around.previous ?? ''),
    verdict: not('another bearer'),
  },
  {
    name: 'behind a kind of place and “of”',
    example: 'They saw the harbor of ‹Rhodes› in May.',
    test: ({ isPhrase, around }) =>
      !isPhrase && around.isPreviousJoined && around.previous === 'of' && PLACE_OF.test(around.left),
    verdict: not('another bearer'),
  },
  {
    name: 'in quotation marks behind the word for a work',
    example: 'We saw the film “‹Up›” at home.',
    test: (asked) => !asked.isPhrase && isOfWork(asked),
    verdict: not('a title'),
  },
  {
    name: 'behind the name of a body and “of”',
    example: 'She is at the University of ‹Troy› now.',
    test: ({ isPhrase, around }) => !isPhrase && around.phraseBefore !== null && isBodyOf(around.phraseBefore),
    verdict: not('namesake'),
  },
  {
    name: 'behind the title of a person',
    example: 'They saw Hurricane ‹Milton› come.',
    test: ({ isPhrase, around }) => !isPhrase && around.isPreviousJoined && isPersonTitle(around.previous ?? ''),
    verdict: not('namesake'),
  },
  { name: 'before a word for an institution or a trade', test: hasCapitalNext, rules: INSTITUTION_RULES },
  { name: 'a person, a place or a unit', test: always, rules: PERSON_OR_PLACE_RULES },
];

/** `the film “Up”`: alone in quotation marks behind the word for a work. */
function isOfWork({ around }: OccurrenceInText): boolean {
  if (around.isPreviousJoined || !isWork(around.previous ?? '')) return false;
  return OPENING_QUOTE.test(around.left) && CLOSING_QUOTE.test(around.right);
}

function hasCapitalNext({ around }: OccurrenceInText): boolean {
  return around.isNextJoined && startsUpper(around.next ?? '');
}
