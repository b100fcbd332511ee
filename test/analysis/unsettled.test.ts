import { createAnalyser, type NameDecisions } from '../../src/analysis/analyser.js';
import { nameFormsOf } from '../../src/analysis/names/name-forms.js';
import { unsettledNames } from '../../src/analysis/names/unsettled-names.js';
import { isAsked } from '../../src/monitoring/judge/asked-tones.js';
import { read, subject } from './read.js';

/** What a text leaves unsettled: for each subject the words at its places, and whether the tone is unsure. */
function unsettledIn(text: string, brand: string, ...competitors: string[]) {
  const { brand: facts, unsettled } = read(text, brand, ...competitors);
  const isToneUnsure = isAsked('unsure', facts.toneClass);
  const { names } = unsettled;
  const words = names.map(({ subject: at, places }) => [at, ...places.map(([start, end]) => text.slice(start, end))]);
  return { names: words, isToneUnsure };
}

/** The facts of a text once some names are decided. */
function decided(text: string, decisions: NameDecisions, brand: string, ...competitors: string[]) {
  const subjects = { brand: subject(brand), competitors: competitors.map((name) => subject(name)) };
  return createAnalyser(subjects)({ text, citations: [] }, decisions);
}

test.each([
  ['a coined name', 'Zalvora makes anvils.', 'Zalvora'],
  ['a word in a row of names', 'They buy at Walmart, Target and Costco.', 'Target'],
  ['a word that another place surely names', 'They buy toys at Target today. Target shoppers like it.', 'Target'],
  ['a word in small letters', 'We hit the target.', 'Target'],
  ['nothing', 'Nobody is named.', 'Target'],
])('%s leaves no name unsettled', (_what, text, brand) => {
  expect(unsettledIn(text, brand).names).toEqual([]);
});

test.each([
  ['a word whose place shows nothing', 'Target shoppers like it.', 'Target', ['Target']],
  ['a word that is only likely', 'Apple users like it.', 'Apple', ['Apple']],
  [
    'a name by its place, where the answer uses the word',
    'Mind the storage.\n\nStorage offers more.',
    'Storage',
    ['Storage'],
  ],
])('%s is unsettled', (_what, text, brand, places) => {
  expect(unsettledIn(text, brand).names).toEqual([[0, ...places]]);
});

test('subjects are unsettled one by one, in their order', () => {
  const text = 'Zalvora leads.\n\nTarget shoppers like it.\n\nGap shoppers like it.';
  expect(unsettledIn(text, 'Gap', 'Zalvora', 'Target').names).toEqual([
    [0, 'Gap'],
    [2, 'Target'],
  ]);
});

test.each([
  ['named without judgement', 'Zalvora makes anvils.', true],
  ['praised', 'Zalvora is excellent.', false],
  ['criticised', 'Zalvora is terrible.', false],
  ['not named', 'Globex makes anvils.', false],
])('the tone toward a brand that is %s is unsure: %s', (_what, text, isUnsure) => {
  expect(unsettledIn(text, 'Zalvora').isToneUnsure).toBe(isUnsure);
});

test('a tone is mixed for sure where both sides are strong, and not where one is weak', () => {
  const strong = 'Zalvora is excellent and outstanding. Zalvora is terrible and awful.';
  const weak = 'Zalvora is good, but it is slow.';
  expect(read(strong, 'Zalvora').brand.sentiment).toBe('mixed');
  expect(read(weak, 'Zalvora').brand.sentiment).toBe('mixed');
  expect([strong, weak].map((text) => unsettledIn(text, 'Zalvora').isToneUnsure)).toEqual([false, true]);
});

test('a name that is decided to be meant counts at all its unsettled places, with tone and position', () => {
  const text = 'Mind the target.\n\n1. **Target**: cheap\n2. **Zalvora**: fine\n\nTarget shoppers like it.';
  expect(read(text, 'Target', 'Zalvora').brand).toMatchObject({ mentionCount: 0, sentiment: null, position: null });
  const { brand, competitors } = decided(text, new Map([[0, true]]), 'Target', 'Zalvora');
  expect(brand).toMatchObject({ mentionCount: 2, sentiment: expect.any(String), position: 1 });
  expect(brand.spans.map(([start, end]) => text.slice(start, end))).toEqual(['Target', 'Target']);
  expect(competitors[0]).toMatchObject({ mentionCount: 1, position: 2 });
});

test('a likely name that is decided not to be meant does not count', () => {
  const text = 'Apple users like it.';
  expect(read(text, 'Apple').brand.mentionCount).toBe(1);
  expect(decided(text, new Map([[0, false]]), 'Apple').brand).toMatchObject({ mentionCount: 0, sentiment: null });
});

test('a decision changes nothing of a subject that is settled, or that has no place', () => {
  const text = 'Zalvora is excellent. We hit the target.';
  const facts = read(text, 'Zalvora', 'Target');
  const decisions = new Map([
    [0, false],
    [1, true],
  ]);
  expect(decided(text, decisions, 'Zalvora', 'Target')).toEqual(facts);
});

test('of two subjects of one name each is decided by itself', () => {
  const text = 'Target shoppers like it.';
  expect(unsettledIn(text, 'Target', 'Target').names).toEqual([
    [0, 'Target'],
    [1, 'Target'],
  ]);
  const { brand, competitors } = decided(text, new Map([[1, true]]), 'Target', 'Target');
  expect([brand.mentionCount, competitors[0]?.mentionCount]).toEqual([0, 1]);
});

test('a name that stands open at fifty thousand places is gathered in linear time', () => {
  const [form] = nameFormsOf([subject('Target')]);
  if (!form) throw new Error('the name has no form');
  const unsettled = Array.from({ length: 50_000 }, (_, at) => ({
    form,
    start: 7 * at,
    end: 7 * at + 6,
    reason: 'ordinary word' as const,
  }));
  const started = process.threadCpuUsage();
  const [open] = unsettledNames({ accepted: [], rejected: unsettled, unsettled });
  const { user, system } = process.threadCpuUsage(started);
  expect(open?.mentions).toEqual(unsettled);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
