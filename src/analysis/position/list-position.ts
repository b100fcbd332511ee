import { type NameRange, namesAt } from '../names/name-ranges.js';
import type { Entry } from '../reading/entries.js';
import type { Outline } from '../reading/outline.types.js';

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
