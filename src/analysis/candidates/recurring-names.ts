import { isDictionaryWord, isTechnicalTerm } from '../language/ordinary-words.js';
import { pattern } from '../pattern.js';
import { hasInnerSeam } from '../reading/word-seams.js';
import type { FoundName } from './brand-names.js';

/**
 * A word with a capital, alone or behind a number: `Boeing`, `1Password`. Ranges of letters, which match faster than
 * Unicode's classes.
 */
const CAPITAL = 'A-Z\\u00C0-\\u00DE\\u0391-\\u042F';
const LETTER = `${CAPITAL}a-z\\u00DF-\\u024F\\u03AC-\\u03FF\\u0430-\\u045F`;
const WORD = new RegExp(`\\d{0,3}[${CAPITAL}][${LETTER}\\d]{2,20}`, 'g');
const BEFORE = new RegExp(`[${LETTER}\\d&@/'’-]`);
const AFTER = new RegExp(`[${LETTER}\\d&@-]`);
const FEWEST = 3;
/** No more places of a name than this are looked at. */
const MOST_PLACES = 20;
/** Words that names of places follow. */
const BEFORE_PLACE = /(?:^|\s)(?:in|near|across|throughout|outside)\s(?:the\s)?$/;
const BEHIND_CAPITAL = /\p{Lu}[\p{L}'’]+\s$/u;
const IN_SENTENCE = /[\p{Ll},]\s$/u;
const ACRONYM = /^\p{Lu}{2,5}\d*$/u;

/**
 * Words that no dictionary has and that a text comes back to: whatever it speaks of, and most often a company or a
 * product. In reading order.
 */
export function recurringNames(text: string): FoundName[] {
  const found: FoundName[] = [];
  for (const [name, starts] of startsByWord(text, WORD)) {
    if (starts.length < FEWEST || !isName(name)) continue;
    const places = starts.filter((start) => isWhole(text, start, start + name.length)).slice(0, MOST_PLACES);
    const [start] = places;
    if (start !== undefined && places.length >= FEWEST && isNamedSo(text, places)) found.push({ name, start });
  }
  return found.sort((one, other) => one.start - other.start);
}

/**
 * Where each word is that the pattern, or its group, matches, parts of longer ones included: few return so often that a
 * closer look is worth its time.
 */
function startsByWord(text: string, words: RegExp): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { 0: matched, 1: word = matched, index } of text.matchAll(words)) {
    const starts = found.get(word);
    if (starts) starts.push(index);
    else found.set(word, [index]);
  }
  return found;
}

function isWhole(text: string, start: number, end: number): boolean {
  return !BEFORE.test(text.charAt(start - 1)) && !AFTER.test(text.charAt(end)) && !isHostDot(text, end);
}

function isHostDot(text: string, end: number): boolean {
  return text.charAt(end) === '.' && /[a-z]/.test(text.charAt(end + 1));
}

/** At most a third of its places are those of a place's name or of the second part of a longer one, as persons have. */
function isNamedSo(text: string, starts: readonly number[]): boolean {
  const before = starts.map((start) => text.slice(Math.max(0, start - 24), start));
  const otherwise = before.filter((each) => BEFORE_PLACE.test(each) || BEHIND_CAPITAL.test(each)).length;
  return otherwise * 3 <= starts.length && before.some((each) => IN_SENTENCE.test(each));
}

function isName(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    !isDictionaryWord(lower) &&
    !isDictionaryWord(lower.replace(/s$/, '')) &&
    !isTechnicalTerm(name) &&
    !ACRONYM.test(name) &&
    !hasInnerSeam(name)
  );
}

/** A capitalised word before the name or number of a product: `DJI Air 3`, `Samsung Galaxy`. */
const MAKER = new RegExp(
  pattern`
    ([${CAPITAL}](?<![${LETTER}\d.'’-].)[${LETTER}&]{1,20}(?:-[${CAPITAL}][${LETTER}]{1,20})?)
    [ ](?=[${CAPITAL}][${LETTER}]{0,20}[\da-z]|\d)
  `,
  'g',
);
const ACRONYM_OF_A_KIND = /^(?:\p{Lu}{4,}|\p{Lu}\p{Lu}?)$/u;

/** Names of makers that the text repeats before those of their products, at any place; in reading order. */
export function repeatedNames(text: string): FoundName[] {
  const found: FoundName[] = [];
  for (const [name, starts] of startsByWord(text, MAKER)) {
    if (starts.length < FEWEST || !isMaker(name)) continue;
    const places = starts.filter((start) => !isBehindMaker(text, start));
    const [start] = places;
    if (start !== undefined && places.length >= FEWEST) found.push({ name, start });
  }
  return found.sort((one, other) => one.start - other.start);
}

/** `Ninja Foodi`: behind another name it is what that one makes. */
function isBehindMaker(text: string, at: number): boolean {
  if (text.charAt(at - 1) !== ' ') return false;
  const before = /(\p{Lu}[\p{L}\d&-]{1,20}) $/u.exec(text.slice(Math.max(0, at - 24), at))?.[1];
  return before !== undefined && !isDictionaryWord(before.toLowerCase());
}

function isMaker(name: string): boolean {
  return !isDictionaryWord(name.toLowerCase()) && !ACRONYM_OF_A_KIND.test(name) && !hasInnerSeam(name);
}
