import type { CandidateFacts, Span } from '../answer-facts.js';
import { isDictionaryWord, isTechnicalTerm } from '../language/ordinary-words.js';
import { isPlaceOrPeople } from '../language/place-names.js';
import { createMentionFinder } from '../names/mention-finder.js';
import type { Mention } from '../names/name-mentions.js';
import { isOwnerOfBrands } from '../names/namesake-words.js';
import { pattern } from '../pattern.js';
import { CLASS, classOf } from '../reading/characters.js';
import { type Entry, positionOf } from '../reading/entries.js';
import type { NameRange, Range } from '../reading/ranges.js';
import type { Outline } from '../reading/segments.js';
import { sourceKey } from '../reading/source-chips.js';
import { MARK, MASK, type VisibleText } from '../reading/visible-units.js';
import { brandIn, brandNamesOf, type FoundName } from './brand-names.js';
import { enumeratedNames } from './enumerations.js';
import { recurringNames, repeatedNames } from './recurring-names.js';

/** More names than this are a directory; the first ones are kept, and each costs a search of the text. */
const MOST_CANDIDATES = 40;
/** The most names that are checked for being plain words. */
const MOST_LOOKED_AT = 200;

/**
 * Companies and products that the answer names and that are not tracked, in order of appearance: the names that head
 * its entries, then those of product cards, in bold, in rows of names (`A, B and C`), and those that the text repeats.
 * Precision comes before recall: sources that the answer cites, and words that it does not use as names, are left out.
 */
export function candidatesOf(
  visible: VisibleText,
  outline: Outline,
  entries: readonly Entry[],
  mentions: readonly Mention[],
): CandidateFacts[] {
  const found = namesFound(visible, outline, entries, trackedAt(mentions));
  for (const { form } of mentions) dropParts(found, form.written);
  dropProducts(found);
  const names = withoutPlainWords([...found.values()].slice(0, MOST_LOOKED_AT), visible, outline);
  return names
    .slice(0, MOST_CANDIDATES)
    .map((name) => ({ name, places: placesOf(visible.text, name) }))
    .filter(({ places }) => places.length > 0)
    .map(({ name, places }) => ({
      name,
      mentionCount: places.length,
      spans: places.map(({ start, end }): Span => [visible.starts[start] ?? 0, visible.ends[end - 1] ?? 0]),
      position: positionOf(outline, entries, places),
    }));
}

/** By their keys, as first written. */
function namesFound(
  visible: VisibleText,
  outline: Outline,
  entries: readonly Entry[],
  isTracked: (start: number, end: number) => boolean,
): Map<string, string> {
  const found = new Map<string, string>();
  const isFree = (each: FoundName): boolean =>
    !isTracked(each.start, each.start + each.name.length) && !isTitle(visible, each);
  for (const each of namesInHeads(visible, outline, entries)) {
    if (isFree(each)) keep(found, each.name);
  }
  for (const each of namesInText(visible, outline)) {
    if (isFree(each) && !visible.sources.has(sourceKey(each.name))) keep(found, each.name);
  }
  return found;
}

function namesInHeads(visible: VisibleText, outline: Outline, entries: readonly Entry[]): FoundName[] {
  const isOfProducts = listsProducts(visible, outline, entries);
  return entries.flatMap(({ first, isNested }) => {
    const segment = outline.segments[first];
    return segment && !isNested ? brandNamesOf(visible, outline, segment, isOfProducts) : [];
  });
}

function namesInText(visible: VisibleText, outline: Outline): FoundName[] {
  return [
    ...cardNames(visible, outline),
    ...boldNames(visible),
    ...enumeratedNames(visible, outline),
    ...repeatedNames(visible.text),
    ...recurringNames(visible.text),
  ];
}

/** Whether many of the options are called by three words and more or by a number, as products are and makers hardly. */
function listsProducts(visible: VisibleText, outline: Outline, entries: readonly Entry[]): boolean {
  const heads = entries.flatMap(({ first, isNested }) => {
    const segment = outline.segments[first];
    return segment && !isNested
      ? [visible.text.slice(segment.start, Math.min(segment.headEnd, segment.start + 80))]
      : [];
  });
  const products = heads.filter((head) => PRODUCT.test(head)).length;
  return products >= 2 && products >= heads.length * PRODUCTS_SHARE;
}

