import { isDictionaryWord } from '../language/ordinary-words.js';
import { MARK, type VisibleText } from '../reading/visible-text.types.js';
import { brandIn, type FoundName } from './brand-names.js';

const LONGEST_NAME = 40;
const FEWEST_LABELS = 3;
const NAME = /^(?:\p{Lu}|\p{Ll}{1,2}\p{Lu}|\d+\p{Lu})[^.,:;!?()\n]*$/u;

/**
 * Names set in bold within a sentence, as answers do with what they recommend; a label before a colon that returns with
 * each option is none.
 */
export function boldNames({ text, marks }: VisibleText): FoundName[] {
  const found: FoundName[] = [];
  const labels = new Map<string, number>();
  for (let at = 0; at < text.length; at++) {
    if (((marks[at] ?? 0) & MARK.strong) === 0) continue;
    const start = at;
    at = boldEnd(marks, at, text.length);
    const name = at - start <= LONGEST_NAME ? nameOf(text.slice(start, at).trim(), text) : null;
    if (name) found.push({ name, start });
    if (name && text.charAt(at) === ':') labels.set(name, (labels.get(name) ?? 0) + 1);
  }
  return found.filter(({ name }) => (labels.get(name) ?? 0) < FEWEST_LABELS);
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
