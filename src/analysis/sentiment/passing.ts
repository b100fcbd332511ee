import { pattern } from '../pattern.js';
import { decide } from '../rule-table.js';
import { polarityOf } from './polarity.js';
import { NEAR, STANDING_RULES } from './standing.rules.js';
import { opensStatement, type Standing } from './standing-patterns.js';
import type { Polarity } from './word-weights.js';

/** A word of a noun phrase is none of these, which open or end it. */
const WITHIN_PHRASE = '(?!(?:with|of|for|from|by|in|on|at|to|and|or|as|than|like|an?|the)\\s)';

/**
 * What a sentence that names the subject in passing says of it, by the words before and after the name: turned by how
 * it compares. Alone in parentheses it is an owner or another name, and nothing is said of it.
 */
export function polarityToward(before: string, after: string): Polarity {
  if (before.endsWith('(') && after.startsWith(')')) return { praise: 0, criticism: 0 };
  if (!isEnclosed(before)) return statedOf(before, after);
  const predicate = predicateOfExamples(before, after);
  return predicate === null ? statedOf(before, upToParenthesis(after)) : inPassing(predicate);
}

function statedOf(before: string, after: string): Polarity {
  switch (standingOf(before, after)) {
    case 'preferred':
    case 'recommended':
      return { praise: 3, criticism: 0 };
    case 'considered':
      return { praise: 2, criticism: polarityOf(after).criticism };
    case 'warned against':
      return { praise: 0, criticism: 3 };
    case 'outdone':
      return { praise: 0, criticism: 2 };
    case 'measure':
    case 'speaker':
    case 'condition':
      return { praise: 0, criticism: 0 };
    case 'accused':
      return { praise: 0, criticism: Math.max(2, inPassing(after).criticism) };
    case 'bystander':
      return inPassing(`${opinionBefore(before)} ${modifiersBefore(before)} ${secondOpinion(before, after)}`);
    case 'none':
    case 'judged':
      return both(
        inPassing(QUALITIES_FIRST.exec(before)?.[0] ?? ''),
        inPassing(`${isEnclosed(before) ? groupBefore(before) : ''} ${saidOf(before, after)}`, CONCEDES.test(before)),
      );
    case 'experienced':
      return inPassing(`${before} ${after}`);
    case 'example':
      return inPassing(`${groupBefore(before)} ${after.replace(OF_THE_WHOLE, '')}`);
  }
}

/** `Powerful and flexible, Sonos is also …`: what comes first is said of the name for itself. */
const QUALITIES_FIRST = /^\W*\p{Lu}[\p{L}-]+(?:(?:,\s|\s)(?!(?:with|for|in|on|at|by|from|of)\s)[\p{Ll}-]+){0,5},\s$/u;

function both(one: Polarity, other: Polarity): Polarity {
  return { praise: one.praise + other.praise, criticism: one.criticism + other.criticism };
}

/**
 * What a sentence says of its subject: feelings and adjectives that lead to it, and the words after it as far as they
 * are about it.
 */
function saidOf(before: string, after: string): string {
  const opening = OPENING_PHRASE.exec(before)?.[0] ?? '';
  const rest = isListed(before, after) ? upToComma(after) : after;
  return `${opening} ${opinionBefore(before)} ${modifiersBefore(before)} ${rest}`;
}

/** `Known for its comfort, Sonos …` */
const OPENING_PHRASE = new RegExp(
  pattern`
    ^\W*(?:known|praised|lauded|renowned|celebrated|recogni[sz]ed|loved|famous|acclaimed|popular|trusted|regarded
    |rated|awarded|designed|built|featuring|offering|boasting)\b[^.;:]{0,160},\s$
  `,
  'i',
);

/** `the excellent, durable Sonos …` */
function modifiersBefore(before: string): string {
  return /\p{Ll}\s$/u.test(before.slice(-2)) ? (MODIFIERS.exec(before.slice(-LONGEST_MODIFIERS))?.[0] ?? '') : '';
}

const LONGEST_MODIFIERS = 60;
const MODIFIERS = new RegExp(
  `(?:${WITHIN_PHRASE}\\p{Ll}[\\p{L}-]*,?\\s){0,2}${WITHIN_PHRASE}\\p{Ll}[\\p{L}-]*\\s$`,
  'u',
);

/**
 * `high-quality build, Sonos speakers, great sound`: between commas, without a verb, a name is one matter of several.
 */
function isListed(before: string, after: string): boolean {
  return /[,:]\s(?:and\s|or\s)?$/.test(before) && !HEADS.test(after) && !opensStatement(after);
}

/** `Also good: Sonos Era 100: …` */
const HEADS = /^[^,;.]{0,60}(?::|\s[—–-])\s/;

/** What follows the parentheses around a name is about the whole sentence. */
function upToParenthesis(after: string): string {
  return /^[^)]*/.exec(after)?.[0] ?? '';
}

function upToComma(after: string): string {
  return /^[^,;]*/.exec(after)?.[0] ?? '';
}

/** `platforms like Sonos, which helped …`: said of the whole clause, not of its example. */
const OF_THE_WHOLE = /(?:,\s(?:which|who|(?:\p{Ll}+ly\s)?\p{Ll}+ing)|\sto)\s.*$/su;

