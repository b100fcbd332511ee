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

/** Names of makers that the text repeats before those of their products, at any place. */
export function repeatedNames(text: string): FoundName[] {
  const found = new Map<string, { start: number; count: number }>();
  for (const match of text.matchAll(MAKER)) {
    const name = match[1] ?? '';
    if (!isMaker(name) || isBehindMaker(text, match.index)) continue;
    const known = found.get(name);
    if (known) known.count++;
    else found.set(name, { start: match.index, count: 1 });
  }
  return [...found].filter(([, { count }]) => count >= FEWEST).map(([name, { start }]) => ({ name, start }));
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
