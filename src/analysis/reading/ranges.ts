/** A half-open range of visible offsets. */
export type Range = readonly [start: number, end: number];
