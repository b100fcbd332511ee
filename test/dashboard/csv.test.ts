import fc from 'fast-check';
import { toCsv } from '../../dashboard/charts/csv-file.ts';
import { csvRow } from '../../src/web/csv-rows.js';
import { readAsSpreadsheet, readCsv } from '../support/csv.js';

const FORMULA_CHARACTERS = ['=', '+', '-', '@', '\uff1d', '\ufe63', '\uff20', '\u2212'];
const BLANKS = ['\r', '\n', '\t', ' ', '\u00a0', '\u200b', '\u2028', '\u3164', '\0'];
const HOSTILE = fc.string({
  unit: fc.constantFrom('"', ',', ';', "'", 'a', '🍵', ...FORMULA_CHARACTERS, ...BLANKS),
});

const COMPATIBLE_FORMS = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter((character) =>
  '=+-@\u2212'.includes(character.normalize('NFKC').charAt(0)),
);

type WriteRows = (rows: readonly string[][]) => string;

/** The two writers of files: the service's, and the page's for the rows of a figure, below a row of heads. */
const WRITERS: [string, WriteRows][] = [
  ['the service', (rows) => rows.map(csvRow).join('')],
  ['the page', ([heads = [], ...rows]) => toCsv(heads.map(columnOf), rows)],
];

function columnOf(head: string, at: number) {
  return { head, cell: (row: readonly string[]) => row[at] ?? '' };
}

/** Whether a program that passes over blanks and takes compatible characters for one would run the cell. */
function isFormula(cell: string): boolean {
  const [first = 'a'] = cell.replace(/^["\s\p{Cc}\p{Cf}\p{DI}]+/u, '').normalize('NFKC');
  return '=+-@\u2212'.includes(first);
}

test.each([
  ['a plain text', 'tea', 'tea'],
  ['a comma', 'tea, green', '"tea, green"'],
  ['quotes', 'the "best" tea', '"the ""best"" tea"'],
  ['a line feed alone', 'one\ntwo', '"one\ntwo"'],
  ['a carriage return alone', 'one\rtwo', '"one\rtwo"'],
  ['other scripts', '茶, 🍵', '"茶, 🍵"'],
  ['nothing', null, ''],
  ['the empty text', '', ''],
  ['yes', true, 'true'],
  ['a number below zero, which is ours', -1.5, '-1.5'],
  ['NUL, which is left out', 'te\0a', 'tea'],
  ['a formula behind NUL', '\0=1+1', "'=1+1"],
])('%s', (_what, cell, written) => {
  expect(csvRow([cell])).toBe(`${written}\r\n`);
});

describe.each(WRITERS)('a file of %s', (_whose, write) => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\t=1', "'\t'=1"],
    ['\u00a0=1', "\u00a0'=1"],
    ['\u200b=1', "\u200b'=1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['ok;=1+1', "ok;'=1+1"],
    ['ok; =1+1;+2', "ok; '=1+1;'+2"],
    ['ok\t@SUM(A1)', "ok\t'@SUM(A1)"],
    ["ok\n=cmd|'/c calc'!A1", "ok\n'=cmd|'/c calc'!A1"],
    ['ok\r\n\u00a0\uff0b1', "ok\r\n\u00a0'\uff0b1"],
    ['ok;"=1+1;"', 'ok;"\'=1+1;"'],
    ['=HYPERLINK("http://evil.example","x")', '\'=HYPERLINK("http://evil.example","x")'],
    ['1 - 2 = -1, a+b@c.example', '1 - 2 = -1, a+b@c.example'],
  ])('guards what a spreadsheet would run, and nothing else: %j', (text, guarded) => {
    expect(readCsv(write([[text]]))).toEqual([[guarded]]);
  });

  test('whatever the texts are, it is read as its cells, and no separator makes one of them a formula', () => {
    const row = fc.array(HOSTILE, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (rows) => {
        const file = write(rows);
        const withoutMarks = (text: string) => text.replaceAll(/['\0]/g, '');
        const read = readCsv(file);
        expect(read.map((cells) => cells.map(withoutMarks))).toEqual(rows.map((cells) => cells.map(withoutMarks)));
        const found = [
          ...read.flat(),
          ...[',', ';', '\t'].flatMap((separator) => readAsSpreadsheet(file, separator)),
          ...[';', '\t'].flatMap((separator) => readAsSpreadsheet(file, separator, false)),
        ];
        expect(found.filter(isFormula)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('guards each character that is one of these in a compatible form', () => {
    expect(COMPATIBLE_FORMS.length).toBeGreaterThan(15);
    for (const one of COMPATIBLE_FORMS) expect(readCsv(write([[`a;${one}`]]))).toEqual([[`a;'${one}`]]);
  });

  test('is written without delay where a text of a megabyte has line ends, blanks or separators alone', () => {
    for (const piece of ['\n', '\n ', ' -', '\n-', ';"', 'a ']) {
      const text = `${piece.repeat(1_000_000 / piece.length)}=`;
      expect(write([[text]]).length).toBeGreaterThan(1_000_000);
    }
  });
});

test('a formula in quotes is guarded within them', () => {
  expect(csvRow(['=HYPERLINK("http://evil.example","x")'])).toBe('"\'=HYPERLINK(""http://evil.example"",""x"")"\r\n');
});
