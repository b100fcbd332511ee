/** Something that happened on a day of a trend. */
export interface TrendMark {
  /** The UTC day. */
  date: string;
  /** A sentence each, the newest first. */
  texts: readonly string[];
}

/** Texts that are told at once beside the chart; the others are counted. */
const TOLD_MAX = 4;

/** By day, as texts; events of one day are one mark. @param events the newest first, at instants. */
export function marksOf(events: readonly { at: string; text: string }[]): TrendMark[] {
  const byDay = Map.groupBy(events, ({ at }) => at.slice(0, 10));
  return Array.from(byDay, ([date, own]) => ({ date, texts: own.map(({ text }) => text) }));
}

/** What is told of a day: its first texts, and how many more there are. */
export function textsOf(marks: readonly TrendMark[], date: string | undefined): string[] {
  const texts = [...new Set(marks.find((mark) => mark.date === date)?.texts)];
  const more = texts.length - TOLD_MAX;
  return more > 0 ? [...texts.slice(0, TOLD_MAX), `and ${more} more`] : texts;
}
