import { isFunctionWord } from '../language/ordinary-words.js';
import { always, type RuleTable, ruleFor } from '../rule-table.js';
import { BEARER_RULES } from './bearer.rules.js';
import {
  hasLettering,
  isAbbreviation,
  isAllCapitals,
  isPartedIntoWords,
  isSmallWord,
  startsUpper,
} from './lettering.js';
import type { NameForm } from './name-forms.js';
import { type NameVerdict, named, not, OPEN } from './name-mentions.js';
import { isAmongNames, isBesideAlias } from './name-rows.js';
import type { OccurrenceInText } from './occurrence.js';
import { OTHER_NAME_RULES } from './other-name.rules.js';
import { isProductOfOther } from './product-runs.js';
import type { Surroundings } from './surroundings.js';

type Rules = RuleTable<OccurrenceInText, NameVerdict>;

/** A name that few writers use as a word stands for itself, unless another's name or title is made of it. */
const PLAIN_NAME_RULES: Rules = [
  {
    name: 'the product of another maker',
    example: { text: 'We like the Acer ‹Nitro› V 15 best.', aliases: ['Nitro Software'] },
    test: isProductOfOther,
    verdict: not('behind another name'),
  },
  {
    name: 'the capital comes from the product it stands in',
    example: { text: 'A Gaggia Classic ‹Evo› Pro makes espresso.', name: 'evo' },
    test: isCapitalInProduct,
    verdict: not('within another name'),
  },
  {
    name: 'a word of the dictionary within another name',
    test: (asked) => isInDictionaryOfText(asked.form) && !asked.isPhrase && isWithinOtherName(asked),
    rules: OTHER_NAME_RULES,
  },
  { name: 'a name that is no word', example: 'We like ‹Sonos› best.', test: always, verdict: named('name') },
];

/** An ordinary word that is registered in capitals. */
const CAPITALS_RULES: Rules = [
  {
    name: 'registered in capitals, and among words in capitals',
    example: 'They like the ENERGY ‹TARGET› best.',
    test: ({ written, around }) => isAllCapitals(written) && isAmongCapitals(around),
    verdict: OPEN,
  },
  {
    name: 'registered and written in capitals',
    example: 'They like ‹TARGET› best.',
    test: ({ written }) => isAllCapitals(written),
    verdict: named('style'),
  },
  {
    name: 'one word that is registered in capitals and written otherwise',
    example: { text: 'They like ‹Target› best.', name: 'TARGET' },
    test: ({ isPhrase }) => !isPhrase,
    verdict: OPEN,
  },
];

/**
 * What the written form of a name settles: an address, the lettering, and of a name that is no ordinary word all else.
 * A row hands over to the rules of other bearers, another to those of other names. No row decides of an ordinary word
 * that is written as a name is: `name.rules.ts` has what is asked of it next.
 */
