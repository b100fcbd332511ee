import { isFunctionWord, isOrdinaryWord, isTechnicalTerm } from '../language/ordinary-words.js';
import { isAllCapitals, isCamelCase, isModelNumber, isNameLike, startsUpper } from './lettering.js';
import { isKin, type NameForm } from './name-forms.js';
import { LIKELY, type NameVerdict, named, not, OPEN } from './name-verdict.js';
import { isOfPlaces, isOwnerOfBrands, isRole, isTitle } from './namesake-words.js';
import { hasProductMark, hasUnknownWord } from './product-runs.js';
import type { Surroundings } from './surroundings.js';

export interface Occurrence {
  form: NameForm;
  start: number;
  end: number;
  /** It is written as a bare web domain, `name.com`. */
  isDomain: boolean;
}

/**
 * What the words beside it make of it: `House of the Dragon`, `Vice President`, `President Joe Biden`, `US Coast
 * Guard`, `TP-Link`, `All-in-One`, `Arm & Hammer` (but `Target & Walmart`). Behind the first word of a sentence (`Tight
 * Apple integration`) or a maker's name (`Google Nest`, `Apple's Safari`) the place stays open.
 */
export function withinOtherName(
  around: Surroundings,
  { form, written }: Occurrence & { written: string },
): NameVerdict | null {
  const { previous, next } = around;
  const within = not('within another name');
  if (around.phraseBefore && !isRole(around.phraseBefore) && !isAllCapitals(around.phraseBefore)) return within;
  if (around.goesOn || (isOfPlaces(written) && around.run.length > 0)) return within;
  if (around.isDated && !hasProductMark(around.run) && !hasUnknownWord(around.run)) return not('a title');
  const isBeforeCapital = next !== null && around.isNextJoined && startsUpper(next);
  if (form.isLetter && (isBeforeCapital || around.isHyphenedAfter || (around.isNextJoined && /^\d/.test(next ?? ''))))
    return within;
  if (around.isHyphenedBefore) return around.isPrefixed && !around.isHyphenedAfter ? null : within;
  if (
    isTitle(written) &&
    next &&
    isBeforeCapital &&
    (isTitle(next) || (isPersonName(next) && !hasProductMark(around.run)))
  )
    return within;
  if (around.isBeforeAmpersand && next && isOrdinaryWord(next.toLowerCase())) return within;
  if (around.isBehindAmpersand) return OPEN;
  return previous && around.isPreviousJoined ? behind(previous, around, form) : null;
}

function behind(previous: string, around: Surroundings, form: NameForm): NameVerdict | null {
  const within = not('within another name');
  const owner = ownerOf(previous);
  if (startsUpper(previous) && isKin(form, owner ?? previous)) return named('behind its owner');
  if (isModelNumber(previous) || isCamelCase(previous)) return within;
  if (!startsUpper(previous)) return null;
  if (owner !== null) return OPEN;
  if (isOwnerOfBrands(previous)) return form.isShort ? not('behind another name') : LIKELY;
  if (isNameLike(previous) && !isTechnicalTerm(previous)) return not('behind another name');
  if (around.isInTitleCase) return null;
  if (isFunctionWord(previous.toLowerCase()) && !isAllCapitals(previous)) return around.isPreviousAtStart ? null : OPEN;
  return around.isPreviousAtStart ? OPEN : within;
}

function isPersonName(word: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(word) && !isOrdinaryWord(word.toLowerCase());
}

/** Who owns what follows `Apple's`; null where the word is no possessive. */
export function ownerOf(word: string): string | null {
  return /['’]s$/.test(word) ? word.slice(0, -2) : null;
}
