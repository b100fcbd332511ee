import { pattern } from '../pattern.js';
import { weightOf } from './lexicon.js';
import type { Polarity } from './polarity.types.js';

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
/** What they act on goes away: `reduces noise`, `avoid hassles`. */
const RELIEVERS = new RegExp(
  pattern`
    ^(?:avoid|reduc|prevent|eliminat|minimi[sz]|remov|protect|reliev|sooth|fight|free|wicks?|cancel|block|resist
    |monitor|detect|identif|alert|warn|flag|scan|handl|cover|insur|patch|fix|address|mitigat|resolv)
  `,
  'i',
);
/**
 * What is named before them is what they are good against: `breach alerts`, `stain resistance`, `noise cancellation`.
 */
const REMEDIES = new RegExp(
  pattern`
    ^(?:protect|resist|detect|monitor|alert|prevent|cancel|reduc|remov|avoidance|control|management|proof|scan
    |report|warning|recovery|relief|free|absor|correct|suppress|respon|disclos|passwords?|credentials|logins
    |accounts|cook|tests?\b)
  `,
  'i',
);
/** The place or the users it is meant for: `for noisy gym environments`, `for heavier loads`. */
const OCCASIONS = new RegExp(
  pattern`
    ^(?:environments?|places|conditions|surroundings|terrain|weather|commut\p{L}+|spaces|rooms?|offices?|loads?|duty
    |riders|traffic)$
  `,
  'iu',
);
/** An adjective by its ending, one that judges no burden: `less polished`, but not `less oil` or `less demanding`. */
const ADJECTIVE = new RegExp(pattern`
    (?:[^e]ed|ive|able|ible|ful|ous|al|ic|ent|ant|wide|friendly|rich|focused|proven|known|secure|robust|bright
    |smooth|sharp|portable)$
  `);
/** Words after which a negation still reaches: `not as engaging`, `not the most refined`. */
const REACH = 4;
/** How many of the words after it a word denies. */
const REACHES: ReadonlyMap<string, number> = new Map([
  ...reaching(REACH, 'not no never neither nor hardly barely rarely seldom without cannot nothing'),
  ...reaching(2, 'less fewer lower least limited lacks lack lacking weaker reduced modest'),
]);

function reaching(reach: number, words: string): [string, number][] {
  return words.split(' ').map((word) => [word, reach]);
}

/** Weighs the words of a clause, each by the words beside it that deny it, or that it is good against. */
export function wordsPolarity(clause: string): Polarity {
  const polarity = { praise: 0, criticism: 0 };
  const words = clause.replaceAll('’', "'").match(WORD) ?? [];
  let negated = 0;
  let isLess = false;
  for (const [at, written] of words.entries()) {
    const word = written.toLowerCase();
    const value = wordValue(word);
    if (isLess && isLessened(word, value)) polarity.criticism += 2;
    if (value !== 0 && !isExempt(words, at, value)) addWord(polarity, value, negated > 0);
    isLess = word === 'less';
    negated = Math.max(reachOf(word), negated - 1);
  }
  return polarity;
}

/** `less polished`, `less secure`. */
function isLessened(word: string, value: number): boolean {
  return value > 0 || (value === 0 && ADJECTIVE.test(word));
}

/** How many of the words after it the word denies. */
function reachOf(word: string): number {
  return REACHES.get(word) ?? (word.endsWith("n't") ? REACH : 0);
}

/** A fault that is part of a name, or what the thing is good against. */
function isExempt(words: readonly string[], at: number, value: number): boolean {
  return value < 0 && (isPartOfName(words[at] ?? '', at) || isRemedied(words, at));
}

/** Praise that is denied is criticism; a fault that is denied is faint praise. */
function addWord(polarity: Polarity, value: number, isDenied: boolean): void {
  if (isDenied && value > 0) polarity.criticism += 1;
  else if (isDenied) polarity.praise += 1;
  else if (value > 0) polarity.praise += value;
  else polarity.criticism -= value;
}

/** Within a clause a capital makes a name of a word: `the Killer Bee`. */
function isPartOfName(written: string, at: number): boolean {
  return at > 0 && written !== written.toLowerCase() && written !== written.toUpperCase();
}

/** What a thing is good against is no fault of it: `reduces noise`, `breach alerts`. */
function isRemedied(words: readonly string[], at: number): boolean {
  if (REMEDIES.test(words[at + 1] ?? '')) return true;
  if (OCCASIONS.test(words[at + 1] ?? '') || OCCASIONS.test(words[at + 2] ?? '')) return true;
  return words.slice(Math.max(0, at - REACH), at).some((word) => RELIEVERS.test(word));
}

/**
 * A compound that is no known word praises as its parts do (`energy-efficient`); a fault in it (`bass-heavy`) is a
 * kind, no fault.
 */
function wordValue(word: string): number {
  const whole = weightOf(word);
  if (whole !== 0 || !word.includes('-')) return whole;
  return Math.max(0, ...word.split('-').map(weightOf));
}
