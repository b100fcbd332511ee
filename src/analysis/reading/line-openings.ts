import { CLASS, classOf } from './characters.js';
import type { Block } from './visible-text.types.js';

/** How a line begins: which block it is and where its words start. */
export interface LineOpening {
  kind: Block['kind'] | 'blank' | 'fence' | 'rule' | 'delimiter';
  level: number;
  ordinal: number | null;
  contentStart: number;
}

/** A line nested deeper is read as text from there on, so that no line costs more than a bounded look. */
const DEEPEST_NESTING = 12;

const BULLET = /[-*+•·‣▪●○◦–—][ \t]+/y;
const ORDINAL = /(\d{1,3})[.)](?=[ \t]|\*\*)[ \t]*/y;
const HEADING = /(#{1,6})[ \t]+/y;
const TASK = /\[[ xX]\][ \t]+/y;
const FENCE = /(?:`{3,}|~{3,})[^`\n]{0,80}$/my;
const RULE = /(?:[-*_][ \t]*){3,40}$/my;
const DELIMITER = /\|?(?:[ \t]{0,9}:?-{2,200}:?[ \t]{0,9}\|){1,40}(?:[ \t]{0,9}:?-{2,200}:?[ \t]{0,9})?[ \t]*$/my;

/** Reads the markers at the start of the line [start, end): quotes, bullets, numbers, headings, in any nesting. */
export function openLine(source: string, start: number, end: number): LineOpening {
  const opening: LineOpening = { kind: 'text', level: 0, ordinal: null, contentStart: start };
  for (let depth = 0; depth < DEEPEST_NESTING; depth++) {
    skipSpace(source, end, opening);
    if (opening.contentStart >= end) return { ...opening, kind: opening.kind === 'text' ? 'blank' : opening.kind };
    if (!readMarker(source, end, opening)) break;
  }
  return opening;
}

function skipSpace(source: string, end: number, opening: LineOpening): void {
  let at = opening.contentStart;
  for (; at < end; at++) {
    const unit = source.charCodeAt(at);
    if (unit !== 32 && unit !== 9 && unit !== 0xa0) break;
  }
  if (opening.kind === 'text') opening.level += at - opening.contentStart;
  opening.contentStart = at;
}

/** Takes one marker off the line; false where words begin or where the line holds nothing but its marker. */
function readMarker(source: string, end: number, opening: LineOpening): boolean {
  const at = opening.contentStart;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    return match && at + match[0].length <= end ? match : null;
  };
  switch (source.charCodeAt(at)) {
    case 0x3e: // >
      opening.contentStart = at + 1;
      return true;
    case 0x7c: // |
      opening.kind = take(DELIMITER) ? 'delimiter' : 'row';
      return false;
    case 0x23: // #
      return readHeading(take(HEADING), opening);
  }
  return classOf(source.charCodeAt(at)) !== CLASS.letter && readListMarker(take, opening);
}

function readHeading(match: RegExpExecArray | null, opening: LineOpening): boolean {
  if (!match) return false;
  opening.kind = 'heading';
  opening.level = match[1]?.length ?? 1;
  opening.contentStart += match[0].length;
  return true;
}

function readListMarker(take: (pattern: RegExp) => RegExpExecArray | null, opening: LineOpening): boolean {
  if (take(DELIMITER)) return became(opening, 'delimiter');
  if (take(RULE)) return became(opening, 'rule');
  if (take(FENCE)) return became(opening, 'fence');
  const bullet = take(BULLET);
  if (bullet) return openItem(opening, bullet[0].length, null);
  const task = opening.kind === 'item' ? take(TASK) : null;
  if (task) return openItem(opening, task[0].length, opening.ordinal);
  const ordinal = take(ORDINAL);
  if (ordinal) return openItem(opening, ordinal[0].length, Number(ordinal[1]));
  return false;
}

function openItem(opening: LineOpening, length: number, ordinal: number | null): boolean {
  if (opening.kind !== 'heading') opening.kind = 'item';
  opening.ordinal = ordinal ?? opening.ordinal;
  opening.contentStart += length;
  return true;
}

function became(opening: LineOpening, kind: LineOpening['kind']): false {
  opening.kind = kind;
  return false;
}
