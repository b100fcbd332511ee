import type { Mention } from './mentions.types.js';

/** Tells whether a mention begins in a range of visible offsets; found by halving, since mentions ascend. */
export function namesAt(mentions: readonly Mention[]): (start: number, end: number) => boolean {
  return (start, end) => {
    const mention = mentions[lowerBound(mentions, start)];
    return mention !== undefined && mention.start < end;
  };
}

function lowerBound(mentions: readonly Mention[], start: number): number {
  let low = 0;
  let high = mentions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((mentions[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
