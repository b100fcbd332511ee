import { isDictionaryWord } from '../language/ordinary-words.js';
import type { Outline, Segment } from '../reading/segments.js';
import { BLOCK_END, MASK, type VisibleText } from '../reading/visible-text.js';

const MOST_CELLS = 6;
const NAME_WORDS = /^\W{0,3}(\p{Lu}[\p{L}\p{N}'’&-]*)(?:[\s\u2011-](\S{1,20}))?/u;
/** The first cell of a row ends where a word runs into the next cell's: `Sonos ArcMassive sound`, `HD-450Some say`. */
const CELL_SEAM = /^[^.;:]{2,70}?[\p{L}\d)”"+](\p{Lu}\p{Ll}+)(?=\s\p{Ll}|\s[\d~$€£])/u;

/**
 * The last segment, by index, of the row of a table that begins with the segment: copies of a page run its cells
 * together. Null where the segment begins no such row. `nameEnd` is where the name that opens it ends.
 */
export function lastOfGluedRow(visible: VisibleText, outline: Outline, index: number, nameEnd: number): number | null {
  const segment = outline.segments[index];
  if (!segment?.opensLine || !isGluedOn(visible, segment) || !holdsSeam(visible, segment, nameEnd)) return null;
  let last = index;
  for (let next = index + 1; next <= index + MOST_CELLS; next++) {
    const cell = outline.segments[next];
    if (!cell || !isCellOf(visible, segment, cell)) break;
    last = next;
  }
  return last;
}

/** A cell is glued on or goes on in the line, and opens with no name as the next row does. */
function isCellOf(visible: VisibleText, { kind, level }: Segment, cell: Segment): boolean {
  if (cell.kind !== kind || cell.level !== level) return false;
  return isGluedOn(visible, cell) ? !opensWithName(visible, cell) : !cell.opensLine;
}

/** Nothing is between it and what came before. */
function isGluedOn({ text }: VisibleText, { start }: Segment): boolean {
  const before = text.charAt(start - 1);
  return before === MASK || (before !== BLOCK_END && before.trim() !== '');
}

function holdsSeam({ text }: VisibleText, { start, end }: Segment, nameEnd: number): boolean {
  const written = text.slice(start, Math.min(end, start + 160));
  const seam = CELL_SEAM.exec(written);
  const word = seam?.[1]?.toLowerCase() ?? '';
  return seam !== null && start + seam[0].length >= nameEnd && word.length > 0 && isDictionaryWord(word);
}

/** The next row: a capitalised word that is none of the language, or two capitalised words or a number in a row. */
function opensWithName({ text }: VisibleText, { start, end }: Segment): boolean {
  const [, first = '', second = ''] = NAME_WORDS.exec(text.slice(start, Math.min(end, start + 60))) ?? [];
  if (first === '') return false;
  return !isDictionaryWord(first.toLowerCase()) || /^[\p{Lu}\d]/u.test(second);
}
