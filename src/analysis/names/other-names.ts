import { isFirstName } from '../language/first-names.js';
import { isCalendarWord, isDictionaryWord, isFunctionWord, isTechnicalTerm } from '../language/ordinary-words.js';
import { isPlaceOrPeople } from '../language/places.js';
import { isOnlyVerb } from '../language/verbs.js';
import { pattern } from '../pattern.js';
import type { NameForm } from './name-forms.js';
import type { NameVerdict } from './name-verdict.js';
import { isSingularVerb } from './namesake-words.js';

/**
 * Whether the answer speaks of others of its kind than a subject: it surely names another tracked one, or has two
 * further names. The text is read for those at most once, and only where a place asks.
 */
export function othersNamedIn(
  text: string,
  places: readonly { form: NameForm; verdict: NameVerdict }[],
  sure: ReadonlySet<string>,
): (key: string) => boolean {
  let hasFurther: boolean | null = null;
  const namesFurther = (): boolean => {
    hasFurther ??= hasOtherNames(text, new Set(places.map(({ form }) => form.written.toLowerCase())));
    return hasFurther;
  };
  return (key) => [...sure].some((other) => other !== key) || namesFurther();
}

/** With whether a capital is asked for by its place, at the start of a line or sentence; and the word behind. */
const CAPITALISED = new RegExp(
  pattern`
    (^|[.!?:;•\u001E\u001F\n]\s{0,2}|[“"(]|(?<=[\p{L}\p{N},] ))
    (\p{Lu}[\p{L}\p{N}]{1,30}|\p{Ll}\p{Lu}\p{Ll}{2,30})
    (?: (\p{Ll}{2,20}))?
  `,
  'gmu',
);
/** So many different ones: a single one may be a person's or a place's, unless it is written or acts as a company. */
const FEWEST_OTHERS = 2;

/** Whether it has words of no dictionary as names, or words with a capital that their place does not ask for. */
function hasOtherNames(text: string, own: ReadonlySet<string>): boolean {
  const found = new Set<string>();
  for (const [, before, word = '', behind = ''] of text.matchAll(CAPITALISED)) {
    if (own.has(word.toLowerCase()) || !isName(word, before === '')) continue;
    if (isOfCompany(word, behind) || found.add(word).size >= FEWEST_OTHERS) return true;
  }
  return false;
}

function isName(word: string, isInSentence: boolean): boolean {
  const lower = word.toLowerCase();
  if (isTechnicalTerm(word) || isCalendarWord(lower) || isFunctionWord(lower)) return false;
  return isInSentence || !isDictionaryWord(lower);
}

/** `JetBlue`, `mParticle`; `Withings is`, but not `Portugal is` or `Oscar is`. */
function isOfCompany(word: string, behind: string): boolean {
  const lower = word.toLowerCase();
  if (isDictionaryWord(lower) || isFirstName(lower) || isPlaceOrPeople(word)) return false;
  if (/\p{Ll}\p{Lu}\p{Ll}/u.test(word)) return true;
  return isSingularVerb(behind) || isOnlyVerb(behind);
}
