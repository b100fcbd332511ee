import { isFunctionWord } from '../language/ordinary-words.js';
import { CASE, caseOf } from '../reading/characters.js';
import { LABELS } from '../reading/labels.js';
import type { Outline, Segment } from '../reading/outline.types.js';
import { MARK, type VisibleText } from '../reading/visible-text.types.js';
import { REACH } from './neighbours.js';

/** Where in its sentence, head, list or table an occurrence is. */
export interface NamePlace {
  isInTitleCase: boolean;
  /** It opens the head of an entry: a heading, or what is before a colon or dash. */
  isHead: boolean;
  /** It is all that the line or bullet says, an aside in parentheses apart. */
  isWholeLine: boolean;
  /** The share of the entries beside it that are headed by names; null where there are none. */
  namedSiblings: number | null;
  /** How many heads and cells beside it open with names, those that are looked for among them. */
  namedBeside: { named: number; all: number };
  /** It is within the head of its segment, at the start or not. */
  isInHead: boolean;
  /** The head it is in is a sentence of its own. */
  isInSentenceHead: boolean;
  /** The name is the whole head. */
  isWholeHead: boolean;
  /** The head begins as labels of what is said of an option do: `Price`, `Best for`. */
  isLabel: boolean;
  /** It is in a table. */
  isInCell: boolean;
  /** It is in the row of a table that names its columns. */
  isInTableHead: boolean;
}

export function placeOf(
  text: string,
  outline: Outline,
  segment: Segment | null,
  start: number,
  end: number,
  known: ReadonlySet<number>,
): NamePlace {
  if (!segment) return NOWHERE;
  const { start: first, end: last, headEnd, opensLine, kind, isTableHead } = segment;
  return {
    isInTitleCase: isTitleCase(text, segment),
    isHead: headEnd >= end && opensLine && opensHead(text.slice(first, Math.min(start, first + REACH))),
    isWholeLine: opensLine && first === start && ASIDE.test(text.slice(end, Math.min(last, end + REACH))),
    namedSiblings: outline.namedNeighbours(segment),
    namedBeside: outline.namedBeside(segment, known),
    isInHead: headEnd >= end,
    isInSentenceHead: headEnd >= end && smallWords(text.slice(Math.max(first, start - REACH), start)) > 2,
    isWholeHead: /^[^\p{L}\p{N}]*$/u.test(text.slice(end, Math.max(end, Math.min(headEnd, end + REACH)))),
    isLabel: LABELS.test(text.slice(first, Math.min(headEnd, first + REACH))),
    isInCell: kind === 'row',
    isInTableHead: isTableHead,
  };
}

const NOWHERE: NamePlace = {
  isInTitleCase: false,
  isHead: false,
  isWholeLine: false,
  namedSiblings: 0,
  namedBeside: { named: 0, all: 0 },
  isInHead: false,
  isInSentenceHead: false,
  isWholeHead: false,
  isLabel: false,
  isInCell: false,
  isInTableHead: false,
};

const ASIDE = /^(?: \([^()]*\))?$/;
const LONGEST_LOOK = 200;

function opensHead(before: string): boolean {
  return /^[^\p{L}]{0,8}(?:The )?$/u.test(before);
}

function smallWords(written: string): number {
  return (written.match(/ \p{Ll}+/gu) ?? []).length;
}

/**
 * A segment whose longer words nearly all have capitals, as headlines do; a short one where no word at all is small.
 * Headlines have no stop.
 */
export function isTitleCase(text: string, segment: Segment): boolean {
  if (segment.kind !== 'heading' && /[.!?]/.test(text.charAt(segment.end - 1))) return false;
  const written = text.slice(segment.start, Math.min(segment.end, segment.start + LONGEST_LOOK));
  const words = (written.match(/\p{L}{4,}/gu) ?? []).filter((word) => !isFunctionWord(word));
  if (words.length < 3)
    return segment.kind === 'heading' || /^[^\p{Ll},.]*(?:\p{Lu}\p{L}*(?:[^\p{L},.]+|$)){2,}$/u.test(written);
  const capitals = words.filter((word) => caseOf(word.charCodeAt(0)) === CASE.upper).length;
  return capitals / words.length > 0.8;
}

/** Set in italics and not in bold, from its first letter to its last and not beyond. */
export function isItalic({ marks }: VisibleText, start: number, end: number): boolean {
  const isSet = (at: number): boolean => ((marks[at] ?? 0) & (MARK.italic | MARK.strong)) === MARK.italic;
  return isSet(start) && isSet(end - 1) && !isSet(start - 1) && !isSet(end);
}
