import { isDictionaryWord } from '../language/ordinary-words.js';
import type { Range } from '../reading/ranges.js';
import { MARK, type VisibleText } from '../reading/visible-text.js';
import { brandIn, type FoundName } from './brand-names.js';

const LONGEST_NAME = 40;
const FEWEST_LABELS = 3;
const NAME = /^(?:\p{Lu}|\p{Ll}{1,2}\p{Lu}|\d+\p{Lu})[^.,:;!?()\n]*$/u;

/**
 * Names set in bold within a sentence, as answers do with what they recommend; a label before a colon that returns with
 * each option is none.
 */
export function boldNames(visible: VisibleText): FoundName[] {
  const { text } = visible;
  const found: FoundName[] = [];
  const labels = new Map<string, number>();
  for (const [start, end] of boldRanges(visible)) {
    const name = end - start <= LONGEST_NAME ? nameOf(text.slice(start, end).trim(), text) : null;
    if (!name) continue;
    found.push({ name, start });
    if (text.charAt(end) === ':') labels.set(name, (labels.get(name) ?? 0) + 1);
  }
  return found.filter(({ name }) => (labels.get(name) ?? 0) < FEWEST_LABELS);
}

function* boldRanges({ text, marks }: VisibleText): Generator<Range> {
  for (let at = 0; at < text.length; at++) {
    if (((marks[at] ?? 0) & MARK.strong) === 0) continue;
    const start = at;
    at = boldEnd(marks, at, text.length);
    yield [start, at];
  }
}

function boldEnd(marks: VisibleText['marks'], start: number, end: number): number {
  let at = start;
  while (at < end && ((marks[at] ?? 0) & MARK.strong) !== 0) at++;
  return at;
}

function nameOf(written: string, text: string): string | null {
  if (!NAME.test(written) || written.split(' ').some((word) => /^\p{Ll}+$/u.test(word))) return null;
  const first = written.split(' ')[0] ?? '';
  return isDictionaryWord(first.toLowerCase()) || /^\p{Lu}{1,4}$/u.test(first) ? null : brandIn(written, text, false);
}
