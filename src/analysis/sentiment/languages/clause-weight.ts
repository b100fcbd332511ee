import type { Polarity } from '../polarity.types.js';
import type { Lexicon, WordRole } from './lexicons.js';

const WORD = /[\p{L}\p{N}€][\p{L}\p{N}'’-]*/gu;
/** Parts of a word before an apostrophe are words of their own: `l'assistenza`, `n'arrivent`. */
const ELIDED = /^(?:[cdjlmnst]|qu|dell|all|nell|sull|un)['’](?=\p{L})/u;
/** Words after which a negation still reaches. */
const REACH = 4;
const LONGEST_PHRASE = 4;
/** A word longer than this is none of a language. */
const LONGEST_WORD = 40;
/** Negations that stand behind what they deny. */
const BEHIND = new Set(['nicht', 'pas', 'niet', 'jamais']);
/** A negation reaches no further than such a word. */
const JOINS = new Set(['und', 'et', 'y', 'e', 'ed', 'en']);
const WEIGHT = { word: 2, advice: 3, warning: 4, denied: 1 } as const;

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return words.map((word) => word.replace(ELIDED, '').replaceAll('’', "'").slice(0, LONGEST_WORD));
}

/** A word or phrase of the lexicon in a clause. */
interface Found {
  role: WordRole;
  at: number;
  length: number;
}

/** What a clause says for and against its subject, by the lexicon of its language. */
export function weighClause(clause: string, lexicon: Lexicon): Polarity {
  const words = wordsOf(clause);
  const found = foundIn(words, lexicon);
  const denying = found.filter(({ role }) => role === 'negation').map(({ at }) => at);
  const total = { praise: 0, criticism: 0 };
  for (const [place, each] of found.entries()) {
    const isDenied = denying.some((at) => denies(at, each, words));
    addFound(total, each, isDenied, isOverdone(found[place - 1], each));
  }
  return total;
}

/** The longest phrase at each place counts, and its words are spoken for. */
function foundIn(words: readonly string[], lexicon: Lexicon): Found[] {
  const found: Found[] = [];
  let at = 0;
  while (at < words.length) {
    const phrase = phraseAt(words, at, lexicon);
    if (phrase) found.push(phrase);
    at += phrase?.length ?? 1;
  }
  return found;
}

function phraseAt(words: readonly string[], at: number, lexicon: Lexicon): Found | null {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length >= 1; length--) {
    const role = lexicon.roleOf(words.slice(at, at + length).join('_'));
    if (role && (length === 1 || !isStemOfFirst(words, at, lexicon, role))) return { role, at, length };
  }
  return null;
}

/** A stem that the first word alone has must not swallow the words after it. */
function isStemOfFirst(words: readonly string[], at: number, lexicon: Lexicon, role: WordRole): boolean {
  return lexicon.roleOf(words[at] ?? '') === role;
}

/** `no es buena`, `überzeugt nicht`, `empfehlen wir nicht`. */
function denies(negation: number, { at, length }: Found, words: readonly string[]): boolean {
  if (negation < at) return at - negation <= REACH && !words.slice(negation, at).some((word) => JOINS.has(word));
  const isLast = negation === words.length - 1;
  return BEHIND.has(words[negation] ?? '') && (isLast || negation === at + length);
}

/** `trop chère`, `zu leise`: too much of what is good, or too dear. */
function isOverdone(before: Found | undefined, { at }: Found): boolean {
  return before?.role === 'excess' && before.at + before.length === at;
}

function addFound(total: Polarity, { role }: Found, isDenied: boolean, isOverdone: boolean): void {
  const isFault = role === 'criticism' || (isOverdone && (role === 'praise' || role === 'money'));
  if (isFault) addFault(total, isDenied);
  else if (role === 'warns') total.criticism += WEIGHT.warning;
  else if (role === 'advises') addMerit(total, isDenied, WEIGHT.advice, WEIGHT.warning);
  else if (role === 'praise') addMerit(total, isDenied, WEIGHT.word, WEIGHT.word);
}

/** Praise or an advice that is denied is criticism. */
function addMerit(total: Polarity, isDenied: boolean, said: number, denied: number): void {
  if (isDenied) total.criticism += denied;
  else total.praise += said;
}

/** A fault that is denied is faint praise. */
function addFault(total: Polarity, isDenied: boolean): void {
  if (isDenied) total.praise += WEIGHT.denied;
  else total.criticism += WEIGHT.word;
}
