import { anyOf, pattern } from '../../src/analysis/pattern.js';
import { readSources } from '../contract/sources.js';

test('a pattern over several lines is its lines joined, without their indentation', () => {
  const source = pattern`
    \b(?:first one
    |second)\b
  `;
  expect(source).toBe(String.raw`\b(?:first one|second)\b`);
});

test('an escaped line break in a pattern stays, and values put in keep theirs', () => {
  expect(pattern`[^\n${'\\s'}]`).toBe(String.raw`[^\n\s]`);
});

describe('a pattern of several sources', () => {
  const sources = [String.raw`\b(?:ab|cd)\b|\bef`, String.raw`[|(]x\||\(y|n't`];
  const whole = anyOf(sources);
  const joined = new RegExp(sources.join('|'));

  test.each(['ab', 'xab', 'x cd', 'ef', 'xef', 'a efg', '|x|', 'a (x|', '(y', "don't", 'x', 'isn’t ef ab'])(
    '%j',
    (text) => {
      expect([whole.test(text), whole.exec(text)?.index]).toEqual([joined.test(text), joined.exec(text)?.index]);
    },
  );

  test('holds alternatives that begin at no edge of a word, alone too', () => {
    expect(anyOf(['(?:a|b)c', 'd']).source).toBe('(?:a|b)c|d');
    expect(whole.source).toBe(String.raw`\b(?:(?:ab|cd)\b|ef)|[|(]x\||\(y|n't`);
  });
});

test('no line of a pattern begins with a space of its own, which would be lost', () => {
  const patterns = readSources().flatMap(({ path, text }) =>
    [...text.matchAll(/pattern`\n([^`]*)`/g)].map(([, body = '']) => ({ path, lines: body.split('\n').slice(0, -1) })),
  );
  expect(patterns.length).toBeGreaterThan(50);
  const lost = patterns.flatMap(({ path, lines: [first = '', ...others] }) => {
    const indent = first.search(/\S/);
    return others.filter((line) => line.search(/\S/) !== indent).map((line) => `${path}: ${line}`);
  });
  expect(lost).toEqual([]);
});
