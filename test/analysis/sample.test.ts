import { sampleOf } from '../../src/analysis/reading/sample.js';

const around = (source: string, name = 'Hooli') => {
  const start = source.indexOf(name);
  return sampleOf(source, [start, start + name.length]);
};
const textOf = (source: string, name?: string) => around(source, name)?.text;

describe('a sample of an answer', () => {
  test.each([
    [
      'a sentence of several',
      'It depends. Many like Hooli for its price. Others do not.',
      'Many like Hooli for its price.',
    ],
    [
      'an option of a list',
      '1. **Umbrex** – cheap\n2. **Hooli** – strong in reports\n3. **Zed**',
      'Hooli – strong in reports',
    ],
    [
      'a heading and what follows it',
      '## Hooli\nIt is fast and cheap. It has no app.',
      'Hooli · It is fast and cheap.',
    ],
    ['a row of a table', '| Tool | Price |\n|---|---|\n| Hooli | 10 a month |', 'Hooli · 10 a month'],
    ['a link', 'See [Hooli](https://hooli.example) for teams.', 'See Hooli for teams.'],
    ['a name alone', 'Hooli', 'Hooli'],
  ])('is %s', (_, source, expected) => {
    expect(textOf(source)).toBe(expected);
  });

  test('says where the name stands', () => {
    const sample = around('It depends.\n- Many like **Hooli**, some do not.');
    expect(sample?.text.slice(sample.start, sample.end)).toBe('Hooli');
  });

  test('says where a name stands that ends its block', () => {
    expect(around('## Hooli\nIt is fast.')).toEqual({ text: 'Hooli · It is fast.', start: 0, end: 5 });
  });

  test('is cut between words, with the name in it', () => {
    const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
    for (const at of [0, 100, 199]) {
      const sample = around([...words.slice(0, at), 'Hooli', ...words.slice(at)].join(' '));
      expect(sample?.text.slice(sample.start, sample.end)).toBe('Hooli');
      expect(sample?.text.length).toBeLessThanOrEqual(242);
      expect(sample?.text).toMatch(/^(…?word\d+|Hooli) .* (word\d+…?|Hooli)$/);
    }
  });

  test('is well-formed wherever it is cut, and null where nothing of the name is there', () => {
    const faces = '😀'.repeat(2_000);
    expect(around(`${faces}Hooli${faces}`)?.text.isWellFormed()).toBe(true);
    expect(sampleOf('Hooli', [10, 15])).toBeNull();
    expect(sampleOf('', [0, 0])).toBeNull();
  });
});
