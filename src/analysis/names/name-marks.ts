import { CLASS, classOf, foldUnit, SEPARATOR } from '../reading/characters.js';

/** Marks within names that many writers leave out: `Dr. Martens`, `Arc'teryx`, `E*TRADE`. As they are folded. */
export const MARK_UNITS = { apostrophe: 0x27, star: 0x2a, dot: 0x2e } as const;

export function isNameMark(folded: number): boolean {
  return folded === MARK_UNITS.apostrophe || folded === MARK_UNITS.star || folded === MARK_UNITS.dot;
}

/** What of a name tells how it may be written; as in its form. */
interface Written {
  kind: 'name' | 'domain';
  breaks: ReadonlySet<number>;
  marks: ReadonlyMap<number, number>;
  isOrdinary: boolean;
  isAddress: boolean;
}

/** A piece of a name before a dot, as a title or an initial is: `J. Crew`, `Dr. Martens`. */
const LONGEST_SHORTENED = 2;
/** A space, a hyphen and a space, two spaces, or a dot and a space: more is no way to write a name. */
const MOST_BETWEEN = 3;

/**
 * Whether what the text has from `from` to before `to` may be within the name, before its folded offset `index`: spaces
 * and hyphens at its breaks, marks where it has some or where usual spellings differ. A web domain has exactly its own,
 * and in a name that is an address no hyphen is in place of a dot: the game X-COM is not `x.com`.
 */
export function mayStandWithin(text: string, from: number, to: number, form: Written, index: number): boolean {
  if (to - from > MOST_BETWEEN) return false;
  if (form.kind === 'domain') return isExactly(text, from, to, form.marks.get(index));
  if (from === to) return true;
  const isBreak = form.breaks.has(index);
  const mark = markIn(text, from, to);
  const isSpaced = hasSeparator(text, from, to);
  if (mark === 'several' || isHyphenForDot(text.slice(from, to), form, index)) return false;
  if (mark === null) return isBreak || !isSpaced;
  if (isSpaced) return mark === MARK_UNITS.dot && isBreak && isShortened(form, index);
  return form.marks.has(index) || isUsualMark(text, to, form, index, mark);
}

function isHyphenForDot(between: string, { isAddress, marks }: Written, index: number): boolean {
  return isAddress && marks.get(index) === MARK_UNITS.dot && /[-\u2010-\u2015]/.test(between);
}

/** A mark that the registered name lacks: `Arc'teryx` for `Arcteryx`, `Node.js` for `NodeJS`, `J.Crew` for `J Crew`. */
function isUsualMark(text: string, to: number, form: Written, index: number, mark: number): boolean {
  if (mark !== MARK_UNITS.dot) return !form.isOrdinary;
  if (!form.breaks.has(index)) return false;
  if (isShortened(form, index)) return true;
  return !form.isOrdinary && classOf(text.charCodeAt(to)) === CLASS.letter && /\p{Ll}/u.test(text.charAt(to));
}

function isShortened({ breaks, marks }: Written, index: number): boolean {
  if (marks.get(index) === MARK_UNITS.dot || index <= LONGEST_SHORTENED) return true;
  // Asked at each place of each occurrence: the time must not grow with the number of breaks.
  for (let at = index - LONGEST_SHORTENED; at < index; at++) if (breaks.has(at)) return true;
  return false;
}

function isExactly(text: string, from: number, to: number, mark: number | undefined): boolean {
  if (mark === undefined) return from === to;
  return to - from === 1 && foldUnit(text.charCodeAt(from)) === mark;
}

/** The one mark that it has; null without one. */
function markIn(text: string, from: number, to: number): number | 'several' | null {
  let found: number | null = null;
  for (let at = from; at < to; at++) {
    const unit = foldUnit(text.charCodeAt(at));
    if (!isNameMark(unit)) continue;
    if (found !== null) return 'several';
    found = unit;
  }
  return found;
}

function hasSeparator(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (foldUnit(text.charCodeAt(at)) === SEPARATOR) return true;
  return false;
}
