import { CASE, caseOf } from '../reading/characters.js';
import { LABELS } from '../reading/labels.js';
import type { Outline, Segment } from '../reading/outline.types.js';
import type { Reading } from '../reading/reading.types.js';
import { segmentAt } from '../reading/segment-at.js';

/** What stands around an occurrence, as far as it tells a name from a word. */
export interface Surroundings {
  previous: string | null;
  next: string | null;
  /** Nothing but one space or hyphen stands between. */
  isPreviousJoined: boolean;
  isNextJoined: boolean;
  /** The word before opens its sentence, so its capital says nothing. */
  isPreviousAtStart: boolean;
  /** The place asks for a capital whatever the word. */
  isAtStart: boolean;
  isInTitleCase: boolean;
  isPossessive: boolean;
  /** It opens the head of an entry: a heading, or what stands before a colon or dash. */
  isHead: boolean;
  /** The share of the entries beside it that are headed by names. */
  namedSiblings: number;
  /** A title such as `House of the …` leads to it. */
  isTitlePhraseBefore: boolean;
  /** It stands within the head of its segment, at the start or not. */
  isInHead: boolean;
  /** The name is the whole head. */
  isWholeHead: boolean;
  /** The head begins as labels of what is said of an option do: `Price`, `Best for`. */
  isLabel: boolean;
  isHyphenedBefore: boolean;
  isHyphenedAfter: boolean;
  isListedBefore: boolean;
  isListedAfter: boolean;
  listedBefore: string | null;
  listedAfter: string | null;
}

const WORD = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}'’&.+]*[\\p{L}\\p{N}+])?";
const BEFORE = new RegExp(`(${WORD})([^\\p{L}\\p{N}]*)$`, 'u');
const AFTER = new RegExp(`^([^\\p{L}\\p{N}]*)(${WORD})`, 'u');
const TITLE_PHRASE = /\p{Lu}[\p{L}'’]+ (?:of (?:the |a )?|(?:and|in|on) the )$/u;
const LIST_MARK = /^(?:\s?[,/&]\s?(?:and |or )?|\s(?:and|or|vs\.?|und|et|y)\s)$/;
/** How far around an occurrence is looked; a word is rarely longer. */
const REACH = 60;

export function surroundingsOf(reading: Reading, outline: Outline, start: number, end: number): Surroundings {
  const { text } = reading;
  const segment = segmentAt(outline, start);
  const floor = Math.max(segment?.start ?? 0, start - REACH);
  const left = text.slice(floor, start);
  const right = text.slice(end, Math.min(segment?.end ?? text.length, end + REACH));
  const before = BEFORE.exec(left);
  const after = AFTER.exec(right);
  const [previous, gapBefore] = [before?.[1] ?? null, before?.[2] ?? ''];
  const [gapAfter, next] = [after?.[1] ?? '', after?.[2] ?? null];
  const isListedBefore = previous !== null && LIST_MARK.test(joinedGap(left, gapBefore));
  const isListedAfter = next !== null && LIST_MARK.test(gapAfter === ' ' ? ` ${next} ` : gapAfter);
  return {
    previous,
    next,
    isPreviousJoined: /^[ -]$/.test(gapBefore),
    isNextJoined: /^[ -]$/.test(gapAfter),
    isPreviousAtStart: before !== null && floor === segment?.start && left.slice(0, before.index).trim() === '',
    isAtStart: previous === null || /[.!?:;•—–|("“]\s*$/.test(left) || / - $/.test(left),
    isInTitleCase: segment !== null && isTitleCase(text, segment),
    isPossessive: /^['’]s(?![\p{L}])/u.test(right),
    isHead: segment !== null && isHeadOf(text, segment, start, end),
    namedSiblings: segment === null ? 0 : outline.namedNeighbours(segment),
    isTitlePhraseBefore: TITLE_PHRASE.test(left),
    isInHead: segment !== null && segment.headEnd >= end,
    isWholeHead:
      segment !== null &&
      /^[^\p{L}\p{N}]*$/u.test(text.slice(end, Math.max(end, Math.min(segment.headEnd, end + REACH)))),
    isLabel:
      segment !== null && LABELS.test(text.slice(segment.start, Math.min(segment.headEnd, segment.start + REACH))),
    isHyphenedBefore: /[\p{L}\p{N}]-$/u.test(left),
    isHyphenedAfter: /^-\p{L}/u.test(right),
    isListedBefore,
    isListedAfter,
    listedBefore: wordBeyond(left, gapBefore, previous),
    listedAfter: gapAfter === ' ' ? wordBeyondNext(right) : next,
  };
}

/** `and` counts as the mark between two names, not as the word before. */
function joinedGap(left: string, gap: string): string {
  const conjunction = /[,\s]\s?(?:and|or|vs\.?|und|et|y)\s$/.exec(left);
  return conjunction ? ` ${conjunction[0].replace(/[,\s]/g, '')} ` : gap;
}

function wordBeyond(left: string, gap: string, previous: string | null): string | null {
  if (gap !== ' ') return previous;
  return BEFORE.exec(left.replace(/[,\s]+(?:and|or|vs\.?|und|et|y)\s$/, ''))?.[1] ?? null;
}

function wordBeyondNext(right: string): string | null {
  return AFTER.exec(right.replace(/^\s(?:and|or|vs\.?|und|et|y)\s/, ''))?.[2] ?? null;
}

/** A segment whose longer words nearly all have capitals, as headlines do. */
function isTitleCase(text: string, segment: Segment): boolean {
  const written = text.slice(segment.start, Math.min(segment.end, segment.start + 200));
  const words = written.match(/\p{L}{4,}/gu) ?? [];
  if (words.length < 3) return segment.kind === 'heading';
  const capitals = words.filter((word) => caseOf(word.charCodeAt(0)) === CASE.upper).length;
  return capitals / words.length > 0.8;
}

function isHeadOf(text: string, segment: Segment, start: number, end: number): boolean {
  const before = text.slice(segment.start, start);
  return segment.headEnd >= end && /^[^\p{L}]{0,8}$/u.test(before) && segment.opensLine;
}
