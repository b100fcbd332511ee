import { CLASS, classOf } from './characters.js';

/** The end of the run of the same character. */
export function runEnd(source: string, at: number, end: number): number {
  let stop = at + 1;
  while (stop < end && source.charCodeAt(stop) === source.charCodeAt(at)) stop++;
  return stop;
}

/** `snake_case`: letters or digits on both sides. */
export function isWithinWord(before: number, after: number): boolean {
  return classOf(before) !== CLASS.other && classOf(after) !== CLASS.other;
}

/** `3*4`. */
export function isBetweenDigits(before: number, after: number): boolean {
  return classOf(before) === CLASS.digit && classOf(after) === CLASS.digit;
}

/** Whether a run of `*`, `_` or `~` is part of the text: a single `~`, `_` within a word, a mark between digits. */
export function isLiteralRun(unit: number, length: number, before: number, after: number): boolean {
  if (unit === 0x7e) return length < 2;
  if (unit === 0x5f && isWithinWord(before, after)) return true;
  return length === 1 && isBetweenDigits(before, after);
}
