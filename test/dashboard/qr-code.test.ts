import { createHash } from 'node:crypto';
import { modulesOf } from '../../dashboard/ui/qr-modules.js';

/** Of codes that an independent reader (jsQR) has read; by length of the text. */
test.each([
  [14, 21, 'ca4e5f8669011ed0'],
  [122, 45, '91c925bdfb77e72b'],
  [666, 97, '497df6c35a67d13f'],
])('a text of %s bytes is drawn as the code of %s modules a side that a reader has read', (length, side, sum) => {
  const rows = modulesOf('x'.repeat(length)).map((row) => row.map(Number).join(''));
  expect(rows.map((row) => row.length)).toEqual(Array(side).fill(side));
  expect(createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)).toBe(sum);
});

test('a text beyond the largest code is refused', () => {
  expect(modulesOf('x'.repeat(2_331))).toHaveLength(177);
  expect(() => modulesOf('x'.repeat(2_332))).toThrow('too long');
});
