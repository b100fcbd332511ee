import type { Reason } from './mentions.types.js';

/**
 * `open` is decided by the rest of the answer; `isLikely` where the word stands as names do and nothing else. With
 * `isActing` it opens a sentence before what is said of one thing, `Chime pays wages …`. With
 * `isColonHead` it is the whole of a head before a colon, as labels are that an answer repeats.
 */
export type NameVerdict = (
  | { is: 'named' | 'not'; reason: Reason }
  | { is: 'open'; isLikely: boolean; isActing?: true }
) & {
  isColonHead?: true;
};

export const named = (reason: Reason): NameVerdict => ({ is: 'named', reason });
export const not = (reason: Reason): NameVerdict => ({ is: 'not', reason });
export const OPEN: NameVerdict = { is: 'open', isLikely: false };
export const LIKELY: NameVerdict = { is: 'open', isLikely: true };