const PRODUCT = /\p{Lu}[\p{L}'’-]+ (?:[\p{Lu}\d][\p{L}\d'’+.-]* ){1,6}[\p{Lu}\d]|\p{Lu}\p{L}+ [\p{Lu}]*\d/u;
const PRODUCTS_SHARE = 0.4;

/** `Procter` is no candidate beside a tracked `Procter & Gamble`. */
function dropParts(found: Map<string, string>, tracked: string): void {
  for (const word of [tracked, ...tracked.split(/\s+/)]) found.delete(sourceKey(word));
}

/** `Acme Go` beside `Acme` is what Acme makes, unless the first is a company whose products are brands. */
function dropProducts(found: Map<string, string>): void {
  for (const [key, name] of found) {
    const [first = '', second] = name.split(' ');
    if (second && second !== '&' && found.has(sourceKey(first)) && !isOwnerOfBrands(first)) found.delete(key);
  }
}

/** Set in italics, or before a year in parentheses: a film, a book. */
function isTitle({ text, marks }: VisibleText, { name, start }: FoundName): boolean {
  const end = start + name.length;
  return isItalic(marks, start, end) || /^ \((?:19|20)\d\d\)/.test(text.slice(end, end + 7));
}

/** A longer run was opened by a mark that nothing closes. */
function isItalic(marks: Uint8Array, start: number, end: number): boolean {
  const isSet = (at: number): boolean => ((marks[at] ?? 0) & MARK.italic) !== 0;
  if (!isSet(start) || isSet(start - 1)) return false;
  let at = end;
  while (at - start < LONGEST_TITLE && isSet(at)) at++;
  return at - start < LONGEST_TITLE;
}

const LONGEST_TITLE = 60;

/** `512GB`, `4K`. */
const QUANTITY = /^\d+(?:[.,]\d+)?\p{L}{1,3}(?: |$)/u;

/** `XE75`, `PBKDF2`: what makers call a model and engineers a standard. */
const MODEL = /^\p{Lu}{1,5}\d{1,4}\p{Lu}?(?: |$)/u;

/** `Eco-Friendly`, `Tri-Band`: what makers praise. */
const COMPOUND = new RegExp(
  pattern`
    ^\p{L}+-(?:friendly|free|proof|resistant|grade|range|end|way|band|based|focused|driven|automatic|quality|style
    |in|line|store|efficient|enabled|ready|mounted|sided)s?(?: |$)
  `,
  'iu',
);

function isNoName(name: string): boolean {
  return (
    isTechnicalTerm(name) || isPlaceOrPeople(name) || COMPOUND.test(name) || QUANTITY.test(name) || MODEL.test(name)
  );
}

function keep(found: Map<string, string>, name: string): void {
  const key = sourceKey(name);
  if (key.length > 1 && !found.has(key) && !isNoName(name)) found.set(key, name);
}

/** Whether a tracked name is in the range: such a name is no candidate, nor is a product of it. */
function trackedAt(mentions: readonly Mention[]): (start: number, end: number) => boolean {
  if (mentions.length === 0) return () => false;
  const units = new Set<number>();
  for (const { start, end } of mentions) for (let at = start; at < end; at++) units.add(at);
  return (start, end) => {
    for (let at = start; at < end; at++) if (units.has(at)) return true;
    return false;
  };
}

/** Where the text holds the name as a whole word. */
function placesOf(text: string, name: string): NameRange[] {
  const places: NameRange[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const isOpen = (unit: number): boolean =>
      Number.isNaN(unit) || classOf(unit) === CLASS.other || unit === MASK.charCodeAt(0);
    const startsWord = isOpen(text.charCodeAt(at - 1)) || /[a-z][A-Z]/.test(text.slice(at - 1, at + 1));
    const end = at + name.length;
    if (startsWord && isOpen(text.charCodeAt(end))) places.push({ start: at, end });
  }
  return places;
}

const LONGEST_NAME = 40;
const FEWEST_LABELS = 3;
const NAME = /^(?:\p{Lu}|\p{Ll}{1,2}\p{Lu}|\d+\p{Lu})[^.,:;!?()\n]*$/u;

