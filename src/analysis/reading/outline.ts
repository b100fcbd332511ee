import { isOrdinaryWord } from '../language/ordinary-words.js';
import { matchAt, pattern } from '../pattern.js';
import { CASE, CLASS, caseOf, classOf } from './characters.js';
import { headsAround, PICK_LABEL } from './heads.js';
import { entriesBeside, listLeads } from './lists.js';
import type { Outline, Segment } from './segments.js';
import { type Block, MARK, MASK, type VisibleText } from './visible-units.js';
import { isWordSeam } from './word-seams.js';

/** Parts the visible text into what it says one after the other, in one pass. */
export function outlineOf(visible: VisibleText): Outline {
  const segments: Segment[] = [];
  for (const block of visible.blocks) {
    const isTitle = block.kind === 'heading' && block.end - block.start <= LONGEST_SEGMENT;
    if (isTitle) pushTrimmed(visible, segments, headingOf(block));
    else new BlockSplitter(visible, block, segments).split();
  }
  const leadOf = listLeads(visible.text, segments);
  return {
    segments,
    leadOf,
    entriesBeside: entriesBeside(visible.text, segments),
    ...headsAround(visible.text, segments),
  };
}

function headingOf(block: Block): Segment {
  return { ...block, kind: 'heading', headEnd: block.end, opensLine: true, column: 0 };
}

const NEXT_HEAD =
  /\s?(?=[\p{Lu}\d])(?:[^.!?:;\n\t\u001E\u001F]|\.(?=\d)|(?<=\b(?:qt|Qt|ft|oz|lb|sq|vs))\.){2,60}:(?!\d)/uy;
