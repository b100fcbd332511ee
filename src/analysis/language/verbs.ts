import { isOrdinaryWord } from './ordinary-words.js';

/**
 * Whether the word may be a verb said of one thing, `pays`, `matches`, `carries`: the dictionary has the other forms of
 * such a verb too. `users` and `shoppers` are none, `stores` may be.
 */
export function isSingularVerbForm(word: string): boolean {
  return basesOf(word).some(isVerb);
}

/** Whether the word is a verb said of several things: in `Ring sizes vary` the word before it is no verb. */
export function isPluralVerb(word: string): boolean {
  return PLURAL.has(word);
}

const PLURAL: ReadonlySet<string> = new Set('are were have do differ vary'.split(' '));

function isVerb(base: string): boolean {
  if (!/^[a-z]{2,}$/.test(base) || !isOrdinaryWord(base)) return false;
  const stem = base.replace(/e$/, '');
  const doubled = `${base}${base.at(-1)}`;
  return [`${stem}ing`, `${doubled}ing`, `${base}ing`].some(isOrdinaryWord);
}

function basesOf(word: string): string[] {
  if (!/^[a-z]{3,}s$/.test(word) || word.endsWith('ss')) return [];
  const base = word.slice(0, -1);
  const bases = [base];
  if (word.endsWith('ies')) bases.push(`${word.slice(0, -3)}y`);
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) bases.push(word.slice(0, -2));
  return bases;
}
