/// <reference path="./zxcvbn-words.d.ts" />
import german from '@zxcvbn-ts/language-de/dist/commonWords.json.esm.js';
import germanNames from '@zxcvbn-ts/language-de/dist/firstnames.json.esm.js';
import spanish from '@zxcvbn-ts/language-es-es/dist/commonWords.json.mjs';
import spanishNames from '@zxcvbn-ts/language-es-es/dist/firstnames.json.mjs';
import french from '@zxcvbn-ts/language-fr/dist/commonWords.json.mjs';
import frenchNames from '@zxcvbn-ts/language-fr/dist/firstnames.json.mjs';
import italian from '@zxcvbn-ts/language-it/dist/commonWords.json.esm.js';
import italianNames from '@zxcvbn-ts/language-it/dist/firstnames.json.esm.js';
import dutchBoys from '@zxcvbn-ts/language-nl-be/dist/boysFirstnames.json.esm.js';
import dutch from '@zxcvbn-ts/language-nl-be/dist/commonWords.json.esm.js';
import dutchGirls from '@zxcvbn-ts/language-nl-be/dist/girlsFirstnames.json.esm.js';
import portuguese from '@zxcvbn-ts/language-pt-br/dist/commonWords.json.mjs';
import type { TextLanguage } from './text-language.js';

/** Words by how often subtitles of films have them, the most frequent first. */
const LISTS: ReadonlyMap<TextLanguage, readonly string[]> = new Map([
  ['de', german],
  ['es', spanish],
  ['fr', french],
  ['it', italian],
  ['nl', dutch],
  ['pt', portuguese],
]);
/** Words of trade that films lack and shops are called by. */
const MORE: Partial<Record<TextLanguage, string>> = {
  de: 'netto brutto',
  es: 'neto',
  it: 'netto lordo',
  nl: 'netto bruto',
};
/** So many are words; beyond them the lists have more and more names. */
const WORDS = 8_000;
/** Names that films speak of often. */
const NAMES: ReadonlySet<string> = new Set(
  'google facebook youtube twitter amazon disney ford nike coca cola'.split(' '),
);

const WORDS_OF = new Map(
  [...LISTS].map(([language, list]) => [
    language,
    new Set([...list.slice(0, WORDS), ...(MORE[language] ?? '').split(' ')]),
  ]),
);
const RARE_WORDS_OF = new Map([...LISTS].map(([language, list]) => [language, new Set(list.slice(WORDS))]));

/** Whether there is a list of words of the language. */
export function hasWordsOf(language: TextLanguage): boolean {
  return WORDS_OF.has(language);
}

/** Whether it, in lower case, is a common word of the language. */
export function isWordOf(language: TextLanguage, lowerCase: string): boolean {
  return WORDS_OF.get(language)?.has(lowerCase) === true && !NAMES.has(lowerCase);
}

/** Whether it, in lower case, is a rarer word of the language, or a name: written small it is the word. */
export function isRareWordOf(language: TextLanguage, lowerCase: string): boolean {
  return RARE_WORDS_OF.get(language)?.has(lowerCase) === true && !NAMES.has(lowerCase);
}

/** The languages, of those with a list, in which it, in lower case, is a common word. */
export function languagesOfWord(lowerCase: string): TextLanguage[] {
  return [...WORDS_OF.keys()].filter((language) => isWordOf(language, lowerCase));
}

const FIRST_NAMES: ReadonlySet<string> = new Set([
  ...germanNames,
  ...spanishNames,
  ...frenchNames,
  ...italianNames,
  ...dutchBoys,
  ...dutchGirls,
]);

/** Whether people are called so, in lower case: `jordan`. The lists hold some names of companies, too (`bosch`). */
export function isFirstName(lowerCase: string): boolean {
  return FIRST_NAMES.has(lowerCase);
}
