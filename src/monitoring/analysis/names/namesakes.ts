import type { Subject } from '../facts.types.js';
import { isOrdinaryWord } from '../language/ordinary-words.js';
import type { Outline } from '../reading/outline.types.js';
import type { Reading } from '../reading/reading.types.js';
import {
  hasLettering,
  isAbbreviation,
  isAllCapitals,
  isModelNumber,
  isNameLike,
  isPartedIntoWords,
  isSmallWord,
  startsLower,
  startsUpper,
} from './lettering.js';
import type { Mention, Mentions, Reason } from './mentions.types.js';
import type { NameForm } from './name-forms.js';
import {
  isClaimingVerb,
  isDeterminer,
  isInstitution,
  isOpener,
  isPrefix,
  isSector,
  isTitle,
} from './namesake-words.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';

type Written = Occurrence & { written: string };

export interface ReadAnswer {
  reading: Reading;
  outline: Outline;
  subjects: readonly Subject[];
}

interface Occurrence {
  form: NameForm;
  start: number;
  end: number;
}

/**
 * Tells names from the words they are written as (decision "names in text"). A name that is no ordinary word is taken as it stands unless
 * what follows makes another body's name of it. An ordinary word must show that it names somebody: its lettering, a capital its place does not ask
 * for, its neighbours, or, where its own place leaves it open, another occurrence in the answer that does show it.
 */
export function judgeOrdinaryNames(answer: ReadAnswer, occurrences: readonly Occurrence[]): Mentions {
  const judged = occurrences.map((occurrence, index) => ({
    ...occurrence,
    verdict: verdictOf(answer, occurrences, index),
  }));
  const clear = ownersOf(judged.filter(({ verdict }) => verdict.is === 'named'));
  const namesakes = ownersOf(judged.filter(({ verdict }) => verdict.is === 'not' && verdict.reason === 'namesake'));
  const accepted: Mention[] = [];
  const rejected: Mention[] = [];
  for (const { form, start, end, verdict } of judged) {
    const isShortForNamesake = form.isOrdinary && namesakes.has(ownersKey(form));
    const reason = verdict.is === 'open' ? 'named elsewhere' : verdict.reason;
    const isNamed =
      !isShortForNamesake && (verdict.is === 'named' || (verdict.is === 'open' && clear.has(ownersKey(form))));
    if (!isNamed) rejected.push({ form, start, end, reason: verdict.is === 'open' ? 'ordinary word' : reason });
    else if (!isCounted(accepted, form, start)) accepted.push({ form, start, end, reason });
  }
  return { accepted, rejected };
}

/** Two writings of one subject (`WIRED` and `Wired`) can stand in the same place; subjects that share a name each count. */
function isCounted(accepted: readonly Mention[], form: NameForm, start: number): boolean {
  for (let at = accepted.length - 1; at >= 0 && accepted[at]?.start === start; at--) {
    if (accepted[at]?.form.owners.some((owner) => form.owners.includes(owner))) return true;
  }
  return false;
}

function ownersOf(occurrences: readonly Occurrence[]): ReadonlySet<string> {
  return new Set(occurrences.map(({ form }) => ownersKey(form)));
}

type Verdict = { is: 'named' | 'not'; reason: Reason } | { is: 'open' };

const named = (reason: Reason): Verdict => ({ is: 'named', reason });
const not = (reason: Reason): Verdict => ({ is: 'not', reason });
const OPEN: Verdict = { is: 'open' };

function ownersKey(form: NameForm): string {
  return form.owners.join(' ');
}

function verdictOf(answer: ReadAnswer, occurrences: readonly Occurrence[], index: number): Verdict {
  const occurrence = occurrences[index];
  if (!occurrence) return OPEN;
  const { form, start, end } = occurrence;
  if (form.kind === 'domain') return named('name');
  const around = surroundingsOf(answer.reading, answer.outline, start, end);
  if (isNamesake(form, around, answer.subjects)) return not('namesake');
  const written = answer.reading.text.slice(start, end);
  if (isAbbreviation(form.written) && written !== form.written) return not('not the lettering');
  if (isWithinCompound(answer.reading.text, occurrence, occurrences[index - 1], occurrences[index + 1]))
    return not('within another name');
  if (form.isLessCommon && !form.isOrdinary && isSmallWord(written, form.written)) return not('not the lettering');
  if (isPartedIntoWords(written, form.written)) return not('not the lettering');
  if (!form.isOrdinary) return named('name');
  if (/[^\x20-\x7e’]/.test(written) && written === form.written) return named('style');
  if (!hasLettering(written, form.written)) return not('not the lettering');
  const isCapitals = isAllCapitals(form.written);
  if (isCapitals) return isAllCapitals(written) && !isAmongCapitals(around) ? named('style') : OPEN;
  if (isAllCapitals(written) && written.length > 2) return OPEN;
  return form.written.includes(' ')
    ? phraseVerdict(around)
    : wordVerdict(around, { ...occurrence, written }, [occurrences[index - 1], occurrences[index + 1]]);
}

/** `Flatiron Health` is not Flatiron Construction, and `Reed College` not Reed. */
function isNamesake(form: NameForm, around: Surroundings, subjects: readonly Subject[]): boolean {
  const next = around.next;
  if (!next || !around.isNextJoined) return false;
  const names = form.owners.flatMap((owner) => {
    const subject = subjects[owner];
    return subject ? [subject.name, ...subject.aliases] : [];
  });
  const isOwnWord = names.some((name) => name.toLowerCase().includes(next.toLowerCase()));
  if (isOwnWord) return false;
  if (isInstitution(next)) return !form.written.includes(' ');
  return isSector(next) && names.some((name) => name.split(/\s+/).slice(1).some(isSector));
}

