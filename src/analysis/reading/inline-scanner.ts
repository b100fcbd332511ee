import { matchAt } from '../pattern.js';
import { CLASS, classOf } from './characters.js';
import { addressAt, addressesIn, definitionAt, type LinkTarget, parenthesisedTarget } from './link-targets.js';
import { MARK, type VisibleTextBuilder } from './visible-units.js';

/** What of a whole answer the words of a line may refer to. */
interface InlineContext {
  source: string;
  brackets: ReadonlyMap<number, number>;
  definitions: ReadonlyMap<string, LinkTarget>;
}

/** `<<Dixit>>`: a name in angle brackets is no tag, as tags are not capitalised. */
const IN_ANGLES = /^<\p{Lu}\p{Ll}+>$/u;
const TAG = /<(?:!--[^\n]{0,2000}?-->|\/?[a-zA-Z][^<>\n]{0,1000}>)/y;
const AUTOLINK = /<(?:https?:\/\/|mailto:|www\.)[^\s<>]{1,2048}>/iy;
const HREF = /\shref\s?=\s?["']?([^"'\s>]{1,2048})/i;
const CITATION_LABEL = /^(?:\^.{0,60}|\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,20}|\d{1,4}†.{0,60})$/;
/** Code in a line; nothing in it is a link. */
const CODE = /(`{1,2})(?!`)[^`\n]{1,400}\1(?!`)/y;
const SOURCE_MARK = /【[^】\n]{1,80}】|\uE200[^\uE201\n]{0,400}\uE201/y;

/**
 * Writes the visible units of one line after another; emphasis and links may run on from one line to the next of a
 * block.
 */
export class InlineScanner {
  /** Whether the lines that are scanned are code. */
  isFenced = false;
  private mark = 0;
  private codeEnd = 0;
  private isCode = false;
  private readonly open: { close: number; resume: number; labelStart: number; target: LinkTarget }[] = [];

  constructor(
    private readonly context: InlineContext,
    private readonly visible: VisibleTextBuilder,
  ) {}

  /** Emphasis and open links end with the block. */
  startBlock(): void {
    this.mark = 0;
    this.open.length = 0;
  }

  scan(start: number, end: number): void {
    for (let at = start; at < end; ) {
      const stop = plainEnd(this.context.source, at, end);
      if (stop > at) this.visible.writeRun(at, stop, this.mark);
      at = stop < end ? Math.min(end, this.step(stop, end)) : end;
    }
  }

  private step(at: number, end: number): number {
    const unit = this.context.source.charCodeAt(at);
    this.isCode = this.isFenced || at < this.codeEnd;
    switch (unit) {
      case 0x5c:
        return this.escape(at, end);
      case 0x2a:
      case 0x5f:
      case 0x7e:
        return this.emphasis(at, end, unit);
      case 0x60:
        return this.code(at);
      case 0x21:
        return this.image(at) ?? this.plain(at, unit);
      case 0x5b:
        return this.bracket(at, end) ?? this.plain(at, unit);
      case 0x5d:
        return this.closeLink(at) ?? this.plain(at, unit);
      case 0x3c:
        return this.tag(at) ?? this.plain(at, unit);
      case 0x26:
        return this.entity(at) ?? this.plain(at, unit);
      case 0x48:
      case 0x57:
      case 0x68:
      case 0x77:
        return this.address(at) ?? this.plain(at, unit);
      case 0x3010:
      case 0xe200:
        return this.sourceMark(at) ?? this.plain(at, unit);
    }
    return this.plain(at, unit);
  }

  private plain(at: number, unit: number): number {
    const isUnseen =
      unit < 0x20 ? unit !== 9 : unit === 0xad || (unit >= 0x200b && unit <= 0x200f) || isRareUnseen(unit);
    if (!isUnseen) this.visible.write(isSpace(unit) ? 0x20 : unit, at, at + 1, this.mark);
    return at + 1;
  }

  private escape(at: number, end: number): number {
    const next = this.context.source.charCodeAt(at + 1);
    const isPunctuation = at + 1 < end && next > 0x20 && next < 0x7f && classOf(next) === CLASS.other;
    if (!isPunctuation) return this.plain(at, 0x5c);
    this.visible.write(next, at + 1, at + 2, this.mark);
    return at + 2;
  }

  /** Hides a run of `*`, `_` or `~` that hugs a word; a run between spaces is a bullet that lost its line. */
  private emphasis(at: number, end: number, unit: number): number {
    const { source } = this.context;
    const stop = runEnd(source, at, end);
    const before = at > 0 ? source.charCodeAt(at - 1) : 0x20;
    const after = stop < end ? source.charCodeAt(stop) : 0x20;
    if (isLiteralRun(unit, stop - at, before, after)) return this.literal(at, stop);
    const isLoose = before <= 0x20 && after <= 0x20;
    if (!isLoose && unit !== 0x7e) this.toggle(stop - at);
    if (isLoose && stop - at === 1 && stop < end) this.visible.write(0x2022, at, stop, this.mark);
    return stop;
  }

