import { isCommonWord, isDictionaryWord, isGrade, isTechnicalTerm } from '../language/ordinary-words.js';
import { isCompanyWord, isOwnerOfBrands, isPlan } from './namesake-words.js';

/** Whether a number or a grade ends a row of capitalised words: `Vantage M2`, `Fit Pro`, `Outdoor 4`. */
export function hasProductMark(run: readonly string[]): boolean {
  return run.some((word) => (/\d/.test(word) && !/^(?:19|20)\d\d$/.test(word)) || isGrade(word.toLowerCase()));
}

/** Whether one of them can only be the number of a model: `TS9120`, the end of `HL-2350`. */
export function hasModelCode(run: readonly string[]): boolean {
  return run.some((word) => /^\p{Lu}{1,4}\d{2,}|^\d{4,}\p{Lu}*$/u.test(word) && !/^(?:19|20)\d\d$/.test(word));
}

/**
 * Whether one of them is a name's: in no list of words, no number and no acronym of a kind. `Mustang Mach`, not `Full
 * HD`. A single plain word may be a person's surname: `Victor Wooten`.
 */
export function hasUnknownWord(run: readonly string[]): boolean {
  return !isSurname(run) && run.some(isUnknown);
}

/**
 * Whether they are what a company adds to its name for its products and plans: nothing, `Security`, `Enterprise`, the
 * mark of a product. Ordinary words in a row of names are so.
 */
export function isOwnRun(run: readonly string[]): boolean {
  return run.every((word) => isCompanyWord(word) || isPlan(word)) || hasProductMark(run);
}

export function isSurname(run: readonly string[]): boolean {
  const [word = ''] = run;
  return run.length === 1 && /^\p{Lu}\p{Ll}+$/u.test(word) && isUnknown(word);
}

/**
 * A word that a writer rarely means as one, `Ford`, or one whose owner puts it before all that it makes: `Apple Pay`.
 */
export function isRareOrMaker(word: string): boolean {
  return isOwnerOfBrands(word) || !isCommonWord(word.toLowerCase());
}

function isUnknown(word: string): boolean {
  const isAcronym = /^\p{Lu}{2,4}$/u.test(word);
  return /\p{L}{2}/u.test(word) && !isAcronym && !isDictionaryWord(word.toLowerCase()) && !isTechnicalTerm(word);
}
