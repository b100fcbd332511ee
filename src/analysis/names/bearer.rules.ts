import type { RuleTable } from '../rule-table.js';
import { startsUpper } from './lettering.js';
import { type NameVerdict, not } from './name-verdict.js';
import {
  isBodyOf,
  isFieldOfStudy,
  isInstitution,
  isPersonNoun,
  isPersonTitle,
  isPublication,
  isSector,
  isWork,
} from './namesake-words.js';
import type { OccurrenceInText } from './occurrence-in-text.js';

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
  {
    name: 'before the word for an institution or a publication',
    example: 'She went to ‹Reed› College then.',
    test: (asked) => !asked.isPhrase && isForeignCapitalNext(asked) && isBodyNext(asked),
    verdict: not('namesake'),
  },
  {
    name: 'before a trade that is not its own',
    example: { text: 'They work at ‹Flatiron› Health today.', aliases: ['Flatiron Construction'] },
    test: (asked) => isForeignCapitalNext(asked) && !isBodyNext(asked) && isOtherTradeNext(asked),
    verdict: not('namesake'),
  },
];

/** `the film “Up”`: alone in quotation marks behind the word for a work. */
function isOfWork({ around }: OccurrenceInText): boolean {
  if (around.isPreviousJoined || !isWork(around.previous ?? '')) return false;
  return OPENING_QUOTE.test(around.left) && CLOSING_QUOTE.test(around.right);
}

/** A capital follows which no name of the brand has. */
function isForeignCapitalNext({ around, names }: OccurrenceInText): boolean {
  const { next } = around;
  if (next === null || !around.isNextJoined || !startsUpper(next)) return false;
  return !names.some((name) => name.toLowerCase().includes(next.toLowerCase()));
}

/** `College`, or `Law Journal`. */
function isBodyNext({ around }: OccurrenceInText): boolean {
  const next = around.next ?? '';
  return isInstitution(next) || (isFieldOfStudy(next) && isPublication(around.run[1] ?? ''));
}

function isOtherTradeNext({ around, names }: OccurrenceInText): boolean {
  return isSector(around.next ?? '') && names.some((name) => name.split(/\s+/).slice(1).some(isSector));
}
