import { excerptOf } from '../../src/core/answers/excerpt.js';

const TEXT =
  '# The best tea shops\n\nThere are **many** shops. We like [Contoso](https://contoso.example) most. The end.';
const at = TEXT.indexOf('Contoso');

test('an excerpt is the sentence around a name, without marks of markdown', () => {
  expect(excerptOf(TEXT, [at, at + 7])).toBe('We like Contoso most.');
});

test('without a name, or where it stands behind what is read, the text begins it', () => {
  expect(excerptOf(TEXT, null)).toBe('The best tea shops · There are many shops.');
  expect(excerptOf(TEXT, [9_000, 9_007])).toBe('The best tea shops · There are many shops.');
});

test('an excerpt is cut between words, and empty where nothing is shown', () => {
  const excerpt = excerptOf('word '.repeat(1_000), null);
  expect(excerpt).toMatch(/^word[ word]*word…$/);
  expect(excerpt.length).toBeLessThanOrEqual(241);
  expect([excerptOf('', null), excerptOf('   ', null), excerptOf('***', [0, 3])]).toEqual(['', '', '']);
});
