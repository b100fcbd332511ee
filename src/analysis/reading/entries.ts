import { isOrdinaryWord } from '../language/ordinary-words.js';
import { pattern } from '../pattern.js';
import { isNamedHead, isUnknownHead, LABELS, pickLabelLength } from './heads.js';
import { type NameRange, namesAt } from './ranges.js';
import type { Outline, Segment } from './segments.js';
import type { VisibleText } from './visible-units.js';
import { hasInnerSeam } from './word-seams.js';

/**
 * An option that the answer lists: from the segment whose head names it to the last that speaks of it, by index, both
 * included.
 */
export interface Entry {
  first: number;
  last: number;
  level: number;
  /** It is within another entry, as what that one is made of. */
  isNested: boolean;
}

const WORDS = /[\p{L}\p{N}][\p{L}\p{N}'’]*/gu;
/** Flattened text has no end of a list; nothing is said of one option for longer than this. */
const MOST_SEGMENTS = 24;
const FIRST_WORD = new RegExp(WORDS.source, 'u');
const OPENS_SENTENCE =
  /^\W{0,4}(?:that|this|these|those|your|you|where|it|here|there|if|we|our|i)(?:['’]\p{Ll}{1,2})?(?![\p{L}'’])/iu;
const TITLE =
  /^\W{0,4}(?:recommendations?|(?:top|other|our|my) (?:\p{L}+ )?(?:picks?|choices?|options?|recommendations?))\b/iu;
/** What is said after the list is said of no option. */
const CLOSING = new RegExp(
  pattern`
    ^\W{0,6}(?:(?:in )?(?:conclusion|summary)|bottom line|final (?:thoughts?|verdict|recommendations?|notes?)
    |recommendations?)\b
  `,
  'i',
);
const FEWEST_REPEATS = 3;

/**
 * The options listed, in reading order. `namesAt` tells whether a tracked name is in a range: such a head names an
 * option.
 */
export function entriesOf(
  visible: VisibleText,
  outline: Outline,
  namesAt: (start: number, end: number) => boolean,
): Entry[] {
  const { segments } = outline;
  const { starts, options } = headsOf(visible, outline, namesAt);
  const entries: Entry[] = [];
  let outer: Entry | null = null;
  for (const [at, first] of starts.entries()) {
    if (!options.has(first)) continue;
    const level = segments[first]?.level ?? 0;
    const isNested: boolean = outer !== null && first <= outer.last && level > outer.level;
    const entry: Entry = { first, last: lastOf(visible, segments, first, starts, at), level, isNested };
    if (!isNested) outer = entry;
    entries.push(entry);
  }
  return entries;
}

/**
 * The place, from 1, of the first entry that the subject heads, counted over the entries of its kind and level in
 * reading order; null where it heads none. Entries count, not brands: two products of one maker are two entries.
 */
export function positionOf(outline: Outline, entries: readonly Entry[], mentions: readonly NameRange[]): number | null {
  const isNamed = namesAt(mentions);
  const own = entries.find(({ first }) => {
    const segment = outline.segments[first];
    return segment !== undefined && isNamed(segment.start, segment.headEnd);
  });
  const head = own && outline.segments[own.first];
  if (!own || !head) return null;
  const siblings = entries.filter(({ first }) => {
    const segment = outline.segments[first];
    return segment?.level === head.level && segment.kind === head.kind;
  });
  return siblings.length < SHORTEST_LIST ? null : siblings.filter(({ first }) => first <= own.first).length;
}

/** One option is no list. */
const SHORTEST_LIST = 2;

/** Where entries begin; those that only tell how to choose end the one before and are no options. */
function headsOf(
  visible: VisibleText,
  outline: Outline,
  namesAt: (start: number, end: number) => boolean,
): { starts: number[]; options: ReadonlySet<number> } {
  const starts: number[] = [];
  const options = new Set<number>();
  const isOfCriteria = criteriaSections(visible, outline);
  const isAspect = repeatedHeads(visible, outline.segments);
  const beginsEntry = (segment: Segment, isNamed: boolean): boolean =>
    (isNamed || !isAspect(segment)) && isEntryHead(visible, outline, segment, namesAt);
  const isOption = (segment: Segment, index: number): boolean =>
    !describesChoice(headOf(visible, segment)) && (!isOfCriteria(index) || isUnknownHead(visible.text, segment));
  for (const [index, segment] of outline.segments.entries()) {
    if (!hasHead(segment)) continue;
    const isNamed = namesAt(segment.start, segment.headEnd);
    if (!beginsEntry(segment, isNamed)) continue;
    starts.push(index);
    if (isOption(segment, index) || isNamed) options.add(index);
  }
  return { starts, options };
}

function hasHead({ opensLine, start, headEnd }: Segment): boolean {
  return opensLine && headEnd > start;
}

/** What is said of one option after another has the same head again and again: `Players:`, `Gameplay:`. */
function repeatedHeads(visible: VisibleText, segments: readonly Segment[]): (segment: Segment) => boolean {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    if (!hasHead(segment)) continue;
    const head = headOf(visible, segment);
    if (/:\W{0,3}$/.test(head)) counts.set(head, (counts.get(head) ?? 0) + 1);
  }
  return (segment) => (counts.get(headOf(visible, segment)) ?? 0) >= FEWEST_REPEATS;
}

