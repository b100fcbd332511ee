import { parse } from 'tldts';
import type { Subject } from '../facts.types.js';
import { isOrdinaryWord, isWordOrDerived } from '../language/ordinary-words.js';
import { hasPublicSuffix } from '../public-suffix.js';
import { CASE, CLASS, caseOf, classOf, foldUnit, SEPARATOR } from '../reading/characters.js';
import { isNameMark, MARK_UNITS } from './name-marks.js';
import { boundedSpellings } from './spellings.js';

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
export const WRITINGS_MAX = 4;

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
