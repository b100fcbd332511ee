import { sampleOf } from '../../analysis/reading/sample.js';

/** Characters of an answer that are read for its excerpt; a name that first occurs behind them is not shown. */
export const EXCERPTED_CHARACTERS = 8_000;
/** Units at the beginning that stand in for a name: their sentence is the first one of some length. */
const BEGINNING = 40;

/**
 * A sentence as a reader sees it, lines parted by `·`, without marks of markdown, at most about 240 UTF-16 units.
 * @param beginning the first characters of an answer.
 * @param place the place of a name in them, begin and end in UTF-16 units; null for none.
 * @returns the sentence around the name, else the first one; empty where nothing is shown of either.
 */
export function excerptOf(beginning: string, place: readonly number[] | null): string {
  const [start, end] = place ?? [];
  const isWithin = start !== undefined && end !== undefined && end <= beginning.length;
  const named = isWithin ? sampleOf(beginning, [start, end]) : null;
  const text = (named ?? sampleOf(beginning, [0, BEGINNING]))?.text ?? '';
  return text
    .replace(/\s*·\s*/g, ' · ')
    .replace(/\s+/g, ' ')
    .trim();
}
