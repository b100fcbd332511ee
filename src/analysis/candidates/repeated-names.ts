import { isDictionaryWord } from '../language/ordinary-words.js';
import { pattern } from '../pattern.js';
import { hasInnerSeam } from '../reading/word-seams.js';
import type { FoundName } from './brand-names.js';

/** A capitalised word before the name or number of a product: `DJI Air 3`, `Samsung Galaxy`. */
const CAPITAL = 'A-Z\\u00C0-\\u00DE\\u0391-\\u042F';
const LETTER = `${CAPITAL}a-z\\u00DF-\\u024F\\u03AC-\\u03FF\\u0430-\\u045F`;
const MAKER = new RegExp(
  pattern`
    ([${CAPITAL}](?<![${LETTER}\d.'’-].)[${LETTER}&]{1,20}(?:-[${CAPITAL}][${LETTER}]{1,20})?)
    [ ](?=[${CAPITAL}][${LETTER}]{0,20}[\da-z]|\d)
  `,
  'g',
);
const FEWEST = 3;
const ACRONYM_OF_A_KIND = /^(?:\p{Lu}{4,}|\p{Lu}\p{Lu}?)$/u;

/** Names of makers that the text repeats before those of their products, at any place; in reading order. */
export function repeatedNames(text: string): FoundName[] {
  const found: FoundName[] = [];
  for (const [name, starts] of startsByName(text)) {
    if (starts.length < FEWEST || !isMaker(name)) continue;
    const places = starts.filter((start) => !isBehindMaker(text, start));
    const [start] = places;
    if (start !== undefined && places.length >= FEWEST) found.push({ name, start });
  }
  return found.sort((one, other) => one.start - other.start);
}

/** Where each name is, behind other names too: few return so often that a closer look is worth its time. */
function startsByName(text: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { 1: name = '', index } of text.matchAll(MAKER)) {
    const starts = found.get(name);
    if (starts) starts.push(index);
    else found.set(name, [index]);
  }
  return found;
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
