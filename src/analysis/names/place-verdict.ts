import type { Subject } from '../facts.types.js';
import { isFunctionWord } from '../language/ordinary-words.js';
import type { Outline } from '../reading/outline.types.js';
import type { VisibleText } from '../reading/visible-text.types.js';
import {
  hasLettering,
  isAbbreviation,
  isAllCapitals,
  isPartedIntoWords,
  isSmallWord,
  startsUpper,
} from './lettering.js';
import type { NameForm } from './name-forms.js';
import { isAmongNames, isBesideAlias } from './name-rows.js';
import { LIKELY, type NameVerdict, named, not, OPEN } from './name-verdict.js';
import { isProductOfOther, otherBearer } from './other-bearers.js';
import { type Occurrence, withinOtherName } from './other-names.js';
import { Surroundings } from './surroundings.js';
import { phraseVerdict, wordVerdict } from './word-verdicts.js';

/** An answer as it is read for names: its visible text, its outline, and whose names are looked for. */
export interface ReadAnswer {
  reading: VisibleText;
  outline: Outline;
  subjects: readonly Subject[];
}

/** What one place says by itself of whether it names somebody. */
export function verdictOf(answer: ReadAnswer, occurrences: readonly Occurrence[], index: number): NameVerdict {
  const occurrence = occurrences[index];
  if (!occurrence) return OPEN;
  const { form, start, end } = occurrence;
  if (form.kind === 'domain' || occurrence.isDomain) return named('name');
  const written = answer.reading.text.slice(start, end);
  const neighbours = [occurrences[index - 1], occurrences[index + 1]] as const;
  if (form.isOrdinary && isSmallWord(written, form.written)) return not('a small word');
  if (form.isOrdinary && isBesideAlias(answer.reading.text, occurrence, neighbours)) return named('beside its alias');
  const around = new Surroundings(answer.reading, answer.outline, start, end);
  const bearer = otherBearer(form, around, answer.subjects);
  if (bearer !== null) return not(bearer);
  if (isAbbreviation(form.written) && written !== form.written)
    return isTitledAbbreviation(written, around) ? OPEN : not('not the lettering');
  if (isWithinCompound(answer.reading.text, occurrence, ...neighbours)) return not('within another name');
  if (form.isInDictionary && !form.isOrdinary && isSmallWord(written, form.written)) return not('not the lettering');
  if (isPartedIntoWords(written, form.written)) return not('not the lettering');
  if (!form.isOrdinary)
    return isProductOfOther(form, around, answer.subjects)
      ? not('behind another name')
      : plainNameVerdict(form, around, { ...occurrence, written });
  return ordinaryNameVerdict(around, { ...occurrence, written }, neighbours);
}

/** `RAM`, `STEM`, `LED`; a longer word in capitals is rather one that somebody writes aloud. */
const ACRONYM_MAX = 4;

/**
 * One or more ordinary words: their lettering first, then their place. `STEM education` is an acronym, unless the
 * answer names Stem elsewhere.
 */
function ordinaryNameVerdict(
  around: Surroundings,
  occurrence: Occurrence & { written: string },
  neighbours: readonly (Occurrence | undefined)[],
): NameVerdict {
  const { form, written } = occurrence;
  if (/[^\x20-\x7e’]/.test(written) && written === form.written) return named('style');
  if (!hasLettering(written, form.written))
    return written === form.written && isAmongNames(around, occurrence, neighbours) ? OPEN : not('not the lettering');
  const isPhrase = form.written.includes(' ');
  if (isAllCapitals(form.written)) {
    if (isAllCapitals(written)) return isAmongCapitals(around) ? OPEN : named('style');
    if (!isPhrase) return OPEN;
  }
  const verdict = isPhrase ? phraseVerdict(around) : wordVerdict(around, occurrence, neighbours);
  const isLoud = isAllCapitals(written) && written.length > 2;
  if (!isLoud || verdict.is !== 'named') return verdict;
  const isAcronym = written.length <= ACRONYM_MAX && verdict.reason === 'capital in a sentence';
  return isAcronym && !isAmongCapitals(around) ? OPEN : LIKELY;
}

/**
 * `Hp Envy x360`: a card or a row of a table writes its words alike, where the answer surely names the brand elsewhere.
 */
function isTitledAbbreviation(written: string, { isAtStart, run }: Surroundings): boolean {
  if (!isAtStart || !/^\p{Lu}\p{Ll}$/u.test(written) || isFunctionWord(written.toLowerCase())) return false;
  return run.length > 0;
}

/**
 * A name that few writers use as a word stands for itself, unless another's name or title is made of it: `Polar Pacer`.
 */
function plainNameVerdict(
  form: NameForm,
  around: Surroundings,
  occurrence: Occurrence & { written: string },
): NameVerdict {
  if (isCapitalInProduct(form, occurrence.written, around)) return not('within another name');
  const within = form.isInDictionary && !form.written.includes(' ') ? withinOtherName(around, occurrence) : null;
  return within?.is === 'not' ? within : named('name');
}

/**
 * A name registered in small letters that has its capital from the product it stands in: `Classic Evo Pro` for `evo`.
 */
function isCapitalInProduct(form: NameForm, written: string, around: Surroundings): boolean {
  const isSmall = /^\p{Ll}+$/u.test(form.written) && startsUpper(written);
  return isSmall && around.isPreviousJoined && startsUpper(around.previous ?? '') && around.run.length > 0;
}

/**
 * `AT&T` is not AT, unless both sides are names that are looked for. A part before a hyphen is often the short name:
 * `Mercedes-Benz`.
 */
function isWithinCompound(text: string, { start, end }: Occurrence, before?: Occurrence, after?: Occurrence): boolean {
  const isAfterPart = /[\p{L}\p{N}]&$/u.test(text.slice(Math.max(0, start - 2), start));
  const isBeforePart = /^&[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
  return (isAfterPart && before?.end !== start - 1) || (isBeforePart && after?.start !== end + 1);
}

/** `ENERGY STAR`: where the words beside it are in capitals too, they say nothing of this one. */
function isAmongCapitals({ previous, next, isPreviousJoined, isNextJoined }: Surroundings): boolean {
  return (isPreviousJoined && isAllCapitals(previous ?? '')) || (isNextJoined && isAllCapitals(next ?? ''));
}