  /** Two or more marks are bold, an odd one is italic. */
  private toggle(marks: number): void {
    if (marks >= 2) this.mark ^= MARK.strong;
    if (marks % 2 === 1) this.mark ^= MARK.italic;
  }

  /** Marks of code are not seen; where code begins, it is known up to where. */
  private code(at: number): number {
    const code = this.isCode ? null : matchAt(CODE, this.context.source, at);
    if (code) this.codeEnd = at + code[0].length;
    return at + 1;
  }

  private literal(from: number, to: number): number {
    for (let at = from; at < to; at++) this.plain(at, this.context.source.charCodeAt(at));
    return to;
  }

  private image(at: number): number | null {
    const { source, brackets } = this.context;
    const close = source.charCodeAt(at + 1) === 0x5b ? brackets.get(at + 1) : undefined;
    if (close === undefined) return null;
    return source.charCodeAt(close + 1) === 0x28 ? (parenthesisedTarget(source, close + 1)?.end ?? null) : null;
  }

  private bracket(at: number, end: number): number | null {
    const { source, brackets } = this.context;
    const close = brackets.get(at);
    if (close === undefined || close >= end) return null;
    const isBeforeColon = source.charCodeAt(close + 1) === 0x3a;
    const definition = isBeforeColon ? definitionAt(source, at) : null;
    if (definition) return this.link(definition);
    const isFootnote = source.charCodeAt(at + 1) === 0x5e;
    if (isFootnote) return isBeforeColon && !this.hasWordsBefore(at) ? this.footnote(close + 2, end) : close + 1;
    return this.label(at, close);
  }

  /** Of a footnote's text only the links count: the rest says where a statement is from. */
  private footnote(start: number, end: number): number {
    for (const target of addressesIn(this.context.source.slice(start, end))) this.link(target);
    return end;
  }

  /** The label of a link, of a citation or of neither. */
  private label(at: number, close: number): number | null {
    const { source } = this.context;
    const label = close - at <= 101 ? source.slice(at + 1, close) : '';
    const target = this.targetAfter(close, label);
    if (CITATION_LABEL.test(label)) return target ? this.link(target) : close + 1;
    if (!target) return null;
    this.open.push({ close, resume: target.end, labelStart: this.visible.length, target });
    this.mark |= MARK.link;
    return at + 1;
  }

  private hasWordsBefore(at: number): boolean {
    return at > 0 && this.context.source.charCodeAt(at - 1) > 0x20;
  }

  /**
   * The target of the label that closes at `close`: in parentheses, by reference, or by being a defined label itself.
   */
  private targetAfter(close: number, label: string): LinkTarget | null {
    const { source, brackets, definitions } = this.context;
    const next = source.charCodeAt(close + 1);
    if (next === 0x28) return parenthesisedTarget(source, close + 1);
    if (definitions.size === 0) return null;
    const referenceEnd = next === 0x5b ? brackets.get(close + 1) : undefined;
    const isShort = referenceEnd !== undefined && referenceEnd - close <= 102;
    const reference = isShort ? source.slice(close + 2, referenceEnd) || label : label;
    const target = definitions.get(reference.toLowerCase());
    return target ? { ...target, end: (isShort ? referenceEnd : close) + 1 } : null;
  }

  private closeLink(at: number): number | null {
    const link = this.open.at(-1);
    if (link?.close !== at) return null;
    this.open.pop();
    if (this.open.length === 0) this.mark &= ~MARK.link;
    this.record(link.target, link.labelStart);
    return link.resume;
  }

  /** Records a link that shows no label of its own. */
  private link(target: LinkTarget): number {
    this.record(target, this.visible.length);
    return target.end;
  }

  /** Links in code are part of what is to be run, and cite nothing. */
  private record({ url, title }: LinkTarget, labelStart: number): void {
    if (!this.isCode) this.visible.links.push({ url, title, labelStart, labelEnd: this.visible.length });
  }

  private tag(at: number): number | null {
    const autolink = matchAt(AUTOLINK, this.context.source, at);
    if (autolink) return this.link({ url: autolink[0].slice(1, -1), title: null, end: at + autolink[0].length });
    const tag = matchAt(TAG, this.context.source, at);
    if (!tag || IN_ANGLES.test(tag[0])) return null;
    const href = /^<a\s/i.test(tag[0]) ? HREF.exec(tag[0]) : null;
    if (href) this.link({ url: href[1] ?? '', title: null, end: 0 });
    if (/^<\/?(?:br|p|div|li|ul|ol|tr|td|th|h\d)\b/i.test(tag[0])) this.visible.write(0x0a, at, at + 1, 0);
    return at + tag[0].length;
  }

  private entity(at: number): number | null {
    const match = matchAt(ENTITY, this.context.source, at);
    const unit = match ? unitOfEntity(match) : 0;
    if (!match || unit === 0) return null;
    this.visible.write(isSpace(unit) ? 0x20 : unit, at, at + match[0].length, this.mark);
    return at + match[0].length;
  }

