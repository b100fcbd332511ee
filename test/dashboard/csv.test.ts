import fc from 'fast-check';
import { csvRow } from '../../src/dashboard/csv.js';
import { readCsv } from '../support/csv.js';

const HOSTILE = fc.string({
  unit: fc.constantFrom('"', ',', '\r', '\n', '=', '+', '-', '@', '\t', "'", ';', 'a', '🍵'),
});

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

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is no formula to a spreadsheet', (text) => {
  expect(readCsv(csvRow([text]))).toEqual([[`'${text}`]]);
});

test('a formula in quotes is guarded within them', () => {
  expect(csvRow(['=HYPERLINK("http://evil.example","x")'])).toBe('"\'=HYPERLINK(""http://evil.example"",""x"")"\r\n');
});

test('whatever the texts are, a row is read as its cells, and none begins as a formula does', () => {
  fc.assert(
    fc.property(fc.array(HOSTILE, { minLength: 1 }), (cells) => {
      const [row = [], ...more] = readCsv(csvRow(cells));
      expect(more).toEqual([]);
      expect(row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(
        cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, '')),
      );
      expect(row.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    }),
  );
});
