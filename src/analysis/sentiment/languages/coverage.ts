import { isDictionaryWord } from '../../language/ordinary-words.js';
import { languageOf } from '../../language/text-language.js';
import { pattern } from '../../pattern.js';
import { hasLexicon, isPlainlyEnglish } from './lexicons.js';

/** So much of a text is read, in UTF-16 units. */
const READ = 1_500;
/** Latin words that begin with a capital are left out: they may be names. A change of script ends a word. */
const WORD = new RegExp(
  pattern`
    (?<![\p{Script=Latin}\p{M}'’-])(?!\p{Lu})\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*
    |(?:(?!\p{Script=Latin})\p{L})+
  `,
  'gu',
);
const HALF = 0.5;

/** As {@link hasRulesFor}; the text is looked at once, when it is first asked. */
export function coverageOf(text: string): () => boolean {
  let known: boolean | undefined;
  return () => {
    known ??= hasRulesFor(text);
    return known;
  };
}

/**
 * Whether the rules can read the tone of a text: it is in English or in a language with a lexicon, by its words of
 * grammar. Where these are too few to tell, at least half of its other words that begin with no capital must be
 * English; a text without such words, as a row of names is, has no tone that could be missed.
 */
export function hasRulesFor(text: string): boolean {
  const beginning = text.slice(0, READ);
  if (isPlainlyEnglish(beginning)) return true;
  const language = languageOf(beginning);
  if (language !== null) return language === 'en' || hasLexicon(language);
  const words = beginning.match(WORD) ?? [];
  const english = words.filter((word) => isDictionaryWord(word.toLowerCase().replace(/['’]s$/, '')));
  return english.length >= words.length * HALF;
}
