import {
  addressesFault,
  recipientWords,
  reportsFinding,
  scheduleWords,
  trendWords,
} from '../../dashboard/pages/reports/reports.words.ts';

test.each([
  [1, false, 'One report so far.'],
  [3, false, '3 reports, the newest first.'],
  [20, true, 'The newest 20 reports.'],
])('%d reports, more: %s', (count, hasMore, expected) => {
  expect(reportsFinding(count, hasMore)).toBe(expected);
});

test('a schedule is told by its days, hour and zone', () => {
  expect(scheduleWords({ cadence: 'WEEKLY', hour: 7, timeZone: 'Europe/Zurich' })).toBe(
    'Mondays at 07:00, Europe/Zurich',
  );
  expect(scheduleWords({ cadence: 'MONTHLY', hour: 23, timeZone: 'UTC' })).toBe('The 1st of each month at 23:00, UTC');
});

test('a recipient is told with why nothing is mailed there', () => {
  const ann = { name: 'Ann', address: 'ann@b.dev', isConfirmed: true, unsubscribedAt: null };
  expect(recipientWords(ann)).toBe('Ann (ann@b.dev)');
  expect(recipientWords({ ...ann, name: null, isConfirmed: false })).toBe('ann@b.dev: not confirmed yet');
  expect(recipientWords({ ...ann, unsubscribedAt: '2026-01-01T00:00:00Z' })).toBe('Ann (ann@b.dev): unsubscribed');
});

test('what is no address is named', () => {
  expect(addressesFault(['a@b.dev', 'x'])).toBe('x is not an e-mail address.');
  expect(addressesFault([])).toBeNull();
});

test('the chart of a report is told by its ends', () => {
  expect(trendWords({ date: '2026-06-01', percent: 61 }, { date: '2026-06-14', percent: 48 })).toBe(
    'Score from 61% on 1 Jun 2026 to 48% on 14 Jun 2026',
  );
});
