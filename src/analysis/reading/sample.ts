import { readMarkdown } from './markdown-reader.js';
import type { Range } from './ranges.js';
import type { VisibleText } from './visible-units.js';

/** A passage of an answer as a reader sees it, and where a name is in it, in UTF-16 units. */
interface Sample {
  text: string;
  start: number;
  end: number;
}

const SAMPLE_MAX = 240;
/** What is read around a name: enough for a line on both sides, however long the answer is. */
const AROUND = 600;
/** A line with less than so many units beside the name says nothing about it: the next one is taken along. */
const BARE = 4;

const SENTENCE_END = /[.!?]["')\]\u201D]?\s/g;
const PARTS = /[\t\u001E]/g;
const CONTROLS = /\p{Cc}+/gu;

/**
 * The sentence around a name, without marks of markdown; the line after it too where a name is alone, as in a
 * heading. At most 240 UTF-16 units, cut between words, `…` standing for what is cut off.
 * @param name where the name is in the source, in UTF-16 units.
 * @returns null where nothing of the name is shown.
 */
export function sampleOf(source: string, [from, to]: Range): Sample | null {
  const offset = lineStart(source, from);
  const visible = readMarkdown(source.slice(offset, to + AROUND));
  const name = visibleRange(visible, [from - offset, to - offset]);
  if (name === null) return null;
  return cut(flat(visible.text), sentenceAround(visible, name), name);
}

function lineStart(source: string, at: number): number {
  const start = source.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
  return Math.min(at, Math.max(start, at - AROUND));
}

/** The visible units that were written within a range of the source, without the breaks after them. */
function visibleRange({ starts }: VisibleText, [from, to]: Range): Range | null {
  const start = starts.findIndex((at) => at >= from);
  const after = starts.findIndex((at) => at >= to);
  const end = after < 0 ? starts.length : after;
  return start < 0 || start >= end ? null : [start, end];
}

function sentenceAround({ text, blocks }: VisibleText, [start, end]: Range): Range {
  const at = Math.max(
    0,
    blocks.findLastIndex((block) => block.start <= start),
  );
  const block = blocks[at];
  if (!block) return [start, end];
  const isBare = block.end - block.start - (end - start) < BARE;
  const last = isBare ? (blocks[at + 1]?.end ?? block.end) : block.end;
  const ends = Array.from(text.matchAll(SENTENCE_END), ({ index, 0: mark }) => index + mark.length);
  const first = ends.findLast((one) => one <= start && one > block.start) ?? block.start;
  return [first, ends.find((one) => one >= end && one > (isBare ? block.end : 0) && one < last) ?? last];
}

/** Unit for unit: breaks between blocks and cells become points in the middle, other breaks become spaces. */
function flat(text: string): string {
  return text.replace(PARTS, '·').replace(CONTROLS, (breaks) => ' '.repeat(breaks.length));
}

function cut(text: string, [first, last]: Range, [start, end]: Range): Sample {
  const room = Math.max(0, SAMPLE_MAX - (end - start));
  const from = start - first > room / 2 && last - first > SAMPLE_MAX ? wordAfter(text, start - room / 2, start) : first;
  const to = last - from > SAMPLE_MAX ? wordBefore(text, Math.max(end, from + SAMPLE_MAX), end) : last;
  const before = `${from > first ? '…' : ''}${spaced(text.slice(from, start))}`.replace(/^[\s·]+/, '');
  const name = text.slice(start, end);
  const after = `${spaced(text.slice(end, to))}${to < last ? '…' : ''}`.replace(/[\s·]+$/, '');
  return { text: `${before}${name}${after}`.toWellFormed(), start: before.length, end: before.length + name.length };
}

function spaced(text: string): string {
  return text.replace(/[\s·]*·[\s·]*/g, ' · ').replace(/\s+/g, ' ');
}

function wordAfter(text: string, at: number, limit: number): number {
  const space = text.indexOf(' ', Math.ceil(at));
  return space < 0 || space >= limit ? Math.ceil(at) : space + 1;
}

function wordBefore(text: string, at: number, limit: number): number {
  const space = text.lastIndexOf(' ', at);
  return space <= limit ? at : space;
}