export const WRITTEN_FORM_RULES: Rules = [
  {
    name: 'written as a web domain',
    example: { text: 'Buy it at ‹target.com› today.', name: 'Target', website: 'https://target.com' },
    test: ({ form, occurrence }) => form.kind === 'domain' || occurrence.isDomain,
    verdict: named('name'),
  },
  {
    name: 'an ordinary word in small letters',
    example: { text: 'Set a ‹target› first.', name: 'Target' },
    test: ({ form, written }) => form.isOrdinary && isSmallWord(written, form.written),
    verdict: not('a small word'),
  },
  {
    name: 'in parentheses beside its alias',
    example: { text: 'We use ‹pass› (password-store) here.', aliases: ['password-store'] },
    test: ({ form, text, occurrence, neighbours }) => form.isOrdinary && isBesideAlias(text, occurrence, neighbours),
    verdict: named('beside its alias'),
  },
  { name: 'somebody else may bear the name', test: always, rules: BEARER_RULES },
  {
    name: 'an abbreviation with a capital at the start of a product',
    example: { text: '‹Hp› Envy x360 is thin.', name: 'HP' },
    test: (asked) => isAbbreviationOtherwise(asked) && isTitledAbbreviation(asked),
    verdict: OPEN,
  },
  {
    name: 'an abbreviation in another lettering',
    example: { text: 'It has 300 ‹hp› and wheels.', name: 'HP' },
    test: isAbbreviationOtherwise,
    verdict: not('not the lettering'),
  },
  {
    name: 'joined by an ampersand',
    example: 'A plan of ‹AT›&T is dear.',
    test: isWithinCompound,
    verdict: not('within another name'),
  },
  {
    name: 'a word of the dictionary in small letters',
    example: { text: 'The ‹flatiron› is hot.', name: 'Flatiron' },
    test: ({ form, written }) => isWordOfText(form) && !form.isOrdinary && isSmallWord(written, form.written),
    verdict: not('not the lettering'),
  },
  {
    name: 'a joined name that is parted into words',
    example: { text: 'You need ‹1 password› only.', name: '1Password' },
    test: ({ form, written }) => isPartedIntoWords(written, form.written),
    verdict: not('not the lettering'),
  },
  { name: 'a name that is no ordinary word', test: ({ form }) => !form.isOrdinary, rules: PLAIN_NAME_RULES },
  {
    name: 'an ordinary word with an accent or a mark, as registered',
    example: 'They like ‹Tärget› best.',
    test: ({ form, written }) => /[^\x20-\x7e’]/.test(written) && written === form.written,
    verdict: named('style'),
  },
  {
    name: 'registered in small letters, and among names',
    example: 'Try Bitwarden, Dashlane, ‹pass› and Keeper.',
    test: (asked) => !hasOwnLettering(asked) && asked.written === asked.form.written && isInRow(asked),
    verdict: OPEN,
  },
  {
    name: 'without the capitals it is registered with',
    example: { text: 'They went to ‹Best buy› then.', name: 'Best Buy' },
    test: (asked) => !hasOwnLettering(asked),
    verdict: not('not the lettering'),
  },
  { name: 'registered in capitals', test: ({ form }) => isAllCapitals(form.written), rules: CAPITALS_RULES },
];

function isInDictionaryOfText({ isInDictionary, isEnglishOnly }: NameForm): boolean {
  return isInDictionary && !isEnglishOnly;
}

function isWordOfText(form: NameForm): boolean {
  return isInDictionaryOfText(form) || form.isRareWord;
}

function isInRow({ around, occurrence, neighbours }: OccurrenceInText): boolean {
  return isAmongNames(around, occurrence, neighbours);
}

function hasOwnLettering({ form, written }: OccurrenceInText): boolean {
  return hasLettering(written, form.written);
}

function isWithinOtherName(asked: OccurrenceInText): boolean {
  return ruleFor(OTHER_NAME_RULES, asked)?.verdict.is === 'not';
}

function isAbbreviationOtherwise({ form, written }: OccurrenceInText): boolean {
  return isAbbreviation(form.written) && written !== form.written;
}

/**
 * `Hp Envy x360`: a card or a row of a table writes its words alike, where the answer surely names the brand elsewhere.
 */
function isTitledAbbreviation({ written, lower, around }: OccurrenceInText): boolean {
  if (!around.isAtStart || !/^\p{Lu}\p{Ll}$/u.test(written) || isFunctionWord(lower)) return false;
  return around.run.length > 0;
}

/**
 * A name registered in small letters that has its capital from the product it is in: `Classic Evo Pro` for `evo`.
 */
function isCapitalInProduct({ form, written, around }: OccurrenceInText): boolean {
  const isSmall = /^\p{Ll}+$/u.test(form.written) && startsUpper(written);
  return isSmall && around.isPreviousJoined && startsUpper(around.previous ?? '') && around.run.length > 0;
}

/**
 * `AT&T` is not AT, unless both sides are names that are looked for. A part before a hyphen is often the short name:
 * `Mercedes-Benz`.
 */
function isWithinCompound({ text, occurrence, neighbours }: OccurrenceInText): boolean {
  const { start, end } = occurrence;
  const [before, after] = neighbours;
  const isAfterPart = /[\p{L}\p{N}]&$/u.test(text.slice(Math.max(0, start - 2), start));
  const isBeforePart = /^&[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
  return (isAfterPart && before?.end !== start - 1) || (isBeforePart && after?.start !== end + 1);
}

/** `ENERGY STAR`: where the words beside it are in capitals too, they say nothing of this one. */
export function isAmongCapitals({ previous, next, isPreviousJoined, isNextJoined }: Surroundings): boolean {
  return (isPreviousJoined && isAllCapitals(previous ?? '')) || (isNextJoined && isAllCapitals(next ?? ''));
}
