import { noSearches, searchFinding, searchGapFinding } from '../../dashboard/pages/searches/searches.words.ts';

const FIRST = { query: 'best tea', responseCount: 12, namingBrandCount: 0 };

test('the finding says for how many answers the first query was searched, and how many name the brand', () => {
  expect(searchFinding(FIRST, 1_300, 'Northwind')).toBe(
    '“best tea” was searched for 12 of 1,300 answers; Northwind is named in none of them.',
  );
  expect(searchFinding({ ...FIRST, responseCount: 1, namingBrandCount: 1 }, 1, 'Northwind')).toBe(
    '“best tea” was searched for 1 of 1 answer; Northwind is named in 1 of them.',
  );
});

test('of gaps it says how many there are, and which is the widest', () => {
  expect(searchGapFinding(FIRST, 1, 'Northwind')).toBe(
    'After one search, competitors are named and Northwind rarely or never is. ' +
      'Widest: “best tea”, searched for 12 answers, with Northwind in none.',
  );
  expect(searchGapFinding({ ...FIRST, namingBrandCount: 2 }, 7, 'Northwind')).toMatch(
    /^After 7 searches, .* with Northwind in 2\.$/,
  );
});

test('an empty list says what it was narrowed to', () => {
  expect(noSearches(false, 'Northwind')).toBe('No answer in this period tells what was searched for.');
  expect(noSearches(true, 'Northwind')).toMatch(/^No gaps: .*Northwind is not\.$/);
});
