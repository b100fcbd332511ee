import { isCalendarWord, isCommonWord, isOrdinaryWord } from '../language/ordinary-words.js';
import { isAllCapitals, isCamelCase, isModelNumber, isNameLike, startsLower, startsUpper } from './lettering.js';
import type { Reason } from './mentions.types.js';
import type { NameForm } from './name-forms.js';
import {
  isClaimingVerb,
  isDeterminer,
  isOpener,
  isPronoun,
  isRole,
  isSingularVerb,
  isTitle,
} from './namesake-words.js';
import type { Surroundings } from './surroundings.js';

export interface Occurrence {
  form: NameForm;
  start: number;
  end: number;
  /** It is written as a bare web domain, `name.com`. */
  isDomain: boolean;
}

type Written = Occurrence & { written: string };

/** `open` is decided by the rest of the answer; `isLikely` where the word stands as names do and nothing else. */
export type Verdict = { is: 'named' | 'not'; reason: Reason } | { is: 'open'; isLikely: boolean };

export const named = (reason: Reason): Verdict => ({ is: 'named', reason });
export const not = (reason: Reason): Verdict => ({ is: 'not', reason });
export const OPEN: Verdict = { is: 'open', isLikely: false };
const LIKELY: Verdict = { is: 'open', isLikely: true };

/** Several ordinary words with their capitals are a name, unless a capital before them makes a longer one. */
export function phraseVerdict(around: Surroundings): Verdict {
  if (around.isInTitleCase) return around.isHead ? named('head of an entry') : OPEN;
  const { previous } = around;
  const isLonger =
    previous !== null &&
    around.isPreviousJoined &&
    startsUpper(previous) &&
    !around.isPreviousAtStart &&
    !isOpener(previous) &&
    !isOwner(previous);
  return isLonger ? not('within another name') : named('capital in a sentence');
}

/** What the place of one ordinary word says of it, by the rules of `docs/metrics.md`, "Mentions". `neighbours` stand before and after it. */
export function wordVerdict(
  around: Surroundings,
  occurrence: Written,
  neighbours: readonly (Occurrence | undefined)[],
): Verdict {
  const verdict = placeVerdict(around, occurrence, neighbours);
  return verdict.is === 'open' && isLikely(around, occurrence) ? LIKELY : verdict;
}

/**
 * `Apple is …`, `## Notion`, a cell of its own: a word of one thing that stands without an article, as a name does. Words of what
 * there is no number of (`Support is good`) stand so too, which is why it decides only where nothing speaks against it.
 */
function isLikely(around: Surroundings, { form, written }: Written): boolean {
  if (isPronoun(form.written) || isOpener(written) || around.isLabel || around.isHyphenedAfter) return false;
  const isSubject = around.isAtStart && around.isNextJoined && around.next !== null && isSingularVerb(around.next);
  const isAmongLabels = around.namedSiblings === 0;
  return isSubject || (!isAmongLabels && (around.isWholeLine || (around.isHead && around.isWholeHead)));
}

function placeVerdict(
  around: Surroundings,
  occurrence: Written,
  neighbours: readonly (Occurrence | undefined)[],
): Verdict {
  const isCalendar = isCalendarWord(occurrence.written.toLowerCase());
  if (around.isPossessive && !isCalendar) return named('possessive');
  const within = withinOtherName(around, occurrence);
  if (within) return within;
  if (around.isRenamed) return named('renamed');
  if (isAmongNames(around, occurrence, neighbours)) return goesOn(around) ? OPEN : named('among names');
  if (isPickedName(around)) return named('named as a pick');
  if (around.isBeforeProduct && !isOpener(occurrence.written)) return named('before a product');
  if (around.isHead || around.isWholeLine) return headVerdict(around, occurrence.form);
  if (around.isInHead) return around.isAtStart ? openingVerdict(around, occurrence.form) : OPEN;
  const isAsked = around.isAtStart || around.isInTitleCase || isCalendar || isAmongWords(around);
  return isAsked ? openingVerdict(around, occurrence.form) : named('capital in a sentence');
}

/** `Best overall: Away The Carry-On`, not `Best for: Home offices`. */
function isPickedName({ isAfterPick, next, isNextJoined }: Surroundings): boolean {
  return isAfterPick && (next === null || !isNextJoined || !startsLower(next));
}

/** `Pan/Tilt/Zoom`: in a row of capitalised words the capital says nothing. */
function isAmongWords({ isAfterStroke, previous }: Surroundings): boolean {
  return isAfterStroke && previous !== null && startsUpper(previous);
}

/**
 * `Target: …` and `Polar Vantage M2 – …` head entries of names; `Free Tier: …` heads what an entry says. Lists of names hold some that are
 * made of ordinary words, lists of features hold few names; a head that goes on with an ordinary word needs more of them around.
 */
