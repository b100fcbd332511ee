import { isFunctionWord } from '../language/ordinary-words.js';
import { CASE, caseOf } from '../reading/characters.js';
import { LABELS } from '../reading/heads.js';
import type { Outline, Segment } from '../reading/segments.js';
import { MARK, type VisibleText } from '../reading/visible-text.js';
import { REACH } from './neighbours.js';

/** Where in its sentence, head, list or table an occurrence is; each question is answered when it is asked. */
export class NamePlace {
  private titleCase: boolean | null = null;

  /** `known` are the offsets at which names begin that are looked for. */
  constructor(
    private readonly text: string,
    private readonly outline: Outline,
    private readonly segment: Segment,
    private readonly start: number,
    private readonly end: number,
    private readonly known: ReadonlySet<number>,
  ) {}

  get isInTitleCase(): boolean {
    this.titleCase ??= isTitleCase(this.text, this.segment);
    return this.titleCase;
  }
  /** It opens the head of an entry: a heading, or what is before a colon or dash. */
  get isHead(): boolean {
    const { start, opensLine } = this.segment;
    return this.isInHead && opensLine && opensHead(this.text.slice(start, Math.min(this.start, start + REACH)));
  }
  /** It is all that the line or bullet says, an aside in parentheses apart. */
  get isWholeLine(): boolean {
    const { start, end, opensLine } = this.segment;
    return opensLine && start === this.start && ASIDE.test(this.text.slice(this.end, Math.min(end, this.end + REACH)));
  }
  /** The share of the entries beside it that are headed by names; null where there are none. */
  get namedSiblings(): number | null {
    return this.outline.namedNeighbours(this.segment);
  }
  /** How many heads and cells beside it open with names, those that are looked for among them. */
  get namedBeside(): { named: number; all: number } {
    return this.outline.namedBeside(this.segment, this.known);
  }
  /** It is within the head of its segment, at the start or not. */
  get isInHead(): boolean {
    return this.segment.headEnd >= this.end;
  }
  /** The head it is in is a sentence of its own. */
  get isInSentenceHead(): boolean {
    const from = Math.max(this.segment.start, this.start - REACH);
    return this.isInHead && smallWords(this.text.slice(from, this.start)) > 2;
  }
  /** The name is the whole head. */
  get isWholeHead(): boolean {
    const to = Math.max(this.end, Math.min(this.segment.headEnd, this.end + REACH));
    return /^[^\p{L}\p{N}]*$/u.test(this.text.slice(this.end, to));
  }
  /** The head begins as labels of what is said of an option do: `Price`, `Best for`. */
  get isLabel(): boolean {
    const { start, headEnd } = this.segment;
    return LABELS.test(this.text.slice(start, Math.min(headEnd, start + REACH)));
  }
  /** It is in a table. */
  get isInCell(): boolean {
    return this.segment.kind === 'row';
  }
  /** It is in the row of a table that names its columns. */
  get isInTableHead(): boolean {
    return this.segment.isTableHead;
  }
}

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
