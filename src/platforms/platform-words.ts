import { storable } from './visible-text.js';

/** The most code points of a platform's own words that a message quotes. */
const QUOTE_LENGTH = 200;

/** A long error can hold the whole question; text beyond this is never quoted. */
const READ_LENGTH = 2_000;

/** Keys of the four platforms, also partly masked, account and project ids, and any other token of 32 characters. */
const SECRETS = /\b(?:(?:sk|pplx|org|proj)[-_]|AIza|ya29\.)[\w*.-]{6,}|\b[A-Za-z0-9]{32,}/g;

/**
 * A platform's own words in a form that is safe to show to a user: one line of at most 200 code points, without keys.
 */
export function quoteWords(words: string): string {
  return shorten(oneLine(words).replace(SECRETS, '[…]'), QUOTE_LENGTH);
}

/** A platform's own words as one line, without line breaks, control or direction characters. */
export function oneLine(words: string): string {
  return storable(words.slice(0, READ_LENGTH))
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

function shorten(line: string, length: number): string {
  const characters = Array.from(line);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line;
}
