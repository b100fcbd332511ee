/** The words beside an occurrence, and the row of names it may be in. */
export interface Neighbours {
  previous: string | null;
  next: string | null;
  /** The word behind the next one. */
  afterNext: string | null;
  /** Nothing but one space or hyphen is between. */
  isPreviousJoined: boolean;
  isNextJoined: boolean;
  /** The word before opens its sentence or what follows a colon or dash, so its capital says nothing. */
  isPreviousAtStart: boolean;
  /** The place asks for a capital whatever the word. */
  isAtStart: boolean;
  isListedBefore: boolean;
  isListedAfter: boolean;
  listedBefore: string | null;
  listedAfter: string | null;
}

/** How far around an occurrence is looked; a word is rarely longer. */
export const REACH = 60;

const WORD = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}'’&.+]*[\\p{L}\\p{N}+])?";
const BEFORE = new RegExp(`(${WORD})([^\\p{L}\\p{N}]*)$`, 'u');
const AFTER = new RegExp(`^([^\\p{L}\\p{N}]*)(${WORD})`, 'u');
const OPENING = /(?:[.!?:;•—–|("“]|\s-)\s*$/;
const LIST_MARK = /^(?:\s?[,/&]\s?(?:and |or )?|\s(?:and|or|vs\.?|und|et|y)\s)$/;
const ROW_BEFORE = /(\p{Lu}[^\s,/()]*)(?: [\p{Lu}\d][^\s,/()]*){0,2}(?:,? (?:and|or|&) |, |\/)$/u;
const ROW_AFTER =
  /^(?: [\p{Lu}\d][^\s,/()]*){0,2}(?:,? (?:and|or|&) |, |\/)(?:and |or )?(\p{Lu}(?:[^\s,/().:;]|\.(?=\p{L}))*)/u;

/** Reads at most {@link REACH} units to the left and to the right, as far as the segment goes. */
export function neighboursOf(left: string, right: string): Neighbours {
  const before = BEFORE.exec(left);
  const after = AFTER.exec(right);
  const [previous, gapBefore] = [before?.[1] ?? null, before?.[2] ?? ''];
  const [gapAfter, next] = [after?.[1] ?? '', after?.[2] ?? null];
  return {
    previous,
    next,
    afterNext: wordBehind(right, after),
    isPreviousJoined: /^[ -]$/.test(gapBefore),
    isNextJoined: /^[ -]$/.test(gapAfter),
    isPreviousAtStart: before !== null && opens(left.slice(0, before.index), left.length < REACH),
    isAtStart: before === null || OPENING.test(left),
    isListedBefore: previous !== null && LIST_MARK.test(joinedGap(left, gapBefore)),
    isListedAfter: next !== null && LIST_MARK.test(gapAfter === ' ' ? ` ${next} ` : gapAfter),
    listedBefore: wordBeyond(left, gapBefore, previous),
    listedAfter: gapAfter === ' ' ? wordBeyondNext(right) : next,
  };
}

function wordBehind(right: string, next: RegExpExecArray | null): string | null {
  return next && (AFTER.exec(right.slice(next[0].length))?.[2] ?? null);
}

function opens(before: string, isWhole: boolean): boolean {
  return (isWhole && before.trim() === '') || OPENING.test(before);
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

/** The other words of the row `A, B and C`, as far as they have capitals and follow without a break. */
export function rowAround(left: string, right: string): string[] {
  return [...rowBefore(left), ...rowAfter(right)];
}

function rowBefore(left: string): string[] {
  const words: string[] = [];
  let rest = left;
  for (let match = ROW_BEFORE.exec(rest); match; match = ROW_BEFORE.exec(rest)) {
    words.unshift(match[1] ?? '');
    rest = rest.slice(0, match.index);
  }
  return words;
}

function rowAfter(right: string): string[] {
  const words: string[] = [];
  let rest = right;
  for (let match = ROW_AFTER.exec(rest); match; match = ROW_AFTER.exec(rest)) {
    words.push(match[1] ?? '');
    rest = rest.slice(match[0].length);
  }
  return words;
}
