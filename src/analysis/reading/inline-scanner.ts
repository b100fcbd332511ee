import { matchAt } from '../pattern.js';
import { CLASS, classOf } from './characters.js';
import { isLiteralRun, runEnd } from './emphasis-runs.js';
import { ENTITY, unitOfEntity } from './entities.js';
import { addressAt, addressesIn, definitionAt, type LinkTarget, parenthesisedTarget } from './link-targets.js';
import { mayBeginAddress, plainEnd } from './plain-runs.js';
import { isRareUnseen, isSpace } from './unseen-units.js';
import { MARK } from './visible-text.types.js';
import type { VisibleTextBuilder } from './visible-text-builder.js';

/** What of a whole answer the words of a line may refer to. */
export interface InlineContext {
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