/** With the unit after it, which may be the colon behind bold type. */
function headOf(visible: VisibleText, { start, headEnd }: Segment): string {
  return visible.text.slice(start, Math.min(headEnd + 1, start + 40));
}

function isEntryHead(
  visible: VisibleText,
  outline: Outline,
  segment: Segment,
  namesAt: (start: number, end: number) => boolean,
): boolean {
  const head = visible.text.slice(segment.start, Math.min(segment.headEnd, segment.start + 120));
  if (segment.kind === 'heading' && /[:?]\s*$/.test(head)) return false;
  const pick = pickLabelLength(head);
  if (pick > 0) {
    const named = { ...segment, start: segment.start + pick };
    return namesAt(named.start, named.start + 5) || isNamedHead(visible.text, named);
  }
  if (LABELS.test(head)) return namesAt(segment.start, segment.start + 3);
  if (isSentenceLike(head)) return false;
  if (namesAt(segment.start, segment.headEnd) || isNamedHead(visible.text, segment)) return true;
  return (outline.namedNeighbours(segment) ?? 0) >= 0.5;
}

/**
 * `Your budget — …`, `Top picks: …`, and the cells of a table's head that were run together, `FeatureWhy it matters`.
 */
function describesChoice(head: string): boolean {
  const first = FIRST_WORD.exec(head)?.[0] ?? '';
  const isGluedRow = hasInnerSeam(first) && LABELS.test(head.slice(1).replace(/^\p{Ll}*/u, ''));
  return isGluedRow || OPENS_SENTENCE.test(head) || TITLE.test(head);
}

/** Heads of options are short and hold few words in lower case, what is in brackets (`and forks of it`) left out. */
function isSentenceLike(head: string): boolean {
  const words = head.replace(BRACKETED, '').match(WORDS) ?? [];
  if (words.length <= MOST_SMALL_WORDS) return false;
  const lower = words.filter((word) => word === word.toLowerCase() && isOrdinaryWord(word)).length;
  return words.length > 14 || (lower > MOST_SMALL_WORDS && lower > words.length / 2);
}

const MOST_SMALL_WORDS = 3;
const BRACKETED = /(?<=\S\s?)\([^()]{0,60}\)/g;

/** A head such as `OldVault and a few others: …` is no option, but ends what is said of the one before. */
function headsAnother(visible: VisibleText, segment: Segment): boolean {
  return isUnknownHead(visible.text, segment) && !LABELS.test(headOf(visible, segment));
}

/**
 * The entry ends before the next one of its level or a higher one, before a title, and where text is further out
 * than it.
 */
function lastOf(
  visible: VisibleText,
  segments: readonly Segment[],
  first: number,
  starts: readonly number[],
  at: number,
): number {
  const own = segments[first];
  if (!own) return first;
  let next = at + 1;
  let last = first;
  for (let index = first + 1; index < Math.min(segments.length, first + MOST_SEGMENTS); index++) {
    const segment = segments[index];
    if (!segment) break;
    const isEntry = starts[next] === index;
    if (isEntry) next++;
    if (isBeyond(visible, own, segment, isEntry)) break;
    last = index;
  }
  return last;
}

function isBeyond(visible: VisibleText, own: Segment, segment: Segment, isEntry: boolean): boolean {
  if (segment.level <= own.level && (isEntry || headsAnother(visible, segment))) return true;
  if (RULE.test(visible.text.slice(segment.start, segment.end))) return true;
  return isTitleOver(own, segment) || (segment.opensLine && endsEntry(visible, own, segment));
}

