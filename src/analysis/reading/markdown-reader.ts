import { CLASS, classOf } from './characters.js';
import { InlineScanner } from './inline-scanner.js';
import { readDefinitions } from './link-targets.js';
import { BLOCK_END, type Block, CELL_END, type VisibleText, VisibleTextBuilder } from './visible-units.js';

/**
 * Reads the visible text of a markdown answer, in time linear in its length, whatever it holds.
 *
 * Own code rather than a parser: `@lezer/markdown` 1.8.1 gives offsets at 4,600 answers a second, but 40 kB of `[a](`
 * took it 1.8 s and 2 MB of backticks 11.5 s, growing with the square of the length; and what answers lose in copying
 * (line breaks, list marks) has to be found by other rules anyway.
 */
export function readMarkdown(source: string): VisibleText {
  const visible = new VisibleTextBuilder(source);
  const context = { source, brackets: matchBrackets(source), definitions: readDefinitions(source) };
  const scanner = new InlineScanner(context, visible);
  const lines = new LineReader(source, visible, scanner);
  for (let start = 0; start < source.length; ) start = lines.read(start);
  return visible.toVisibleText();
}

/** What a fence of Markdown says of itself. */
const MARKDOWN_FENCE = /[`~](?:markdown|md|text|txt|plaintext)\s*$/i;

class LineReader {
  private isFenced = false;
  private isTable = false;
  private wasText = false;

  constructor(
    private readonly source: string,
    private readonly visible: VisibleTextBuilder,
    private readonly scanner: InlineScanner,
  ) {}

  /** Reads the line at `start` and returns where the next one begins. */
  read(start: number): number {
    const newline = this.source.indexOf('\n', start);
    const end = newline < 0 ? this.source.length : newline;
    const opening = openLine(this.source, start, end);
    const isDelimiter = opening.kind === 'delimiter';
    const isInTable = this.isTable && this.source.slice(start, end).includes('|');
    const isRow = !isDelimiter && (opening.kind === 'row' || isInTable);
    this.isTable = isDelimiter || isRow;
    if (isDelimiter) this.markTableHead();
    if (opening.kind === 'fence') this.readFence(start, end);
    else if (this.isFenced) this.writeBlock({ ...opening, kind: 'text', contentStart: start }, end);
    else if (isRow) this.writeRow(opening, end);
    else this.writeLine(opening, end);
    return end + 1;
  }

  /** An answer that was put into a fence as a whole, as Markdown, is no code. */
  private readFence(start: number, end: number): void {
    this.isFenced = !this.isFenced;
    this.scanner.isFenced = this.isFenced && !MARKDOWN_FENCE.test(this.source.slice(start, end));
  }

  /** A line outside tables and fences; rules are not seen. */
  private writeLine(opening: LineOpening, end: number): void {
    const { kind } = opening;
    if (kind === 'blank') this.wasText = false;
    else if (kind !== 'rule' && kind !== 'delimiter' && kind !== 'fence') this.writeBlock({ ...opening, kind }, end);
  }

  /** A line of running text goes on the block before it, as a soft break; any other line begins a block. */
  private writeBlock(opening: LineOpening & { kind: Block['kind'] }, end: number): void {
    const last = this.visible.blocks.at(-1);
    const goesOn = this.wasText && opening.kind === 'text' && last !== undefined;
    if (goesOn) this.visible.write(0x0a, opening.contentStart, opening.contentStart, 0);
    else this.startBlock(opening);
    this.scanner.scan(opening.contentStart, end);
    this.endBlock();
    this.wasText = opening.kind === 'text';
  }

  private writeRow(opening: LineOpening, end: number): void {
    this.startBlock({ ...opening, kind: 'row' });
    let from = opening.contentStart;
    for (let at = from; at <= end; at++) {
      const isBar = at < end && this.source.charCodeAt(at) === 0x7c && this.source.charCodeAt(at - 1) !== 0x5c;
      if (!isBar && at < end) continue;
      this.scanner.scan(from, at);
      if (isBar && this.visible.length > (this.visible.blocks.at(-1)?.start ?? 0)) {
        this.visible.write(CELL_END.charCodeAt(0), at, at + 1, 0);
      }
      from = at + 1;
    }
    this.endBlock();
    this.wasText = false;
  }

  /** The row over the rule of a table names its columns. */
  private markTableHead(): void {
    const last = this.visible.blocks.at(-1);
    if (last?.kind === 'row') last.isTableHead = true;
  }

  private startBlock({ kind, level, ordinal }: LineOpening & { kind: Block['kind'] }): void {
    const at = this.visible.lastEnd();
    if (this.visible.length > 0) this.visible.write(BLOCK_END.charCodeAt(0), at, at, 0);
    this.scanner.startBlock();
    this.visible.blocks.push({
      kind,
      level,
      ordinal,
      isTableHead: false,
      start: this.visible.length,
      end: this.visible.length,
    });
  }

  private endBlock(): void {
    const block = this.visible.blocks.at(-1);
    if (block) block.end = this.visible.length;
  }
}

/** How a line begins: which block it is and where its words start. */
interface LineOpening {
  kind: Block['kind'] | 'blank' | 'fence' | 'rule' | 'delimiter';
  level: number;
  ordinal: number | null;
  contentStart: number;
}

/** A line nested deeper is read as text from there on, so that no line costs more than a bounded look. */
const DEEPEST_NESTING = 12;

const BULLET = /[-*+•·‣▪●○◦–—][ \t]+/y;
const ORDINAL = /(\d{1,3})[.)](?=[ \t]|\*\*)[ \t]*/y;
const HEADING = /(#{1,6})[ \t]+/y;
const TASK = /\[[ xX]\][ \t]+/y;
const FENCE = /(?:`{3,}|~{3,})[^`\n]{0,80}$/my;
const RULE = /(?:[-*_][ \t]*){3,40}$/my;
const DELIMITER = /\|?(?:[ \t]{0,9}:?-{2,200}:?[ \t]{0,9}\|){1,40}(?:[ \t]{0,9}:?-{2,200}:?[ \t]{0,9})?[ \t]*$/my;

/** Reads the markers at the start of the line [start, end): quotes, bullets, numbers, headings, in any nesting. */
function openLine(source: string, start: number, end: number): LineOpening {
  const opening: LineOpening = { kind: 'text', level: 0, ordinal: null, contentStart: start };
  for (let depth = 0; depth < DEEPEST_NESTING; depth++) {
    skipSpace(source, end, opening);
    if (opening.contentStart >= end) return { ...opening, kind: opening.kind === 'text' ? 'blank' : opening.kind };
    if (!readMarker(source, end, opening)) break;
  }
  return opening;
}

function skipSpace(source: string, end: number, opening: LineOpening): void {
  let at = opening.contentStart;
  for (; at < end; at++) {
    const unit = source.charCodeAt(at);
    if (unit !== 32 && unit !== 9 && unit !== 0xa0) break;
  }
  if (opening.kind === 'text') opening.level += at - opening.contentStart;
  opening.contentStart = at;
}

/** Takes one marker off the line; false where words begin or where the line holds nothing but its marker. */
function readMarker(source: string, end: number, opening: LineOpening): boolean {
  const at = opening.contentStart;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    return match && at + match[0].length <= end ? match : null;
  };
  switch (source.charCodeAt(at)) {
    case 0x3e: // >
      opening.contentStart = at + 1;
      return true;
    case 0x7c: // |
      opening.kind = take(DELIMITER) ? 'delimiter' : 'row';
      return false;
    case 0x23: // #
      return readHeading(take(HEADING), opening);
  }
  return classOf(source.charCodeAt(at)) !== CLASS.letter && readListMarker(take, opening);
}

function readHeading(match: RegExpExecArray | null, opening: LineOpening): boolean {
  if (!match) return false;
  opening.kind = 'heading';
  opening.level = match[1]?.length ?? 1;
  opening.contentStart += match[0].length;
  return true;
}

function readListMarker(take: (pattern: RegExp) => RegExpExecArray | null, opening: LineOpening): boolean {
  if (take(DELIMITER)) return became(opening, 'delimiter');
  if (take(RULE)) return became(opening, 'rule');
  if (take(FENCE)) return became(opening, 'fence');
  const bullet = take(BULLET);
  if (bullet) return openItem(opening, bullet[0].length, null);
  const task = opening.kind === 'item' ? take(TASK) : null;
  if (task) return openItem(opening, task[0].length, opening.ordinal);
  const ordinal = take(ORDINAL);
  if (ordinal) return openItem(opening, ordinal[0].length, Number(ordinal[1]));
  return false;
}

function openItem(opening: LineOpening, length: number, ordinal: number | null): boolean {
  if (opening.kind !== 'heading') opening.kind = 'item';
  opening.ordinal = ordinal ?? opening.ordinal;
  opening.contentStart += length;
  return true;
}

function became(opening: LineOpening, kind: LineOpening['kind']): false {
  opening.kind = kind;
  return false;
}

/**
 * The closing bracket of each opening one, found in one pass with a stack. A blank line ends all open pairs, as
 * markdown does not let a link run over a paragraph; without that rule a stray bracket would pair across the answer.
 */
function matchBrackets(source: string): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  if (!source.includes('[')) return closings;
  for (let at = 0; at < source.length; at++) {
    switch (source.charCodeAt(at)) {
      case 0x5c: // backslash: the next unit is a plain character
        at++;
        break;
      case 0x0a:
        if (source.charCodeAt(at + 1) === 0x0a) open.length = 0;
        break;
      case 0x5b:
        open.push(at);
        break;
      case 0x5d: {
        const opening = open.pop();
        if (opening !== undefined) closings.set(opening, at);
        break;
      }
    }
  }
  return closings;
}
