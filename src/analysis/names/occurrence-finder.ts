import { parse } from 'tldts';
import type { Subject } from '../answer-facts.js';
import { hasWordsOf, isRareWordOf, isWordOf } from '../language/foreign-words.js';
import type { TextLanguage } from '../language/text-language.js';
import { hasPublicSuffix, isPublic } from '../public-suffix.js';
import { CLASS, classOf, foldUnit, IGNORED, SEPARATOR } from '../reading/characters.js';
import { BLOCK_END, CELL_END, MASK, type VisibleText } from '../reading/visible-units.js';
import { hasGluedWords, isCapitalSeam } from '../reading/word-seams.js';
import { Automaton } from './automaton.js';
import { isNameMark, mayStandWithin, type NameForm, nameFormsOf } from './name-forms.js';
import type { Mention } from './name-mentions.js';
import type { Occurrence } from './occurrence.js';
import { canEnd, canStart, endWithEnding, isBehindParticle } from './word-edges.js';

interface Occurrences {
  /** Ascending; those that overlap are in the same place. */
  kept: Occurrence[];
  /** Those that are only a part of a web address. */
  dropped: Mention[];
}

/** Compiles the names of all subjects into one search for the places where they are whole words. */
export function createOccurrenceFinder(subjects: readonly Subject[]): (visible: VisibleText) => Occurrences {
  const forms = nameFormsOf(subjects);
  const automaton = new Automaton(forms.map((form) => form.folded));
  return ({ text, language }) => {
    const found = occurrencesOf(text, automaton, forms);
    const formOf =
      found.length > 0 ? formsInLanguage(language(), writtenBothWays(text, found)) : (form: NameForm) => form;
    const whole = wholeNames(
      text,
      found.map((each) => ({ ...each, form: formOf(each.form) })),
      language,
    );
    return withoutAddressParts(text, firstOf(longest(whole)));
  };
}

/**
 * Tells of a form whether the text writes it small, as a word of its own, and elsewhere as it is registered; where a
 * text has it in small letters alone, it is rather the name without care.
 */
function writtenBothWays(text: string, found: readonly Found[]): (form: NameForm) => boolean {
  let small: ReadonlySet<NameForm> | null = null;
  let registered: ReadonlySet<NameForm> | null = null;
  const isSmall = ({ form, start, end }: Found): boolean => {
    const written = text.slice(start, end);
    if (written === form.written || written !== written.toLowerCase()) return false;
    return [start - 1, end].every((at) => classOf(text.charCodeAt(at)) !== CLASS.letter);
  };
  const isAsRegistered = ({ form, start, end }: Found): boolean => text.slice(start, end) === form.written;
  return (form) => {
    small ??= formsOf(found.filter(isSmall));
    registered ??= formsOf(found.filter(isAsRegistered));
    return small.has(form) && registered.has(form);
  };
}

function formsOf(found: readonly Found[]): Set<NameForm> {
  return new Set(found.map(({ form }) => form));
}

type Found = Omit<Occurrence, 'isDomain'>;

/**
 * Of the forms that end at one unit the longest are looked at, so that names which all end alike (`a`, `a a`, `a a a`)
 * do not make the time grow with their number.
 */
const MOST_AT_ONE_END = 16;
/**
 * Places of one answer where letters of names stand, whole words or not, that are looked at; what follows has none. A
 * name is judged by much around it: 128 KiB of one name that 100 subjects share took 12 s.
 */
export const FOUND_MAX = 200_000;
/** Names of one answer that are judged, the first, each counted as often as subjects own it. */
export const JUDGED_MAX = 50_000;
const HARD_ENDS = new Set([BLOCK_END, MASK, CELL_END].map((character) => character.charCodeAt(0)));

/** All places where a form is written unit by unit, its allowed breaks apart; edges of words are not looked at yet. */
function occurrencesOf(text: string, automaton: Automaton, forms: readonly NameForm[]): Found[] {
  const occurrences: Found[] = [];
  const positions = new Int32Array(text.length);
  let read = 0;
  let state = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const folded = foldUnit(unit);
    if (folded <= SEPARATOR || isNameMark(folded)) {
      if (HARD_ENDS.has(unit)) state = 0;
      continue;
    }
    positions[read++] = at;
    state = automaton.step(state, folded);
    if (state > 0 && automaton.isFinal(state))
      addEndingAt(occurrences, text, formsAt(automaton, state, forms), positions, read);
  }
  return occurrences;
}

function* formsAt(automaton: Automaton, state: number, forms: readonly NameForm[]): Iterable<NameForm> {
  let looked = 0;
  for (const index of automaton.patternsAt(state)) {
    if (looked++ === MOST_AT_ONE_END) return;
    const form = forms[index];
    if (form) yield form;
  }
}

