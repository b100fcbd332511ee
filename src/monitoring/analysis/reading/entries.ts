import { isOrdinaryWord } from '../language/ordinary-words.js';
import { LABELS } from './labels.js';
import { isNamedHead } from './named-heads.js';
import type { Outline, Segment } from './outline.types.js';
import type { Reading } from './reading.types.js';

/** An option that the answer lists: from the segment whose head names it to the last that speaks of it, by index, both included. */
export interface Entry {
  first: number;
  last: number;
  level: number;
  /** It stands within another entry, as what that one is made of. */
  isNested: boolean;
}

const WORDS = /[\p{L}\p{N}][\p{L}\p{N}'’]*/gu;
/** Flattened text has no end of a list; nothing is said of one option for longer than this. */
const MOST_SEGMENTS = 24;

/** The options listed, in reading order. `namesAt` tells whether a tracked name stands in a range: such a head names an option. */
export function entriesOf(
  reading: Reading,
  outline: Outline,
  namesAt: (start: number, end: number) => boolean,
): Entry[] {
  const { segments } = outline;
  const starts: number[] = [];
  segments.forEach((segment, index) => {
    if (segment.opensLine && segment.headEnd > segment.start && isEntryHead(reading, outline, segment, namesAt))
      starts.push(index);
  });
  const entries: Entry[] = [];
  let outer: Entry | null = null;
  for (const [at, first] of starts.entries()) {
    const level = segments[first]?.level ?? 0;
    const isNested: boolean = outer !== null && first <= outer.last && level > outer.level;
    const entry: Entry = { first, last: lastOf(segments, first, starts, at), level, isNested };
    if (!isNested) outer = entry;
    entries.push(entry);
  }
  return entries;
}

function isEntryHead(
  reading: Reading,
  outline: Outline,
  segment: Segment,
  namesAt: (start: number, end: number) => boolean,
): boolean {
  const head = reading.text.slice(segment.start, Math.min(segment.headEnd, segment.start + 120));
  if (segment.kind === 'heading' && /[:?]\s*$/.test(head)) return false;
  if (LABELS.test(head)) return namesAt(segment.start, segment.start + 3);
  if (namesAt(segment.start, segment.headEnd)) return !isSentenceLike(head);
  if (isSentenceLike(head)) return false;
  if (isNamedHead(reading.text, segment)) return true;
  return outline.namedNeighbours(segment) >= 0.5;
}

/** Heads of options are short and hold few words in lower case. */
function isSentenceLike(head: string): boolean {
  const words = head.match(WORDS) ?? [];
  const lower = words.filter((word) => word === word.toLowerCase() && isOrdinaryWord(word)).length;
  return words.length > 14 || (lower > 3 && lower > words.length / 2);
}

/** The entry ends before the next one of its level or a higher one, before a title, and where text stands further out than it. */
function lastOf(segments: readonly Segment[], first: number, starts: readonly number[], at: number): number {
  const own = segments[first];
  let next = at + 1;
  let last = first;
  for (let index = first + 1; index < Math.min(segments.length, first + MOST_SEGMENTS); index++) {
    const segment = segments[index];
    if (!segment || !own) break;
    const isEntry = starts[next] === index;
    if (isEntry) next++;
    if (isEntry && segment.level <= own.level) break;
    if (segment.kind === 'heading' && segment.level <= Math.max(own.level, 9)) break;
    if (own.kind !== 'heading' && segment.opensLine && segment.level < own.level) break;
    if (own.kind === 'item' && segment.kind === 'text' && segment.opensLine && segment.level <= own.level) break;
    last = index;
  }
  return last;
}
