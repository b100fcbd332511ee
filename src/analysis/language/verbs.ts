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

/** Whether the word is a verb of one thing and no noun: `delivers`, `includes`; `steps` and `offers` may. */
export function isOnlyVerb(word: string): boolean {
  return ONLY_VERBS.has(word);
}

const ONLY_VERBS: ReadonlySet<string> = new Set(
  `accepts adds allows applies automates brings builds buys carries collects combines connects delivers earns encrypts
  expands generates gives grows hosts includes integrates keeps lends lets licenses makes manages obtains operates owns
  pays produces protects provides publishes removes replaces requires saves sells sends simplifies specialises
  specializes supplies syncs teaches doesn't hasn't`.split(/\s+/),
);

/** Whether a verb in the past and what follows tell what somebody did: `changed its`, `stopped making`. */
export function isDeedOfIt(verb: string, next: string): boolean {
  if (!/^[a-z]{2,}ed$|^(?:cut|sold|built|lost|kept|made|took|won|grew)$/.test(verb)) return false;
  return next === 'its' || OFFERING.has(next);
}

const OFFERING: ReadonlySet<string> = new Set(
  'making selling offering shipping producing supporting accepting'.split(' '),
);

const PLURAL: ReadonlySet<string> = new Set('are were have do differ vary'.split(' '));

function isVerb(base: string): boolean {
  if (/^re[a-z]{3,}$/.test(base) && !isOrdinaryWord(base)) return isVerb(base.slice(2));
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
