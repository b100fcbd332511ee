/// <reference path="./zxcvbn-words.d.ts" />
import german from '@zxcvbn-ts/language-de/dist/firstnames.json.esm.js';
import spanish from '@zxcvbn-ts/language-es-es/dist/firstnames.json.mjs';
import french from '@zxcvbn-ts/language-fr/dist/firstnames.json.mjs';
import italian from '@zxcvbn-ts/language-it/dist/firstnames.json.esm.js';
import dutchBoys from '@zxcvbn-ts/language-nl-be/dist/boysFirstnames.json.esm.js';
import dutchGirls from '@zxcvbn-ts/language-nl-be/dist/girlsFirstnames.json.esm.js';

const FIRST_NAMES: ReadonlySet<string> = new Set([
  ...german,
  ...spanish,
  ...french,
  ...italian,
  ...dutchBoys,
  ...dutchGirls,
]);

/** Whether people are called so, in lower case: `jordan`. The lists hold some names of companies, too (`bosch`). */
export function isFirstName(lowerCase: string): boolean {
  return FIRST_NAMES.has(lowerCase);
}