/** A feeling that leads to the name: `we are happy with …`, `a problem with …`. */
function opinionBefore(before: string): string {
  return OPINION.exec(before)?.[0] ?? '';
}

const OPINION = new RegExp(
  pattern`
    \b(?:(?:love|loves|loved|praise|adore|admire|loathe|despise|criticise|criticize|enjoy|enjoyed|prefer|hate|hates
    |hated|dislike|regret|impressed|happy|pleased|satisfied
    |thrilled|disappointed|unhappy|frustrated|fed up|fans? of|problems?|issues?|trouble
    |complaints?)(?: (?:with|by|about|of|at))?)[^,;:.]{0,30}$
  `,
  'i',
);

/** A second feeling of those who had the first: `they love the sound of Sonos and loathe its app`. */
function secondOpinion(before: string, after: string): string {
  return opinionBefore(before) === '' ? '' : (SECOND_OPINION.exec(after)?.[1] ?? '');
}

const FEELS_BAD = '(?:hate|loathe|dislike|despise|curse|criticise|criticize|complain|regret|mock|fear)';
const FEELS_GOOD = '(?:love|like|praise|adore|enjoy|admire|appreciate)';
const SECOND_OPINION = new RegExp(
  `^[^,;.]{0,30}?,?\\s((?:and|but|yet)\\s(?:\\p{Ll}+\\s)?(?:${FEELS_BAD}|${FEELS_GOOD})s?\\b[^;.]*)`,
  'u',
);

const TURNS = new RegExp(
  pattern`
    \b(?:but|however|though|although|while|yet|whose|sadly|unfortunately|and the worst
    |and (?:hated|despised|notorious|infamous|criticized|criticised)|and (?:\p{Ll}+ )?${FEELS_BAD}s?)\b
  `,
  'iu',
);
/** `While Sonos sounds great, …`: the sentence will turn. */
const CONCEDES = /^\W*(?:while|although|though|despite)\s/i;

/** What led to something is no judgement of who did it. */
const CIRCUMSTANCES = /\s(?:due to|amid|given|in case of|because of|following|in response to|as a result of)\s[^.;]*/gi;

/**
 * Words far from a name in a report speak of other things too: the stronger side counts, unless the sentence itself
 * turns.
 */
export function inPassing(said: string, turns = false): Polarity {
  const polarity = polarityOf(said.replace(CIRCUMSTANCES, ''));
  if (turns || TURNS.test(said)) return polarity;
  return polarity.praise > polarity.criticism ? { ...polarity, criticism: 0 } : { ...polarity, praise: 0 };
}

/**
 * Reads the words around a name: a comparison points at one of its sides, a recommendation or a warning at what follows
 * it, and who reports praise is not praised by it.
 */
export function standingOf(before: string, after: string): Standing {
  return decide(STANDING_RULES, { before, near: before.slice(-NEAR), after });
}

/** Whether what comes next is in parentheses. */
function isEnclosed(before: string): boolean {
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}

/**
 * `Fast speakers (Bose, Sonos) are excellent`, `Small makers (Bose, Sonos): reliable`: what is said of the group is
 * said of its examples in parentheses. Null where the words after the parentheses go on about something else.
 */
function predicateOfExamples(before: string, after: string): string | null {
  const open = before.lastIndexOf('(');
  const close = after.indexOf(')');
  if (close < 0 || !EXAMPLES.test(before.slice(open) + after.slice(0, close))) return null;
  const rest = after.slice(close + 1);
  const isHead = GROUP_AS_HEAD.test(before.slice(0, open)) && DESCRIBED.test(rest);
  return isHead || (PREDICATE.test(rest) && (opensStatement(rest) || DOES.test(rest))) ? rest : null;
}

const EXAMPLES = /^\((?:(?:e\.g\.,?|like|such as|including)\s|[\p{Lu}\d][^.;:]{0,60}[,/]|[,/])/u;
const PREDICATE =
  /^\s(?!(?:and|or|whether|that|which|who|in|on|at|for|with|to|of|from|by|as|than|like|if|when|but|all|each|both)\s)/;
/** A word behind the parentheses that is none of those is the verb of what the group does. */
const DOES = /^\s\p{Ll}{3,}\s\p{L}/u;
const GROUP_AS_HEAD = /^[^.,;:(–—]{2,40}$/;
const DESCRIBED = /^(?::|\s[–—-])\s/;

/**
 * What the group is called that the name is an example of: `reliable brands like Sonos`, `reliable brands (Bose,
 * Sonos)`; '' where it is none.
 */
function groupBefore(before: string): string {
  return GROUP.exec(before.slice(-LONGEST_GROUP))?.[1] ?? '';
}

const LONGEST_GROUP = 120;
const GROUP = new RegExp(
  pattern`
    \b((?:${WITHIN_PHRASE}\p{Ll}[\p{L}-]*,?\s){1,3})(?:brands|makers|manufacturers|companies|firms|providers
    |services|sources|sites|stores|retailers|choices|alternatives|products|models
    |apps),?\s(?:\(?(?:like|such as|e\.g\.,?)\s|\()(?:[^\s.;:()]+\s){0,8}$
  `,
  'u',
);
