import { languageOnce } from '../language/text-language.js';
import type { Block, TextLink, VisibleText } from './visible-text.types.js';

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

  /** Writes a run of the source as it stands there. */
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
