import { pattern } from '../pattern.js';
import { opensStatement } from './name-endings.js';

/** A word of a noun phrase is none of these, which open or end it. */
export const WITHIN_PHRASE = '(?!(?:with|of|for|from|by|in|on|at|to|and|or|as|than|like|an?|the)\\s)';

/** Whether what comes next is in parentheses. */
export function isEnclosed(before: string): boolean {
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}

/**
 * `Fast speakers (Bose, Sonos) are excellent`, `Small makers (Bose, Sonos): reliable`: what is said of the group is
 * said of its examples in parentheses. Null where the words after the parentheses go on about something else.
 */
export function predicateOfExamples(before: string, after: string): string | null {
  const open = before.lastIndexOf('(');
  const close = after.indexOf(')');
  if (close < 0 || !EXAMPLES.test(before.slice(open) + after.slice(0, close))) return null;
  const rest = after.slice(close + 1);
  const isHead = GROUP_AS_HEAD.test(before.slice(0, open)) && DESCRIBED.test(rest);
  return isHead || (PREDICATE.test(rest) && opensStatement(rest)) ? rest : null;
}

const EXAMPLES = /^\((?:(?:e\.g\.,?|like|such as|including)\s|[\p{Lu}\d][^.;:]{0,60}[,/]|[,/])/u;
const PREDICATE = /^\s(?!(?:and|or|whether|that|which|who)\s)/;
const GROUP_AS_HEAD = /^[^.,;:(–—]{2,40}$/;
const DESCRIBED = /^(?::|\s[–—-])\s/;

/**
 * What the group is called that the name is an example of: `reliable brands like Sonos`, `reliable brands (Bose,
 * Sonos)`; '' where it is none.
 */
export function groupBefore(before: string): string {
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