function addEndingAt(
  occurrences: Found[],
  text: string,
  forms: Iterable<NameForm>,
  positions: Int32Array,
  read: number,
): void {
  if (occurrences.length >= FOUND_MAX) return;
  for (const form of forms) {
    const occurrence = occurrenceEndingAt(text, form, positions, read);
    if (occurrence) occurrences.push(occurrence);
  }
}

/** The occurrence whose last unit was read last, unless the text parts it where the name may not be parted. */
function occurrenceEndingAt(text: string, form: NameForm, positions: Int32Array, read: number): Found | null {
  const from = read - form.folded.length;
  const first = positions[from] ?? 0;
  const last = positions[read - 1] ?? 0;
  if (!isPartedRightly(text, form, positions, from)) return null;
  const start = first - (form.marks.has(0) ? 1 : 0);
  if (start < first && foldUnit(text.charCodeAt(start)) !== form.marks.get(0)) return null;
  return { form, start, end: afterAccents(text, last + 1) };
}

function isPartedRightly(text: string, form: NameForm, positions: Int32Array, from: number): boolean {
  const isUnparted =
    (positions[from + form.folded.length - 1] ?? 0) - (positions[from] ?? 0) === form.folded.length - 1;
  if (isUnparted && form.kind === 'name') return true;
  let previous = positions[from] ?? 0;
  for (let index = 1; index < form.folded.length; index++) {
    const position = positions[from + index] ?? 0;
    if (!mayStandWithin(text, previous + 1, position, form, index)) return false;
    previous = position;
  }
  return true;
}

/** An accent written as a unit of its own belongs to the letter before it. */
function afterAccents(text: string, end: number): number {
  let at = end;
  while (at < text.length && foldUnit(text.charCodeAt(at)) === IGNORED && !HARD_ENDS.has(text.charCodeAt(at))) at++;
  return at;
}

/**
 * Those that begin and end where names may. A name glued to another one (`Columbia686evo`) has its edge from it, so
 * edges found in one round can free the next name; the rounds are few because a glued row of names is short.
 */
function wholeNames(text: string, found: readonly Found[], language: () => TextLanguage | null): Found[] {
  const occurrences = found.map((each) => ({
    ...each,
    end: endWithEnding(text, each.form, each.end, language) ?? each.end,
  }));
  const edges = { starts: new Set<number>(), ends: new Set<number>(), gluedRows: new Map<number, boolean>() };
  let glued: boolean | null = null;
  const isGlued = (): boolean => (glued ??= hasGluedWords(text));
  const isStart = ({ form, start, end }: Found): boolean =>
    form.isLetter
      ? classOf(text.charCodeAt(start - 1)) === CLASS.other
      : canStart(text, start, edges, isGlued, form.isOrdinary && !isPossessive(text, end)) ||
        (edges.starts.has(end) && isCapitalSeam(text, start)) ||
        isBehindParticle(text, start);
  const isEnd = ({ end }: Found): boolean => canEnd(text, end, edges);
  for (let round = 0, known = -1; round < MOST_ROUNDS && edges.starts.size !== known; round++) {
    known = edges.starts.size;
    for (const occurrence of occurrences.filter(isLongEnoughToGlue)) {
      if (!isStart(occurrence) && !isEnd(occurrence)) continue;
      edges.starts.add(occurrence.start);
      edges.ends.add(occurrence.end);
    }
  }
  return occurrences.filter((occurrence) => isStart(occurrence) && isEnd(occurrence));
}

const MOST_ROUNDS = 4;

