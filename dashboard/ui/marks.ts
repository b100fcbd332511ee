import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A part of an answer's source, in UTF-16 offsets, `end` exclusive, and what it is marked as. */
export interface Mark {
  start: number;
  end: number;
  kind: 'brand' | 'other' | 'evidence';
  /** What is named; empty for evidence. */
  name: string;
}

/** A piece of a text with the marks on all of it. */
interface Piece {
  text: string;
  name: { kind: 'brand' | 'other'; name: string } | null;
  isEvidence: boolean;
}

/** A text of the page and where it stands in the answer's source. */
interface Placed {
  value: string;
  /** Offsets of its source. */
  from: number;
  to: number;
  /** Whether `\*` and `&amp;` stand for one character: so in text, not in code. */
  isDecoded: boolean;
}

/** The marks of an answer, so that those of one text of it are found without a look at all of them. */
export interface SortedMarks {
  /** By their beginnings. */
  marks: readonly Mark[];
  /** The furthest end among the marks up to each. */
  reach: readonly number[];
}

export function sortMarks(marks: readonly Mark[]): SortedMarks {
  const sorted = [...marks].sort((one, other) => one.start - other.start);
  const reach: number[] = [];
  for (const { end } of sorted) reach.push(Math.max(end, reach.at(-1) ?? 0));
  return { marks: sorted, reach };
}

/** The marks that overlap a part of the source, by their beginnings. */
function marksWithin({ marks, reach }: SortedMarks, from: number, to: number): Mark[] {
  const behind = firstWhere(marks.length, (at) => (marks[at]?.start ?? to) >= to);
  const first = firstWhere(behind, (at) => (reach[at] ?? 0) > from);
  return marks.slice(first, behind).filter(({ end }) => end > from);
}

/**
 * Cuts a text where marks begin and end. Marks that overlap it in its source are on exactly their letters; where a
 * letter cannot be led back to its source, a mark is on the whole text.
 */
export function piecesOf(source: string, placed: Placed, marks: SortedMarks): Piece[] {
  const { value, from, to } = placed;
  const inside = marksWithin(marks, from, to);
  if (inside.length === 0) return [{ text: value, name: null, isEvidence: false }];
  const places = placesOf(source, placed);
  const ranges = inside.map((mark) => ({ ...mark, ...rangeOf(mark, places, placed) }));
  const cuts = new Set([0, value.length, ...ranges.flatMap(({ first, last }) => [first, last])]);
  const sorted = [...cuts].sort((one, other) => one - other);
  let next = 0;
  let on: typeof ranges = [];
  return sorted.slice(0, -1).map((cut, at) => {
    const begun = next;
    while ((ranges[next]?.first ?? value.length) <= cut) next += 1;
    on = [...on, ...ranges.slice(begun, next)].filter(({ last }) => last > cut);
    return pieceOf(value.slice(cut, sorted[at + 1]), on);
  });
}

function pieceOf(text: string, on: readonly Mark[]): Piece {
  const named = on.find(({ kind }) => kind === 'brand') ?? on.find(({ kind }) => kind === 'other');
  return {
    text,
    name: named && named.kind !== 'evidence' ? { kind: named.kind, name: named.name } : null,
    isEvidence: on.some(({ kind }) => kind === 'evidence'),
  };
}

/** The units of a text that a mark covers: all of them where their places are not known. */
function rangeOf({ start, end }: Mark, places: readonly number[] | null, { value, from }: Placed) {
  const { length } = value;
  if (!places) return { first: 0, last: length };
  const isSame = places.length === 0;
  const clamped = (unit: number) => Math.min(length, Math.max(0, unit));
  if (isSame) return { first: clamped(start - from), last: clamped(end - from) };
  const reaching = (place: number) => firstWhere(length, (unit) => (places[unit] ?? place) >= place);
  const before = places[firstWhere(length, (unit) => (places[unit] ?? 0) > start) - 1];
  return { first: before === undefined ? 0 : reaching(before), last: reaching(end) };
}

