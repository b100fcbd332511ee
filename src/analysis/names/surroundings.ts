import { pattern } from '../pattern.js';
import { type Outline, type Segment, segmentAt } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-text.js';
import { announcesCompanies } from './company-lists.js';
import { isItalic, isTitleCase, NamePlace } from './name-place.js';
import { Neighbours, REACH } from './neighbours.js';
import { isAfterPick } from './picks.js';
import { isQuoted } from './quotation.js';
import { isInGluedRow } from './word-edges.js';

const PHRASE = /(\p{Lu}[\p{L}'’]+) (?:of (?:the |a )?(?:\p{Lu}\p{L}+, (?:and )?){0,3}|(?:and|in|on) the )$/u;
const PRODUCT = /^ (?:\p{Lu}[\p{L}-]{0,7}\d|\p{Ll}{1,6}\p{Lu}\p{L})/u;
const RUN = new RegExp(
  pattern`
    ^(?:[ -](?:\p{Lu}[\p{L}\p{N}'’+&]*(?:[-.][\p{L}\p{N}]+)*|\p{Ll}{1,6}\p{Lu}[\p{L}\p{N}]*
    |\d[\p{L}\p{N}+"]*(?:[-.][\p{L}\p{N}]+)*))+
  `,
  'u',
);
const DATED = /^[,:]?\s?\((?:19|20)\d\d\)/;
const GOES_ON = /^ (?:of (?:the |a )?|\+ )\p{Lu}/u;
const OWNER_HYPHENED = new RegExp(
  pattern`
    ^[-‐‑](?:owned|branded|certified|compatible|enabled|approved|backed|made|exclusive|rated|verified
    |licen[sc]ed)(?!\p{L})
  `,
  'u',
);
const RENAMED = /^ \((?:formerly|previously|now|also known as|a\.?k\.?a\.?)\b/i;

/**
 * What is around an occurrence, as far as it tells a name from a word. Most questions are asked of few occurrences,
 * so each is answered when it is asked: an answer took 12 % longer when all were at once.
 */
export class Surroundings extends Neighbours {
  private readonly segment: Segment | null;
  private readonly place: NamePlace | null;
  private runFound: string | null = null;

  constructor(
    private readonly visible: VisibleText,
    private readonly outline: Outline,
    private readonly start: number,
    private readonly end: number,
    known: ReadonlySet<number>,
  ) {
    const { text } = visible;
    const segment = segmentAt(outline, start);
    super(
      text.slice(Math.max(segment?.start ?? 0, start - REACH), start),
      text.slice(end, Math.min(segment?.end ?? text.length, end + REACH)),
    );
    this.segment = segment;
    this.place = segment && new NamePlace(text, outline, segment, start, end, known);
  }

  private get runWritten(): string {
    this.runFound ??= RUN.exec(this.right)?.[0] ?? '';
    return this.runFound;
  }

  get isInTitleCase(): boolean {
    return this.place?.isInTitleCase ?? false;
  }
  get isHead(): boolean {
    return this.place?.isHead ?? false;
  }
  get isWholeLine(): boolean {
    return this.place?.isWholeLine ?? false;
  }
  get isInHead(): boolean {
    return this.place?.isInHead ?? false;
  }
  get isInSentenceHead(): boolean {
    return this.place?.isInSentenceHead ?? false;
  }
  get isWholeHead(): boolean {
    return this.place?.isWholeHead ?? false;
  }
  get isLabel(): boolean {
    return this.place?.isLabel ?? false;
  }
  get isInCell(): boolean {
    return this.place?.isInCell ?? false;
  }
  get isInTableHead(): boolean {
    return this.place?.isInTableHead ?? false;
  }
  get namedSiblings(): number | null {
    return this.place ? this.place.namedSiblings : 0;
  }
  get namedBeside(): { named: number; all: number } {
    return this.place?.namedBeside ?? { named: 0, all: 0 };
  }
  /** It is in a list that is announced as one of companies. */
  get isAmongCompanies(): boolean {
    return this.segment !== null && announcesCompanies(this.outline.leadOf(this.segment));
  }
  /** It is the whole of a head that is followed by what it is: `Concept: A creative game …`. */
  get isToldWhat(): boolean {
    const { segment } = this;
    return segment !== null && this.isHead && this.isWholeHead && this.outline.isToldWhat(segment);
  }
  /** The head it is in has its words in capitals, whatever follows the colon. */
  get isInTitledHead(): boolean {
    const { segment } = this;
    return segment !== null && this.isInHead && isTitleCase(this.visible.text, { ...segment, end: segment.headEnd });
  }
  get isPossessive(): boolean {
    return /^['’]s(?![\p{L}])/u.test(this.right);
  }
  /** The capitalised word of a phrase such as `House of the …` that leads to it. */
  get phraseBefore(): string | null {
    return PHRASE.exec(this.left)?.[1] ?? null;
  }
  /** A label such as `Best overall:` or `Top pick for travel:` leads to it. */
  get isAfterPick(): boolean {
    return isAfterPick(this.visible.text, this.start);
  }
  /** The next word is a model's number or a product's mark: `Apple M1`, `Visible iPhone`. */
  get isBeforeProduct(): boolean {
    return PRODUCT.test(this.right);
  }
  /** `Max (formerly …)`: what follows is about the name itself. */
  get isRenamed(): boolean {
    return RENAMED.test(this.right);
  }
  get isHyphenedBefore(): boolean {
    return /[\p{L}\p{N}][-‐‑]$/u.test(this.left);
  }
  /** Behind a small word and a hyphen: `non-Apple` speaks of Apple. */
  get isPrefixed(): boolean {
    return /(?:^|[^\p{L}\p{N}-])\p{Ll}+[-‐‑]$/u.test(this.left);
  }
  get isHyphenedAfter(): boolean {
    return /^[-‐‑]\p{L}/u.test(this.right);
  }
  /** `Apple-owned`: what somebody has or allows is theirs. */
  get isOwnerHyphened(): boolean {
    return OWNER_HYPHENED.test(this.right);
  }
  /** A number and what is counted lead to it: `50-Pint Energy Star`. */
  get isBehindMeasure(): boolean {
    return /\d[-‐‑ ]\p{L}+\.? $/u.test(this.left);
  }
  /** Nothing but a stroke parts it from the word before. */
  get isAfterStroke(): boolean {
    return /\p{L}\/$/u.test(this.left);
  }
  /** ` & ` and another capital follow. */
  get isBeforeAmpersand(): boolean {
    return /^ & \p{Lu}/u.test(this.right);
  }
  /** A capitalised word and ` & ` lead to it, and no row. */
  get isBehindAmpersand(): boolean {
    return /(?:^|[^,/] )\p{Lu}[^\s,]* & $/u.test(this.left);
  }
  /** `Trail of Bits`, `Travel + Leisure`: what follows goes on with the same name. */
  get goesOn(): boolean {
    return GOES_ON.test(this.right);
  }
  /** The capitalised words and numbers that follow without a break, as those of a product's name do. */
  get run(): readonly string[] {
    return this.runWritten === '' ? [] : this.runWritten.trim().split(/[ -]/);
  }
  /** A year in parentheses follows it and its run: a film or a book. */
  get isDated(): boolean {
    return DATED.test(this.right.slice(this.runWritten.length));
  }
  /** It is in quotation marks with other words. */
  get isQuoted(): boolean {
    return isQuoted(this.left, this.right, this.runWritten);
  }
  /** It and its run are set in italics, as titles are. */
  get isItalic(): boolean {
    return isItalic(this.visible, this.start, this.end + this.runWritten.length);
  }
  /** It is alone in parentheses behind a capitalised word: `Deco (TP-Link)`. */
  get isAside(): boolean {
    return this.right.startsWith(')') && /\p{Lu}[\p{L}\p{N}]* \($/u.test(this.left);
  }
  /** It is in a list that lost its breaks: `BuyTargetWalmart`. */
  get isInGluedRow(): boolean {
    return isInGluedRow(this.visible.text, this.start);
  }
  /** A colon follows it or its run: it heads something itself. */
  get isColonAfter(): boolean {
    return /^\s?:/.test(this.right.slice(this.runWritten.length));
  }
}
