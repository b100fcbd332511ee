import { matchBrackets } from './brackets.js';
import { InlineScanner } from './inline-scanner.js';
import { type LineOpening, openLine } from './line-openings.js';
import { readDefinitions } from './link-targets.js';
import { BLOCK_END, type Block, CELL_END, type VisibleText } from './visible-text.types.js';
import { VisibleTextBuilder } from './visible-text-builder.js';

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
