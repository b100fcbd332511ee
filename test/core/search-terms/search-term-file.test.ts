import { readSearchTermFile, SEARCH_TERMS_MAX } from '../../../src/core/search-terms/search-term-file.js';

const HEADINGS = [
  'Top queries,Clicks,Impressions,CTR,Position',
  'Häufigste Suchanfragen,Klicks,Impressionen,CTR,Position',
  'Requêtes les plus fréquentes,Clics,Impressions,CTR,Position',
  'Consultas principales,Clics,Impresiones,CTR,Posición',
  '上位のクエリ,クリック数,表示回数,CTR,掲載順位',
];
const GOOGLE = HEADINGS[0] ?? '';

const termsOf = (csv: string, source: 'google' | 'bing' = 'google') =>
  readSearchTermFile(source, csv).terms.map(({ term, clicks, impressions, position }) => [
    term,
    clicks,
    impressions,
    position,
  ]);

describe("Google's file", () => {
  test.each(HEADINGS)('is read whatever the language of its heading: %s', (heading) => {
    expect(termsOf(`${heading}\nbest crm,12,340,3.53%,4.2\n`)).toEqual([['best crm', 12, 340, 4.2]]);
  });

  test('with a byte order mark, CRLF, empty lines, and semicolons or tabs', () => {
    const rows = '"crm; klein";1;"1.200";0,1%;7,5\r\n\r\nERP;0;3;0%;12\r\n';
    const semicolons = `\uFEFF${GOOGLE.replaceAll(',', ';')}\r\n${rows}`;
    expect(termsOf(semicolons)).toEqual([
      ['crm; klein', 1, 1200, 7.5],
      ['ERP', 0, 3, 12],
    ]);
    expect(termsOf(semicolons.replaceAll(/;(?! )/g, '\t'))).toEqual(termsOf(semicolons));
  });

  test('names its faulty lines, and keeps the others', () => {
    const { terms, rejected, errors } = readSearchTermFile(
      'google',
      [
        GOOGLE,
        'best crm,1,2,50%,3',
        '"=HYPERLINK(""http://x.example"")",1,2,50%,3',
        'Best  CRM ,4,5,80%,1',
        'a,b,2,50%,3',
        'too few,1',
        `${'x'.repeat(201)},1,2,50%,3`,
        'https://acme.example/,1,2,50%,3',
        ',1,2,50%,3',
        '-5 degrees tent,1,99999999999,50%,3',
        '+1 hosting,1,2,50%,unknown',
      ].join('\n'),
    );
    expect(terms.map(({ term, position }) => [term, position])).toEqual([
      ['best crm', 3],
      ['+1 hosting', null],
    ]);
    expect(rejected).toBe(8);
    expect(errors).toEqual([
      { line: 3, message: 'the term must not be a formula, which begins with =' },
      { line: 4, message: 'the term is in a line before it' },
      { line: 5, message: 'clicks must be a whole number, 0 to 2147483647' },
      { line: 6, message: 'has 2 columns, not 5' },
      { line: 7, message: 'the term must be at most 200 characters' },
      { line: 8, message: 'the term must not be an address; export queries, not pages' },
      { line: 9, message: 'has no term' },
      { line: 10, message: 'impressions must be a whole number, 0 to 2147483647' },
    ]);
  });
});

test.each([
  ['Keyword,Impressions,Clicks,CTR,Avg. Position\nbest crm,340,12,3.5%,4.2', [['best crm', 12, 340, 4.2]]],
  ['"Grounding Queries","Citations"\n"crm for bakeries",17', [['crm for bakeries', 0, 17, null]]],
])("Bing's file is read by its heading: %j", (csv, terms) => {
  expect(termsOf(csv, 'bing')).toEqual(terms);
});

describe('what is no such file is refused as a whole, with its line', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `term ${at},1,2,50%,3`).join('\n');

  test.each([
    ['an empty file', '', 'line 1: must be a heading'],
    ['a picture', '\u0089PNG\r\n\u001a\n\0\0\0', 'line 1: must be text'],
    ['bytes that were no UTF-8', `${GOOGLE}\nbest \uFFFD,1,2,50%,3`, 'line 2: must be text'],
    ['no heading', 'best crm,1,2,50%,3', 'line 1: must be the heading'],
    ['other columns', 'Date,Clicks\n2026-01-01,3', 'line 1: must be the heading'],
    ['an open quotation mark', `${GOOGLE}\n"best crm,1,2,50%,3\nx,1,2,3%,4`, 'line 3: must be CSV'],
    ['5,001 terms', `${GOOGLE}\n${rows(SEARCH_TERMS_MAX + 1)}`, 'line 5002: must not follow'],
    ['500,001 bytes', 'x'.repeat(500_001), 'must be at most 500000 bytes'],
  ])('%s', (_what, csv, message) => {
    expect(() => readSearchTermFile('google', csv)).toThrow(message);
  });

  test('and Bing by its own heading', () => {
    expect(() => readSearchTermFile('bing', GOOGLE.replace('Top queries', 'Seiten'))).toThrow(
      'line 1: must be a heading',
    );
  });

  test('but 5,000 terms are read', () => {
    expect(readSearchTermFile('google', `${GOOGLE}\n${rows(SEARCH_TERMS_MAX)}`).terms).toHaveLength(SEARCH_TERMS_MAX);
  });
});
