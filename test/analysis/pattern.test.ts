import { pattern } from '../../src/analysis/pattern.js';

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
