import { isCommonWord, isDictionaryWord, isGrade, isTechnicalTerm } from '../language/ordinary-words.js';
import { isNameLike, ownerOf } from './lettering.js';
import { isKin } from './name-forms.js';
import { isCompanyWord, isOwnerOfBrands, isPlan, isSector } from './namesake-words.js';
import type { OccurrenceInText } from './occurrence.js';

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

/** `Acer Nitro V 15`, for a brand that is registered with another trade, `Nitro Software`: another maker's product. */
export function isProductOfOther({ form, around, names }: OccurrenceInText): boolean {
  const { previous } = around;
  if (previous === null || !around.isPreviousJoined || !isMaker(previous) || !hasProductMark(around.run)) return false;
  if (isKin(form, previous)) return false;
  return names.some((name) => isWithSector(name, form.written));
}

function isMaker(word: string): boolean {
  return isNameLike(word) && !isTechnicalTerm(word) && !isOwnerOfBrands(word) && ownerOf(word) === null;
}

/** With what the company does: `Nitro Software`. `Inc` or `Brands` says nothing of whose products are meant. */
function isWithSector(name: string, short: string): boolean {
  return name.startsWith(`${short} `) && isSector(name.slice(short.length + 1));
}
