import fc from 'fast-check';
import { analyserBytes, createAnalyser } from '../../src/analysis/analyser.js';
import { Automaton } from '../../src/analysis/names/automaton.js';
import { nameFormsOf } from '../../src/analysis/names/name-forms.js';
import { expectLinear } from '../support/growth.js';
import { subject } from './read.js';

/** `count` names of `length` characters each, all different. */
function hanNames(count: number, length: number): string[] {
  const character = (n: number): string => String.fromCharCode(0x4e00 + n);
  return Array.from({ length: count }, (_, at) =>
    Array.from({ length }, (__, n) => character(at * length + n)).join(''),
  );
}

/** Writings of one word in small and capital letters. */
function writingsOf(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, mask) =>
    [...word].map((letter, at) => (((mask >> at) & 1) === 1 ? letter.toUpperCase() : letter)).join(''),
  );
}

function analyserOf(names: readonly string[]) {
  const [first = '', ...others] = names;
  return createAnalyser({ brand: subject(first, others), competitors: [] });
}

describe('the search for names', () => {
  test('finds each pattern at every place, longest first', () => {
    const letters = fc.constantFrom('a', 'b', 'é', '日', '\uD83D', 'Ω');
    const word = fc.array(letters, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.array(letters, { maxLength: 60 }), (patterns, parts) => {
        const text = parts.join('');
        const automaton = new Automaton(patterns);
        for (let at = 0, state = 0; at < text.length; at++) {
          state = automaton.step(state, text.charCodeAt(at));
          const found = [...automaton.patternsAt(state)];
          const expected = patterns.flatMap((pattern, index) =>
            text.slice(0, at + 1).endsWith(pattern) ? [index] : [],
          );
          expect(found.toSorted((a, b) => a - b)).toEqual(expected);
          expect(automaton.isFinal(state)).toBe(expected.length > 0);
          const lengths = found.map((index) => patterns[index]?.length ?? 0);
          expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
        }
      }),
    );
  });

  test('takes memory in proportion to the characters, however many different ones there are', () => {
    const before = process.memoryUsage().arrayBuffers;
    const automaton = new Automaton(hanNames(25, 200));
    const taken = process.memoryUsage().arrayBuffers - before;
    // With what compiling takes besides, 8 bytes a character; a table of all steps takes 100 MB.
    expect(taken).toBeLessThan(25 * 200 * 32 + 10_000);
    expect(automaton.bytes).toBeGreaterThan(25 * 200 * 16);
    expect(new Automaton(hanNames(100, 200)).bytes / automaton.bytes).toBeLessThan(4);
  });
});

describe('hostile names', () => {
  test.each([
    ['of different Han characters', hanNames(100, 200), '丏七'],
    ['that begin alike', Array.from({ length: 199 }, (_, at) => 'a'.repeat(at + 1)), 'aaaaa '],
    ['of words that end alike', Array.from({ length: 100 }, (_, at) => 'a '.repeat(at + 1).trim()), 'a '],
    ['of joined words that begin alike', Array.from({ length: 99 }, (_, at) => 'Ba'.repeat(at + 1)), 'Ba'],
    ['that are one word in other letters', writingsOf('handkerchief', 1_600), 'handkerchief, HANDkerchief. '],
    ['of accents', Array.from({ length: 100 }, () => `e${'\u0301'.repeat(199)}`), `e${'\u0301'.repeat(9)} `],
    ['of letters apart', Array.from({ length: 100 }, (_, at) => 'a '.repeat(100 - at).trim()), 'a.'],
    ['of ampersands', Array.from({ length: 100 }, (_, at) => `${at}${'a&'.repeat(98)}`), 'a&'],
  ])('%s are compiled, and found in 20 kB, in linear time', (_, names, part) => {
    const textOf = (size: number) => part.repeat(Math.ceil(size / part.length));
    expectLinear((size) => analyserOf(names)({ text: textOf(size), citations: [] }), 20_000);
  });

  test('with many other spellings have few of them', () => {
    const names = Array.from({ length: 100 }, (_, at) => `${at} ${'aeoeuess'.repeat(24)}`);
    const characters = nameFormsOf([subject('Acme', names)]).reduce((sum, { folded }) => sum + folded.length, 0);
    expect(characters).toBeLessThan(2 * names.join('').length);
    const plain = names.map((name) => name.replaceAll('e', 'x').replaceAll('ss', 'xx'));
    const [spelled, unspelled] = [names, plain].map((aliases) => analyserBytes([subject('Acme', aliases)]));
    expect(spelled).toBeGreaterThan((unspelled ?? 0) * 1.4);
    expect(nameFormsOf([subject('Müller & Söhne')]).map(({ written }) => written)).toContain('Müller und Söhne');
  });

  test('a word registered in many letterings has few forms, and each of its owners is found', () => {
    const competitors = writingsOf('target', 60).map((name) => subject(name));
    expect(nameFormsOf(competitors)).toHaveLength(4);
    const facts = createAnalyser({ brand: subject('Acme'), competitors })({
      text: 'We like TARGET and Target, Sonos and Bose.',
      citations: [],
    });
    const beyond = facts.competitors.slice(4);
    expect(beyond.every(({ mentionCount }) => mentionCount === beyond[0]?.mentionCount)).toBe(true);
  });

  test('subjects that share a name have the same facts of their own', () => {
    const competitors = Array.from({ length: 100 }, (_, at) => subject('Sonos', [`Brand ${at}`]));
    const text = 'Sonos is an excellent choice. Brand 7 and Sonos are loud.';
    const facts = createAnalyser({ brand: subject('Bose'), competitors })({ text, citations: [] });
    expect(facts.competitors.map(({ mentionCount }) => mentionCount)).toEqual(
      competitors.map((_, at) => (at === 7 ? 3 : 2)),
    );
    expect(facts.competitors.every(({ sentiment }) => sentiment === facts.competitors[0]?.sentiment)).toBe(true);
  });
});