/** Behind an option's name these open what is said of it: `Lucid Air:Pros: …`. */
const VERDICT_LABEL = /\s?(?:pros?|cons?|strengths?|weaknesses|highlights?|drawbacks?|best for|ideal for)\b/iy;
const INLINE_ORDINAL = /(\d{1,2})[.)]\s{1,4}(?=[\p{Lu}\d*])/uy;
const INLINE_TITLE = /(#{2,6}) {1,3}(?=[\p{L}\p{N}*“"])/uy;
const LONGEST_TITLE = 120;
const ABBREVIATION =
  /(?:^|[\s(-])(?:[A-Z]|Dr|Mr|Mrs|Ms|St|vs|etc|e\.g|i\.e|approx|Inc|Ltd|Co|No|ft|sq|Pt|Ft|Sq|oz|lb|lbs|in|qt|Qt|gal)$/;
const MOST_INLINE_DASHES = 2;
const LONGEST_BRACKETS = 80;
const UNIT = {
  tab: 0x09,
  lineBreak: 0x0a,
  space: 0x20,
  exclamation: 0x21,
  hash: 0x23,
  hyphen: 0x2d,
  stop: 0x2e,
  colon: 0x3a,
  semicolon: 0x3b,
  question: 0x3f,
  a: 0x61,
  z: 0x7a,
  bullet: 0x2022,
} as const;
/**
 * UTF-16 units of a segment; recorded answers have 731 at most. What says more without a stop is parted behind a word,
 * or within one that goes on for {@link LONGEST_END} more, so that what reads a segment takes a bounded time however it
 * searches.
 */
const LONGEST_SEGMENT = 1_000;
const LONGEST_END = 100;

/**
 * Parts one block into segments, unit by unit; lines, bullets and titles that copying ran together are parted again.
 */
class BlockSplitter {
  private readonly text: string;
  private from: number;
  private opensLine = true;
  /** What an inline bullet adds to the level of its block. */
  private depth = 0;
  private ordinal: number | null;
  private column = 0;
  /** The rank of the title that an inline mark opened; null in all other text. */
  private rank: number | null = null;
  /** Where the run of closing marks ends that was read last. */
  private marksEnd = 0;
  private readonly dashIsBullet: boolean;

  constructor(
    private readonly visible: VisibleText,
    private readonly block: Block,
    private readonly segments: Segment[],
  ) {
    this.text = visible.text;
    this.from = block.start;
    this.ordinal = block.ordinal;
    this.dashIsBullet = countDashes(visible.text, block.start, block.end) > MOST_INLINE_DASHES;
  }

  split(): void {
    this.openBoldOrdinal();
    for (let at = this.block.start; at < this.block.end; at++) this.look(at);
    this.cut(this.block.end, this.block.end, false);
  }

  private look(at: number): void {
    const unit = this.text.charCodeAt(at);
    if (at - this.from >= LONGEST_SEGMENT) this.cutLong(at, unit);
    if (unit >= UNIT.a && unit <= UNIT.z) return;
    switch (unit) {
      case UNIT.lineBreak:
        this.cut(at, at + 1, true);
        break;
      case UNIT.tab:
        this.cutCell(at);
        break;
      case UNIT.bullet:
        this.cutBullet(at);
        break;
      case UNIT.space:
        this.lookAtSpace(at);
        break;
      case UNIT.stop:
      case UNIT.exclamation:
      case UNIT.question:
        this.endSentence(at);
        break;
      case UNIT.semicolon:
        if (!this.isInBrackets(at)) this.cut(at + 1, at + 1, false);
        break;
      case UNIT.colon:
        this.lookAtColon(at);
        break;
      case UNIT.hyphen:
        this.lookAtHyphen(at);
        break;
      case UNIT.hash:
        this.openTitle(at);
        break;
      default:
        this.lookAtWord(at, unit);
    }
  }

  private lookAtWord(at: number, unit: number): void {
    if (caseOf(unit) === CASE.upper) this.lookAtCapital(at);
    else if (classOf(unit) === CLASS.digit) this.openOrdinal(at);
  }

  private cutLong(at: number, unit: number): void {
    if (unit <= 0x20 || at - this.from >= LONGEST_SEGMENT + LONGEST_END) this.cut(at, at, false);
  }

  private cutCell(at: number): void {
    this.cut(at, at + 1, true);
    this.column++;
  }

  private lookAtSpace(at: number): void {
    if (this.text.charAt(at + 1) === ' ' && this.text.charAt(at - 1) !== ' ') this.cutParagraph(at);
  }

  private lookAtColon(at: number): void {
    if (this.isBeforeHead(at)) this.cutSection(at + 1);
  }

  private lookAtHyphen(at: number): void {
    const isSpaced = this.text.charAt(at - 1) === ' ' && this.text.charAt(at + 1) === ' ';
    if (isSpaced && (this.dashIsBullet || this.isNested(at))) this.cutBullet(at);
  }

  private lookAtCapital(at: number): void {
    if (this.isSeam(at)) this.cut(at, at, true);
  }

  /** `Bitwarden (open source; can be hosted)`: what brackets hold stays with what is before them. */
  private isInBrackets(at: number): boolean {
    const before = this.text.slice(Math.max(this.from, at - LONGEST_BRACKETS), at);
    const after = this.text.slice(at, at + LONGEST_BRACKETS);
    return before.lastIndexOf('(') > before.lastIndexOf(')') && /^[^(\n]*\)/.test(after);
  }

  /** `Top picks: Lucid Air: Praised …`: a colon before a head that has its own ends the title of a section. */
  private isBeforeHead(at: number): boolean {
    VERDICT_LABEL.lastIndex = at + 1;
    NEXT_HEAD.lastIndex = at + 1;
    return !VERDICT_LABEL.test(this.text) && NEXT_HEAD.test(this.text);
  }

  private cutSection(end: number): void {
    const before = this.segments.length;
    this.cut(end, end, true);
    const section = this.segments.length > before ? this.segments.at(-1) : undefined;
    if (section)
      this.segments[this.segments.length - 1] = { ...section, kind: 'heading', level: 9, headEnd: section.end };
  }

  /** Copies that lost their line breaks keep the indentation of nested bullets as a run of spaces. */
  private isNested(at: number): boolean {
    return this.text.charAt(at - 2) === ' ' && this.text.charAt(at - 3) === ' ';
  }

  private cutBullet(at: number): void {
    this.cut(at, at + 1, true);
    this.depth = this.isNested(at) ? 3 : 1;
  }

  /** Two spaces replace a lost line break, unless a bullet or a number follows. */
  private cutParagraph(at: number): void {
    let next = at;
    while (this.text.charAt(next) === ' ') next++;
    if (next >= this.block.end || '-•'.includes(this.text.charAt(next))) return;
    this.cut(at, next, true);
    this.depth = 0;
  }

  /** After a mask, after the rating of a product card, or where two words lost the break between them. */
  private isSeam(at: number): boolean {
    if (at <= this.from) return false;
    const before = this.text.charAt(at - 1);
    return before === MASK || (before === ')' && this.text.charAt(at - 2) !== ' ') || isWordSeam(this.text, at);
  }

  private endSentence(at: number): void {
    const end = this.endOfMarks(at + 1);
    const next = this.text.charCodeAt(end);
    const isBeforeName = classOf(next) === CLASS.digit && caseOf(this.text.charCodeAt(at - 1)) === CASE.lower;
    const isGlued = isBeforeName || (caseOf(next) === CASE.upper && !isInitial(this.text, at));
    const isSpaced = next <= 0x20 && !startsLower(this.text, end);
    if (!isGlued && !isSpaced) return;
    if (this.text.charAt(at) === '.' && ABBREVIATION.test(this.text.slice(Math.max(this.from, at - 8), at))) return;
    this.cut(end, end, isGlued);
  }

  /**
   * Each run is read once, from its first stop on: read anew from each of its stops, a run costs the square of its
   * length.
   */
  private endOfMarks(start: number): number {
    if (start < this.marksEnd) return this.marksEnd;
    let end = start;
    while (end < this.block.end && '.!?"”’)]'.includes(this.text.charAt(end))) end++;
    this.marksEnd = end;
    return end;
  }

  /** `**1. Acme One**`: the number of a line in bold is no sentence of its own. */
  private openBoldOrdinal(): void {
    const { start, kind } = this.block;
    if (kind !== 'text' || ((this.visible.marks[start] ?? 0) & MARK.strong) === 0) return;
    INLINE_ORDINAL.lastIndex = start;
    const match = INLINE_ORDINAL.exec(this.text);
    if (!match) return;
    this.ordinal = Number(match[1]);
    this.from = start + match[0].length;
  }

  /** `… is great.  ### Runners-up  1. …`: copies that lost their line breaks keep the marks of titles. */
  private openTitle(at: number): void {
    if (this.text.charAt(at - 1) !== ' ') return;
    INLINE_TITLE.lastIndex = at;
    const match = INLINE_TITLE.exec(this.text);
    if (!match) return;
    if (at > this.from) this.cut(at, at + match[0].length, true);
    this.from = at + match[0].length;
    this.depth = 0;
    this.rank = match[1]?.length ?? null;
  }

  private openOrdinal(at: number): void {
    if (this.text.charAt(at - 1) !== ' ' || (at === this.from && !this.opensLine)) return;
    INLINE_ORDINAL.lastIndex = at;
    const match = INLINE_ORDINAL.exec(this.text);
    if (!match) return;
    if (at === this.from) this.from += match[0].length;
    else {
      this.cut(at, at + match[0].length, true);
      this.depth = 1;
    }
    this.ordinal = Number(match[1]);
  }

  private asTitle(segment: Segment): Segment {
    if (this.rank === null || segment.end - segment.start > LONGEST_TITLE) return segment;
    return { ...segment, kind: 'heading', level: this.rank };
  }

  private cut(end: number, nextStart: number, opensLine: boolean): void {
    const { kind, level } = this.block;
    const segment: Segment = {
      start: this.from,
      end,
      headEnd: this.from,
      kind: kind === 'heading' ? 'text' : kind,
      level: 10 + level + this.depth,
      ordinal: this.ordinal,
      opensLine: this.opensLine,
      column: this.column,
      isTableHead: this.block.isTableHead,
    };
    if (pushTrimmed(this.visible, this.segments, this.asTitle(segment))) {
      this.rank = null;
      this.opensLine = opensLine;
      this.ordinal = null;
    } else this.opensLine ||= opensLine;
    this.from = nextStart;
  }
}

/** `U.S.`: a capital alone before the stop. */
function isInitial(text: string, at: number): boolean {
  return caseOf(text.charCodeAt(at - 1)) === CASE.upper && classOf(text.charCodeAt(at - 2)) === CLASS.other;
}

function startsLower(text: string, at: number): boolean {
  let next = at;
  while (next < at + 4 && text.charCodeAt(next) === 0x20) next++;
  return caseOf(text.charCodeAt(next)) === CASE.lower;
}

/** Looks no further than the block: a search to the end of the text for each of many lines would be quadratic. */
function countDashes(text: string, start: number, end: number): number {
  const block = text.slice(start, end);
  let count = 0;
  for (let at = block.indexOf(' - '); at >= 0 && count <= MOST_INLINE_DASHES; count++)
    at = block.indexOf(' - ', at + 2);
  return count;
}

const HEAD = new RegExp(
  pattern`
    (?:[^.!?\n\t\u001E\u001F]|\.(?=\d)
    |(?<=\b(?:Pt|Sq|Ft|pt|sq|ft|qt|Qt|oz|lb|vs|Dr|St|No))\.){1,80}?(?:\s?:(?=[\s\p{Lu}\u201C"]|$)|\s[—–-]{1,2}\s)
  `,
  'uy',
);
/** A cheap look before the exact one: what ends a head is somewhere in the segment. */
const ENDS_HEAD = /:|\s[—–-]/;
const LONGEST_NAME_LINE = 60;
const BRACKETS_AT_END = /\s\([^()]{1,40}\)$/;

/** Adds the segment without the space around it, with its head; false where it holds nothing. */
function pushTrimmed(visible: VisibleText, segments: Segment[], segment: Segment): boolean {
  let { start, end } = segment;
  while (start < end && isBlank(visible.text.charCodeAt(start))) start++;
  while (end > start && isBlank(visible.text.charCodeAt(end - 1))) end--;
  if (start >= end) return false;
  const headEnd = segment.kind === 'heading' ? end : headEndOf(visible, start, end, segment.opensLine);
  segments.push({ ...segment, start, end, headEnd });
  return true;
}

/**
 * A head is what is in bold at the start (`**Best overall:** **Name**` is one), or what is before the first
 * colon or dash.
 */
function headEndOf(visible: VisibleText, start: number, end: number, opensLine: boolean): number {
  const bold = boldEnd(visible, start, end);
  if (bold > start && /:\s?$/.test(visible.text.slice(bold - 2, bold)))
    return Math.max(bold, boldEnd(visible, bold + 1, end));
  if (bold > start) return bold;
  const match = ENDS_HEAD.test(visible.text.slice(start, end + 1)) ? matchAt(HEAD, visible.text, start) : null;
  if (match && start + match[0].length <= end + 1)
    return pickEnd(visible.text, start, Math.min(end, start + match[0].length), end);
  return opensLine && isNameLine(visible.text.slice(start, Math.min(end, start + LONGEST_NAME_LINE + 1))) ? end : start;
}

/**
 * `Best overall: Acme One`: the name that a label of picks leads to belongs to the head, where the line says nothing
 * else.
 */
function pickEnd(text: string, start: number, headEnd: number, end: number): number {
  if (
    end - headEnd > LONGEST_NAME_LINE ||
    PICK_LABEL.exec(text.slice(start, headEnd + 1))?.[0].length !== headEnd + 1 - start
  )
    return headEnd;
  return isNameLine(text.slice(headEnd, end).trim()) ? end : headEnd;
}

function boldEnd(visible: VisibleText, start: number, end: number): number {
  let bold = start;
  while (bold < end && bold - start < 120 && ((visible.marks[bold] ?? 0) & MARK.strong) !== 0) bold++;
  return bold;
}

/** A line or bullet that holds a name and nothing else, or that and what is in brackets: it heads what follows. */
function isNameLine(written: string): boolean {
  const line = written.replace(BRACKETS_AT_END, '');
  if (line.length > LONGEST_NAME_LINE || /[.,!?;:]|\p{L}\s-\s/u.test(line)) return false;
  const words = line.split(/\s+/);
  const first = words[0] ?? '';
  return words.length <= 7 && /^\p{Lu}|^\p{Ll}\p{Lu}|^\d+\p{L}/u.test(first) && !isOrdinaryWord(first.toLowerCase());
}

function isBlank(unit: number): boolean {
  return unit <= 0x20 || unit === 0x2022;
}
