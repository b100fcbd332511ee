import { parse } from 'tldts';
import type { Subject } from '../answer-facts.js';
import { isDictionaryWord, isOrdinaryWord, isWordOrDerived } from '../language/ordinary-words.js';
import { hasPublicSuffix } from '../public-suffix.js';
import { CASE, CLASS, caseOf, classOf, foldUnit, SEPARATOR } from '../reading/characters.js';

/** A registered name, alias or web domain as it is looked for. */
export interface NameForm {
  /** As registered, without the marks that end it (`Yahoo!`). */
  written: string;
  /** The units compared with the text: without spaces, hyphens and the marks that names are written with or without. */
  folded: string;
  /** The folded offsets before which the text may have a space or a hyphen. */
  breaks: ReadonlySet<number>;
  /** The marks of the registered name, dots, apostrophes and stars, by the folded offset that they are before. */
  marks: ReadonlyMap<number, number>;
  /** {@link folded} with its marks. */
  marked: string;
  kind: 'name' | 'domain';
  /** Each word is one of the language, so letter case and the place must tell the name from the words. */
  isOrdinary: boolean;
  /** Each word is one of a larger dictionary or made from one: in small letters it is that word. */
  isInDictionary: boolean;
  /** It is in the dictionary as an English word alone, and the text is in another language. */
  isEnglishOnly: boolean;
  /** In small letters it is a word of the language of the text, which is not English. */
  isRareWord: boolean;
  /** The name is a web address itself, `Booking.com`. */
  isAddress: boolean;
  /** One Latin letter: it is in many words and names of others. */
  isLetter: boolean;
  /** The subjects that own it, by index. */
  owners: readonly number[];
  /** Other words, in lower case, of each owner's names and web address: `google` of Nest at `nest.google.com`. */
  kin: readonly ReadonlySet<string>[];
  /**
   * Another of its subject's names holds it and says more: `Instant` beside `Instant Pot`, not `Beats` beside `Beats by
   * Dre`.
   */
  isShort: boolean;
}

/**
 * Of the ordinary words that are one name but for its lettering (`Wired`, `WIRED`) so many are kept apart; further ones
 * count as the first, as each would be judged at every place of the name.
 */
const WRITINGS_MAX = 4;

/**
 * The forms of all subjects, one for each distinct writing; a form that two subjects share has two owners. Time and
 * memory are linear in the characters of the names.
 */
export function nameFormsOf(subjects: readonly Subject[]): NameForm[] {
  const forms: NameForm[] = [];
  const byFolded = new Map<string, Draft[]>();
  const spellingsOf = boundedSpellings();
  subjects.forEach((subject, owner) => {
    const kin = kinOf(subject);
    const names = [subject.name, ...subject.aliases];
    const saysMore = longerNames(names);
    const drafts = names.flatMap((name) =>
      [name, ...spellingsOf(name)].map((spelling) => ({
        ...formOf(spelling, 'name', owner, kin),
        isShort: saysMore(name),
      })),
    );
    const domain = bareDomainOf(subject.website);
    if (domain) drafts.push(formOf(domain, 'domain', owner, kin));
    for (const draft of drafts) add(forms, byFolded, draft);
  });
  return forms;
}

/** The form of one name by itself, in no other spelling; null where nothing of it can be looked for. */
export function nameFormOf(name: string): NameForm | null {
  const form = formOf(name, 'name', 0, new Set());
  return form.folded === '' ? null : form;
}

/** Tells whether another name goes on where the name ends; a maker behind `by` is no part of it. */
function longerNames(names: readonly string[]): (name: string) => boolean {
  const lower = names.map((name) => name.toLowerCase());
  return (name) => {
    const [start, maker] = [`${name.toLowerCase()} `, `${name.toLowerCase()} by `];
    return lower.some((other) => other.startsWith(start) && !other.startsWith(maker));
  };
}

/** Whether the word is one of its subjects' names or web addresses, beside the form itself. */
export function isKin({ kin }: NameForm, word: string): boolean {
  const lower = word.toLowerCase();
  return kin.some((words) => words.has(lower));
}

/** The registrable domain of a website given as a URL or a host; null where there is none. */
export function bareDomainOf(website: string): string | null {
  return website.trim() === '' ? null : parse(website.trim(), { allowPrivateDomains: false }).domain;
}

/** A form that more owners, and what theirs has more, are added to. */
type Draft = NameForm & { owners: number[]; kin: ReadonlySet<string>[]; breaks: Set<number> };

function add(forms: NameForm[], byFolded: Map<string, Draft[]>, draft: Draft): void {
  if (draft.folded === '') return;
  const alike = byFolded.get(keyOf(draft)) ?? [];
  const written = alike.filter(({ isOrdinary }) => isOrdinary === draft.isOrdinary);
  const known =
    written.find((each) => !draft.isOrdinary || each.written === draft.written) ??
    (written.length < WRITINGS_MAX ? undefined : written[0]);
  if (!known) {
    byFolded.set(keyOf(draft), [...alike, draft]);
    forms.push(draft);
    return;
  }
  for (const place of draft.breaks) known.breaks.add(place);
  // All names of one owner come in a row.
  if (known.owners.at(-1) === draft.owners[0]) return;
  known.owners.push(...draft.owners);
  known.kin.push(...draft.kin);
}

