import { extractText, getDocumentProxy } from 'unpdf';
import type { ReportDocument } from '../../../src/core/reports/report-document.js';
import { pagesOf } from '../../../src/core/reports/report-sections.js';
import { PdfMaker } from '../../../src/monitoring/reports/make-pdf.js';
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

test.each([
  ['time', { drawingMs: 500 }],
  ['memory', { drawingMs: 60_000 }],
])('a drawing that takes all %s ends its thread alone, and the next one is made', async (name, { drawingMs }) => {
  const hostile = new PdfMaker(new URL('./endless-thread.mjs', import.meta.url), drawingMs);
  expect(await hostile.make(requestOf(aDocument(), name))).toMatchObject({ without: 'bounds' });
  await hostile.stop();
  expect(await maker.make(requestOf(aDocument()))).toHaveProperty('pdf');
});
