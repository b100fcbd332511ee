import { pattern } from '../pattern.js';
import type { Outline, Segment } from './outline.types.js';
import type { VisibleText } from './visible-text.types.js';

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
export function criteriaSections(visible: VisibleText, outline: Outline): (index: number) => boolean {
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
