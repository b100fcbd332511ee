import { languageOnce, type TextLanguage } from '../language/text-language.js';

/** Ends a block: no name and no sentence runs over it. */
export const BLOCK_END = '\u001E';
/**
 * Takes, unit for unit, the place of what is shown but is no part of the answer's words: source chips, shop labels,
 * page chrome.
 */
export const MASK = '\u001F';
/** Between the cells of a table row. */
export const CELL_END = '\t';

/** Marks of a visible unit; a unit can carry several. */
export const MARK = { strong: 1, link: 2, italic: 4 } as const;

/**
 * `heading`, list `item`, table `row` or running `text`; `level` is a heading's rank or an item's indentation,
 * `ordinal` an item's number; `isTableHead` tells the row that names the columns.
 */
export interface Block {
  kind: 'heading' | 'item' | 'row' | 'text';
  level: number;
  ordinal: number | null;
  isTableHead: boolean;
  start: number;
  end: number;
}

/** A link as written in the text; `labelStart` and `labelEnd` are visible offsets, equal where it has no label. */
export interface TextLink {
  url: string;
  title: string | null;
  labelStart: number;
  labelEnd: number;
}

/**
 * The visible text of an answer. `text[i]` was written at `[starts[i], ends[i])` of the source; both arrays ascend.
 * Blocks and links are in reading order, and blocks cover the text without overlapping.
 */
export interface VisibleText {
  source: string;
  text: string;
  starts: Int32Array;
  ends: Int32Array;
  marks: Uint8Array;
  blocks: readonly Block[];
  links: readonly TextLink[];
  /** The names of the sources that the answer cites or links, as `sourceKey` writes them. */
  sources: ReadonlySet<string>;
  /** The language of the text, read at the first question. */
  language: () => TextLanguage | null;
}

/** Collects the visible units of one source, each with the range it was written at. */
export class VisibleTextBuilder {
  readonly blocks: Block[] = [];
  readonly links: TextLink[] = [];
  length = 0;
  private readonly units: Uint16Array;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private readonly marks: Uint8Array;

  /**
   * Each line writes at most one unit of its own, and its line feed is not written: that and the first line's make the
   * two.
   */
  constructor(private readonly source: string) {
    const capacity = source.length + 2;
    this.units = new Uint16Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.marks = new Uint8Array(capacity);
  }

  write(unit: number, start: number, end: number, mark: number): void {
    const at = this.length++;
    this.units[at] = unit;
    this.starts[at] = start;
    this.ends[at] = end;
    this.marks[at] = mark;
  }

  /** Writes a run of the source as it is written. */
  writeRun(start: number, end: number, mark: number): void {
    for (let at = start; at < end; at++) this.write(this.source.charCodeAt(at), at, at + 1, mark);
  }

  /** Where the unit written last ended in the source. */
  lastEnd(): number {
    return this.ends[this.length - 1] ?? 0;
  }

  toVisibleText(): VisibleText {
    const text = textOf(this.units.subarray(0, this.length));
    return {
      source: this.source,
      text,
      starts: this.starts.subarray(0, this.length),
      ends: this.ends.subarray(0, this.length),
      marks: this.marks.subarray(0, this.length),
      blocks: this.blocks,
      links: this.links,
      sources: NO_SOURCES,
      language: languageOnce(text),
    };
  }
}

const NO_SOURCES: ReadonlySet<string> = new Set();

/** Strings of a buffer that are longer than about a million units stay outside V8's heap. */
const UNITS_AT_ONCE = 2 ** 19;

/**
 * Through a buffer, which keeps lone surrogates; a TextDecoder would replace them. Piece by piece, so that the text is
 * in V8's heap: from outside it, each look at a word took three times as long.
 */
function textOf(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += UNITS_AT_ONCE) {
    const { buffer, byteOffset, byteLength } = units.subarray(at, at + UNITS_AT_ONCE);
    text += Buffer.from(buffer, byteOffset, byteLength).toString('utf16le');
  }
  return text;
}

const LONGEST_EXCERPT = 200;

/**
 * The source text of a range of visible offsets, at most 200 UTF-16 units, cut between words. Verbatim but for NUL and
 * lone surrogates, which no database takes.
 */
export function excerptOf({ source, starts, ends }: VisibleText, start: number, end: number): string {
  const whole = source.slice(starts[start] ?? 0, ends[end - 1] ?? 0).replaceAll('\0', '');
  return cutBetweenWords(whole).toWellFormed();
}

function cutBetweenWords(text: string): string {
  if (text.length <= LONGEST_EXCERPT) return text;
  const space = text.lastIndexOf(' ', LONGEST_EXCERPT);
  const cut = text.slice(0, space > LONGEST_EXCERPT / 2 ? space : LONGEST_EXCERPT);
  const isCutInPair = /[\uD800-\uDBFF]$/.test(cut);
  return isCutInPair ? cut.slice(0, -1) : cut;
}
