import { isDictionaryWord } from '../language/ordinary-words.js';

/** Letters that are also written as two; of a name with the two, the one letter is looked for as well. */
const TWO_LETTERS: readonly (readonly [one: string, two: string])[] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'oe'],
  ['å', 'aa'],
];
/** `SS` is the capital of `ß`. */
const ONE_LETTER = /[äöüßæœøå]|SS/i;
const AS_TWO = /ae|oe|ue|ss/;
const AMPERSAND = /(\p{L}{3,})\s?&\s?(?=\p{L}{3,})/gu;
const CONJUNCTION = /(\p{L}{3,}) (?:and|et|und) (?=\p{L}{3,})/giu;
const CONJUNCTIONS = ['and', 'et', 'und'];

/** Characters of such spellings of all names together: hostile names would multiply what a search takes by nine. */
const SPELLED_MAX = 10_000;

/**
 * {@link spellingsOf} one name after another. Names behind the bound have none: they are found as they are registered.
 */
export function boundedSpellings(): (name: string) => string[] {
  let left = SPELLED_MAX;
  return (name) => {
    const spellings = left > 0 ? spellingsOf(name) : [];
    left -= spellings.reduce((sum, { length }) => sum + length, 0);
    return spellings;
  };
}

/**
 * Other usual spellings of a name, without the name itself: letters as one or two, `&` as a word between parts of three
 * letters or more. Dots, apostrophes, stars, accents, spaces and hyphens are dealt with where names are looked for.
 */
function spellingsOf(name: string): string[] {
  const spellings = new Set([withTwoLetters(name), ...withOneLetter(name), ...withConjunctions(name)]);
  spellings.delete(name);
  return [...spellings];
}

function withTwoLetters(name: string): string {
  if (!ONE_LETTER.test(name)) return name;
  let written = name;
  for (const [one, two] of TWO_LETTERS) {
    written = written.replaceAll(one, two).replaceAll(one.toUpperCase(), capitalised(two));
  }
  return written;
}

/** Each kind of letter by itself; of words that a dictionary has none (`blue`, `less`). */
function withOneLetter(name: string): string[] {
  if (!AS_TWO.test(name)) return [];
  if ((name.toLowerCase().match(/\p{L}+/gu) ?? []).some(isDictionaryWord)) return [];
  return TWO_LETTERS.filter(([one]) => 'äöüß'.includes(one)).map(([one, two]) => name.replaceAll(two, one));
}

function withConjunctions(name: string): string[] {
  const words = CONJUNCTIONS.map((word) => name.replace(AMPERSAND, `$1 ${word} `));
  return [...words, name.replace(CONJUNCTION, '$1 & ')];
}

function capitalised(letters: string): string {
  return letters.charAt(0).toUpperCase() + letters.slice(1);
}
