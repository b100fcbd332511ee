import { isFunctionWord, isOrdinaryWord, isTechnicalTerm } from '../language/ordinary-words.js';
import type { RuleTable } from '../rule-table.js';
import { isAllCapitals, isCamelCase, isModelNumber, isNameLike, ownerOf, startsUpper } from './lettering.js';
import { isKin } from './name-forms.js';
import { LIKELY, type NameVerdict, named, not, OPEN } from './name-mentions.js';
import { isOfPlaces, isOwnerOfBrands, isRole, isTitle } from './namesake-words.js';
import type { OccurrenceInText } from './occurrence.js';
import { hasProductMark, hasUnknownWord } from './product-runs.js';

type Rules = RuleTable<OccurrenceInText, NameVerdict>;

const WITHIN = not('within another name');

/** A capital before the name, in a text whose words have none without a reason. */
const BEHIND_A_CAPITAL_IN_A_SENTENCE: Rules = [
  {
    name: 'behind a function word with a capital within a sentence',
    example: 'They say that Our ‹Target› is near.',
    test: (asked) => isBehindFunctionWord(asked) && !asked.around.isPreviousAtStart,
    verdict: OPEN,
  },
  {
    name: 'behind the first word of a sentence',
    example: 'Tight ‹Apple› integration is good to have.',
    test: (asked) => !isBehindFunctionWord(asked) && asked.around.isPreviousAtStart,
    verdict: OPEN,
  },
  {
    name: 'behind a capital within a sentence',
    example: 'They met at the Green ‹Target› today.',
    test: (asked) => !isBehindFunctionWord(asked),
    verdict: WITHIN,
  },
];

const BEHIND_A_CAPITAL: Rules = [
  {
    name: 'behind a possessive with a capital',
    example: "We use Apple's ‹Notes› every day.",
    test: (asked) => ownerOf(wordBefore(asked)) !== null,
    verdict: OPEN,
  },
  {
    name: 'the short name of a brand behind a company that owns brands',
    example: { text: 'We use the Google ‹Instant› search.', aliases: ['Instant Pot'] },
    test: (asked) => isOwnerOfBrands(wordBefore(asked)) && asked.form.isShort,
    verdict: not('behind another name'),
  },
  {
    name: 'behind a company that owns brands',
    example: 'We like the Google ‹Nest› camera.',
    test: (asked) => isOwnerOfBrands(wordBefore(asked)),
    verdict: LIKELY,
  },
  {
    name: 'behind a word that can only be a name',
    example: 'The SteelSeries Arctis ‹Nova› is loud.',
    test: (asked) => isNameLike(wordBefore(asked)) && !isTechnicalTerm(wordBefore(asked)),
    verdict: not('behind another name'),
  },
  {
    name: 'behind a capital in a sentence',
    test: ({ around }) => !around.isInTitleCase,
    rules: BEHIND_A_CAPITAL_IN_A_SENTENCE,
  },
];

const BEHIND_A_WORD: Rules = [
  {
    name: 'behind a name of its owner',
    example: { text: 'The Zimbrello ‹Teams› is a chat.', website: 'https://teams.zimbrello.com' },
    test: (asked) => startsUpper(wordBefore(asked)) && isBehindKin(asked),
    verdict: named('behind its owner'),
  },
  {
    name: 'behind the number of a model or a word such as iPhone',
    example: 'The iPhone ‹Target› is here.',
    test: (asked) => isModelNumber(wordBefore(asked)) || isCamelCase(wordBefore(asked)),
    verdict: WITHIN,
  },
  { name: 'behind a capital', test: (asked) => startsUpper(wordBefore(asked)), rules: BEHIND_A_CAPITAL },
];

