import {
  archivedSentence,
  marketCapacityFault,
  placeOf,
  repeatsSentence,
  repeatsWord,
} from '../../dashboard/pages/settings/settings.words.ts';

/** What the page of settings says. */

const option = (repeats: number, more: object = {}) => ({
  ...{ repeats, prompts: 6, isDaily: false, creditsPerMonth: 52 * repeats, detectablePoints: 20 / repeats - 0.5 },
  ...{ limit: null, ...more },
});
const OPTIONS = [option(1), option(2), option(3, { limit: 'CREDITS' as const })];

test('repeats are told what they cost in a month, how much more that is, and which change they show', () => {
  expect(repeatsSentence(OPTIONS, 1, 1)).toBe(
    'Its prompts take 52 credits a month. A change of 20 points shows within 4 weeks, 4 times of 5.',
  );
  expect(repeatsSentence(OPTIONS, 2, 1)).toBe(
    'Its prompts take 104 credits a month, 52 more than now. A change of 10 points shows within 4 weeks, 4 times of 5.',
  );
  expect(repeatsSentence(OPTIONS, 1, 2)).toMatch('52 credits a month, 52 fewer than now.');
});

test('repeats beyond the plan are told so, and of few questions no change is promised', () => {
  expect(repeatsSentence(OPTIONS, 3, 1)).toMatch('104 more than now. That is more than your plan leaves');
  expect(repeatsSentence([option(1, { detectablePoints: null })], 1, 1)).toBe('Its prompts take 52 credits a month.');
});

test('repeats of daily prompts, of none and of unknown ones promise nothing', () => {
  expect(repeatsSentence([option(1, { isDaily: true })], 1, 1)).toBe(
    'Its prompts take 52 credits a month: all of them are asked daily, whatever is chosen here.',
  );
  expect(repeatsSentence([option(1, { prompts: 0 })], 1, 1)).toMatch(/^No prompt is asked now/);
  expect(repeatsSentence([], 1, 1)).toMatch(/^Spread over the week/);
  expect([1, 2, 3].map(repeatsWord)).toEqual(['Once a week', 'Twice a week', '3 times a week']);
});

test('a market is where it is asked from, from the near to the far, and as many as fit can be made', () => {
  expect(placeOf({ city: 'Munich', region: 'Bavaria' }, 'Germany')).toBe('Munich, Bavaria, Germany');
  expect(placeOf({ city: null, region: null }, 'Germany')).toBe('Germany');
  expect([marketCapacityFault(2, 3), marketCapacityFault(5, undefined)]).toEqual([null, null]);
  expect(marketCapacityFault(3, 3)).toBe('Your plan has room for 3 markets in a project. Archive one first.');
  expect(archivedSentence([])).toBeNull();
  expect(archivedSentence([{ name: 'Munich' }, { name: 'Vienna' }])).toBe('Archived: Munich, Vienna.');
});
