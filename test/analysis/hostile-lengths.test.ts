import { createAnalyser } from '../../src/analysis/analyser.js';
import { FOUND_MAX, JUDGED_MAX } from '../../src/analysis/names/occurrence-finder.js';
import { readAnswer } from '../../src/analysis/reading/answer-text.js';
import { subject } from './read.js';

/** Answers as long as they are accepted, with more names than anybody writes: what is read of them is counted. */

const LENGTH = 1024 * 1024;

function run(part: string): string {
  return part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
}

test('the first names of an answer are judged, and what follows is none of it', () => {
  const analyse = createAnalyser({ brand: subject('Sonos'), competitors: [subject('Bose')] });
  const { brand, competitors } = analyse({ text: `${run('Sonos, ')} Bose is good.`, citations: [] });
  expect(brand.mentionCount).toBe(JUDGED_MAX);
  expect(brand.spans).toHaveLength(JUDGED_MAX);
  expect(competitors[0]?.mentionCount).toBe(0);
});

test('a name that many subjects have is judged as often as it counts', () => {
  const sharing = Array.from({ length: 100 }, (_, at) => subject('Sonos', [`Brand${at}`]));
  const analyse = createAnalyser({ brand: subject('Bose'), competitors: sharing });
  const { competitors } = analyse({ text: run('Sonos Brand7 '), citations: [] });
  const counts = competitors.map(({ mentionCount }) => mentionCount);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(JUDGED_MAX);
  expect(new Set(counts)).toEqual(new Set([495, 990]));
});

test('what the subjects of a name are called is looked up once, not at each of its places', () => {
  let lookups = 0;
  const sharing = Array.from({ length: 100 }, (_, at) => ({
    ...subject('On'),
    get aliases() {
      lookups++;
      return [`Brand${at}`];
    },
  }));
  const analyse = createAnalyser({ brand: subject('Bose'), competitors: sharing });
  lookups = 0;
  analyse({ text: run('On Bank '), citations: [] });
  expect(lookups).toBeGreaterThan(0);
  expect(lookups).toBeLessThanOrEqual(sharing.length);
});

test('of names that are nested the first places are looked at', () => {
  const nested = Array.from({ length: 16 }, (_, at) => subject('ab '.repeat(at + 1).trim()));
  const analyse = createAnalyser({ brand: subject('Bose'), competitors: nested });
  const text = run('ab ');
  const { competitors } = analyse({ text, citations: [] });
  const lastRead = Math.max(...competitors.flatMap(({ spans }) => spans.map(([, end]) => end)));
  expect(lastRead).toBeLessThanOrEqual((FOUND_MAX / nested.length) * 'ab '.length + 100);
  expect(lastRead).toBeGreaterThan(LENGTH / 30);
});

test('a long text is in the heap, where each look at it is cheap', () => {
  const text = run('plain words ');
  const outside = () => process.memoryUsage().external - process.memoryUsage().arrayBuffers;
  const before = outside();
  const visible = readAnswer({ text, citations: [] });
  expect(visible.text).toHaveLength(text.trimEnd().length);
  expect(outside() - before).toBeLessThan(LENGTH);
});

test('a text is the same whether or not it is read in pieces', () => {
  const pair = '\u{1F600}';
  const text = `a${pair.repeat(LENGTH / 2 - 8)}b`;
  expect(readAnswer({ text, citations: [] }).text === text).toBe(true);
});
