import { isDictionaryWord, isGrade, isOrdinaryWord } from '../language/ordinary-words.js';
import { isCompanyWord, isInstitution, isOpener, isSector } from '../names/namesake-words.js';
import { pickLabelLength } from '../reading/heads.js';
import type { Outline, Segment } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-units.js';

/** A name and where it is in the visible text. */
export interface FoundName {
  name: string;
  start: number;
}

const LONGEST_HEAD = 100;
const ORDINAL = /^[^\p{L}\p{N}]*(?:\d{1,2}[.)]\s+|#\d{1,2}\s+)?[^\p{L}\p{N}]*/u;
/** What ends a name within a head: an aside, a dash, a colon, a price. */
const NAME_END = /\s*[(:|[–—]|\s-\s|\s[$€£]|\s?[®™©]|,\s|\s\/\s|\/(?=\p{Lu})|\sor\s|\svs\.?\s|\sThe\s/u;
const ALTERNATIVES = /\s\/\s|\/(?=\p{Lu})|\sor\s|,\s(?:and\s)?/u;
const JOINERS = new Set(['&', 'and', 'of', 'the', 'on', 'for', 'in', 'to', 'a', 'but', 'by']);
const ARTICLES = new Set('The Le La Les De Los Las El Dr. Mr. New Old San St. Big Van'.split(' '));

/**
 * The brands that the head of an entry names: of `1. Dell UltraSharp U2723QE` it is Dell, of `Teladoc or Amwell` both.
 * Where the list is one of products, the first word of two is the maker's: `Porsche Taycan`.
 */
export function brandNamesOf(
  visible: VisibleText,
  outline: Outline,
  segment: Segment,
  isOfProducts: boolean,
): FoundName[] {
  const head = visible.text.slice(segment.start, Math.min(segment.headEnd, segment.start + LONGEST_HEAD));
  const skipped = pickLabelLength(head) || (ORDINAL.exec(head)?.[0].length ?? 0);
  const isListOfNames = (outline.namedNeighbours(segment) ?? 0) >= 0.5;
  const found: FoundName[] = [];
  let offset = segment.start + skipped;
  for (const part of alternativesIn(head.slice(skipped))) {
    const at = visible.text.indexOf(part, offset);
    const name = brandIn(part.trim(), visible.text, isListOfNames, isOfProducts);
    if (name && at >= 0) found.push({ name, start: at });
    if (at >= 0) offset = at + part.length;
  }
  return found;
}

/** What the head names before anything is said of it, parted at `or` and the like. */
function alternativesIn(head: string): string[] {
  const end = head.search(/\s*[(:|[–—]|\s-\s/u);
  return (end < 0 ? head : head.slice(0, end)).split(ALTERNATIVES);
}

/**
 * The brand at the start of a product's name, or the whole of it where it is no maker's product; null where it is a
 * common word.
 */
export function brandIn(part: string, text: string, isListOfNames: boolean, isOfProducts = false): string | null {
  const words = wordsOfName(part);
  if (!canBeName(words)) return null;
  if (words.every((word) => JOINERS.has(word) || isKnownWord(word) || /^\d+$/.test(word))) {
    return isListOfNames ? brandOfKnownWords(words, text) : null;
  }
  const model = words.findIndex((word, at) => at > 0 && isModel(word));
  const named = model < 0 ? words : words.slice(0, model);
  const isProduct =
    model > 0 || isProductName(named, text) || (isOfProducts && isPairOfProduct(named) && !hasJoiner(words));
  return trimmed(isProduct ? makerOf(named, text) : named, text);
}

function wordsOfName(part: string): string[] {
  const end = part.search(NAME_END);
  return (end < 0 ? part : part.slice(0, end)).split(/\s+/).filter((word) => word !== '');
}

/** Few words, capitalised or a model's, and not a short acronym alone. */
function canBeName(words: readonly string[]): boolean {
  const first = words[0];
  if (!first || words.length > 8 || !isCapitalised(first)) return false;
  if (words.length === 1 && /^\p{Lu}{1,3}\d?$/u.test(first)) return false;
  return words.every((word) => JOINERS.has(word) || isCapitalised(word) || isModel(word));
}

/** The brand of a head whose words are all common ones, in a list of names. */
function brandOfKnownWords(words: readonly string[], text: string): string | null {
  const first = words[0] ?? '';
  if (isOpener(first) && (first !== 'The' || words.length < 2)) return null;
  const isProduct = words.some((word, at) => at > 0 && isMark(word)) || isOfKind(words, text);
  return trimmed(isProduct ? makerOf(words, text) : words, text);
}

/** The words alone show a maker and its product. */
function isProductName(named: readonly string[], text: string): boolean {
  return named.length > 3 || isOrdinaryProduct(named) || standsAlone(named[0] ?? '', named[1], text);
}

function isPairOfProduct(named: readonly string[]): boolean {
  return named.length > 1 && !isCompany(named);
}

function hasJoiner(words: readonly string[]): boolean {
  return words.some((word) => JOINERS.has(word));
}

/** `iPhone 16`, `EQS`, `e-tron`, `XC90`: what products are called after their maker. */
function isModel(word: string): boolean {
  return /\d/.test(word) || /^\p{Lu}{2,4}$/u.test(word) || /^\p{Ll}+-\p{Ll}+$/u.test(word);
}

/** `Cleveland Clinic`, `Trew Gear`: the last word says that it is a body or a firm. */
function isCompany(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return isInstitution(last) || isSector(last) || isCompanyWord(last);
}

/** A number or a grade, which distinguishes the products of a maker. */
function isMark(word: string): boolean {
  return /\d/.test(word) || isGrade(word.toLowerCase());
}

/** `Quip Electric Toothbrush`, where the text speaks of a `toothbrush` too: a maker before the kind of thing. */
function isOfKind(words: readonly string[], text: string): boolean {
  const kind = (words.at(-1) ?? '').toLowerCase();
  if (words.length < 3 || kind.length < 3 || words.some((word) => JOINERS.has(word))) return false;
  const looked = text.slice(0, FARTHEST_LOOK);
  for (
    let at = looked.indexOf(` ${kind}`), seen = 0;
    at >= 0 && seen < MOST_LOOKS;
    at = looked.indexOf(` ${kind}`, at + 1), seen++
  ) {
    if (!/^\p{L}{2}/u.test(looked.slice(at + kind.length + 1, at + kind.length + 3))) return true;
  }
  return false;
}

/**
 * A name before the kind of thing or a grade, `Samsonite Freeform Spinner`, and no body such as `Cleveland Clinic
 * Foundation`.
 */
function isOrdinaryProduct(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return (
    words.length > 2 &&
    isOrdinaryWord(bare(last)) &&
    !isInstitution(last) &&
    !isSector(last) &&
    !words.some((word) => JOINERS.has(word))
  );
}

/**
 * The first word, with what cannot be parted from it: an article before it, `& Riley` behind it, a second word that
 * nothing explains.
 */
function makerOf(words: readonly string[], text: string): string[] {
  const [first = '', second = ''] = words;
  let length = ARTICLES.has(first) ? 2 : 1;
  if (first === 'The' && words.length > 2 && isOrdinaryWord(bare(second))) length = 3;
  if (words[length] === '&' && words.length > length + 1) length += 2;
  if (length === 1 && words.length > 2 && PREPOSITION.test(second)) length = 2;
  const isPlainName = /^\p{Lu}\p{Ll}+$/u.test(second) && !isDictionaryWord(bare(second));
  if (length === 1 && isPlainName && isNamedApart(`${first} ${second}`, text) && !standsAlone(first, second, text))
    length = 2;
  return words.slice(0, length);
}

/** Whether the text names the two together without a product behind them, `Helly Hansen is`. */
function isNamedApart(name: string, text: string): boolean {
  const looked = text.slice(0, FARTHEST_LOOK);
  for (const at of occurrencesOf(name, looked)) {
    if (/^(?:['’]s|[,.;)]|\s(?:\p{Ll}|&))/u.test(looked.slice(at + name.length, at + name.length + 3))) return true;
  }
  return false;
}

/** Whether the text names the first word without the second, as it does a maker apart from its product. */
function standsAlone(first: string, second: string | undefined, text: string): boolean {
  if (second === undefined) return false;
  for (const at of occurrencesOf(first, text, first.length)) {
    const end = at + first.length;
    const isWord = !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !/[\p{L}\p{N}]/u.test(text.charAt(end));
    if (isWord && !text.startsWith(second, end + 1)) return true;
  }
  return false;
}

/** `Made In`: with a capital it belongs to the name. */
const PREPOSITION = /^(?:In|On|Up|By|For|Of|To|At|With|But|Over|Out)$/;
const MOST_LOOKS = 30;
/** Each name is looked for in the beginning of a text only, so that the time stays linear in its length. */
const FARTHEST_LOOK = 10_000;

/**
 * No punctuation and no joining word at the end, and no possessive but one that the text never writes without
 * (`Macy's`).
 */
function trimmed(words: readonly string[], text: string): string | null {
  const kept = [...words];
  while (kept.length > 0 && JOINERS.has(kept.at(-1) ?? '')) kept.pop();
  const written = kept.join(' ').replace(/[.,;:!?"”]+$/, '');
  const owner = written.replace(/['’]s$/, '');
  const name = owner !== written && standsWithout(owner, text) ? owner : written;
  return name.length > 1 && /\p{L}/u.test(name) ? name : null;
}

function standsWithout(owner: string, text: string): boolean {
  const looked = text.slice(0, FARTHEST_LOOK);
  for (const at of occurrencesOf(owner, looked)) {
    if (!/^['’\p{L}\p{N}]/u.test(looked.slice(at + owner.length, at + owner.length + 1))) return true;
  }
  return false;
}

/** Where the words occur in the text, ascending; at most {@link MOST_LOOKS}. */
function* occurrencesOf(words: string, text: string, step = 1): Generator<number> {
  let at = text.indexOf(words);
  for (let seen = 0; at >= 0 && seen < MOST_LOOKS; seen++) {
    yield at;
    at = text.indexOf(words, at + step);
  }
}

function isCapitalised(word: string): boolean {
  return /^["“']?(?:\p{Lu}|\d+\p{L}|\p{Ll}{1,2}\p{Lu})/u.test(word);
}

/** A word of the dictionary, or a compound that no name would write so: `Self-healing`. */
function isKnownWord(word: string): boolean {
  return (
    isDictionaryWord(bare(word)) ||
    /^(?:mid|in|built|self|low|high|non|multi|semi|full|long|short|dual|anti|on|off)-\p{L}+$/iu.test(word) ||
    (/^\p{L}+(?:-\p{Ll}+|\/\p{L}+)$/u.test(word) && word.split(/[-/]/).every((part) => isDictionaryWord(bare(part))))
  );
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}]/gu, '');
}
