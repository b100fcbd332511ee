import fc from 'fast-check';
import { createAnalyser } from '../../src/analysis/analyser.js';
import { candidateKey } from '../../src/core/competitors/candidate-key.js';

test.each([
  ['Globex', 'GLOBEX'],
  ['Globex', ' Globex '],
  ['Hewlett-Packard', 'Hewlett Packard'],
  ['Hewlett-Packard', 'HewlettPackard'],
  ['Nestlé', 'Nestle'],
  ['Ørsted', 'Orsted'],
  ['Yahoo!', 'Yahoo'],
  ['Levi’s', "Levi's"],
  ['ΟΔΟΣ', 'οδος'],
])('%s and %s are one name, to the project as in a text', (one, other) => {
  expect(candidateKey(one)).toBe(candidateKey(other));
  expect(isFound(one, other)).toBe(true);
});

test.each([
  ['Globex', 'Globe'],
  ['AT&T', 'ATT'],
  ['Disney+', 'Disney'],
  ['がく', 'かく'],
])('%s and %s are two names', (one, other) => {
  expect(candidateKey(one)).not.toBe(candidateKey(other));
});

test('a key is never empty, of a length that an index holds, well formed, and its own key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (name) => {
      fc.pre(name.trim() !== '');
      const key = candidateKey(name);
      expect(key).not.toBe('');
      expect(key.length).toBeLessThanOrEqual(200);
      expect(key.isWellFormed()).toBe(true);
    }),
  );
  expect(candidateKey('!!!')).toBe('!!!');
  expect(candidateKey('ﷺ'.repeat(200)).length).toBe(200);
});

function isFound(registered: string, written: string): boolean {
  const analyse = createAnalyser({ brand: { name: registered, aliases: [], website: '' }, competitors: [] });
  return analyse({ text: `We compared it with ${written.trim()} today.`, citations: [] }).brand.mentionCount === 1;
}
