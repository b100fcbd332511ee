import { isOrdinaryWord } from '../language/ordinary-words.js';
import { CASE, caseOf } from '../reading/characters.js';

/** `1 password` and `go pro` are words: a joined name that is parted into ordinary words needs its capitals. */
export function isPartedIntoWords(written: string, registered: string): boolean {
  const parts = written.split(/[\s-]+/);
  if (parts.length < 2 || /[\s-]/.test(registered)) return false;
  return (
    parts.every((part) => isNumber(part) || isOrdinaryWord(part.toLowerCase())) &&
    !parts.every((part) => isNumber(part) || startsUpper(part))
  );
}

function isNumber(part: string): boolean {
  return /^\d+$/.test(part);
}

/** The plain word in small letters; `nestlé` with its accent is no English word. */
export function isSmallWord(written: string, registered: string): boolean {
  return written !== registered && /^[a-z\d\s'-]+$/.test(written);
}

/** One or two letters in small type are units and words: `300 hp`, `5 x 7`, `go`. */
export function isAbbreviation(registered: string): boolean {
  return registered.length <= 2 && isAllCapitals(registered.padEnd(2, registered));
}

export function hasLettering(written: string, registered: string): boolean {
  if (!startsUpper(written) && !/^\d/.test(written)) return false;
  const words = written.split(/[\s-]+/);
  return registered
    .split(/[\s-]+/)
    .every((word, index) => !startsUpper(word) || words[index] === undefined || startsUpper(words[index]));
}

/** `iPhone 16 Pro`; a year before a name is no model. */
export function isModelNumber(word: string): boolean {
  return /\d/.test(word) && !/^(?:19|20)\d\d$/.test(word);
}

/** A word that makers spell with a capital inside: `iPhone`. */
export function isCamelCase(word: string): boolean {
  return /^\p{Ll}{1,2}\p{Lu}/u.test(word);
}

export function startsLower(word: string): boolean {
  return caseOf(word.charCodeAt(0)) === CASE.lower;
}

export function startsUpper(word: string): boolean {
  return caseOf(word.charCodeAt(0)) === CASE.upper;
}

export function isAllCapitals(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
}

/**
 * Words made from others by an ending tell what something does or is like, `Adjustable`, `Portability`; few names are
 * such words.
 */
export function isDerived(word: string): boolean {
  return /\p{L}{3}(?:s|ing|ed|est|[ai]bl[ey]|ness|ity|[ts]ion|ment|ous|ful|less|proof|i[sz]e)$/u.test(word);
}

/** `Portability`, `Brightness`: what options are compared by, hardly ever a name. */
export function isQuality(word: string): boolean {
  return /\p{L}{3}(?:ness|[ai]bility)$/u.test(word);
}

/** `Supports`, `Leveraging`, `Bundled`. */
export function isVerbForm(word: string): boolean {
  return /\p{L}{3}(?:s|ing|ed)$/u.test(word);
}

export function isNameLike(word: string): boolean {
  return startsUpper(word) && !isOrdinaryWord(word.toLowerCase());
}

/** Who owns what follows `Apple's`; null where the word is no possessive. */
export function ownerOf(word: string): string | null {
  return /['’]s$/.test(word) ? word.slice(0, -2) : null;
}
