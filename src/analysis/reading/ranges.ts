/** A half-open range of visible offsets. */
export type Range = readonly [start: number, end: number];

/** Where a name is, in visible offsets. */
export interface NameRange {
  start: number;
  end: number;
}

/** Tells whether one of the names, which ascend, begins in a range of visible offsets. */
export function namesAt(names: readonly NameRange[]): (start: number, end: number) => boolean {
  return (start, end) => {
    const next = names[lowerBound(names.length, (at) => (names[at]?.start ?? 0) < start)];
    return next !== undefined && next.start < end;
  };
}

/**
 * The number of places at the start of an ordered list that are before what is looked for, and so the index of the
 * first that is not; found by halving. `isBefore` holds of the first places of the list and of no other.
 */
export function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
