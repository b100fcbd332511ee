import { isFunctionWord } from '../language/ordinary-words.js';
import { pattern } from '../pattern.js';
import { CASE, caseOf } from '../reading/characters.js';
import { LABELS } from '../reading/heads.js';
import { type ListLead, type Outline, type Segment, segmentAt } from '../reading/segments.js';
import { BLOCK_END, MARK, MASK, type VisibleText } from '../reading/visible-units.js';
import { isInGluedRow } from './word-edges.js';

/** How far around an occurrence is looked; a word is rarely longer. */
const REACH = 60;

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
export class Surroundings {
  /** What is before and after it in its segment, at most {@link REACH} units of either. */
  readonly left: string;
  readonly right: string;
  private beforeFound: RegExpExecArray | null | undefined;
  private afterFound: RegExpExecArray | null | undefined;
  private rowFound: readonly string[] | null = null;
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
    this.left = text.slice(Math.max(segment?.start ?? 0, start - REACH), start);
    this.right = text.slice(end, Math.min(segment?.end ?? text.length, end + REACH));
    this.segment = segment;
    this.place = segment && new NamePlace(text, outline, segment, start, end, known);
  }

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
  get isDescribed(): boolean {
    const { segment } = this;
    return segment !== null && this.isHead && this.isWholeHead && this.outline.isDescribed(segment);
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
  /** `Apple-owned`: what an owner has or allows is its own. */
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

  private get runWritten(): string {
    this.runFound ??= RUN.exec(this.right)?.[0] ?? '';
    return this.runFound;
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

/** Where in its sentence, head, list or table an occurrence is; each question is answered when it is asked. */
class NamePlace {
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
function isTitleCase(text: string, segment: Segment): boolean {
  if (segment.kind !== 'heading' && /[.!?]/.test(text.charAt(segment.end - 1))) return false;
  const written = text.slice(segment.start, Math.min(segment.end, segment.start + LONGEST_LOOK));
  const words = (written.match(/\p{L}{4,}/gu) ?? []).filter((word) => !isFunctionWord(word));
  if (words.length < 3)
    return segment.kind === 'heading' || /^[^\p{Ll},.]*(?:\p{Lu}\p{L}*(?:[^\p{L},.]+|$)){2,}$/u.test(written);
  const capitals = words.filter((word) => caseOf(word.charCodeAt(0)) === CASE.upper).length;
  return capitals / words.length > 0.8;
}

/** Set in italics and not in bold, from its first letter to its last and not beyond. */
function isItalic({ marks }: VisibleText, start: number, end: number): boolean {
  const isSet = (at: number): boolean => ((marks[at] ?? 0) & (MARK.italic | MARK.strong)) === MARK.italic;
  return isSet(start) && isSet(end - 1) && !isSet(start - 1) && !isSet(end);
}

const PICK =
  /(?:^|[^\p{L}])(?:best|top|most|overall|winner|runner-up|honou?rable|pick|choice)(?:[ -][^.:;!?\n]{0,40})?:\s?$/iu;
/** Such labels lead to what is said of an option. */
const NO_PICK = /\b(?:for|features?|uses?|tips?|factors?|with|if|as|in):\s?$/i;

/** Whether a label such as `Best overall:` or `Top pick for travel:` leads to what begins at `start`. */
function isAfterPick(text: string, start: number): boolean {
  if (!/:\s?(?:The )?$/.test(text.slice(Math.max(0, start - 6), start))) return false;
  const line = lineBefore(text, start).replace(/The $/, '');
  return PICK.test(line) && !NO_PICK.test(line);
}

/** What is before in the same line, whatever segments it was parted into. */
function lineBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - REACH), start);
  return before.slice(1 + Math.max(before.lastIndexOf(BLOCK_END), before.lastIndexOf(MASK), before.lastIndexOf('\n')));
}

/** The marks are not both next to it: `“The Best Air Fryers”`, but not `the “Ring” app`. */
function isQuoted(left: string, right: string, run: string): boolean {
  const opening = left.search(/[“"][^“”"]*$/);
  if (opening < 0 || !/^[^“”"]*[”"]/.test(right)) return false;
  return opening < left.length - 1 || run !== '';
}

const KIND = pattern`
  (?:carriers|providers|makers|brands|companies|firms|retailers|(?:neo)?banks|lenders|insurers|brokers|airlines|vendors
  |platforms|apps|browsers|operators|manufacturers|suppliers|marketplaces|startups|processors|agencies|publishers
  |chains|competitors|rivals|services|shops|stores)
`;
/** `Popular phone carriers:`, `Here are the banks that …`, not `Good apps share three traits:`. */
const ANNOUNCING = new RegExp(
  pattern`
    ^\W{0,4}(?:here are|these are|(?:consider|try|compare|look at)\b|(?:the|my|our|some|other|several|two|three|four
    |five|six|seven|eight|nine|ten|\d{1,2}|top|best|popular|leading|major|notable|recommended|well-known|good|great)\b)
    [^.:!?]{0,60}?\b${KIND}\b
    (?!\s(?:share|have|need|offer|provide|include|differ|do|should|must|will|can|charge|look|judge|ask|use)\b)
  `,
  'i',
);
/** The head of a column that holds companies. */
const COLUMN = new RegExp(
  pattern`
    ^\W{0,4}(?:carrier|provider|maker|brand|company|firm|retailer|(?:neo)?bank|lender|insurer|broker|airline|vendor
    |platform|app|browser|operator|manufacturer|supplier|competitor|service|shop|store)\W{0,4}$
  `,
  'i',
);

/** Whether what leads to a list, or heads its column, tells that its entries are companies or what they offer. */
function announcesCompanies({ before, columnHead }: ListLead): boolean {
  return (columnHead !== null && COLUMN.test(columnHead)) || before.some((lead) => ANNOUNCING.test(lead));
}