function keyOf({ kind, marked }: NameForm): string {
  return `${kind} ${marked}`;
}

function kinOf({ name, aliases, website }: Subject): ReadonlySet<string> {
  const words = [name, ...aliases, website].flatMap(
    (written) => written.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [],
  );
  return new Set(words);
}

function formOf(name: string, kind: NameForm['kind'], owner: number, kin: ReadonlySet<string>): Draft {
  const written = withoutFinalMarks(name.trim());
  const { folded, breaks, marks, marked } = fold(written);
  const isLetter = kind === 'name' && /^\p{Script=Latin}$/u.test(written);
  return {
    written,
    folded,
    breaks,
    marks,
    marked,
    kind,
    isOrdinary: isLetter || (kind === 'name' && everyWord(written, isOrdinaryWord)),
    isInDictionary: kind === 'name' && everyWord(written, isWordOrDerived),
    isEnglishOnly: false,
    isRareWord: false,
    isAddress: kind === 'name' && written.includes('.') && hasPublicSuffix(written),
    isLetter,
    owners: [owner],
    kin: [kin],
    isShort: false,
  };
}

/** The name as it is compared, where in that a writer may part it, and where it has marks. */
function fold(written: string): Pick<Draft, 'folded' | 'breaks' | 'marks' | 'marked'> {
  const folded: Folded = { folded: '', marked: '', breaks: new Set(), marks: new Map() };
  let previous = 0;
  for (let at = 0; at < written.length; at++) {
    const unit = written.charCodeAt(at);
    if (isSeamAt(previous, unit)) folded.breaks.add(folded.folded.length);
    addUnit(folded, foldUnit(unit));
    if (foldUnit(unit) > 0) previous = unit;
  }
  for (const end of [0, folded.folded.length]) folded.breaks.delete(end);
  folded.marks.delete(folded.folded.length);
  return folded;
}

interface Folded {
  folded: string;
  marked: string;
  breaks: Set<number>;
  marks: Map<number, number>;
}

function addUnit(name: Folded, compared: number): void {
  const at = name.folded.length;
  if (compared === SEPARATOR || compared === MARK_UNITS.dot) name.breaks.add(at);
  if (compared <= SEPARATOR) return;
  name.marked += String.fromCharCode(compared);
  if (isNameMark(compared)) name.marks.set(at, compared);
  else name.folded += String.fromCharCode(compared);
}

function isSeamAt(previous: number, unit: number): boolean {
  return isSeam(previous, unit) || isBesideAmpersand(previous, unit);
}

