import { createAnalyser } from '../../src/analysis/analyser.js';
import { readAnswer } from '../../src/analysis/reading/answer-text.js';
import { outlineOf } from '../../src/analysis/reading/outline.js';
import { IS_WHOLE } from '../support/whole.js';
import { subject } from './read.js';

const analyse = createAnalyser({
  brand: subject('Target', ['Best Buy'], 'target.com'),
  competitors: [subject('a'), subject('Sonos')],
});

const SHAPES = [
  '[',
  ']',
  '[a](',
  '[[a]](b ',
  '(',
  '**x*y',
  '*a _b ',
  '`',
  '<',
  '<a ',
  '<!--',
  '&',
  '>',
  '- - ',
  '# a\n',
  '|',
  '|a|b|\n|-|-|\n',
  '[a]: http://a.co\n',
  '[^1]',
  'http://',
  'http://a.co/b ',
  'x',
  'X',
  'Target ',
  'Target: good\n',
  'Target, Sonos, ',
  'Apple\nSonos\n',
  'Edmunds+3',
  '$5.00•',
  'A: B: ',
  'a)B',
  '.A',
  ' - a',
  '三星',
  'กข',
  'aあ한я',
  '\uD800',
  '\0a',
  '\n',
  ' \t',
];

const ASCII = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
const UNICODE = [...'…–—‐‑−‘’“”„«»‹›•‣·▪●○◦§¶†‡°€£¥™®©¿¡、。「」【】（）：，．！？・؟،।'];
/** What writers of markup and of sentences put together. */
const PIECES = ['**', '~~', '```', 'a', 'A', '9', 'Target ', '- ', '1. ', 'http://a.co/'];

/** Of the length, and so of the time: a quarter finds what a whole one does, as each bound shrinks along. */
const SHARE = IS_WHOLE ? 1 : 0.25;
const LENGTH = SHARE * 100_000;
/** Ten times what a slow machine needs; where time grows with the square of the length, it is exceeded by far. */
const MOST_MS = SHARE * 3_000;

function timeOf(texts: readonly string[]): number {
  const started = process.threadCpuUsage();
  for (const text of texts) analyse({ text, citations: [{ url: 'https://www.edmunds.com/x', title: null }] });
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
}

/** The part again and again, `length` UTF-16 units of it. */
function run(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length));
}

describe('hostile text is read in linear time:', () => {
  test.each(SHAPES)('a long run of %j', (part) => {
    expect(timeOf([run(part, LENGTH)])).toBeLessThan(MOST_MS);
  });

  test.each([...ASCII, ...UNICODE])('runs of %j, alone, spaced and a line each', (mark) => {
    const parts = [`${mark} `, `${mark}\n`, `a${mark}`].map((part) => run(part, LENGTH / 8));
    const texts = [run(mark, LENGTH / 2), ...parts];
    expect(timeOf(texts)).toBeLessThan(MOST_MS);
  });

  test.each(ASCII)('runs of %j in turns with every other mark, and before and behind runs of them', (mark) => {
    const others = [...ASCII, ...PIECES].filter((other) => other !== mark);
    const inTurns = others.filter((other) => other > mark).map((other) => run(mark + other, LENGTH / 8));
    const afterRun = others.map((other) => run(mark, LENGTH / 16) + run(other, LENGTH / 16));
    const texts = [...inTurns, ...afterRun];
    expect(timeOf(texts)).toBeLessThan(MOST_MS);
  });

  test.each([
    ['joined numbers before a name', `${'1and'.repeat(34)}% Target is good.`],
    ['capitals behind a name', `x, Target, ${'A'.repeat(900)}.`],
    ['quotation marks before a name', `${run('“', 0.6 * LENGTH)} ${run('http://a.co/', 0.6 * LENGTH)}`],
    ['exclamations before addresses', `${run('!', 0.6 * LENGTH)}${run('http://a.co/', 0.6 * LENGTH)}`],
    ['questions behind a name', `Target ${run('?!', LENGTH)}a`],
  ])('%s', (_, text) => {
    expect(timeOf([text])).toBeLessThan(MOST_MS);
  });

  test('slashes within the addresses of sources', () => {
    const citations = Array.from({ length: SHARE * 1_000 }, (_, at) => ({
      url: `http://a.co/${'/'.repeat(4_000)}${at}`,
      title: null,
    }));
    const started = process.threadCpuUsage();
    expect(analyse({ text: 'Target is good.', citations }).citations).toHaveLength(citations.length);
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(MOST_MS);
  });

  test('a sentence without an end is split after a word, in every kind of block', () => {
    const sentence = 'plain words '.repeat(1_000);
    for (const opening of ['', '# ', '- ', '> ', '1. ', '| ']) {
      const { segments } = outlineOf(readAnswer({ text: opening + sentence, citations: [] }));
      expect(Math.max(...segments.map(({ start, end }) => end - start))).toBeLessThanOrEqual(1_100);
      expect(segments.length).toBeGreaterThan(10);
    }
    const reading = readAnswer({ text: sentence, citations: [] });
    for (const { start, end } of outlineOf(reading).segments)
      expect(reading.text.slice(start, end)).toMatch(/^(?:plain|words)\b.*\b(?:plain|words)$/);
    expect(outlineOf(readAnswer({ text: 'x'.repeat(5_000), citations: [] })).segments).toHaveLength(5);
  });
});

test('NUL and lone surrogates reach no fact', () => {
  const text = 'Sonos is \uD800 great\0, the best speaker.';
  const { competitors, candidates } = analyse({ text, citations: [{ url: 'https://a.com', title: 'x\0\uDC00' }] });
  const written = JSON.stringify([competitors, candidates]);
  expect(competitors[1]?.mentionCount).toBe(1);
  expect(written).not.toContain('\\u0000');
  expect(competitors[1]?.evidence?.isWellFormed()).toBe(true);
});
