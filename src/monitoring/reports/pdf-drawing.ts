import PdfDocument from 'pdfkit';
import type { ReportCell, ReportPages, ReportSection, ReportTable } from '../../core/reports/report-sections.js';
import { PdfFonts, type Weight } from './pdf-fonts.js';

/** A report as it is drawn, with the look of who sends it. */
export interface PdfRequest {
  pages: ReportPages;
  madeAt: string;
  /** Of who sends it. */
  name: string;
  /** `#rrggbb`. */
  color: string;
  /** PNG or JPEG. */
  logo: Uint8Array | null;
}

/** The document's bytes; or that letters are in none of its fonts, so that none was made. */
export type PdfOutcome = { pdf: Uint8Array } | { lacksLetters: true };

/** A4 in points, and the space around what is drawn. */
const PAGE = { width: 595.28, height: 841.89, margin: 48 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
/** Below it a page ends; what is further below is the page's number. */
const BOTTOM = PAGE.height - PAGE.margin - 12;
const LINE_HEIGHT = 1.4;

const INK = '#1c2024';
const SOFT = '#60646c';
const RULE = '#d9d9e0';
const TONES = { up: '#18794e', down: '#b4231f' } as const;

/**
 * Draws a report as a tagged PDF: headings, paragraphs, tables and the chart are marked as what they are, so that it
 * can be heard. The fonts have Latin, Greek, Cyrillic and Vietnamese letters; of a report with others none is made.
 */
export async function drawPdf(request: PdfRequest): Promise<PdfOutcome> {
  const composed = withComposedLetters(request);
  const drawing = new PdfDrawing(composed);
  if (drawing.lacks(textsOf(composed))) return { lacksLetters: true };
  return { pdf: await drawing.draw() };
}

/** Letters and their marks as one character, where there is one: the fonts have those. */
function withComposedLetters(request: PdfRequest): PdfRequest {
  const { pages, name } = request;
  return { ...request, ...JSON.parse(JSON.stringify({ pages, name }).normalize('NFC')) };
}

function textsOf({ pages, name }: PdfRequest): string[] {
  const cells = pages.sections.flatMap(({ tables }) =>
    tables.flatMap(({ caption, columns, rows }) => [
      caption,
      ...columns.map(({ title }) => title),
      ...rows.flatMap((row) => row.map(({ text }) => text)),
    ]),
  );
  const said = pages.sections.flatMap(({ title, sentences }) => [title, ...sentences]);
  return [name, pages.title, pages.subtitle, pages.headline, ...said, ...cells];
}

interface Style {
  size: number;
  weight?: Weight;
  color?: string;
}

/** A place for text: from `x`, `width` wide. */
interface Box {
  x: number;
  width: number;
  align?: 'left' | 'right';
}

const WHOLE: Box = { x: PAGE.margin, width: WIDTH };

class PdfDrawing {
  private readonly fonts: PdfFonts;
  private readonly doc: PDFKit.PDFDocument;
  private readonly root: PDFKit.PDFStructureElement;
  private y = PAGE.margin;

  constructor(private readonly request: PdfRequest) {
    const { pages, madeAt, name } = request;
    this.doc = new PdfDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en',
      displayTitle: true,
      bufferPages: true,
      // None of the fonts that every reader has: they lack most letters.
      font: '',
      info: { Title: pages.title, Author: name, CreationDate: new Date(madeAt) },
    });
    this.fonts = new PdfFonts((font, data) => this.doc.registerFont(font, data));
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  /** Whether some letter of the texts is in none of the fonts. */
  lacks(texts: readonly string[]): boolean {
    return texts.some((text) => this.fonts.lacks(text));
  }

  async draw(): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    const ended = new Promise<void>((resolve) => {
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.doc.on('end', resolve);
    });
    this.head();
    for (const section of this.request.pages.sections) this.section(section);
    this.root.end();
    this.pageNumbers();
    this.doc.end();
    await ended;
    return new Uint8Array(Buffer.concat(chunks));
  }

  private head(): void {
    const { pages, name, color, logo } = this.request;
    if (logo) {
      const image = Buffer.from(logo);
      this.root.add(
        this.doc.struct('Figure', { alt: name }, () => this.doc.image(image, PAGE.margin, this.y, { fit: [160, 40] })),
      );
      this.y += 48;
    }
    this.paragraph(name, { size: 10, color: SOFT });
    this.paragraph(pages.title, { size: 20, weight: 'bold', color }, 'H1');
    this.paragraph(pages.subtitle, { size: 10, color: SOFT });
    this.y += 8;
    this.paragraph(pages.headline, { size: 13 });
    if (pages.trend.length > 1) this.chart();
  }

  private section({ title, sentences, tables }: ReportSection): void {
    this.y += 14;
    // A heading is not left alone at the end of a page.
    this.room(90);
    this.paragraph(title, { size: 13, weight: 'bold', color: this.request.color }, 'H2');
    for (const sentence of sentences) this.paragraph(sentence, { size: 10 });
    for (const table of tables) this.table(table);
  }

  /** A text of as many lines as it takes, over pages where it does. */
  private paragraph(text: string, style: Style, tag = 'P'): void {
    const element = this.doc.struct(tag);
    this.root.add(element);
    const lines = this.linesOf(text, style, WIDTH);
    const height = style.size * LINE_HEIGHT;
    while (lines.length > 0) {
      this.room(height);
      const fitting = lines.splice(0, Math.max(1, Math.floor((BOTTOM - this.y) / height)));
      element.add(() => {
        for (const line of fitting) this.line(line, style, WHOLE);
      });
    }
    this.y += 4;
  }

  /** Begins a page where there is no room for so much. */
  private room(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.doc.addPage();
    this.y = PAGE.margin;
    return true;
  }

  /** One line, and on to the next. */
  private line(text: string, style: Style, box: Box): void {
    this.drawLine(text, style, { ...box, y: this.y });
    this.y += style.size * LINE_HEIGHT;
  }

  private drawLine(text: string, { size, weight = 'normal', color = INK }: Style, box: Box & { y: number }): void {
    let x = box.align === 'right' ? box.x + box.width - this.widthOf(text, { size, weight }) : box.x;
    for (const run of this.fonts.runsOf(text, weight)) {
      this.doc.font(run.font).fontSize(size).fillColor(color);
      this.doc.text(run.text, x, box.y, { lineBreak: false });
      x += this.doc.widthOfString(run.text);
    }
  }

  private widthOf(text: string, { size, weight = 'normal' }: Style): number {
    let width = 0;
    for (const run of this.fonts.runsOf(text, weight)) {
      width += this.doc.font(run.font).fontSize(size).widthOfString(run.text);
    }
    return width;
  }

  /** The lines of a text within a width: broken at spaces, and within words that are wider than a line. */
  private linesOf(text: string, style: Style, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    let used = 0;
    const space = this.widthOf(' ', style);
    for (const word of text.split(' ').filter((each) => each !== '')) {
      for (const part of this.partsOf(word, style, width)) {
        const wide = this.widthOf(part, style);
        if (line !== '' && used + space + wide > width) {
          lines.push(line);
          [line, used] = ['', 0];
        }
        used += (line === '' ? 0 : space) + wide;
        line = line === '' ? part : `${line} ${part}`;
      }
    }
    return line === '' ? lines : [...lines, line];
  }

  /** A word, or parts of it that each fit into a line. */
  private partsOf(word: string, style: Style, width: number): string[] {
    if (this.widthOf(word, style) <= width) return [word];
    const parts: string[] = [''];
    let used = 0;
    for (const character of word) {
      const wide = this.widthOf(character, style);
      if (used + wide > width) {
        parts.push('');
        used = 0;
      }
      parts.push(`${parts.pop() ?? ''}${character}`);
      used += wide;
    }
    return parts.filter((part) => part !== '');
  }

  private table({ columns, rows }: ReportTable): void {
    const boxes = boxesOf(columns);
    const table = this.doc.struct('Table');
    this.root.add(table);
    const heading = columns.map(({ title }): ReportCell => ({ text: title }));
    this.y += 4;
    this.row(table, heading, boxes, 'TH');
    for (const cells of rows) {
      if (this.room(this.heightOf(cells, boxes))) this.row(null, heading, boxes, 'TH');
      this.row(table, cells, boxes, 'TD');
    }
    this.y += 8;
  }

  private heightOf(cells: readonly ReportCell[], boxes: readonly Box[]): number {
    const lines = cells.map(({ text }, at) => this.linesOf(text, CELL, boxes[at]?.width ?? WIDTH).length);
    return Math.max(1, ...lines) * CELL.size * LINE_HEIGHT + 6;
  }

  /** @param table null for a heading that is drawn again on a further page, which is no part of what is heard. */
  private row(
    table: PDFKit.PDFStructureElement | null,
    cells: readonly ReportCell[],
    boxes: readonly Box[],
    tag: 'TH' | 'TD',
  ): void {
    const height = this.heightOf(cells, boxes);
    this.room(height);
    const row = table && this.doc.struct('TR');
    if (table && row) table.add(row);
    const style = tag === 'TH' ? { ...CELL, color: SOFT } : CELL;
    for (const [at, cell] of cells.entries()) {
      const box = boxes[at] ?? WHOLE;
      if (row) row.add(this.doc.struct(tag, {}, () => this.cell(cell, style, box)));
      else this.asArtifact(() => this.cell(cell, style, box));
    }
    this.y += height;
    this.asArtifact(() => {
      this.doc
        .moveTo(PAGE.margin, this.y - 3)
        .lineTo(PAGE.margin + WIDTH, this.y - 3)
        .lineWidth(0.5)
        .stroke(RULE);
    });
  }

  private cell({ text, bar, tone }: ReportCell, style: Style, box: Box): void {
    const own = tone === undefined ? style : { ...style, color: TONES[tone], weight: 'bold' as const };
    for (const [at, line] of this.linesOf(text, own, box.width).entries()) {
      this.drawLine(line, own, { ...box, y: this.y + at * CELL.size * LINE_HEIGHT });
    }
    if (bar === undefined) return;
    const whole = Math.min(BAR, Math.max(0, box.width - 34));
    const place = { x: box.x, y: this.y + 3.5 };
    this.doc.rect(place.x, place.y, whole, 6).fill(RULE);
    this.doc.rect(place.x, place.y, (whole * Math.min(100, Math.max(0, bar))) / 100, 6).fill(this.request.color);
  }

  private asArtifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  /** The trend of the score: a line over 0 to 100 %, with the first and the last day. */
  private chart(): void {
    const { trend } = this.request.pages;
    const [first, last] = [trend[0], trend.at(-1)];
    if (!first || !last) return;
    const height = 110;
    this.room(height + 40);
    const [from, to] = [first, last].map(({ date, percent }) => `${percent} % on ${date}`);
    const alt = `Score from ${from} to ${to}, seven days pooled`;
    const [left, top] = [PAGE.margin + 34, this.y + 6];
    const width = WIDTH - 34;
    const start = Date.parse(first.date);
    const span = Math.max(1, Date.parse(last.date) - start);
    const xOf = (date: string) => left + ((Date.parse(date) - start) / span) * width;
    const yOf = (percent: number) => top + height * (1 - percent / 100);
    const soft = { size: 8, color: SOFT };
    const draw = () => {
      for (const percent of [0, 50, 100]) {
        this.doc
          .moveTo(left, yOf(percent))
          .lineTo(left + width, yOf(percent))
          .lineWidth(0.5)
          .stroke(RULE);
        this.drawLine(`${percent} %`, soft, { x: PAGE.margin, width: 28, align: 'right', y: yOf(percent) - 5 });
      }
      for (const [at, { date, percent }] of trend.entries()) {
        if (at === 0) this.doc.moveTo(xOf(date), yOf(percent));
        else this.doc.lineTo(xOf(date), yOf(percent));
      }
      this.doc.lineWidth(1.5).stroke(this.request.color);
      this.drawLine(first.date, soft, { x: left, width, y: top + height + 4 });
      this.drawLine(last.date, soft, { x: left, width, align: 'right', y: top + height + 4 });
    };
    this.root.add(this.doc.struct('Figure', { alt }, draw));
    this.y = top + height + 20;
    this.paragraph('Score by day, seven days pooled', { size: 8, color: SOFT });
  }

  private pageNumbers(): void {
    const { start, count } = this.doc.bufferedPageRange();
    for (let at = 0; at < count; at++) {
      this.doc.switchToPage(start + at);
      const place = { ...WHOLE, align: 'right' as const, y: PAGE.height - PAGE.margin };
      this.asArtifact(() => this.drawLine(`${at + 1} / ${count}`, { size: 8, color: SOFT }, place));
    }
  }
}

const CELL: Style = { size: 9 };
/** Points of a bar of 100 %. */
const BAR = 60;
const GAP = 10;
/** A column of numbers, and one with words beside a first one. */
const NUMBER_WIDTH = 92;
const WORDS_WIDTH = 112;

/** The first column gets what the others leave; where the last is a sentence, the first is a date. */
function boxesOf(columns: ReportTable['columns']): Box[] {
  const isDated = columns.length === 2 && columns[1]?.isNumber === false;
  const widths = columns.map(({ isNumber }, at): number => (at === 0 ? 0 : isNumber ? NUMBER_WIDTH : WORDS_WIDTH));
  if (isDated) widths[1] = WIDTH - WORDS_WIDTH;
  widths[0] = WIDTH - widths.reduce((sum, width) => sum + width, 0);
  let x = PAGE.margin;
  return columns.map(({ isNumber }, at) => {
    const width = widths[at] ?? WORDS_WIDTH;
    const box: Box = { x, width: width - GAP, align: isNumber ? 'right' : 'left' };
    x += width;
    return box;
  });
}