/** The first of `length` numbers from 0 that a condition holds for, as for all later ones; else `length`. */
function firstWhere(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Where each unit of a text begins in the source; none where they follow one another as they do there, null where they
 * cannot be led back.
 */
function placesOf(source: string, placed: Placed): number[] | null {
  const { value, from } = placed;
  return source.startsWith(value, from) && !(placed.isDecoded && /[\\&]/.test(value)) ? [] : offsetsOf(source, placed);
}

/** Where each unit of a text begins in the source; null where they cannot be led back. */
function offsetsOf(source: string, { value, from, to, isDecoded }: Placed): number[] | null {
  const offsets: number[] = [];
  let at = from;
  while (offsets.length < value.length) {
    at = skipMargin(source, at, value[offsets.length] ?? '');
    const step = isDecoded ? stepAt(source, at, value, offsets.length) : plainStep(source, at, value, offsets.length);
    if (!step || at + step.length > to) return null;
    for (let unit = 0; unit < step.units; unit += 1) offsets.push(at);
    at += step.length;
  }
  return offsets;
}

const BLANK = /[ \t]/;
const MARGIN = /[ \t>]/;

/** Blanks around line ends, and the `>` of quotations, are no part of the text. */
function skipMargin(source: string, from: number, next: string): number {
  let at = from;
  if (next === '\n' || next === '\r') {
    while (BLANK.test(source[at] ?? '')) at += 1;
    return at;
  }
  const isLineStart = source[from - 1] === '\n' || source[from - 1] === '\r';
  while (isLineStart && source[at] !== next && MARGIN.test(source[at] ?? '')) at += 1;
  return at;
}

interface Step {
  /** Characters of the source. */
  length: number;
  /** Units of the text that they stand for. */
  units: number;
}

const CHARACTER = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;
/** Those that stand for `&` itself, so that the text looks as if nothing was replaced. */
const AMPERSAND = /^&(?:amp|#0*38|#x0*26);$/i;

function stepAt(source: string, at: number, value: string, unit: number): Step | null {
  const next = source[at];
  if (next === '\\' && isPunctuation(source[at + 1]) && source[at + 1] === value[unit]) return { length: 2, units: 1 };
  const [reference] = next === '&' ? (CHARACTER.exec(source.slice(at, at + 34)) ?? []) : [];
  if (reference && (AMPERSAND.test(reference) || value[unit] !== '&')) {
    return { length: reference.length, units: unitsOf(source[at + reference.length], value, unit) };
  }
  return plainStep(source, at, value, unit);
}

/** A reference stands for one unit, or for two: a character beyond the first plane, or one with a mark on it. */
function unitsOf(after: string | undefined, value: string, unit: number): number {
  const isPair = (value.codePointAt(unit) ?? 0) > 0xffff;
  const isMarked = /\p{M}/u.test(value[unit + 1] ?? '') && value[unit + 1] !== after;
  return isPair || isMarked ? 2 : 1;
}

function plainStep(source: string, at: number, value: string, unit: number): Step | null {
  const [there, here] = [source[at], value[unit]];
  return there === here || here === '\uFFFD' || (here === ' ' && there === '\n') ? { length: 1, units: 1 } : null;
}

function isPunctuation(character: string | undefined): boolean {
  return character !== undefined && /[!-/:-@[-`{-~]/.test(character);
}

/** Beyond these a text is shown as it is written: parsing takes time that grows faster than what is parsed. */
const MARKDOWN_MAX = 30_000;
const LINES_MAX = 1_200;
const BRACKETS_MAX = 800;
const RUNS_MAX = 2_000;
const NESTING_MAX = 10;

/** Marks of quotations and lists before a line's own text. */
const NESTED = new RegExp(`^[ \\t]*(?:(?:>|[-+*]|\\d{1,9}[.)])[ \\t]*){${NESTING_MAX}}`, 'm');
/** Lines of several quotations or lists within each other: each of their lines is read once for each of these. */
const NESTED_LINE = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){3}/gm;
const NESTED_LINES_MAX = 100;
const INDENTED = new RegExp(`^[ \\t]{${4 * NESTING_MAX}}`, 'm');

/** Without what changes the tree afterwards: the nodes that it makes have no place in the source. */
const MDAST = gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension);

/** @returns the tree of an answer's Markdown; null where it is too long or too nested to be parsed while one waits. */
export function readMarkdown(text: string): Root | null {
  if (!isParsable(text)) return null;
  // A byte order mark would be left out, and every place after it be one too low.
  return fromMarkdown(text.replace(/^\uFEFF/, ' '), { extensions: [gfm()], mdastExtensions: MDAST });
}

function isParsable(text: string): boolean {
  if (text.length > MARKDOWN_MAX || NESTED.test(text) || INDENTED.test(text)) return false;
  if (countOf(text, /\n/g) > LINES_MAX || countOf(text, NESTED_LINE) > NESTED_LINES_MAX) return false;
  return countOf(text, /[[\]]/g) <= BRACKETS_MAX && countOf(text, /[*_~`<&|]+/g) <= RUNS_MAX;
}

function countOf(text: string, found: RegExp): number {
  return text.match(found)?.length ?? 0;
}
