import { readCitationFilters, shownOf } from '../../dashboard/page-filters.ts';
import { emptyTitle, gapFinding, sourceFinding } from '../../dashboard/pages/citations/citations.words.ts';

const source = {
  domain: 'reviews.example',
  ownership: 'OTHER' as const,
  responseCount: 41,
  responseCountNamingBrand: 3,
};

test('a finding tells in how many answers a source is cited, and in how many of them the brand is named', () => {
  expect(sourceFinding(source, 222, 'Kestrova')).toBe(
    'reviews.example is cited in 41 of 222 answers; Kestrova is named in 3 of them.',
  );
  const own = { ...source, ownership: 'OWN' as const, responseCount: 1, responseCountNamingBrand: 0 };
  expect(sourceFinding(own, 1, 'Kestrova')).toBe(
    'reviews.example, your own site, is cited in 1 of 1 answer; Kestrova is named in none of them.',
  );
});

test('gaps are counted, and the widest is named', () => {
  expect(gapFinding(source, 12, 'Kestrova')).toBe(
    '12 domains are cited where competitors are named and Kestrova rarely or never is. ' +
      'Widest: reviews.example, cited in 41 answers, with Kestrova in 3.',
  );
  expect(gapFinding({ ...source, responseCountNamingBrand: 0 }, 1, 'Kestrova')).toMatch(/^One domain is .* in none\.$/);
});

test.each(['all', 'gaps', 'yours', 'competitors', 'others'] as const)(
  'an empty list of %s says what is not',
  (word) => {
    expect(emptyTitle(word, 'Kestrova')).toMatch(/^No .*\.$/);
  },
);

test('what the page shows stands in the address; what is unknown, and the default, do not', () => {
  expect(readCitationFilters({ show: 'gaps', domain: 'a.example', window: '7d' })).toEqual({
    ...{ show: 'gaps', domain: 'a.example', window: '7d', platforms: undefined },
  });
  for (const show of ['all', 'other words', undefined]) {
    expect(readCitationFilters({ show, domain: '' })).toMatchObject({ show: undefined, domain: undefined });
  }
  expect(shownOf({ show: 'yours' }).ownership).toBe('OWN');
  expect(shownOf({}).word).toBe('all');
});