/** Several ordinary words with their capitals are a name, unless a capital before them makes a longer one. */
function phraseVerdict(around: Surroundings): Verdict {
  if (around.isInTitleCase) return around.isHead ? named('head of an entry') : OPEN;
  const isLonger =
    around.previous !== null && around.isPreviousJoined && startsUpper(around.previous) && !around.isPreviousAtStart;
  return isLonger ? not('within another name') : named('capital in a sentence');
}

function wordVerdict(
  around: Surroundings,
  occurrence: Written,
  neighbours: readonly (Occurrence | undefined)[],
): Verdict {
  if (around.isPossessive) return named('possessive');
  if (isWithinOtherName(around, occurrence.written)) return not('within another name');
  if (around.isListedBefore && goesOn(around)) return OPEN;
  if (isAmongNames(around, occurrence, neighbours)) return named('among names');
  if (around.isHead) return headVerdict(around);
  if (around.isInHead) return around.isAtStart ? openingVerdict(around) : OPEN;
  if (!around.isAtStart && !around.isInTitleCase) return named('capital in a sentence');
  return openingVerdict(around);
}

/**
 * `Target: …` and `Polar Vantage M2 – …` head entries of names; `Free Tier: …` heads what an entry says. Lists of names hold some that are
 * made of ordinary words, lists of features hold few names; a head that goes on with an ordinary word needs more of them around.
 */
function headVerdict(around: Surroundings): Verdict {
  const { next } = around;
  if (around.isHyphenedAfter) return not('ordinary word');
  if (around.isLabel || (next && around.isNextJoined && startsLower(next))) return openingVerdict(around);
  const isAlone = around.isWholeHead || !around.isNextJoined || next === null || !isOrdinaryWord(next.toLowerCase());
  const isListOfNames = around.namedSiblings >= (isAlone ? 1 / 3 : 1 / 2);
  return isListOfNames ? named('head of an entry') : openingVerdict(around);
}

/** Where any word has a capital, what follows must speak of somebody: a verb of companies, or another capital. */
function openingVerdict(around: Surroundings): Verdict {
  const { next } = around;
  if (around.isHyphenedAfter) return not('ordinary word');
  if (!next || !around.isNextJoined) return OPEN;
  if (isDeterminer(next)) return not('ordinary word');
  if (isClaimingVerb(next) && !around.isInTitleCase) return named('says what it does');
  return startsUpper(next) || /^\d/.test(next) || isOpener(next) || next.endsWith('s') ? OPEN : not('ordinary word');
}

/** `House of the Dragon`, `Vice President`, `President Joe Biden`, `US Coast Guard`, `TP-Link`, `All-in-One`. */
function isWithinOtherName(around: Surroundings, written: string): boolean {
  const { previous, next } = around;
  if (around.isTitlePhraseBefore) return true;
  if (around.isHyphenedBefore) return !isPrefix(previous ?? '');
  if (previous && around.isPreviousJoined && isModelNumber(previous)) return true;
  if (isTitle(written) && next && around.isNextJoined && startsUpper(next)) return true;
  if (!previous || !around.isPreviousJoined || !startsUpper(previous) || around.isInTitleCase) return false;
  return !around.isPreviousAtStart || !isOpener(previous) || isAllCapitals(previous);
}

/** `Amazon, Best Buy and Walmart`: in a row of names the word is only the first of a longer one. */
function goesOn({ next, isNextJoined }: Surroundings): boolean {
  return next !== null && isNextJoined && startsUpper(next) && isOrdinaryWord(next.toLowerCase());
}

/** Between commas, slashes or `and` beside a word that is surely a name. */
function isAmongNames(
  around: Surroundings,
  { start, end }: Occurrence,
  neighbours: readonly (Occurrence | undefined)[],
): boolean {
  if (around.isInTitleCase) return false;
  if (around.isListedBefore && around.listedBefore && isNameLike(around.listedBefore)) return true;
  if (around.isListedAfter && around.listedAfter && isNameLike(around.listedAfter)) return true;
  const isBeside = (other: Occurrence | undefined): boolean =>
    other !== undefined &&
    !other.form.isOrdinary &&
    Math.min(Math.abs(other.end - start), Math.abs(other.start - end)) <= 2;
  return (around.isListedBefore || around.isListedAfter) && neighbours.some(isBeside);
}

/** `AT&T` is not AT, unless both sides are names that are looked for. A part before a hyphen is often the short name: `Mercedes-Benz`. */
function isWithinCompound(text: string, { start, end }: Occurrence, before?: Occurrence, after?: Occurrence): boolean {
  const isAfterPart = /[\p{L}\p{N}]&$/u.test(text.slice(Math.max(0, start - 2), start));
  const isBeforePart = /^&[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
  return (isAfterPart && before?.end !== start - 1) || (isBeforePart && after?.start !== end + 1);
}

/** `ENERGY STAR`: where the words beside it are in capitals too, they say nothing of this one. */
function isAmongCapitals({ previous, next, isPreviousJoined, isNextJoined }: Surroundings): boolean {
  return (isPreviousJoined && isAllCapitals(previous ?? '')) || (isNextJoined && isAllCapitals(next ?? ''));
}
