import { isCalendarWord, isCommonWord, isFunctionWord, isGrade, isOrdinaryWord } from '../language/ordinary-words.js';
import { isDerived, isVerbForm, startsLower, startsUpper } from './lettering.js';
import { isAmongNames, isAmongWords } from './name-rows.js';
import { LIKELY, type NameVerdict, named, not, OPEN } from './name-verdict.js';
import {
  isClaimingVerb,
  isCompanyWord,
  isDeterminer,
  isOwnerOfBrands,
  isPeople,
  isPronoun,
  isSingularVerb,
} from './namesake-words.js';
import { type Occurrence, ownerOf, withinOtherName } from './other-names.js';
import { hasModelCode, hasProductMark, hasUnknownWord, isSurname } from './product-runs.js';
import type { Surroundings } from './surroundings.js';

type Written = Occurrence & { written: string };

/**
 * Several ordinary words with their capitals are a name, unless a capital before them makes a longer one, or they open
 * a title that goes on as a sentence (`Core Security is Usually Identical:`).
 */
export function phraseVerdict(around: Surroundings): NameVerdict {
  const { previous, next } = around;
  const goesOnSmall = next !== null && around.isNextJoined && startsLower(next);
  if (around.isHead && goesOnSmall && around.isInTitledHead) return OPEN;
  if (around.isInTitleCase) return around.isHead || around.isAfterPick ? named('head of an entry') : OPEN;
  const isLonger =
    previous !== null &&
    around.isPreviousJoined &&
    startsUpper(previous) &&
    !around.isPreviousAtStart &&
    !isFunctionWord(previous.toLowerCase()) &&
    ownerOf(previous) === null;
  if (!isLonger) return named('capital in a sentence');
  return around.isBehindMeasure || isOwnerOfBrands(previous) ? OPEN : not('within another name');
}

/**
 * What the place of one ordinary word says of it, by the rules of `docs/metrics.md`, "Mentions". `neighbours` stand
 * before and after it.
 */
export function wordVerdict(
  around: Surroundings,
  occurrence: Written,
  neighbours: readonly (Occurrence | undefined)[],
): NameVerdict {
  const place = placeVerdict(around, occurrence, neighbours);
  const verdict = place.is === 'open' && isLikely(around, occurrence) ? LIKELY : place;
  return around.isHead && around.isWholeHead && around.isColonAfter ? { ...verdict, isColonHead: true } : verdict;
}

/**
 * `Apple is …`, `## Notion`, a cell of its own: a word of one thing that stands without an article, as a name does.
 * Words of what there is no number of (`Support is good`) stand so too, which is why it decides only where nothing
 * speaks against it.
 */
function isLikely(around: Surroundings, { written }: Written): boolean {
  if (isFunctionWord(written.toLowerCase()) || around.isLabel || around.isHyphenedAfter || around.isInTableHead)
    return false;
  if (around.isAside) return isOwnerOfBrands(written);
  if (around.isAtStart && around.isNextJoined && around.next !== null && isSingularVerb(around.next)) return true;
  const isAmongNames = (around.namedSiblings ?? (around.isInCell ? 0 : 1)) >= 1 / 3;
  return isAmongNames && !isDerived(written) && (around.isWholeLine || (around.isHead && around.isWholeHead));
}

function placeVerdict(
  around: Surroundings,
  occurrence: Written,
  neighbours: readonly (Occurrence | undefined)[],
): NameVerdict {
  const isCalendar = isCalendarWord(occurrence.written.toLowerCase());
  const isFunction = isFunctionWord(occurrence.written.toLowerCase());
  const within = withinOtherName(around, occurrence);
  if (within) return within;
  if (around.isPossessive && !isCalendar) return isFunction ? OPEN : possessiveVerdict(around, occurrence);
  if (around.isRenamed) return named('renamed');
  if (around.isBeforeProduct && !isFunction) return productVerdict(around, occurrence);
  if (around.isInGluedRow) return named('among names');
  if (isAmongNames(around, occurrence, neighbours)) return rowVerdict(around, occurrence);
  if (isPickedName(around) && !isFunction) return named('named as a pick');
  if (around.isHead || around.isWholeLine) return headVerdict(around, occurrence);
  if (around.isInHead && !around.isInSentenceHead) return around.isAtStart ? openingVerdict(around, occurrence) : OPEN;
  const isAsked =
    around.isAtStart ||
    around.isInTitleCase ||
    isCalendar ||
    isAmongWords(around) ||
    around.isQuoted ||
    around.isItalic;
  return isAsked ? openingVerdict(around, occurrence) : sentenceVerdict(around, occurrence);
}

/** `Amazon, Best Buy and Walmart`: in a row of names the word may be only the first of a longer one. */
function rowVerdict({ run }: Surroundings, { written }: Written): NameVerdict {
  if (run.length === 0 || hasProductMark(run)) return named('among names');
  return hasUnknownWord(run) || isRareOrMaker(written) ? LIKELY : OPEN;
}

