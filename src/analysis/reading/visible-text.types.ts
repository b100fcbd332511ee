import type { TextLanguage } from '../language/text-language.js';

/** Ends a block: no name and no sentence runs over it. */
export const BLOCK_END = '\u001E';
/**
 * Stands, unit for unit, in the place of what is shown but is no part of the answer's words: source chips, shop labels,
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
