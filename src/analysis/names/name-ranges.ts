/** Where a name is, in visible offsets. */
export interface NameRange {
  start: number;
  end: number;
}

/** Tells whether a mention begins in a range of visible offsets; found by halving, since mentions ascend. */
export function namesAt(mentions: readonly NameRange[]): (start: number, end: number) => boolean {
  return (start, end) => {
    const mention = mentions[lowerBound(mentions, start)];
    return mention !== undefined && mention.start < end;
  };
}

function lowerBound(mentions: readonly NameRange[], start: number): number {
  let low = 0;
  let high = mentions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((mentions[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
