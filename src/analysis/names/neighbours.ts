/** How far around an occurrence is looked; a word is rarely longer. */
export const REACH = 60;

const WORD = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}'’&.+]*[\\p{L}\\p{N}+])?";
/** A word begins where no letter is before it: tried within each word too, a search took three times as long. */
const BEFORE = new RegExp(`(?<![\\p{L}\\p{N}])(${WORD})([^\\p{L}\\p{N}]*)$`, 'u');
const AFTER = new RegExp(`^([^\\p{L}\\p{N}]*)(${WORD})`, 'u');
const JOINED = /^[ -]$/;
const OPENING = /(?:[.!?:;•—–|("“]|\s-)\s*$/;
const LIST_MARK = /^(?:\s?[,/&]\s?(?:and |or )?|\s(?:and|or|vs\.?|und|et|y)\s)$/;
const ROW_BEFORE = /(\p{Lu}[^\s,/()]*)(?: [\p{Lu}\d][^\s,/()]*){0,2}(?:,? (?:and|or|&) |, |\/)$/u;
const ROW_AFTER =
  /^(?: [\p{Lu}\d][^\s,/()]*){0,2}(?:,? (?:and|or|&) |, |\/)(?:and |or )?(\p{Lu}(?:[^\s,/().:;]|\.(?=\p{L}))*)/u;

/**
 * The words beside an occurrence, and the row of names it may be in, as far as the segment goes. Most questions are
 * asked of few occurrences, so each is answered when it is asked.
 */
export class Neighbours {
  private beforeFound: RegExpExecArray | null | undefined;
  private afterFound: RegExpExecArray | null | undefined;
  private rowFound: readonly string[] | null = null;

  /** `left` and `right` are what is before and after it in its segment, at most {@link REACH} units of either. */
  constructor(
    readonly left: string,
    readonly right: string,
  ) {}

  get previous(): string | null {
    return this.before?.[1] ?? null;
  }
  get next(): string | null {
    return this.after?.[2] ?? null;
  }
  /** The word behind the next one. */
  get afterNext(): string | null {
    return this.after && (AFTER.exec(this.right.slice(this.after[0].length))?.[2] ?? null);
  }
  /** Nothing but one space or hyphen is between. */
  get isPreviousJoined(): boolean {
    return JOINED.test(this.gapBefore);
  }
  get isNextJoined(): boolean {
    return JOINED.test(this.gapAfter);
  }
  /** The word before opens its sentence or what follows a colon or dash, so its capital says nothing. */
  get isPreviousAtStart(): boolean {
    return this.before !== null && opens(this.left.slice(0, this.before.index), this.left.length < REACH);
  }
  /** The place asks for a capital whatever the word. */
  get isAtStart(): boolean {
    return this.before === null || OPENING.test(this.left);
  }
  get isListedBefore(): boolean {
    return this.before !== null && LIST_MARK.test(joinedGap(this.left, this.gapBefore));
  }
  get isListedAfter(): boolean {
    return this.next !== null && LIST_MARK.test(this.gapAfter === ' ' ? ` ${this.next} ` : this.gapAfter);
  }
  get listedBefore(): string | null {
    return this.gapBefore === ' ' ? wordBeyond(this.left) : this.previous;
  }
  get listedAfter(): string | null {
    return this.gapAfter === ' ' ? wordBeyondNext(this.right) : this.next;
  }
  /** The other words of the row it is in, `A, B and C`, as far as they have capitals and follow without a break. */
  get row(): readonly string[] {
    this.rowFound ??= [...rowBefore(this.left), ...rowAfter(this.right)];
    return this.rowFound;
  }

  private get before(): RegExpExecArray | null {
    if (this.beforeFound === undefined) this.beforeFound = BEFORE.exec(this.left);
    return this.beforeFound;
  }
  private get after(): RegExpExecArray | null {
    if (this.afterFound === undefined) this.afterFound = AFTER.exec(this.right);
    return this.afterFound;
  }
  private get gapBefore(): string {
    return this.before?.[2] ?? '';
  }
  private get gapAfter(): string {
    return this.after?.[1] ?? '';
  }
}

function opens(before: string, isWhole: boolean): boolean {
  return (isWhole && before.trim() === '') || OPENING.test(before);
}

/** `and` counts as the mark between two names, not as the word before. */
function joinedGap(left: string, gap: string): string {
  const conjunction = /[,\s]\s?(?:and|or|vs\.?|und|et|y)\s$/.exec(left);
  return conjunction ? ` ${conjunction[0].replace(/[,\s]/g, '')} ` : gap;
}

function wordBeyond(left: string): string | null {
  return BEFORE.exec(left.replace(/[,\s]+(?:and|or|vs\.?|und|et|y)\s$/, ''))?.[1] ?? null;
}

function wordBeyondNext(right: string): string | null {
  return AFTER.exec(right.replace(/^\s(?:and|or|vs\.?|und|et|y)\s/, ''))?.[2] ?? null;
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
