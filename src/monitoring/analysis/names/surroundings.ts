import { CASE, caseOf } from '../reading/characters.js';
import { LABELS } from '../reading/labels.js';
import type { Outline, Segment } from '../reading/outline.types.js';
import { BLOCK_END, MASK, type Reading } from '../reading/reading.types.js';
import { segmentAt } from '../reading/segment-at.js';

/** What stands around an occurrence, as far as it tells a name from a word. */
export interface Surroundings {
  previous: string | null;
  next: string | null;
  /** Nothing but one space or hyphen stands between. */
  isPreviousJoined: boolean;
  isNextJoined: boolean;
  /** The word before opens its sentence or what follows a colon or dash, so its capital says nothing. */
  isPreviousAtStart: boolean;
  /** The place asks for a capital whatever the word. */
  isAtStart: boolean;
  isInTitleCase: boolean;
  isPossessive: boolean;
  /** It opens the head of an entry: a heading, or what stands before a colon or dash. */
  isHead: boolean;
  /** It is all that the line or bullet says. */
  isWholeLine: boolean;
  /** The share of the entries beside it that are headed by names; null where there are none. */
  namedSiblings: number | null;
  /** The capitalised word of a phrase such as `House of the …` that leads to it. */
  phraseBefore: string | null;
  /** It stands within the head of its segment, at the start or not. */
  isInHead: boolean;
  /** The name is the whole head. */
  isWholeHead: boolean;
  /** The head begins as labels of what is said of an option do: `Price`, `Best for`. */
  isLabel: boolean;
  /** A label such as `Best overall:` or `Top pick for travel:` leads to it. */
  isAfterPick: boolean;
  /** The next word is a model's number or a product's mark: `Apple M1`, `Visible iPhone`. */
  isBeforeProduct: boolean;
  /** `Max (formerly …)`: what follows tells of the name itself. */
  isRenamed: boolean;
  isHyphenedBefore: boolean;
  /** Behind a small word and a hyphen: `non-Apple` speaks of Apple. */
  isPrefixed: boolean;
  isHyphenedAfter: boolean;
  isListedBefore: boolean;
  isListedAfter: boolean;
  /** Nothing but a stroke parts it from the word before. */
  isAfterStroke: boolean;
  /** ` & ` and another capital follow. */
  isBeforeAmpersand: boolean;
  listedBefore: string | null;
  listedAfter: string | null;
}