function headVerdict(around: Surroundings, form: NameForm): Verdict {
  const { next } = around;
  if (around.isHyphenedAfter) return not('ordinary word');
  if (around.isLabel || (next && around.isNextJoined && startsLower(next))) return openingVerdict(around, form);
  const isAlone = around.isWholeHead || !around.isNextJoined || next === null || !isOrdinaryWord(next.toLowerCase());
  const isListOfNames = (around.namedSiblings ?? 0) >= (isAlone && around.isHead ? 1 / 3 : 1 / 2);
  return isListOfNames ? named('head of an entry') : openingVerdict(around, form);
}

/**
 * Where any word has a capital, what follows must speak of somebody: a verb of companies, or, after a word that is rarely used as one
 * (`Ford`), another capital. Before a common word the place stays open: `Apple users`, in an answer that surely names Apple.
 */
function openingVerdict(around: Surroundings, form: NameForm): Verdict {
  const { next } = around;
  if (around.isHyphenedAfter) return not('ordinary word');
  if (!next || !around.isNextJoined) return OPEN;
  if (isDeterminer(next)) return not('ordinary word');
  if (around.isInTitleCase) return OPEN;
  if (isClaimingVerb(next) && !isPronoun(form.written)) return named('says what it does');
  const isProduct = startsUpper(next) && !isOpener(next) && !isCommonWord(form.written.toLowerCase());
  return isProduct ? named('before a product') : OPEN;
}

/**
 * What the words beside it make of it: `House of the Dragon`, `Vice President`, `President Joe Biden`, `US Coast Guard`, `TP-Link`,
 * `All-in-One`, `Arm & Hammer` (but `Target & Walmart`). Behind the first word of a sentence (`Tight Apple integration`) or a maker's name (`Google Nest`, `Apple's Safari`) the place stays open.
 */
function withinOtherName(around: Surroundings, { form, written }: Written): Verdict | null {
  const { previous, next } = around;
  const within = not('within another name');
  if (around.phraseBefore && !isRole(around.phraseBefore) && !isAllCapitals(around.phraseBefore)) return within;
  const isBeforeCapital = next !== null && around.isNextJoined && startsUpper(next);
  if (form.isLetter && (isBeforeCapital || around.isHyphenedAfter || (around.isNextJoined && /^\d/.test(next ?? ''))))
    return within;
  if (around.isHyphenedBefore) return around.isPrefixed && !around.isHyphenedAfter ? null : within;
  if (isTitle(written) && next && isBeforeCapital && (isTitle(next) || isPersonName(next))) return within;
  if (around.isBeforeAmpersand && next && isOrdinaryWord(next.toLowerCase())) return within;
  if (!previous || !around.isPreviousJoined) return null;
  if (isModelNumber(previous) || isCamelCase(previous)) return within;
  if (!startsUpper(previous) || around.isInTitleCase) return null;
  if (isOwner(previous)) return OPEN;
  if (isOpener(previous) && !isAllCapitals(previous)) return around.isPreviousAtStart ? null : OPEN;
  return around.isPreviousAtStart || isNameLike(previous) ? OPEN : within;
}

function isPersonName(word: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(word) && !isOrdinaryWord(word.toLowerCase());
}

/** `Apple's …`: the owner is no part of the name. */
function isOwner(word: string): boolean {
  return /['’]s$/.test(word);
}

/** `Amazon, Best Buy and Walmart`: in a row of names the word may be only the first of a longer one. */
function goesOn({ next, isNextJoined }: Surroundings): boolean {
  return next !== null && isNextJoined && startsUpper(next) && isOrdinaryWord(next.toLowerCase());
}

/** Between commas, slashes or `and` beside a word that is surely a name. */
function isAmongNames(
  around: Surroundings,
  { start, end }: Occurrence,
  neighbours: readonly (Occurrence | undefined)[],
): boolean {
  const isNamedBefore = around.isListedBefore && around.listedBefore !== null && isNameLike(around.listedBefore);
  const isNamedAfter = around.isListedAfter && around.listedAfter !== null && isNameLike(around.listedAfter);
  if (around.isInTitleCase) return around.isListedBefore && around.isListedAfter && (isNamedBefore || isNamedAfter);
  if (isNamedBefore || isNamedAfter) return true;
  const isBeside = (other: Occurrence | undefined): boolean =>
    other !== undefined &&
    !other.form.isOrdinary &&
    Math.min(Math.abs(other.end - start), Math.abs(other.start - end)) <= 2;
  return (around.isListedBefore || around.isListedAfter) && neighbours.some(isBeside);
}
