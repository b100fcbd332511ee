import {
  rivalFinding,
  seenWords,
  suggestionFinding,
} from '../../src/dashboard/web/pages/competitors/competitors.words.ts';
import { aliasOf } from '../../src/dashboard/web/pages/competitors/tracked-rows.ts';
import { rereadWords } from '../../src/dashboard/web/ui/reread.words.ts';

const named = (name: string, visibilityScore: number, low: number, high: number, wholeCount = 200) => ({
  name,
  isBrand: name === 'Northwind',
  wholeCount,
  visibilityScore,
  confidence: wholeCount === 0 ? null : { low, high },
});

describe('who is named more often than the brand', () => {
  const brand = named('Northwind', 48, 42, 54);
  const [far, further, furthest] = [
    named('Kestrova', 62, 56, 68),
    named('Umbrex', 70, 64, 76),
    named('Zed', 80, 75, 84),
  ];
  const close = named('Paceholm', 55, 49, 61);
  const behind = named('Tarnfoot', 30, 25, 36);

  test.each([
    ['one whose interval stands clear', [brand, far, close], 'Kestrova is named more often than Northwind.'],
    ['the first of two', [brand, far, further], 'Umbrex and Kestrova are named more often than Northwind.'],
    ['how many more', [brand, far, further, furthest], 'Zed, Umbrex and 1 other are named more often than Northwind.'],
    [
      'nobody by chance alone',
      [brand, close, behind],
      'No tracked competitor is clearly named more often than Northwind.',
    ],
    ['the one that is behind', [brand, behind], 'Northwind is named more often than Tarnfoot.'],
    [
      'all that are behind',
      [brand, behind, named('Brisklane', 10, 6, 15)],
      'Northwind is named more often than every tracked competitor.',
    ],
    ['nobody without competitors', [brand], 'Northwind is compared with nobody: no competitor is tracked.'],
    ['nothing without answers', [named('Northwind', 0, 0, 0, 0), far], 'No answer of this period tells who is named.'],
    ['nothing without numbers', [], 'No answer of this period tells who is named.'],
  ])('%s', (_, rows, sentence) => {
    expect(rivalFinding(rows, 'Northwind')).toBe(sentence);
  });
});

test('suggestions are told by the name in most answers', () => {
  const hooli = { name: 'Hooli', responseCount: 1 };
  expect(suggestionFinding([], 0)).toBe('Every name that answers of this period have is tracked or dismissed.');
  expect(suggestionFinding([hooli], 1)).toBe('One name is not tracked: Hooli, in 1 answer.');
  expect(suggestionFinding([{ ...hooli, responseCount: 1_200 }], 14)).toBe(
    '14 names are not tracked. Hooli is in most answers: 1,200.',
  );
});

test('what a change of names costs is said with the answers that are known', () => {
  expect(rereadWords({ byPlatform: [{ responseCount: 1_800 }, { responseCount: 34 }] })).toMatch(
    /^All answers of this project, 1,834 of the last 90 days among them, will be read/,
  );
  expect(rereadWords(null)).toMatch(/^All answers of this project will be read again\. /);
});

test('days on which a name was seen are two, or one', () => {
  expect(seenWords('2026-06-02T09:00:00Z', '2026-06-12T09:00:00Z')).toBe('2 Jun 2026 to 12 Jun 2026');
  expect(seenWords('2026-06-02T09:00:00Z', '2026-06-02T19:00:00Z')).toBe('2 Jun 2026');
});

test('a name is found among aliases in whatever letter case', () => {
  const row = { id: '1', name: 'Contoso', aliases: ['Hooli'], websiteUrl: '', competitor: null, numbers: null };
  expect([aliasOf([row], 'HOOLI'), aliasOf([row], 'Contoso')]).toEqual(['Contoso', null]);
});