const WITHOUT_HYPHEN_BEFORE: Rules = [
  {
    name: 'the title of a person',
    example: 'They met ‹President› Joe today.',
    test: isTitleOfPerson,
    verdict: WITHIN,
  },
  {
    name: 'before an ampersand and an ordinary word',
    example: 'We buy ‹Arm› & Hammer today.',
    test: ({ around }) => around.isBeforeAmpersand && around.next !== null && isOrdinaryWord(around.next.toLowerCase()),
    verdict: WITHIN,
  },
  {
    name: 'behind an ampersand',
    example: 'We buy from Bath & ‹Target› today.',
    test: ({ around }) => around.isBehindAmpersand,
    verdict: OPEN,
  },
  {
    name: 'right behind another word',
    test: ({ around }) => around.isPreviousJoined && around.previous !== null,
    rules: BEHIND_A_WORD,
  },
];

/**
 * What the words beside a name make of it: `House of the Dragon`, `Vice President`, `US Coast Guard`, `TP-Link`,
 * `All-in-One`, `Arm & Hammer` (but `Target & Walmart`).
 */
export const OTHER_NAME_RULES: Rules = [
  {
    name: 'behind a phrase such as Game of the',
    example: 'We watched Game of the ‹Dragon› yesterday.',
    test: ({ around }) => isPartOfName(around.phraseBefore),
    verdict: WITHIN,
  },
  {
    name: 'the name goes on with “of” or “+”',
    example: 'An audit by ‹Trail› of Bits.',
    test: ({ around }) => around.goesOn,
    verdict: WITHIN,
  },
  {
    name: 'the first word of the name of a place',
    example: 'They moved to ‹New› Orleans in May.',
    test: ({ written, around }) => isOfPlaces(written) && around.run.length > 0,
    verdict: WITHIN,
  },
  {
    name: 'a year in parentheses follows',
    example: 'They saw ‹Dune› (2021) at home.',
    test: ({ around }) => around.isDated && !hasProductMark(around.run) && !hasUnknownWord(around.run),
    verdict: not('a title'),
  },
  {
    name: 'a letter before a capital, a number or a hyphen',
    example: 'They tried the ‹X› Window system.',
    test: isLetterOfLongerName,
    verdict: WITHIN,
  },
  {
    name: 'behind a hyphen',
    example: 'They have a TP-‹Link› router.',
    test: ({ around }) => around.isHyphenedBefore && (!around.isPrefixed || around.isHyphenedAfter),
    verdict: WITHIN,
  },
  { name: 'no hyphen before', test: ({ around }) => !around.isHyphenedBefore, rules: WITHOUT_HYPHEN_BEFORE },
];

function wordBefore({ around }: OccurrenceInText): string {
  return around.previous ?? '';
}

function isBehindKin({ form, around }: OccurrenceInText): boolean {
  const previous = around.previous ?? '';
  return isKin(form, ownerOf(previous) ?? previous);
}

function isBehindFunctionWord(asked: OccurrenceInText): boolean {
  const previous = wordBefore(asked);
  return isFunctionWord(previous.toLowerCase()) && !isAllCapitals(previous);
}

/** `Founder of the` and `Any of` lead to a name in its own right, and so do words in capitals. */
function isPartOfName(phrase: string | null): boolean {
  return phrase !== null && !isRole(phrase) && !isAllCapitals(phrase) && !isFunctionWord(phrase.toLowerCase());
}

function isLetterOfLongerName({ form, around }: OccurrenceInText): boolean {
  if (!form.isLetter) return false;
  const next = around.next ?? '';
  return around.isHyphenedAfter || (around.isNextJoined && (startsUpper(next) || /^\d/.test(next)));
}

/** `Vice President`, `President Joe Biden`. */
function isTitleOfPerson({ written, around }: OccurrenceInText): boolean {
  const { next } = around;
  if (!isTitle(written) || next === null || !around.isNextJoined || !startsUpper(next)) return false;
  return isTitle(next) || (isPersonName(next) && !hasProductMark(around.run));
}

function isPersonName(word: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(word) && !isOrdinaryWord(word.toLowerCase());
}
