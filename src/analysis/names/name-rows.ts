import { isDictionaryWord, isFunctionWord, isTechnicalTerm } from '../language/ordinary-words.js';
import { hasInnerSeam } from '../reading/word-seams.js';
import { startsUpper } from './lettering.js';
import { isPlan } from './namesake-words.js';
import type { Occurrence } from './occurrence.js';
import type { Surroundings } from './surroundings.js';

/** Between commas, slashes or `and` beside a word that is surely a name. */
export function isAmongNames(
  around: Surroundings,
  { start, end }: Occurrence,
  neighbours: readonly (Occurrence | undefined)[],
): boolean {
  const names = around.row.filter(isRowName).length;
  if (names >= 2 || (names > 0 && around.row.length > 1)) return true;
  if (around.isInTitleCase) return around.isListedBefore && around.isListedAfter && isBesideRowName(around);
  if (isBesideRowName(around)) return true;
  const beside = neighbours.filter((other): other is Occurrence => isListedBeside(around, other, start, end));
  const isToBeName = ({ form }: Occurrence): boolean => !form.isOrdinary || form.written.includes(' ');
  return beside.some(isToBeName) || beside.length > 1;
}

/** Nothing but the mark of a row is between, `, and ` at the longest. */
function isListedBeside(around: Surroundings, other: Occurrence | undefined, start: number, end: number): boolean {
  if (other === undefined) return false;
  const isAfter = other.start >= end;
  const gap = isAfter ? other.start - end : start - other.end;
  return gap <= LONGEST_ROW_MARK && (isAfter ? around.isListedAfter : around.isListedBefore);
}

const LONGEST_ROW_MARK = 6;

/**
 * A name that is no ordinary word is before it or after it in a row, with nothing between but the rest of a product's
 * name, an aside and the mark of the row: `Keeper Families (paid) or 1Password`. A stroke behind the rest of a name
 * parts two words of it, `1Password Business / Enterprise`, and so may any mark before the word for a plan.
 */
export function isBesideName(
  text: string,
  { start, end }: Occurrence,
  [before, after]: readonly [Occurrence | undefined, Occurrence | undefined],
): boolean {
  if (isPlan(text.slice(start, end))) return false;
  const isBetween = (from: number, to: number, marks: RegExp): boolean =>
    to - from <= LONGEST_BETWEEN && marks.test(text.slice(from, to));
  const isCoined = (other: Occurrence | undefined): other is Occurrence =>
    other !== undefined && !other.form.isOrdinary;
  if (isCoined(before) && isBetween(before.end, start, BEHIND_NAME)) return true;
  return isCoined(after) && isBetween(end, after.start, BEFORE_NAME);
}

const REST_OF_NAME = '(?: [\\p{Lu}\\d][^\\s,/():;.]*)';
const ASIDE = '(?: \\([^()]{1,30}\\))?';
const ROW_MARK = '(?:, (?:and |or )?|,? (?:and|or|&) )';
const BEHIND_NAME = new RegExp(`^${REST_OF_NAME}{0,3}${ASIDE}${ROW_MARK}$|^${ASIDE} ?/ ?$`, 'u');
const BEFORE_NAME = new RegExp(`^${REST_OF_NAME}{0,3}${ASIDE}(?:${ROW_MARK}| ?/ ?)$`, 'u');
const LONGEST_BETWEEN = 60;

/** The word listed before it or after it is a name's. */
function isBesideRowName({ isListedBefore, listedBefore, isListedAfter, listedAfter }: Surroundings): boolean {
  if (isListedBefore && listedBefore !== null && isRowName(listedBefore)) return true;
  return isListedAfter && listedAfter !== null && isRowName(listedAfter);
}

/** `Roast, Bake, Reheat`: in a row of capitalised words the capital says nothing. */
export function isAmongWords({ isAfterStroke, previous, row }: Surroundings): boolean {
  if (isAfterStroke && previous !== null && startsUpper(previous)) return true;
  return row.length > 1 && !row.some(isRowName);
}

/**
 * A word of a row that no dictionary has, nor any list of standards: `Walmart`, not `GPS`, `PTFE-coated`, `IP65` or
 * `I've`.
 */
function isRowName(word: string): boolean {
  const lower = word.toLowerCase();
  if (!startsUpper(word) && !/^\d{1,3}\p{Lu}/u.test(word)) return false;
  if (isDictionaryWord(lower) || isFunctionWord(lower) || isTechnicalTerm(word)) return false;
  return !/-\p{Ll}|\p{L}\d|^I['’]/u.test(word) && !hasInnerSeam(word);
}

/**
 * `pass (password-store)`: written as registered, with nothing but the bracket between it and another name of its
 * subject.
 */
export function isBesideAlias(
  text: string,
  { form, start, end }: Occurrence,
  [before, after]: readonly [Occurrence | undefined, Occurrence | undefined],
): boolean {
  const isAlias = (other: Occurrence | undefined): other is Occurrence =>
    other !== undefined && other.form !== form && other.form.owners.some((owner) => form.owners.includes(owner));
  const isAround = isAlias(after) && text.slice(end, after.start) === ' (' && text.charAt(after.end) === ')';
  const isWithin = isAlias(before) && text.slice(before.end, start) === ' (' && text.charAt(end) === ')';
  return (isAround || isWithin) && text.slice(start, end) === form.written;
}