const WORD = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}'’&.+]*[\\p{L}\\p{N}+])?";
const BEFORE = new RegExp(`(${WORD})([^\\p{L}\\p{N}]*)$`, 'u');
const AFTER = new RegExp(`^([^\\p{L}\\p{N}]*)(${WORD})`, 'u');
const PHRASE = /(\p{Lu}[\p{L}'’]+) (?:of (?:the |a )?(?:\p{Lu}\p{L}+, (?:and )?){0,3}|(?:and|in|on) the )$/u;
const OPENING = /(?:[.!?:;•—–|("“]|\s-)\s*$/;
const LIST_MARK = /^(?:\s?[,/&]\s?(?:and |or )?|\s(?:and|or|vs\.?|und|et|y)\s)$/;
const PICK =
  /(?:^|[^\p{L}])(?:best|top|most|overall|winner|runner-up|honou?rable|pick|choice)(?:[ -][^.:;!?\n]{0,40})?:\s?$/iu;
/** Such labels lead to what is said of an option. */
const NO_PICK = /\b(?:for|features?|uses?|tips?|factors?|with|if|as|in):\s?$/i;
const PRODUCT = /^ (?:\p{Lu}[\p{L}-]{0,7}\d|\p{Ll}{1,2}\p{Lu}\p{L})/u;
const RENAMED = /^ \((?:formerly|previously|now|also known as|a\.?k\.?a\.?)\b/i;
/** How far around an occurrence is looked; a word is rarely longer. */
const REACH = 60;

export function surroundingsOf(reading: Reading, outline: Outline, start: number, end: number): Surroundings {
  const { text } = reading;
  const segment = segmentAt(outline, start);
  const floor = Math.max(segment?.start ?? 0, start - REACH);
  const left = text.slice(floor, start);
  const right = text.slice(end, Math.min(segment?.end ?? text.length, end + REACH));
  const line = /:\s?$/.test(text.slice(Math.max(0, start - 2), start)) ? lineBefore(text, start) : '';
  return {
    ...neighboursOf(left, right),
    ...placeOf(text, outline, segment, start, end),
    isAtStart: BEFORE.exec(left) === null || OPENING.test(left),
    isPossessive: /^['’]s(?![\p{L}])/u.test(right),
    phraseBefore: PHRASE.exec(left)?.[1] ?? null,
    isAfterPick: PICK.test(line) && !NO_PICK.test(line),
    isBeforeProduct: PRODUCT.test(right),
    isRenamed: RENAMED.test(right),
    isHyphenedBefore: /[\p{L}\p{N}]-$/u.test(left),
    isPrefixed: /(?:^|[^\p{L}\p{N}-])\p{Ll}+-$/u.test(left),
    isHyphenedAfter: /^-\p{L}/u.test(right),
    isAfterStroke: /\p{L}\/$/u.test(left),
    isBeforeAmpersand: /^ & \p{Lu}/u.test(right),
  };
}

type Neighbours = Pick<
  Surroundings,
  | 'previous'
  | 'next'
  | 'isPreviousJoined'
  | 'isNextJoined'
  | 'isPreviousAtStart'
  | 'isListedBefore'
  | 'isListedAfter'
  | 'listedBefore'
  | 'listedAfter'
>;

function neighboursOf(left: string, right: string): Neighbours {
  const before = BEFORE.exec(left);
  const after = AFTER.exec(right);
  const [previous, gapBefore] = [before?.[1] ?? null, before?.[2] ?? ''];
  const [gapAfter, next] = [after?.[1] ?? '', after?.[2] ?? null];
  return {
    previous,
    next,
    isPreviousJoined: /^[ -]$/.test(gapBefore),
    isNextJoined: /^[ -]$/.test(gapAfter),
    isPreviousAtStart: before !== null && opens(left.slice(0, before.index), left.length < REACH),
    isListedBefore: previous !== null && LIST_MARK.test(joinedGap(left, gapBefore)),
    isListedAfter: next !== null && LIST_MARK.test(gapAfter === ' ' ? ` ${next} ` : gapAfter),
    listedBefore: wordBeyond(left, gapBefore, previous),
    listedAfter: gapAfter === ' ' ? wordBeyondNext(right) : next,
  };
}

function opens(before: string, isWhole: boolean): boolean {
  return (isWhole && before.trim() === '') || OPENING.test(before);
}

type Place = Pick<
  Surroundings,
  'isInTitleCase' | 'isHead' | 'isWholeLine' | 'namedSiblings' | 'isInHead' | 'isWholeHead' | 'isLabel'
>;

function placeOf(text: string, outline: Outline, segment: Segment | null, start: number, end: number): Place {
  if (!segment) return NOWHERE;
  return {
    isInTitleCase: isTitleCase(text, segment),
    isHead: isHeadOf(text, segment, start, end),
    isWholeLine: segment.opensLine && segment.start === start && segment.end === end,
    namedSiblings: outline.namedNeighbours(segment),
    isInHead: segment.headEnd >= end,
    isWholeHead: /^[^\p{L}\p{N}]*$/u.test(text.slice(end, Math.max(end, Math.min(segment.headEnd, end + REACH)))),
    isLabel: LABELS.test(text.slice(segment.start, Math.min(segment.headEnd, segment.start + REACH))),
  };
}

const NOWHERE: Place = {
  isInTitleCase: false,
  isHead: false,
  isWholeLine: false,
  namedSiblings: 0,
  isInHead: false,
  isWholeHead: false,
  isLabel: false,
};

/** What stands before in the same line, whatever segments it was parted into. */
function lineBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - REACH), start);
  return before.slice(1 + Math.max(before.lastIndexOf(BLOCK_END), before.lastIndexOf(MASK), before.lastIndexOf('\n')));
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
  return segment.headEnd >= end && /^[^\p{L}]{0,8}(?:The )?$/u.test(before) && segment.opensLine;
}
