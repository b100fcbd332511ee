/**
 * A piece of the answer that says one thing: a sentence, a bullet, a table cell, a heading. `head` is what opens it before a
 * colon or dash, or the whole of a heading; it is empty (`headEnd === start`) where there is none.
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
  /** Whether it stands in the row that names a table's columns. */
  isTableHead: boolean;
}

export interface Outline {
  /** In reading order, never overlapping. */
  segments: readonly Segment[];
  /** The share, 0 to 1, of the entries beside a segment, of its kind and level, that are headed by names. */
  namedNeighbours: (segment: Segment) => number | null;
}

export function levelKey(segment: Segment): string {
  return `${segment.kind} ${segment.level} ${segment.column}`;
}