function isPossessive(text: string, end: number): boolean {
  return /^['’]s$/.test(text.slice(end, end + 2));
}

/** Two letters glued to a longer word are most often its part, and so are two ordinary words (`OneDrive`). */
function isLongEnoughToGlue({ form, start, end }: Found): boolean {
  return end - start >= 3 && !form.isOrdinary;
}

/** Leftmost, then longest; forms written alike over the same place (owned by different subjects) both stay. */
function longest(occurrences: readonly Found[]): Found[] {
  const sorted = occurrences.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: Found[] = [];
  for (const occurrence of sorted) {
    const last = kept.at(-1);
    const isSamePlace = last?.start === occurrence.start && last.end === occurrence.end;
    if (!last || occurrence.start >= last.end || isSamePlace) kept.push(occurrence);
  }
  return kept;
}

/** The first, {@link JUDGED_MAX} of all their owners at most. */
function firstOf(occurrences: Found[]): Found[] {
  let judged = 0;
  for (const [at, { form }] of occurrences.entries()) {
    judged += form.owners.length;
    if (judged > JUDGED_MAX) return occurrences.slice(0, at);
  }
  return occurrences;
}

function withoutAddressParts(text: string, occurrences: readonly Found[]): { kept: Occurrence[]; dropped: Mention[] } {
  const kept: Occurrence[] = [];
  const dropped: Mention[] = [];
  for (const occurrence of occurrences) {
    const role = addressRoleOf(text, occurrence.start, occurrence.end, occurrence.form);
    if (role === 'part') dropped.push({ ...occurrence, reason: 'inside a web address' });
    else kept.push({ ...occurrence, isDomain: role === 'domain' });
  }
  return { kept, dropped };
}

/**
 * The form as a text of the language has it: an English dictionary tells only English words, and a word of the text's
 * language is one there, `netto`, `claro`. In a language without a list of words a name in small letters is a
 * word where the text also has it as registered. Of one form and language always the same object.
 *
 * @param isWrittenBothWays whether the text has the form in small letters, and as it is registered.
 */
function formsInLanguage(
  language: TextLanguage | null,
  isWrittenBothWays: (form: NameForm) => boolean,
): (form: NameForm) => NameForm {
  if (language === null || language === 'en') return (form) => form;
  const known = new Map<NameForm, NameForm>();
  return (form) => {
    const inLanguage = known.get(form) ?? formIn(language, form, isWrittenBothWays);
    known.set(form, inLanguage);
    return inLanguage;
  };
}

function formIn(language: TextLanguage, form: NameForm, isWrittenBothWays: (form: NameForm) => boolean): NameForm {
  if (form.kind === 'domain' || form.isLetter) return form;
  const words = form.written.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isEvery = (isWord: (word: string) => boolean): boolean => words.length > 0 && words.every(isWord);
  const isOrdinary = isEvery((word) => isWordOf(language, word));
  const isRareWord = hasWordsOf(language)
    ? isEvery((word) => isWordOf(language, word) || isRareWordOf(language, word))
    : isWrittenBothWays(form);
  const isEnglishOnly = form.isInDictionary && !isOrdinary;
  return { ...form, isOrdinary, isInDictionary: isOrdinary || isEnglishOnly, isEnglishOnly, isRareWord };
}

const HOST_AFTER = /\.(?:[a-z]{2,3}\.)?[a-z]{2,12}(?![a-z0-9])/y;

/**
 * The role of a name in a web address around it: not in one, the address's own bare domain, or a part of a longer one.
 */
type AddressRole = 'none' | 'domain' | 'part';

/**
 * Reads the address, if any, that the name at [start, end) is written in. A sentence glued to the one before it
 * (`shops.Apple`) is no address: labels of addresses are lower case, and what follows the dot must be a public suffix.
 */
function addressRoleOf(text: string, start: number, end: number, form: NameForm): AddressRole {
  const isAfterHost = isBehindHost(text, start);
  if (form.kind === 'domain') return isAfterHost && !isWww(text, start) ? 'part' : afterDomain(text, end);
  HOST_AFTER.lastIndex = end;
  const suffix = HOST_AFTER.exec(text)?.[0];
  if (!suffix) return isAfterHost && hasHostBefore(text, start) && !isGluedName(text, start, form) ? 'part' : 'none';
  const role = roleOfHost(form.marked + suffix, isAfterHost);
  return role === 'domain' ? afterDomain(text, end + suffix.length) : role;
}

/** The role of the name that begins a host: the suffix must be a public one, and the domain all of the host. */
function roleOfHost(host: string, isAfterHost: boolean): AddressRole {
  const parsed = parse(host);
  if (!isPublic(parsed)) return isAfterHost ? 'part' : 'none';
  return isAfterHost || parsed.domain !== host ? 'part' : 'domain';
}

/** `host.name` in small letters, or `user@name`. */
function isBehindHost(text: string, start: number): boolean {
  if (text.charAt(start - 1) === '@') return true;
  const isAfterDot = text.charAt(start - 1) === '.' && /[\w-]/.test(text.charAt(start - 2));
  return isAfterDot && /[a-z]/.test(text.charAt(start));
}

function afterDomain(text: string, end: number): AddressRole {
  return text.charAt(end) === '/' && /\w/.test(text.charAt(end + 1)) ? 'part' : 'domain';
}

function isWww(text: string, start: number): boolean {
  return text.slice(Math.max(0, start - 4), start).toLowerCase() === 'www.';
}

/** `in stock.eero 6`: no address ends in a word that is no public suffix, and some makers write themselves small. */
function isGluedName(text: string, start: number, form: NameForm): boolean {
  const isSmall = /^[a-z]/.test(form.written) && text.charAt(start - 1) === '.';
  return isSmall && !hasPublicSuffix(`host.${form.marked}`);
}

/** `user@name` and `host.name`: a part of an address comes before the name. */
function hasHostBefore(text: string, start: number): boolean {
  return /[a-z0-9-]/.test(text.charAt(start - 2));
}
