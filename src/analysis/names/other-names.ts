import { isCalendarWord, isDictionaryWord, isFunctionWord, isTechnicalTerm } from '../language/ordinary-words.js';
import type { NameForm } from './name-forms.js';
import type { NameVerdict } from './name-verdict.js';

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

/** With whether a capital is asked for by its place, at the start of a line or sentence. */
const CAPITALISED = /(^|[.!?:;•\u001E\u001F\n]\s{0,2}|[“"(]|(?<=[\p{L}\p{N},] ))(\p{Lu}[\p{L}\p{N}]{1,30})/gmu;
/** So many different ones: a single one may be a person's or a place's. */
const FEWEST_OTHERS = 2;

/** Whether it has words of no dictionary as names, or words with a capital that their place does not ask for. */
function hasOtherNames(text: string, own: ReadonlySet<string>): boolean {
  const found = new Set<string>();
  for (const [, before, word = ''] of text.matchAll(CAPITALISED)) {
    if (own.has(word.toLowerCase()) || !isName(word, before === '')) continue;
    if (found.add(word).size >= FEWEST_OTHERS) return true;
  }
  return false;
}

function isName(word: string, isInSentence: boolean): boolean {
  const lower = word.toLowerCase();
  if (isTechnicalTerm(word) || isCalendarWord(lower) || isFunctionWord(lower)) return false;
  return isInSentence || !isDictionaryWord(lower);
}
