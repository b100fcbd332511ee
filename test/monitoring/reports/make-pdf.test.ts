import { spawnSync } from 'node:child_process';
import { extractText, getDocumentProxy } from 'unpdf';
import type { ReportDocument } from '../../../src/core/reports/report-document.js';
import { pagesOf, type ReportPages } from '../../../src/core/reports/report-sections.js';
import { PDF_BYTES_MAX, PdfMaker } from '../../../src/monitoring/reports/make-pdf.js';
import { aDocument, aLongDocument } from '../../support/report-document.js';

const maker = new PdfMaker(new URL('./pdf-thread-of-sources.mjs', import.meta.url));
afterAll(() => maker.stop());

const requestOf = (document: ReportDocument, name = 'Brand Visibility') => ({
  pages: pagesOf(document),
  madeAt: document.madeAt,
  name,
  color: '#1f5fbf',
  logo: null,
});

async function pdfOf(document: ReportDocument): Promise<Buffer> {
  const made = await maker.make(requestOf(document));
  if (!('pdf' in made)) throw new Error(`no PDF: ${made.without} ${String(made.cause)}`);
  return made.pdf;
}

/** As another program reads it, with runs of space as one. */
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

test('a report as PDF is read back with every sentence, cell and page number', async () => {
  const document = aDocument();
  const text = await textOf(await pdfOf(document));
  const pages = pagesOf(document);
  const squeezed = text.replaceAll(' ', '');
  const cells = pages.sections.flatMap(({ tables }) =>
    tables.flatMap(({ rows }) => rows.flat().map((cell) => cell.text)),
  );
  for (const part of [pages.headline, ...pages.sections.flatMap((one) => one.sentences), ...cells]) {
    expect(squeezed).toContain(part.replaceAll(' ', ''));
  }
  expect(text).toMatch(/1 \/ \d/);
});

test('it is tagged: headings, tables with head cells, and figures with a text of their own', async () => {
  const pdf = await pdfOf(aDocument());
  const proxy = await getDocumentProxy(new Uint8Array(pdf));
  const roles = JSON.stringify(await (await proxy.getPage(1)).getStructTree());
  for (const role of ['"H1"', '"H2"', '"P"', '"Table"', '"TR"', '"TH"', '"TD"', '"Figure"'])
    expect(roles).toContain(role);
  expect(roles).toContain('"alt":"Score from 61 % on 2026-11-02 to 49 % on 2026-11-08, seven days pooled"');
  const { info } = await proxy.getMetadata();
  expect([(info as { Title?: string }).Title, (info as { Language?: string }).Language]).toEqual([
    'Acme: visibility in AI answers',
    'en',
  ]);
  expect(pdf.byteLength).toBeLessThan(150_000);
});

test.each(['Zürich Łódź', 'Αθήνα', 'Ћевапи Ґанок', 'Phở Hà Nội', 'o\u0308 decomposed'])(
  'letters of %s are in its fonts',
  async (brandName) => {
    const document = aDocument();
    const text = await textOf(await pdfOf({ ...document, project: { ...document.project, brandName } }));
    expect(text.replaceAll(' ', '')).toContain(brandName.normalize('NFC').replaceAll(' ', ''));
  },
);

test.each(['漢字', 'ブランド', 'العلامة', 'हिन्दी', '😀'])(
  'of a name in %s there is no PDF, and that is said',
  async (brandName) => {
    const document = aDocument();
    const made = await maker.make(requestOf({ ...document, project: { ...document.project, brandName } }));
    expect(made).toMatchObject({ without: 'letters' });
  },
);

test.each(['W', 'a b ', 'fi-', 'Ǻ'])('texts of %j at their bounds are drawn within seconds', async (characters) => {
  const made = await maker.make(requestOf(aLongDocument(characters)));
  expect('pdf' in made ? made.pdf.byteLength : made).toBeLessThan(1_000_000);
});

