import type { VisibleText } from './visible-text.types.js';

const LONGEST_EXCERPT = 200;

/**
 * The source text of a range of visible offsets, at most 200 UTF-16 units, cut between words. Verbatim but for NUL and
 * lone surrogates, which no database takes.
 */
export function excerptOf({ source, starts, ends }: VisibleText, start: number, end: number): string {
  const whole = source.slice(starts[start] ?? 0, ends[end - 1] ?? 0).replaceAll('\0', '');
  return cutBetweenWords(whole).toWellFormed();
}

function cutBetweenWords(text: string): string {
  if (text.length <= LONGEST_EXCERPT) return text;
  const space = text.lastIndexOf(' ', LONGEST_EXCERPT);
  const cut = text.slice(0, space > LONGEST_EXCERPT / 2 ? space : LONGEST_EXCERPT);
  const isCutInPair = /[\uD800-\uDBFF]$/.test(cut);
  return isCutInPair ? cut.slice(0, -1) : cut;
}
