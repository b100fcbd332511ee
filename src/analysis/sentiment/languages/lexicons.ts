import { isDictionaryWord } from '../../language/ordinary-words.js';
import { languageOf, type TextLanguage } from '../../language/text-language.js';
import { pattern } from '../../pattern.js';
import { DUTCH } from './dutch.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { ITALIAN } from './italian.js';
import { PORTUGUESE } from './portuguese.js';
import { SPANISH } from './spanish.js';
import type { JudgingWords } from './words.js';

/** What a word or phrase does in its clause. */
export type WordRole = 'warns' | 'advises' | 'criticism' | 'praise' | 'money' | 'excess' | 'turn' | 'negation';

/** The words of a language by what they do. */
export interface Lexicon {
  /** Of a word or phrase, its words joined by `_`; undefined where it is none of the language's. */
  roleOf: (phrase: string) => WordRole | undefined;
  /** Whether a title or lead announces a list of recommendations. */
  announces: (words: readonly string[]) => boolean;
}

const LANGUAGES: Partial<Record<TextLanguage, JudgingWords>> = {
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  nl: DUTCH,
};
const compiled = new Map<TextLanguage, Lexicon>();
/** So much of a text is read, in UTF-16 units. */
const READ = 1_500;
const ENGLISH = [' the ', ' and ', ' with ', ' is ', ' for '];
/** So many different words of English grammar spare the longer look. */
const ENOUGH = 3;

/**
 * The lexicon of the language that a text is written in; null for English, for languages without a lexicon, and where
 * the language does not show. Each is made when a text first needs it.
 */
export function lexiconOf(text: string): Lexicon | null {
  const beginning = text.slice(0, READ);
  if (isPlainlyEnglish(beginning) || isShortEnglish(beginning)) return null;
  const language = languageOf(beginning);
  const words = language && LANGUAGES[language];
  if (!words) return null;
  const known = compiled.get(language) ?? compile(words);
  compiled.set(language, known);
  return known;
}

/** Whether so much of English grammar is in the beginning of a text that no other language is looked for. */
function isPlainlyEnglish(beginning: string): boolean {
  return ENGLISH.filter((word) => beginning.includes(word)).length >= ENOUGH;
}

/** Whether there are words of judgement of the language; English has rules of its own. */
function hasLexicon(language: TextLanguage): boolean {
  return LANGUAGES[language] !== undefined;
}

const ENGLISH_WORDS = new RegExp(
  pattern`
    \b(?:the|and|with|without|this|that|which|has|have|had|from|its|our|they|their|you|your|for|to|it|us|who|when|were
    |if|be|by|are|not|but)\b
  `,
  'gi',
);
/** Of so many words, in UTF-16 units, two are English grammar in any English text. */
const UNITS_A_WORD = 80;

/** A sentence with few words of grammar: `a` and `in` are words of other languages too. */
function isShortEnglish(beginning: string): boolean {
  const count = beginning.match(ENGLISH_WORDS)?.length ?? 0;
  return count >= 2 && count * UNITS_A_WORD >= beginning.length;
}

/** Stems shorter than this would stand for too much. */
const SHORTEST_STEM = 3;

function compile(words: JudgingWords): Lexicon {
  const roles = lookupOf([
    ['warns', words.warns],
    ['advises', words.advises],
    ['turn', words.turns],
    ['negation', words.negations],
    ['criticism', words.criticism],
    ['praise', words.praise],
    ['money', words.money],
    ['excess', words.excess],
  ]);
  const lists = lookupOf([['advises', words.lists]]);
  return { roleOf: roles, announces: (said) => said.some((word) => lists(word) !== undefined) };
}

/** The longest stem decides, before the roles named later. */
function lookupOf(groups: readonly (readonly [WordRole, string])[]): (phrase: string) => WordRole | undefined {
  const whole = new Map<string, WordRole>();
  const stems = new Map<string, WordRole>();
  for (const [role, words] of groups) {
    for (const word of words.trim().split(/\s+/)) {
      const [into, key] = word.endsWith('*') ? [stems, word.slice(0, -1)] : [whole, word];
      if (!into.has(key)) into.set(key, role);
    }
  }
  return (phrase) => {
    const role = whole.get(phrase);
    if (role) return role;
    for (let length = phrase.length; length >= SHORTEST_STEM; length--) {
      const stem = stems.get(phrase.slice(0, length));
      if (stem) return stem;
    }
    return undefined;
  };
}

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
