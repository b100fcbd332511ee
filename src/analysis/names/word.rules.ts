import { isCalendarWord, isFunctionWord } from '../language/ordinary-words.js';
import { always, type RuleTable } from '../rule-table.js';
import { HEAD_RULES } from './head.rules.js';
import { isDerived, isVerbForm, startsLower, startsUpper } from './lettering.js';
import { LIKELY, type NameVerdict, named, not, OPEN } from './name-mentions.js';
import { isAmongNames, isAmongWords, isBesideName } from './name-rows.js';
import { isPeople } from './namesake-words.js';
import type { OccurrenceInText } from './occurrence.js';
import { OPENING_RULES } from './opening.rules.js';
import { OTHER_NAME_RULES } from './other-name.rules.js';
import { hasUnknownWord, isOwnRun, isRareOrMaker } from './product-runs.js';
import { SENTENCE_RULES } from './sentence.rules.js';

type Rules = RuleTable<OccurrenceInText, NameVerdict>;

/** `Apple's`, but not `Editor's` or `Women's`. */
const POSSESSIVE_RULES: Rules = [
  { name: "a function word with 's", example: "They say ‹All›'s well.", test: isFunction, verdict: OPEN },
  {
    name: "a word for people with 's",
    example: "They sell ‹Women›'s shoes.",
    test: ({ written }) => isPeople(written),
    verdict: not('ordinary word'),
  },
  { name: "with 's", example: "They have ‹Target›'s toys.", test: always, verdict: named('possessive') },
];

/** `Brother HL-2350`, but hardly `Supports FIDO2` or, within a product's own name, `Sonic Toothbrush FW-507`. */
const PRODUCT_RULES: Rules = [
  {
    name: 'between a capital and the mark of a product',
    example: '## The Green ‹Target› FW-507',
    test: ({ around }) => around.isPreviousJoined && startsUpper(around.previous ?? '') && !around.isPreviousAtStart,
    verdict: OPEN,
  },
  {
    name: 'before the mark of a product',
    example: 'They have a ‹Brother› HL-2350 at home.',
    test: ({ around, written }) => !around.isAtStart || !isDerived(written),
    verdict: named('before a product'),
  },
  {
    name: 'a form of a verb that opens, before the mark of a product',
    example: '‹Supports› FIDO2 and more.',
    test: ({ written }) => isVerbForm(written),
    verdict: OPEN,
  },
  {
    name: 'a derived word that opens, before the mark of a product',
    example: '‹Portability› FW5 is good.',
    test: always,
    verdict: LIKELY,
  },
];

/** `Amazon, Best Buy and Walmart`: in a row of names the word may be only the first of a longer one. */
const ROW_RULES: Rules = [
  {
    name: 'in a row of names',
    example: 'Buy it at Walmart, ‹Target› and Costco.',
    test: ({ around }) => isOwnRun(around.run),
    verdict: named('among names'),
  },
  {
    name: 'in a row of names, before a word that can only be a name, or rarely used as a word',
    example: 'Buy it at Walmart, ‹Ford› Center and Costco.',
    test: ({ around, written }) => hasUnknownWord(around.run) || isRareOrMaker(written),
    verdict: LIKELY,
  },
  {
    name: 'in a row of names, before another ordinary word',
    example: 'Buy it at Walmart, ‹Best› Place and Costco.',
    test: always,
    verdict: OPEN,
  },
];

/**
 * What the place of one ordinary word says of it, in the order in which `docs/metrics.md`, "Mentions", lists it. It
 * always decides.
 */
export const WORD_RULES: Rules = [
  { name: 'the words beside it may make another name of it', test: always, rules: OTHER_NAME_RULES },
  { name: 'possessive', test: (asked) => asked.around.isPossessive && !isCalendar(asked), rules: POSSESSIVE_RULES },
  {
    name: 'what follows tells of the name itself',
    example: 'They have ‹Max› (formerly HBO Max) at home.',
    test: ({ around }) => around.isRenamed,
    verdict: named('renamed'),
  },
  {
    name: 'before a product',
    test: (asked) => asked.around.isBeforeProduct && !isFunction(asked),
    rules: PRODUCT_RULES,
  },
  {
    name: 'in a list that lost its breaks',
    example: 'Sold at CostcoBuy‹Target›WalmartPhilips.',
    test: ({ around }) => around.isInGluedRow,
    verdict: named('among names'),
  },
  {
    name: 'in a row of names',
    test: (asked) => isInRow(asked),
    rules: ROW_RULES,
  },
  {
    name: 'named as a pick',
    example: 'Best overall: ‹Away› The Carry-On',
    test: (asked) => isPickedName(asked) && !isFunction(asked),
    verdict: named('named as a pick'),
  },
  {
    name: 'heads an entry or is all of a line',
    test: ({ around, isBesideRival }) => around.isHead || around.isWholeLine || isBesideRival,
    rules: HEAD_RULES,
  },
  {
    name: 'opens a sentence within a head',
    test: ({ around }) => isWithinHead(around) && around.isAtStart,
    rules: OPENING_RULES,
  },
  {
    name: 'within the head of an entry',
    example: '- **Big deals at ‹Target›**: fine',
    test: ({ around }) => isWithinHead(around),
    verdict: OPEN,
  },
  { name: 'where any word has a capital', test: isCapitalAskedFor, rules: OPENING_RULES },
  { name: 'within a sentence', test: always, rules: SENTENCE_RULES },
];

function isInRow({ text, around, occurrence, neighbours }: OccurrenceInText): boolean {
  if (isAmongNames(around, occurrence, neighbours)) return true;
  const isBehindCapital = around.isPreviousJoined && startsUpper(around.previous ?? '');
  return !isBehindCapital && isBesideName(text, occurrence, neighbours);
}

function isFunction({ lower }: OccurrenceInText): boolean {
  return isFunctionWord(lower);
}

function isCalendar({ lower }: OccurrenceInText): boolean {
  return isCalendarWord(lower);
}

/** `Best overall: Away The Carry-On`, not `Best for: Home offices`. */
function isPickedName({ around }: OccurrenceInText): boolean {
  const { isAfterPick, next, isNextJoined } = around;
  return isAfterPick && !around.isColonAfter && (next === null || !isNextJoined || !startsLower(next));
}

function isWithinHead({ isInHead, isInSentenceHead }: OccurrenceInText['around']): boolean {
  return isInHead && !isInSentenceHead;
}

function isCapitalAskedFor(asked: OccurrenceInText): boolean {
  const { around } = asked;
  if (around.isAtStart || around.isInTitleCase || isCalendar(asked)) return true;
  return isAmongWords(around) || around.isQuoted || around.isItalic;
}
