import type { Subject } from '../facts.types.js';
import type { Outline } from '../reading/outline.types.js';
import type { Reading } from '../reading/reading.types.js';
import { hasLettering, isAbbreviation, isAllCapitals, isPartedIntoWords, isSmallWord } from './lettering.js';
import type { Mention, Mentions, Reason } from './mentions.types.js';
import type { NameForm } from './name-forms.js';
import { isBodyOf, isInstitution, isSector } from './namesake-words.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';
import { named, not, type Occurrence, OPEN, phraseVerdict, type Verdict, wordVerdict } from './word-verdicts.js';

export interface ReadAnswer {
  reading: Reading;
  outline: Outline;
  subjects: readonly Subject[];
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
  const likely = likelyOwners(judged, clear);
  const accepted: Mention[] = [];
  const rejected: Mention[] = [];
  for (const { form, start, end, verdict } of judged) {
    const isShortForNamesake =
      form.isOrdinary && namesakes.has(ownersKey(form)) && !(verdict.is === 'named' && SURE.has(verdict.reason));
    const isElsewhere = clear.has(ownersKey(form));
    const reason = verdict.is === 'open' ? (isElsewhere ? 'named elsewhere' : 'never a word here') : verdict.reason;
    const isOpenNamed = verdict.is === 'open' && (isElsewhere || likely.has(ownersKey(form)));
    const isNamed = !isShortForNamesake && (verdict.is === 'named' || isOpenNamed);
    if (!isNamed) rejected.push({ form, start, end, reason: verdict.is === 'open' ? 'ordinary word' : reason });
    else if (!isCounted(accepted, form, start)) accepted.push({ form, start, end, reason });
  }
  return { accepted, rejected };
}

/** Subjects of which no place speaks for or against, and one at least is a name's: short answers have no other occurrence to tell. */
function likelyOwners(
  judged: readonly { form: NameForm; verdict: Verdict }[],
  clear: ReadonlySet<string>,
): ReadonlySet<string> {
  const against = ownersOf(judged.filter(({ verdict }) => verdict.is === 'not'));
  const likely = ownersOf(judged.filter(({ verdict }) => verdict.is === 'open' && verdict.isLikely));
  return new Set([...likely].filter((owner) => !against.has(owner) && !clear.has(owner)));
}

/** What shows the company even where the answer also speaks of its namesake: `Apple Park` does not make `Apple's` a park's. */
const SURE: ReadonlySet<Reason> = new Set([
  'name',
  'possessive',
  'among names',
  'says what it does',
  'before a product',
]);

/** Two writings of one subject (`WIRED` and `Wired`) can stand in the same place; subjects that share a name each count. */
function isCounted(accepted: readonly Mention[], form: NameForm, start: number): boolean {
  for (let at = accepted.length - 1; at >= 0 && accepted[at]?.start === start; at--) {
    if (accepted[at]?.form.owners.some((owner) => form.owners.includes(owner))) return true;
  }
  return false;
}

function ownersOf(occurrences: readonly { form: NameForm }[]): ReadonlySet<string> {
  return new Set(occurrences.map(({ form }) => ownersKey(form)));
}

function ownersKey(form: NameForm): string {
  return form.owners.join(' ');
}

function verdictOf(answer: ReadAnswer, occurrences: readonly Occurrence[], index: number): Verdict {
  const occurrence = occurrences[index];
  if (!occurrence) return OPEN;
  const { form, start, end } = occurrence;
  if (form.kind === 'domain' || occurrence.isDomain) return named('name');
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
  const { next, phraseBefore } = around;
  if (phraseBefore && isBodyOf(phraseBefore) && !form.written.includes(' ')) return true;
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