/**
 * Names set in bold within a sentence, as answers do with what they recommend; a label before a colon that returns with
 * each option is none.
 */
function boldNames(visible: VisibleText): FoundName[] {
  const { text } = visible;
  const found: FoundName[] = [];
  const labels = new Map<string, number>();
  for (const [start, end] of boldRanges(visible)) {
    const name = end - start <= LONGEST_NAME ? nameOf(text.slice(start, end).trim(), text) : null;
    if (!name) continue;
    found.push({ name, start });
    if (text.charAt(end) === ':') labels.set(name, (labels.get(name) ?? 0) + 1);
  }
  return found.filter(({ name }) => (labels.get(name) ?? 0) < FEWEST_LABELS);
}

function* boldRanges({ text, marks }: VisibleText): Generator<Range> {
  for (let at = 0; at < text.length; at++) {
    if (((marks[at] ?? 0) & MARK.strong) === 0) continue;
    const start = at;
    at = boldEnd(marks, at, text.length);
    yield [start, at];
  }
}

function boldEnd(marks: VisibleText['marks'], start: number, end: number): number {
  let at = start;
  while (at < end && ((marks[at] ?? 0) & MARK.strong) !== 0) at++;
  return at;
}

function nameOf(written: string, text: string): string | null {
  if (!NAME.test(written) || written.split(' ').some((word) => /^\p{Ll}+$/u.test(word))) return null;
  const first = written.split(' ')[0] ?? '';
  return isDictionaryWord(first.toLowerCase()) || /^\p{Lu}{1,4}$/u.test(first) ? null : brandIn(written, text, false);
}

/**
 * A product's title and its price behind it, as cards of shops have them: `Acme One 2899,00 $•`, `Acme One Pro
 * Set$399.99`.
 */
const CARD = /^([\p{Lu}\d][^$€£•.!?:]{5,110}?)(?:\s?[$€£]\d|(?:\d{1,3}[.,])?\d{1,3}[.,]\d{2}\s?[$€£])/u;

const CURRENCY = /[$€£]/;

/** The makers of products on cards: the first words of their titles. */
function cardNames(visible: VisibleText, outline: Outline): FoundName[] {
  const found: FoundName[] = [];
  if (!CURRENCY.test(visible.text)) return found;
  for (const { start, end, opensLine } of outline.segments) {
    if (!opensLine && end - start > 160) continue;
    const title = titleIn(visible.text.slice(start, Math.min(end, start + 140)));
    const name = title === null ? null : brandIn(title, visible.text, false, true);
    if (name) found.push({ name, start });
  }
  return found;
}

/** A title of two words and more. */
function titleIn(written: string): string | null {
  const title = CURRENCY.test(written) ? CARD.exec(written)?.[1] : undefined;
  return title?.includes(' ') ? title : null;
}

/**
 * Of names that are made of dictionary words, those that the answer uses as names by the rules that hold for tracked
 * ones; all others stay as they are.
 */
function withoutPlainWords(names: readonly string[], visible: VisibleText, outline: Outline): string[] {
  const ofWords = names.filter(isOfWords);
  if (ofWords.length === 0) return [...names];
  const doubtful = ofWords.filter((name) => !isWrittenSmall(name, visible.text));
  const named = namedOf(doubtful, visible, outline);
  return names.filter((name) => named.has(name) || !ofWords.includes(name));
}

function namedOf(doubtful: readonly string[], visible: VisibleText, outline: Outline): ReadonlySet<string> {
  const named = new Set<string>();
  if (doubtful.length === 0) return named;
  const find = createMentionFinder(doubtful.map((name) => ({ name, aliases: [], website: '' })));
  for (const { form } of find(visible, outline).accepted)
    for (const owner of form.owners) named.add(doubtful[owner] ?? '');
  return named;
}

/** A word that the answer writes in small letters too is hardly a name, so it is not checked. */
function isWrittenSmall(name: string, text: string): boolean {
  const word = ` ${name.toLowerCase()}`;
  if (!/^ [a-z]{3,}$/.test(word)) return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[a-z]/.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

function isOfWords(name: string): boolean {
  return (name.match(/[\p{L}\p{N}'’]+/gu) ?? []).every((word) => isDictionaryWord(word.toLowerCase()));
}