/** Sentences and cells of words that are wider than a line, of marks upon marks, and of spaces that are none. */
function hostilePages(sections: number): ReportPages {
  const words = [
    'W'.repeat(400),
    'ǺỆ̈́'.repeat(80),
    `a\u00a0${'\u00a0'.repeat(300)}`,
    'fi fl ffi '.repeat(60),
    '- '.repeat(200),
  ];
  const cells = words.map((text) => ({ text: text.slice(0, 200), tone: 'up' as const, bar: 250 }));
  const columns = words.map((_word, at) => ({ title: 'W'.repeat(60), isNumber: at % 2 === 1 }));
  const table = { caption: 'W'.repeat(200), columns, rows: Array.from({ length: 12 }, () => cells) };
  const section = { title: 'W'.repeat(200), sentences: words, tables: [table] };
  return { ...pagesOf(aDocument()), sections: Array.from({ length: sections }, () => section) };
}

/** The thread's memory holds whatever the machine does; its 20 s do not: sixty pages take 3 s of a quiet processor. */
test('sixty pages of hostile text are drawn within the memory of the thread', async () => {
  const patient = new PdfMaker(new URL('./pdf-thread-of-sources.mjs', import.meta.url), 120_000);
  const made = await patient.make({ ...requestOf(aDocument()), pages: hostilePages(9) });
  await patient.stop();
  if (!('pdf' in made)) throw new Error(`no PDF: ${made.without} ${String(made.cause)}`);
  const proxy = await getDocumentProxy(new Uint8Array(made.pdf));
  expect(proxy.numPages).toBeGreaterThanOrEqual(60);
  expect(made.pdf.byteLength).toBeLessThan(PDF_BYTES_MAX);
}, 180_000);

test.each([
  ['time', { drawingMs: 500 }],
  ['memory', { drawingMs: 60_000 }],
])('a drawing that takes all %s ends its thread alone, and the next one is made', async (name, { drawingMs }) => {
  const hostile = new PdfMaker(new URL('./endless-thread.mjs', import.meta.url), drawingMs);
  expect(await hostile.make(requestOf(aDocument(), name))).toMatchObject({ without: 'bounds' });
  await hostile.stop();
  expect(await maker.make(requestOf(aDocument()))).toHaveProperty('pdf');
});

const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0;

/** The pages of a PDF as another program draws them: grey, 50 dots an inch. */
function picturesOf(pdf: Buffer): { width: number; height: number; grey: Buffer }[] {
  const { stdout, status } = spawnSync('pdftoppm', ['-gray', '-r', '50', '-'], { input: pdf, maxBuffer: 256_000_000 });
  expect(status).toBe(0);
  const pictures = [];
  for (let at = 0; at < stdout.length; ) {
    const head = /^P5\s(\d+)\s(\d+)\s255\s/.exec(stdout.subarray(at, at + 40).toString('latin1'));
    if (!head) throw new Error('no picture of a page');
    const [width, height] = [Number(head[1]), Number(head[2])];
    const from = at + head[0].length;
    at = from + width * height;
    pictures.push({ width, height, grey: stdout.subarray(from, at) });
  }
  return pictures;
}

// Pictures need poppler's `pdftoppm`, which not every machine has: without it these are skipped.
const drawn = hasPoppler ? test : test.skip;

drawn.each([
  ['a report', aDocument()],
  ['texts at their bounds', aLongDocument('W')],
])('each page of %s has ink, and none beyond its margins (needs pdftoppm)', async (_what, document) => {
  const pictures = picturesOf(await pdfOf(document));
  expect(pictures.length).toBeGreaterThan(0);
  for (const { width, height, grey } of pictures) {
    // A4, and the margin of 48 points less one for the edges of letters.
    expect([width, height]).toEqual([414, 585]);
    const margin = Math.floor((47 * 50) / 72);
    const dark = [...grey.entries()].filter(([, tone]) => tone < 200).map(([at]) => at);
    const beyond = dark.filter((at) => at % width < margin || at % width >= width - margin);
    expect([dark.length > 200, beyond.length]).toEqual([true, 0]);
  }
});
