import { TONE_CLASSES, type ToneClass } from '../../analysis/analyser.js';

/** Of labelled answers of each class of tone, how many the rules read wrongly, and how many there are. */
export type ErrorCounts = Readonly<Record<ToneClass, readonly [wrong: number, of: number]>>;

/*
 * The two tables are written by `npm run accuracy -- --gate`; a test compares the first with the corpus as it is read
 * now.
 */

/** Of the project's own corpus. */
export const OF_CORPUS: ErrorCounts = {
  unread: [24, 27],
  'neutral silent': [11, 58],
  'neutral faint': [1, 2],
  'positive listed': [4, 15],
  'positive weak': [6, 47],
  'positive strong': [3, 15],
  'positive several': [0, 21],
  'negative weak': [2, 15],
  'negative strong': [2, 9],
  'mixed weak': [8, 26],
  'mixed strong': [0, 6],
  'foreign neutral': [1, 5],
  'foreign positive': [5, 24],
  'foreign negative': [1, 4],
  'foreign mixed weak': [1, 5],
  'foreign mixed strong': [0, 2],
};

/** Of the gold labels, whose answers are not in the repository. */
export const OF_GOLD: ErrorCounts = {
  unread: [0, 0],
  'neutral silent': [2, 44],
  'neutral faint': [1, 1],
  'positive listed': [1, 7],
  'positive weak': [6, 26],
  'positive strong': [1, 23],
  'positive several': [2, 77],
  'negative weak': [3, 8],
  'negative strong': [0, 2],
  'mixed weak': [4, 23],
  'mixed strong': [1, 5],
  'foreign neutral': [0, 0],
  'foreign positive': [0, 0],
  'foreign negative': [0, 0],
  'foreign mixed weak': [0, 0],
  'foreign mixed strong': [0, 0],
};

/** Both together. */
export const MEASURED: ErrorCounts = sumOf(OF_CORPUS, OF_GOLD);

/** Each class of both tables. */
export function sumOf(one: ErrorCounts, other: ErrorCounts): ErrorCounts {
  const sum = { ...one };
  for (const each of TONE_CLASSES) sum[each] = [one[each][0] + other[each][0], one[each][1] + other[each][1]];
  return sum;
}
