import type { Outline, Segment } from './outline.types.js';

/** The segment that holds the visible offset, found by halving; null between segments. */
export function segmentAt(outline: Outline, at: number): Segment | null {
  return outline.segments[segmentIndexAt(outline, at)] ?? null;
}

/** The index of the segment that holds the visible offset, or -1. */
export function segmentIndexAt(outline: Outline, at: number): number {
  let low = 0;
  let high = outline.segments.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = outline.segments[middle];
    if (!segment) return -1;
    if (at < segment.start) high = middle - 1;
    else if (at >= segment.end) low = middle + 1;
    else return middle;
  }
  return -1;
}
