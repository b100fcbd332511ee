import { lowerBound } from './ranges.js';

/**
 * A piece of the answer that says one thing: a sentence, a bullet, a table cell, a heading. `head` is what opens it
 * before a colon or dash, or the whole of a heading; it is empty (`headEnd === start`) where there is none.
 */
export interface Segment {
  start: number;
  end: number;
  headEnd: number;
  kind: 'heading' | 'item' | 'row' | 'text';
  /** Smaller is higher: headings by rank from 1, everything else from 10 on by its indentation. */
  level: number;
  /** The number of a numbered item or heading. */
  ordinal: number | null;
  /** Whether a list mark, a heading or a new line opens it: where an entry of a list can begin. */
  opensLine: boolean;
  /** The place of a cell in its row, from 0; 0 for everything else. */
  column: number;
  /** Whether it is in the row that names a table's columns. */
  isTableHead: boolean;
}

/** What the heads around a segment tell of it; each is asked of few segments, and read on the first question. */
export interface HeadsAround {
  /** The share, 0 to 1, of the entries around it, in its own section, that are headed by names; null without any. */
  namedNeighbours: (segment: Segment) => number | null;
  /**
   * Of at most six heads or cells around it, in its own section, those that open with a name: with a capitalised word
   * of no dictionary, or at one of the `known` places.
   */
  namedBeside: (segment: Segment, known: ReadonlySet<number>) => { named: number; all: number };
  /** What it is follows its head, `Concept: A creative game …`, as with half or more of at least two around it. */
  isDescribed: (segment: Segment) => boolean;
}

/** What comes right before the first entry of a list. */
export interface ListLead {
  /** At most three sentences or titles, the nearest first; none where another list is before it. */
  before: readonly string[];
  /** What names the column of a table. */
  columnHead: string | null;
}

/** An answer parted into its segments, with what is asked of the lists and heads around one. */
export interface Outline extends HeadsAround {
  /** The other entries of the list, column or row of column names that it is in, at most twelve on either side. */
  entriesBeside: (segment: Segment) => readonly Segment[];
  /** Entries of one list have the same kind, level and column, no higher heading between them, bullets no text. */
  leadOf: (segment: Segment) => ListLead;
  /** In reading order, never overlapping. */
  segments: readonly Segment[];
}

/** The same for all segments of one kind, level and column. */
export function levelKey(segment: Segment): string {
  return `${segment.kind} ${segment.level} ${segment.column}`;
}

/** The segment that holds the visible offset; null between segments. */
export function segmentAt(outline: Outline, at: number): Segment | null {
  return outline.segments[segmentIndexAt(outline, at)] ?? null;
}

/** The index of the segment that holds the visible offset, or -1. */
export function segmentIndexAt({ segments }: Outline, at: number): number {
  const index = lowerBound(segments.length, (each) => (segments[each]?.end ?? 0) <= at);
  const segment = segments[index];
  return segment && segment.start <= at ? index : -1;
}
