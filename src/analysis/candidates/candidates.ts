import type { CandidateFacts, Span } from '../facts.types.js';
import { isTechnicalTerm } from '../language/ordinary-words.js';
import { isPlaceOrPeople } from '../language/places.js';
import type { Mention } from '../names/mentions.js';
import { isOwnerOfBrands } from '../names/namesake-words.js';
import { pattern } from '../pattern.js';
import { CLASS, classOf } from '../reading/characters.js';
import { type Entry, positionOf } from '../reading/entries.js';
import type { NameRange } from '../reading/ranges.js';
import type { Outline } from '../reading/segments.js';
import { sourceKey } from '../reading/source-chips.js';
import { MARK, MASK, type VisibleText } from '../reading/visible-text.js';
import { boldNames } from './bold-names.js';
import { brandNamesOf, type FoundName } from './brand-names.js';
import { cardNames } from './card-names.js';
import { enumeratedNames } from './enumerations.js';
import { withoutPlainWords } from './known-words.js';
import { recurringNames } from './recurring-names.js';
import { repeatedNames } from './repeated-names.js';

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

/** `512GB`, `4K`. */
const QUANTITY = /^\d+(?:[.,]\d+)?\p{L}{1,3}(?: |$)/u;

/** `XE75`, `PBKDF2`: what makers call a model and engineers a standard. */
const MODEL = /^\p{Lu}{1,5}\d{1,4}\p{Lu}?(?: |$)/u;

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
