import type { Polarity } from './polarity.types.js';

/** What one passage says for and against the subject. */
export interface Statement extends Polarity {
  /** Visible offsets. */
  start: number;
  end: number;
  /** It is nothing but the place in a list of recommendations. */
  isListing?: true;
}

/** What an answer about one subject was asked, and where it names others. */
export interface TopicOfAnswer {
  question: string;
  namesOther: (start: number, end: number) => boolean;
}

/** What an entry of a list of recommendations is worth before a word is said of it. */
export const BEING_LISTED = 2;
