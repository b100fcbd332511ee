import fc from 'fast-check';
import { createQuoteFinder, saysMoreThan } from '../../../src/monitoring/judge/read-verdicts.js';

const findQuote = (text: string, quote: string) => createQuoteFinder(text)(quote)[0] ?? null;

const quoted = (text: string, quote: string) => {
  const place = findQuote(text, quote);
  return place && text.slice(place.start, place.end);
};

test.each([
  ['as it stands', 'I like Acme. It is good.', 'It is good', 'It is good'],
  ['across a line break', 'Acme is\n  very good', 'Acme is very good', 'Acme is\n  very good'],
  ['without the marks of emphasis', '**Acme** is _good_.', 'Acme is good.', 'Acme** is _good_.'],
  ['with marks that the answer lacks', 'Acme is good', '**Acme** is good', 'Acme is good'],
  ['with plain quotation marks and dashes', 'Acme’s “best” – yes', `Acme's "best" - yes`, 'Acme’s “best” – yes'],
  ['beyond the basic plane', '👍 Acme 👍', 'Acme 👍', 'Acme 👍'],
  ['in other scripts', 'Акме лучше всех', 'лучше', 'лучше'],
])('a quotation is found %s', (_what, text, quote, found) => {
  expect(quoted(text, quote)).toBe(found);
});

test.each([
  ['another word', 'Acme is good', 'Acme is great'],
  ['another case', 'Acme is good', 'acme is good'],
  ['another sign', 'Acme is good.', 'Acme is good!'],
  ['an ellipsis over what was left out', 'Acme is very good', 'Acme … good'],
  ['words in another order', 'good Acme', 'Acme good'],
  ['nothing', 'Acme', ''],
  ['marks alone', 'Acme **', '**'],
  ['a sign without a word', 'Acme. Good.', '.'],
  ['half a character', 'Acme 👍 good', '\udc4d good'],
])('%s is not found', (_what, text, quote) => {
  expect(findQuote(text, quote)).toBeNull();
});

test.each([
  ['the name alone', 'Acme', false],
  ['the name in marks', '1. **Acme**:', false],
  ['the longer of two names', 'Acme Inc', false],
  ['a letter', 'A', false],
  ['the name and a letter', 'Acme s', false],
  ['a word', 'best', true],
  ['the name and a word', 'Acme is', true],
  ['a word of one character, where a script has such', 'Acme好', true],
  ['a picture', 'Acme 👍', true],
])('a quotation of %s says more than a name: %s is %s', (_what, quote, says) => {
  expect(saysMoreThan(['Acme', 'Acme Inc'], quote)).toBe(says);
});

test('all places of a quotation are found, in their order', () => {
  const find = createQuoteFinder('Acme is it. **Acme** is it.');
  expect(find('Acme is')).toEqual([
    { start: 0, end: 7 },
    { start: 14, end: 23 },
  ]);
});

test('any passage of a text, quoted with other white space, is found at its place', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(text, text, text, (before, passage, after) => {
      const whole = before + passage + after;
      const place = findQuote(whole, ` ${passage}\n`);
      if (!/[\p{L}\p{N}]/u.test(passage)) expect(place).toBeNull();
      else expect(place && findQuote(whole.slice(place.start, place.end), passage)).toMatchObject({ start: 0 });
    }),
  );
});
