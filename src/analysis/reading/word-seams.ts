import { isOrdinaryWord } from '../language/ordinary-words.js';
import { matchAt } from '../pattern.js';
import { CASE, caseOf } from './characters.js';

const LONGEST_WORD = 40;

/**
 * Whether a lost line break glued two words at `at`: an ordinary word in lower case runs into a capital
 * (`performanceStrong`). Names with a capital inside (`iPhone`, `AdSense`) begin otherwise.
 */
export function isWordSeam(text: string, at: number): boolean {
  if (!isCapitalSeam(text, at)) return false;
  const before = pieceBefore(text, at);
  return before.length >= 3 && caseOf(before.charCodeAt(0)) === CASE.lower && isOrdinaryWord(before);
}

/** Whether a lower-case letter runs into a capital at `at`. */
export function isCapitalSeam(text: string, at: number): boolean {
  return caseOf(text.charCodeAt(at)) === CASE.upper && caseOf(text.charCodeAt(at - 1)) === CASE.lower;
}

/** The letters before `at` back to the capital or the edge that opens them. */
export function pieceBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && at - start < LONGEST_WORD && caseOf(text.charCodeAt(start - 1)) === CASE.lower) start--;
  if (start > 0 && caseOf(text.charCodeAt(start - 1)) === CASE.upper) start--;
  return text.slice(start, at);
}

/** The letters from `at` on up to the next capital or edge. */
function pieceAfter(text: string, at: number): string {
  let end = at + 1;
  while (end < text.length && end - at < LONGEST_WORD && caseOf(text.charCodeAt(end)) === CASE.lower) end++;
  return text.slice(at, end);
}

/** Whether the text lost line breaks: it holds words run together, sentence on sentence or word on word. */
export function hasGluedWords(text: string): boolean {
  let seams = 0;
  for (const { index } of text.matchAll(BEHIND_NO_SPACE)) {
    const at = index + 1;
    const before = matchAt(GLUED, text, at)?.[1];
    if (before !== undefined && (before.length > 1 || isWordSeam(text, at))) seams++;
    if (seams >= 2) return true;
  }
  return false;
}

/** What may be a capital, right behind something else: a cheap look before the exact one. */
const BEHIND_NO_SPACE = /[^\s](?=[A-Z\u00C0-\uFFFF])/g;
/** A capital that begins a word of three letters, behind a small letter or a parenthesis and perhaps a mark. */
const GLUED = /(?<=([\p{Ll})][.!?:)]?))\p{Lu}\p{Ll}{2}/uy;

/** Whether the word was glued from ordinary ones: `NotesFast`, `TrimRange`. */
export function hasInnerSeam(word: string): boolean {
  for (let at = 1; at < word.length; at++) {
    if (!isCapitalSeam(word, at)) continue;
    const pieces = [pieceBefore(word, at), pieceAfter(word, at)];
    if (pieces.every((piece) => piece.length >= 2 && isOrdinaryWord(piece.toLowerCase()))) return true;
  }
  return false;
}