/** `Apple's`, but not `Editor's Choice` or `Women's`. */
function possessiveVerdict(around: Surroundings, { written }: Written): NameVerdict {
  const { next } = around;
  if (isPeople(written)) return not('ordinary word');
  const goesOn = next !== null && around.isOwnerJoined && startsUpper(next) && isOrdinaryWord(next.toLowerCase());
  return goesOn ? OPEN : named('possessive');
}

/** A capital that its place does not ask for; before another one it may be the first word of a longer name. */
function sentenceVerdict(around: Surroundings, { written }: Written): NameVerdict {
  const { run } = around;
  if (around.isHyphenedAfter) return around.isOwnerHyphened ? named('capital in a sentence') : OPEN;
  if (isThing(around)) return OPEN;
  if (isGrade(written.toLowerCase()) || isFunctionWord(written.toLowerCase())) return LIKELY;
  if (run.length === 0) return named('capital in a sentence');
  if (hasProductMark(run)) return named('before a product');
  if (isSurname(run)) return isOwnerOfBrands(written) ? LIKELY : OPEN;
  return hasUnknownWord(run) || isCompanyWord(run[0] ?? '') || isRareOrMaker(written) ? LIKELY : OPEN;
}

/** `this Agreement is`, `the Company,`: a name has no article but before what it names, `the Ring app`. */
function isThing({ previous, isPreviousJoined, next, isNextJoined, run }: Surroundings): boolean {
  if (previous === null || !isPreviousJoined || !isDeterminer(previous) || run.length > 0) return false;
  const isBeforeNoun =
    next !== null && isNextJoined && startsLower(next) && !isFunctionWord(next) && !isClaimingVerb(next);
  return !isBeforeNoun;
}

/**
 * A word that a writer rarely means as one, `Ford`, or one whose owner puts it before all that it makes: `Apple Pay`.
 */
function isRareOrMaker(word: string): boolean {
  return isOwnerOfBrands(word) || !isCommonWord(word.toLowerCase());
}

/** `Brother HL-2350`, but hardly `Supports FIDO2` or, within a product's own name, `Sonic Toothbrush FW-507`. */
function productVerdict(around: Surroundings, { written }: Written): NameVerdict {
  if (around.previous && around.isPreviousJoined && startsUpper(around.previous) && !around.isPreviousAtStart)
    return OPEN;
  if (!around.isAtStart || !isDerived(written)) return named('before a product');
  return isVerbForm(written) ? OPEN : LIKELY;
}

/** `Best overall: Away The Carry-On`, not `Best for: Home offices`. */
function isPickedName(around: Surroundings): boolean {
  const { isAfterPick, next, isNextJoined } = around;
  return isAfterPick && !around.isColonAfter && (next === null || !isNextJoined || !startsLower(next));
}

/**
 * `Target: …` and `Polar Vantage M2 – …` head entries of names; `Free Tier: …` heads what an entry says. Lists of names
 * hold some that are made of ordinary words, lists of features hold few names; a head that goes on with an ordinary
 * word needs more of them around.
 */
function headVerdict(around: Surroundings, occurrence: Written): NameVerdict {
  const { next, run } = around;
  if (around.isHyphenedAfter) return not('ordinary word');
  if (around.isInTableHead || (run.length === 0 && isFunctionWord(occurrence.written.toLowerCase()))) return OPEN;
  if (around.isLabel || (next && around.isNextJoined && startsLower(next))) return openingVerdict(around, occurrence);
  const isAlone = run.length === 0;
  const isListOfNames = (around.namedSiblings ?? 0) >= (isAlone && around.isHead ? 1 / 3 : 1 / 2) || around.isToldWhat;
  if (!isListOfNames) return openingVerdict(around, occurrence);
  if (isAlone && around.isColonAfter && isDerived(occurrence.written)) return OPEN;
  return isAlone || hasProductMark(run) || hasUnknownWord(run) ? named('head of an entry') : LIKELY;
}

/**
 * Where any word has a capital, what follows must speak of somebody: a verb of companies, or, after a word that is
 * rarely used as one (`Ford`), another capital. Before a common word the place stays open: `Apple users`, in an answer
 * that surely names Apple.
 */
function openingVerdict(around: Surroundings, { form, written }: Written): NameVerdict {
  const { next } = around;
  if (around.isHyphenedAfter) return not('ordinary word');
  if (!next || !around.isNextJoined) return OPEN;
  if (isDeterminer(next)) return not('ordinary word');
  const lower = written.toLowerCase();
  if ((around.isInTitleCase && !around.isAtStart) || isFunctionWord(lower) || isPronoun(lower)) return OPEN;
  if (isClaimingVerb(next)) return named('says what it does');
  const { run } = around;
  const isRare = run.length > 0 && !around.isInTitleCase && isRareOrMaker(form.written);
  const isProduct = hasUnknownWord(run) || hasModelCode(run) || isRare;
  return (isProduct && !isDerived(written)) || isOwnerOfBrands(written) ? LIKELY : OPEN;
}
