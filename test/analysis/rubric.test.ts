import { readFileSync } from 'node:fs';
import { createAnalyser } from '../../src/analysis/analyser.js';
import { TONE_EXAMPLES } from '../../src/monitoring/judge/instructions.js';

const SUBJECTS = ['Norvia', 'Brello', 'Hexom'].map((name) => ({ name, aliases: [], website: '' }));

/** The tone of a text towards Norvia. */
function toneOf(text: string): string | null {
  const [brand = { name: 'Norvia', aliases: [], website: '' }, ...competitors] = SUBJECTS;
  return createAnalyser({ brand, competitors })({ text, citations: [] }).brand.sentiment;
}

/** The rows of the table in docs/metrics.md. */
const ROWS = Array.from(
  (readFileSync('docs/metrics.md', 'utf8').split('#### The rubric of tone')[1]?.split('\n#')[0] ?? '').matchAll(
    /^\| ([^|]+) \| (positive|neutral|negative|mixed) \| ([^|]+) \|$/gm,
  ),
  ([, decision = '', tone = '', example = '']) => ({ decision, tone, text: example.replaceAll('<br>', '\n') }),
);

/** What a model is shown of it, with the names of the table. */
const SHOWN = TONE_EXAMPLES.flatMap(([tone, said]) =>
  Array.from(said.matchAll(/"([^"]+)"/g), ([, text = '']) => ({
    tone,
    text: text.replaceAll(/\bX\b/g, 'Norvia').replaceAll(/\bA\b/g, 'Brello').replaceAll(/\bB\b/g, 'Hexom'),
  })),
);

test('the rubric has an example of each decision, and of each class', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(30);
  expect(new Set(ROWS.map(({ decision }) => decision)).size).toBe(ROWS.length);
  expect(new Set(ROWS.map(({ tone }) => tone)).size).toBe(4);
});

test.each(ROWS)('$decision: $tone', ({ tone, text }) => {
  expect(toneOf(text)).toBe(tone);
});

test.each(SHOWN)('the example that a model is shown, $text, is $tone by the rules too', ({ tone, text }) => {
  expect(toneOf(text)).toBe(tone);
});