  private address(at: number): number | null {
    const { source } = this.context;
    const target = mayBeginAddress(source, at) ? addressAt(source, at) : null;
    return target ? this.link(target) : null;
  }

  private sourceMark(at: number): number | null {
    const match = matchAt(SOURCE_MARK, this.context.source, at);
    return match ? at + match[0].length : null;
  }
}

/** The end of the run of the same character. */
function runEnd(source: string, at: number, end: number): number {
  let stop = at + 1;
  while (stop < end && source.charCodeAt(stop) === source.charCodeAt(at)) stop++;
  return stop;
}

/** `snake_case`: letters or digits on both sides. */
function isWithinWord(before: number, after: number): boolean {
  return classOf(before) !== CLASS.other && classOf(after) !== CLASS.other;
}

/** `3*4`. */
function isBetweenDigits(before: number, after: number): boolean {
  return classOf(before) === CLASS.digit && classOf(after) === CLASS.digit;
}

/** Whether a run of `*`, `_` or `~` is part of the text: a single `~`, `_` within a word, a mark between digits. */
function isLiteralRun(unit: number, length: number, before: number, after: number): boolean {
  if (unit === 0x7e) return length < 2;
  if (unit === 0x5f && isWithinWord(before, after)) return true;
  return length === 1 && isBetweenDigits(before, after);
}

/** The units of ASCII that are seen as they are written anywhere, and the letters that addresses begin with. */
const PLAIN = 1;
const OF_ADDRESS = 2;
const KINDS = Uint8Array.from({ length: 0x80 }, (_, unit) => kindOf(unit, String.fromCharCode(unit)));

function kindOf(unit: number, character: string): number {
  if ('HWhw'.includes(character)) return OF_ADDRESS;
  return unit >= 0x20 && unit < 0x7f && !'\\*_~`![]<&'.includes(character) ? PLAIN : 0;
}

/** Where the run of plain units ends that begins at `start`. */
function plainEnd(source: string, start: number, end: number): number {
  let at = start;
  while (at < end && isPlain(source, at)) at++;
  return at;
}

function isPlain(source: string, at: number): boolean {
  const kind = KINDS[source.charCodeAt(at)];
  return kind === PLAIN || (kind === OF_ADDRESS && !mayBeginAddress(source, at));
}

/** `http` or `www.` by their fourth letter: a cheap look before the exact one. */
function mayBeginAddress(source: string, at: number): boolean {
  const fourth = source.charCodeAt(at + 3);
  return fourth === 0x2e || fourth === 0x70 || fourth === 0x50;
}

/** The character references that answers carry, as UTF-16 units; any other is left as it is written. */
const ENTITIES: Readonly<Record<string, number>> = {
  amp: 0x26,
  lt: 0x3c,
  gt: 0x3e,
  quot: 0x22,
  apos: 0x27,
  nbsp: 0x20,
  copy: 0xa9,
  reg: 0xae,
  trade: 0x2122,
  hellip: 0x2026,
  ndash: 0x2013,
  mdash: 0x2014,
  lsquo: 0x2018,
  rsquo: 0x2019,
  ldquo: 0x201c,
  rdquo: 0x201d,
  bull: 0x2022,
  middot: 0xb7,
  euro: 0x20ac,
  pound: 0xa3,
  yen: 0xa5,
  deg: 0xb0,
  times: 0xd7,
  eacute: 0xe9,
  egrave: 0xe8,
  ouml: 0xf6,
  auml: 0xe4,
  uuml: 0xfc,
};

/** A character as HTML writes it: by its number, decimal or hexadecimal, or by its name. */
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,8}));/iy;

/** The UTF-16 unit that the match of {@link ENTITY} means; 0 where it is none. */
function unitOfEntity([, decimal, hexadecimal, name]: RegExpExecArray): number {
  const named = ENTITIES[(name ?? '').toLowerCase()];
  const numbered = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0;
  return named ?? (numbered < 0x10000 ? numbered : 0);
}

/** Spaces of any width; line feeds apart. */
function isSpace(unit: number): boolean {
  return (
    unit === 0x09 ||
    unit === 0x0d ||
    unit === 0xa0 ||
    unit === 0x202f ||
    unit === 0x3000 ||
    (unit >= 0x2000 && unit <= 0x200a)
  );
}

/** Controls, joiners, directions and other unseen units, beyond those of ASCII. */
function isRareUnseen(unit: number): boolean {
  if (unit < 0x2028) return unit >= 0x7f && unit < 0xa0;
  const isFormatting = (unit >= 0x202a && unit <= 0x202e) || (unit >= 0x2060 && unit <= 0x206f);
  return isFormatting || unit === 0xfeff || (unit >= 0xfe00 && unit <= 0xfe0f) || (unit >= 0xe000 && unit <= 0xf8ff);
}