function withoutFinalMarks(name: string): string {
  let end = name.length;
  while (end > 0 && '!?.,;:'.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

/** Where a writer may part a joined name: `BestBuy`, `1Password`, `Galaxy S25`. */
function isSeam(previous: number, unit: number): boolean {
  if (caseOf(previous) === CASE.lower && caseOf(unit) === CASE.upper) return true;
  const kinds = [classOf(previous), classOf(unit)];
  return kinds.includes(CLASS.digit) && kinds.includes(CLASS.letter);
}

function isBesideAmpersand(previous: number, unit: number): boolean {
  return previous === 0x26 || unit === 0x26;
}

function everyWord(written: string, isKnown: (lowerCase: string) => boolean): boolean {
  const words = written.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return (
    words.length > 0 &&
    words.every((word) =>
      isKnown(
        word
          .toLowerCase()
          .normalize('NFD')
          .replace(/\p{Mn}/gu, ''),
      ),
    )
  );
}

/** Marks within names that many writers leave out: `Dr. Martens`, `Arc'teryx`, `E*TRADE`. As they are folded. */
const MARK_UNITS = { apostrophe: 0x27, star: 0x2a, dot: 0x2e } as const;

export function isNameMark(folded: number): boolean {
  return folded === MARK_UNITS.apostrophe || folded === MARK_UNITS.star || folded === MARK_UNITS.dot;
}

/** What of a name tells how it may be written; as in its form. */
interface Written {
  kind: 'name' | 'domain';
  breaks: ReadonlySet<number>;
  marks: ReadonlyMap<number, number>;
  isOrdinary: boolean;
  isAddress: boolean;
}

/** A piece of a name before a dot, as a title or an initial is: `J. Crew`, `Dr. Martens`. */
const LONGEST_SHORTENED = 2;
/** A space, a hyphen and a space, two spaces, or a dot and a space: more is no way to write a name. */
const MOST_BETWEEN = 3;

/**
 * Whether what the text has from `from` to before `to` may be within the name, before its folded offset `index`: spaces
 * and hyphens at its breaks, marks where it has some or where usual spellings differ. A web domain has exactly its own,
 * and in a name that is an address no hyphen is in place of a dot: the game X-COM is not `x.com`.
 */
export function mayStandWithin(text: string, from: number, to: number, form: Written, index: number): boolean {
  if (to - from > MOST_BETWEEN) return false;
  if (form.kind === 'domain') return isExactly(text, from, to, form.marks.get(index));
  if (from === to) return true;
  const isBreak = form.breaks.has(index);
  const mark = markIn(text, from, to);
  const isSpaced = hasSeparator(text, from, to);
  if (mark === 'several' || isHyphenForDot(text.slice(from, to), form, index)) return false;
  if (mark === null) return isBreak || !isSpaced;
  if (isSpaced) return mark === MARK_UNITS.dot && isBreak && isShortened(form, index);
  return form.marks.has(index) || isUsualMark(text, to, form, index, mark);
}

function isHyphenForDot(between: string, { isAddress, marks }: Written, index: number): boolean {
  return isAddress && marks.get(index) === MARK_UNITS.dot && /[-\u2010-\u2015]/.test(between);
}

/** A mark that the registered name lacks: `Arc'teryx` for `Arcteryx`, `Node.js` for `NodeJS`, `J.Crew` for `J Crew`. */
function isUsualMark(text: string, to: number, form: Written, index: number, mark: number): boolean {
  if (mark !== MARK_UNITS.dot) return !form.isOrdinary;
  if (!form.breaks.has(index)) return false;
  if (isShortened(form, index)) return true;
  return !form.isOrdinary && classOf(text.charCodeAt(to)) === CLASS.letter && /\p{Ll}/u.test(text.charAt(to));
}

function isShortened({ breaks, marks }: Written, index: number): boolean {
  if (marks.get(index) === MARK_UNITS.dot || index <= LONGEST_SHORTENED) return true;
  // Asked at each place of each occurrence: the time must not grow with the number of breaks.
  for (let at = index - LONGEST_SHORTENED; at < index; at++) if (breaks.has(at)) return true;
  return false;
}

function isExactly(text: string, from: number, to: number, mark: number | undefined): boolean {
  if (mark === undefined) return from === to;
  return to - from === 1 && foldUnit(text.charCodeAt(from)) === mark;
}

/** The one mark that it has; null without one. */
function markIn(text: string, from: number, to: number): number | 'several' | null {
  let found: number | null = null;
  for (let at = from; at < to; at++) {
    const unit = foldUnit(text.charCodeAt(at));
    if (!isNameMark(unit)) continue;
    if (found !== null) return 'several';
    found = unit;
  }
  return found;
}

function hasSeparator(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (foldUnit(text.charCodeAt(at)) === SEPARATOR) return true;
  return false;
}

/** Letters that are also written as two; of a name with the two, the one letter is looked for as well. */
const TWO_LETTERS: readonly (readonly [one: string, two: string])[] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'oe'],
  ['å', 'aa'],
];
/** `SS` is the capital of `ß`. */
const ONE_LETTER = /[äöüßæœøå]|SS/i;
const AS_TWO = /ae|oe|ue|ss/;
const AMPERSAND = /(\p{L}{3,})\s?&\s?(?=\p{L}{3,})/gu;
const CONJUNCTION = /(\p{L}{3,}) (?:and|et|und) (?=\p{L}{3,})/giu;
const CONJUNCTIONS = ['and', 'et', 'und'];

/** Characters of such spellings of all names together: hostile names would multiply what a search takes by nine. */
const SPELLED_MAX = 10_000;

/**
 * {@link spellingsOf} one name after another. Names behind the bound have none: they are found as they are registered.
 */
export function boundedSpellings(): (name: string) => string[] {
  let left = SPELLED_MAX;
  return (name) => {
    const spellings = left > 0 ? spellingsOf(name) : [];
    left -= spellings.reduce((sum, { length }) => sum + length, 0);
    return spellings;
  };
}

/**
 * Other usual spellings of a name, without the name itself: letters as one or two, `&` as a word between parts of three
 * letters or more. Dots, apostrophes, stars, accents, spaces and hyphens are dealt with where names are looked for.
 */
function spellingsOf(name: string): string[] {
  const spellings = new Set([withTwoLetters(name), ...withOneLetter(name), ...withConjunctions(name)]);
  spellings.delete(name);
  return [...spellings];
}

function withTwoLetters(name: string): string {
  if (!ONE_LETTER.test(name)) return name;
  let written = name;
  for (const [one, two] of TWO_LETTERS) {
    written = written.replaceAll(one, two).replaceAll(one.toUpperCase(), capitalised(two));
  }
  return written;
}

/** Each kind of letter by itself; of words that a dictionary has none (`blue`, `less`). */
function withOneLetter(name: string): string[] {
  if (!AS_TWO.test(name)) return [];
  if ((name.toLowerCase().match(/\p{L}+/gu) ?? []).some(isDictionaryWord)) return [];
  return TWO_LETTERS.filter(([one]) => 'äöüß'.includes(one)).map(([one, two]) => name.replaceAll(two, one));
}

function withConjunctions(name: string): string[] {
  const words = CONJUNCTIONS.map((word) => name.replace(AMPERSAND, `$1 ${word} `));
  return [...words, name.replace(CONJUNCTION, '$1 & ')];
}

function capitalised(letters: string): string {
  return letters.charAt(0).toUpperCase() + letters.slice(1);
}