/** A rule between two parts, which copies that lost their line breaks keep as marks. */
const RULE = /^[-–—*_]{3,}$/;

function isTitleOver(own: Segment, segment: Segment): boolean {
  return segment.kind === 'heading' && segment.level <= Math.max(own.level, 9);
}

/** A line that closes the answer, or that is indented less than the entry. */
function endsEntry(visible: VisibleText, own: Segment, line: Segment): boolean {
  if (CLOSING.test(visible.text.slice(line.start, line.start + 30))) return true;
  if (own.kind !== 'heading' && line.level < own.level) return true;
  return own.kind === 'item' && line.kind === 'text' && line.level <= own.level;
}

/** Titles of parts that tell how to choose, not what. */
const OF_CRITERIA = new RegExp(
  pattern`
    \b(?:factors?|considerations?|criteria|checklist|priorities|preferences
    |(?:things|what|features|questions) to (?:consider|look|know|ask|check|keep)
    |how to (?:choose|pick|select|decide|use)|(?:when|before) (?:choosing|buying|you buy)|tips?|key features
    |buying guide|next steps)\b
  `,
  'i',
);
/** A lead within a text is more often said of one option; only these words part it from them. */
const LEAD_OF_CRITERIA = new RegExp(
  pattern`
    \b(?:factors?|considerations?|criteria|(?:things|what) to (?:consider|look|know)
    |how to (?:choose|pick|select|decide))\b
  `,
  'i',
);
const LONGEST_TITLE = 80;

/** In text that lost its marks, such a title ends the part before it. */
const OF_OPTIONS = new RegExp(
  pattern`
    \b(?:options?|picks?|recommend\w*|choices?|best|top|brands?|models?|products?|alternatives?|mentions?|retailers?
    |where|services?|conclusion|summary)\b
  `,
  'i',
);
/** The level of titles that only a colon shows. */
const INLINE = 9;

interface Title {
  level: number;
  isOfCriteria: boolean;
}

/**
 * Tells, for segments asked in reading order, whether the nearest title above is one of a part that tells how to
 * choose.
 */
function criteriaSections(visible: VisibleText, outline: Outline): (index: number) => boolean {
  let at = 0;
  let title: Title | null = null;
  return (index) => {
    for (; at <= index; at++) {
      const segment = outline.segments[at];
      if (segment && (at < index || segment.kind !== 'heading')) title = titleAfter(visible, segment, title);
    }
    return title?.isOfCriteria === true && (outline.segments[index]?.level ?? 0) > title.level;
  };
}

/** The title that holds from the segment on; a line of the same level that heads nothing begins another part. */
function titleAfter(visible: VisibleText, segment: Segment, title: Title | null): Title | null {
  const isHeading = segment.kind === 'heading';
  if (!isHeading && title === null && segment.headEnd === segment.start) return null;
  const written = titleOf(visible, segment);
  if (!isHeading && !leadsToCriteria(segment, written))
    return isPlainLine(segment) && title?.level === INLINE ? null : title;
  const level = isHeading ? segment.level : INLINE;
  const isOfCriteria = OF_CRITERIA.test(written);
  return !isOfCriteria && staysOpen(title, level, written) ? title : { level, isOfCriteria };
}

/** The whole of a heading, the head of any other line. */
function titleOf({ text }: VisibleText, { kind, start, end, headEnd }: Segment): string {
  return text.slice(start, Math.min(kind === 'heading' ? end : headEnd, start + LONGEST_TITLE));
}

function leadsToCriteria({ kind }: Segment, written: string): boolean {
  return kind === 'text' && written.endsWith(':') && LEAD_OF_CRITERIA.test(written);
}

/** A line that heads nothing and is no part of an item. */
function isPlainLine({ kind, opensLine, start, headEnd, level }: Segment): boolean {
  return kind === 'text' && opensLine && headEnd === start && level <= INLINE + 1;
}

/** A part that tells how to choose goes on below a title of a lower level, or one that names no options. */
function staysOpen(title: Title | null, level: number, written: string): boolean {
  if (title?.isOfCriteria !== true) return false;
  return level > title.level || (level === INLINE && !OF_OPTIONS.test(written));
}
