import type { Subject } from '../facts.types.js';
import { isDictionaryWord, isFunctionWord, isOrdinaryWord } from '../language/ordinary-words.js';
import { startsUpper } from './lettering.js';
import { bareDomainOf } from './name-forms.js';

/** A subject, and what its owner wrote about it, where a fuller name may be. */
export interface AdvisedSubject extends Subject {
  texts: readonly string[];
}

/** So many are enough to choose from. */
const MOST = 3;
/** Shorter endings of domains are rather part of another word. */
const SHORTEST_REST = 3;

/**
 * Fuller names of a short one, as its own website or description has them: `Away Travel` of `awaytravel.com`, `Visible
 * Wireless` of `Visible Wireless sells plans`. Nothing is guessed; mostly there is none.
 */
export function fullerNamesOf({ website, texts }: AdvisedSubject): (name: string) => string[] {
  let sentences: readonly (readonly string[])[] | null = null;
  return (name) => {
    sentences ??= texts.map(wordsOf);
    const found = [ofDomain(name, website), ...sentences.flatMap((words) => inWords(name, words))];
    return [...new Set(found.filter((each) => each !== null))].slice(0, MOST);
  };
}

/** Its words and marks; none of a title, where every word has its capital. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}'’-]+|[^\s\p{L}\p{N}]/gu) ?? [];
  return words.some((word) => /^\p{Ll}/u.test(word)) ? words : [];
}

/** A domain that goes on with an ordinary word where the name ends, and is no word itself. */
function ofDomain(name: string, website: string): string | null {
  const label = bareDomainOf(website)?.split('.')[0]?.replaceAll('-', '') ?? '';
  const rest = label.slice(name.length);
  if (!label.startsWith(name.toLowerCase()) || rest.length < SHORTEST_REST) return null;
  if (isDictionaryWord(label) || !isOrdinaryWord(rest)) return null;
  return `${name} ${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

/** The name with the capitalised word that a text writes right behind it. */
function inWords(name: string, words: readonly string[]): string[] {
  if (!startsUpper(name)) return [];
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? '';
    const goesOn = word === name && /^\p{Lu}\p{L}+$/u.test(next) && !isFunctionWord(next.toLowerCase());
    return goesOn ? [`${name} ${next}`] : [];
  });
}
