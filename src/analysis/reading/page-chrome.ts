import { pattern } from '../pattern.js';
import type { Range } from './ranges.js';

/**
 * Words of the pages that answers are copied from: they frame every answer alike and state nothing.
 * Where such a frame runs on to the end of the text, all from its first words on is chrome.
 */
const CLOSING_FRAME = new RegExp(
  pattern`
    AI responses may include mistakes\.? ?Learn more|AI Overviews? (?:are|is) experimental
    |Thank you ?Your feedback helps Google improve|(?:ChatGPT|Gemini|Claude|Perplexity) can make mistakes\b
  `,
);
const PHRASES = new RegExp(
  pattern`
    Your feedback helps Google improve\.?|See our Privacy Policy\.?|Share more feedback|Report a problem
    |To save your searches, update your settings|Dive deeper in AI Mode|Show (?:more|all)(?=$|\n|\u001E|[\p{Lu}\d])
    |See more(?=$|\n|\u001E|[\p{Lu}\d])
  `,
  'gu',
);
/** A frame is near the end; the same words in the middle of an answer are part of it. */
const LONGEST_FRAME = 600;

export function pageChrome(text: string): Range[] {
  const tail = Math.max(0, text.length - LONGEST_FRAME);
  const start = text.slice(tail).search(CLOSING_FRAME);
  const ranges: Range[] = start >= 0 ? [[tail + start, text.length]] : [];
  for (const match of text.matchAll(PHRASES)) ranges.push([match.index, match.index + match[0].length]);
  return ranges;
}
