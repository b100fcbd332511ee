import { createHash } from 'node:crypto';
import { correctionOf } from '../../dashboard/ui/qr/error-correction.ts';
import { modulesOf } from '../../dashboard/ui/qr/modules.ts';

test('the correction of a block is that of the worked example that textbooks have', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(correctionOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

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
