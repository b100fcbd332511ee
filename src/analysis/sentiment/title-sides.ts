import type { Segment } from '../reading/outline.types.js';

export const CONS =
  /^\W{0,4}(?:cons?|drawbacks?|downsides?|weaknesses|limitations?|caveats?|disadvantages?|potential downsides?)\b/i;
export const PROS = /^\W{0,4}(?:pros?|strengths?|advantages?|why|highlights?|best for|benefits)\b/i;

export type Side = 'pros' | 'cons' | null;

/** The title such as `Pros` that was read last, and the side it puts a segment on. */
export interface Under {
  title: Segment | null;
  side: Side;
}

export const NO_TITLE: Under = { title: null, side: null };

/** The title that holds for the segment, given the one that held for the segment before it. */
export function underTitle(under: Under, segment: Segment, said: string): Under {
  if (CONS.test(said)) return { title: segment, side: 'cons' };
  if (PROS.test(said)) return { title: segment, side: 'pros' };
  const isLeft = under.title !== null && segment.opensLine && !isUnder(under.title, segment);
  return isLeft ? { ...under, side: null } : under;
}

/** A title's list is below it, or in its own column where the title is a line and not an item. */
function isUnder(title: Segment, segment: Segment): boolean {
  return (
    segment.level > title.level || (segment.kind === 'item' && title.kind !== 'item' && segment.level === title.level)
  );
}
