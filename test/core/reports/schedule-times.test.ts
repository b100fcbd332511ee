import { isTimeZone, nextReport, type ScheduleTime } from '../../../src/core/reports/schedule-times.js';

const next = (time: Partial<ScheduleTime>, after: string) => {
  const { at, period } = nextReport({ cadence: 'weekly', hour: 7, timeZone: 'UTC', ...time }, new Date(after));
  return [at.toISOString(), period.from, period.to];
};

test.each<[string, Partial<ScheduleTime>, string, string[]]>([
  [
    'a Monday, for the seven days before',
    { timeZone: 'Europe/Zurich' },
    '2026-11-24T10:00:00Z',
    ['2026-11-30T06:00:00.000Z', '2026-11-23', '2026-11-29'],
  ],
  [
    'the Monday itself, until its hour',
    { timeZone: 'Europe/Zurich' },
    '2026-11-23T05:59:59Z',
    ['2026-11-23T06:00:00.000Z', '2026-11-16', '2026-11-22'],
  ],
  [
    'the next Monday, from its hour on',
    { timeZone: 'Europe/Zurich' },
    '2026-11-23T06:00:00Z',
    ['2026-11-30T06:00:00.000Z', '2026-11-23', '2026-11-29'],
  ],
  [
    'the 1st, for a month of 31 days',
    { cadence: 'monthly' },
    '2026-01-31T10:00:00Z',
    ['2026-02-01T07:00:00.000Z', '2026-01-01', '2026-01-31'],
  ],
  [
    'the 1st of March, for a February of 28 days',
    { cadence: 'monthly' },
    '2026-02-10T10:00:00Z',
    ['2026-03-01T07:00:00.000Z', '2026-02-01', '2026-02-28'],
  ],
  [
    'the 1st of March, for a February with a leap day',
    { cadence: 'monthly' },
    '2028-02-29T23:59:00Z',
    ['2028-03-01T07:00:00.000Z', '2028-02-01', '2028-02-29'],
  ],
  [
    'the 1st of January, for the year before',
    { cadence: 'monthly', hour: 0, timeZone: 'America/New_York' },
    '2026-12-15T10:00:00Z',
    ['2027-01-01T05:00:00.000Z', '2026-12-01', '2026-12-31'],
  ],
])('is due on %s', (_what, time, after, expected) => {
  expect(next(time, after)).toEqual(expected);
});

describe('where a clock is changed on the day', () => {
  // Monday 2026-06-01 is in no change; these zones change theirs on the 1st or on a Monday.
  test('an hour that does not exist is the next one that does', () => {
    // Beirut put its clock forward at midnight of Thursday 2021-03-28; Monday 2018-10-01 is in none. Paraguay did so on
    // the 1st of October 2017, at midnight: 00:00 to 00:59 did not exist.
    expect(next({ cadence: 'monthly', hour: 0, timeZone: 'America/Asuncion' }, '2017-09-20T00:00:00Z')).toEqual([
      '2017-10-01T04:00:00.000Z',
      '2017-09-01',
      '2017-09-30',
    ]);
  });

  test('of an hour that comes twice it is the first', () => {
    // On the 1st of November 2026 New York has 01:00 to 01:59 twice: at 05:00 and at 06:00 UTC.
    expect(next({ cadence: 'monthly', hour: 1, timeZone: 'America/New_York' }, '2026-10-20T00:00:00Z')).toEqual([
      '2026-11-01T05:00:00.000Z',
      '2026-10-01',
      '2026-10-31',
    ]);
    // Past the first one, the second is not another time.
    expect(next({ cadence: 'monthly', hour: 1, timeZone: 'America/New_York' }, '2026-11-01T05:30:00Z')[0]).toBe(
      '2026-12-01T06:00:00.000Z',
    );
  });

  test('the hour stays that of the wall, in summer and in winter', () => {
    const berlin = { timeZone: 'Europe/Berlin' };
    expect(next(berlin, '2026-03-24T00:00:00Z')[0]).toBe('2026-03-30T05:00:00.000Z');
    expect(next(berlin, '2026-10-20T00:00:00Z')[0]).toBe('2026-10-26T06:00:00.000Z');
  });
});

test('east of UTC a report waits until the last of its days is over', () => {
  expect(next({ timeZone: 'Asia/Tokyo' }, '2026-11-24T00:00:00Z')).toEqual([
    '2026-11-30T00:10:00.000Z',
    '2026-11-23',
    '2026-11-29',
  ]);
  // Between the hour in Tokyo and that instant, it is still that report that comes next.
  expect(next({ timeZone: 'Asia/Tokyo' }, '2026-11-29T23:00:00Z')[0]).toBe('2026-11-30T00:10:00.000Z');
  expect(next({ timeZone: 'Pacific/Kiritimati', hour: 0 }, '2026-11-29T23:59:00Z')[0]).toBe('2026-11-30T00:10:00.000Z');
});

test('a year of times has each week once, in every zone and at every hour', () => {
  for (const timeZone of ['UTC', 'Asia/Tokyo', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia']) {
    for (const hour of [0, 2, 7, 23]) {
      const periods: string[] = [];
      let after = new Date('2026-01-01T00:00:00Z');
      for (let week = 0; week < 52; week++) {
        const due = nextReport({ cadence: 'weekly', hour, timeZone }, after);
        expect(due.at > after).toBe(true);
        periods.push(due.period.from);
        after = due.at;
      }
      expect(new Set(periods).size).toBe(52);
    }
  }
});

test.each([
  ['Europe/Zurich', true],
  ['UTC', true],
  ['Mars/Base', false],
  ['', false],
  ['x'.repeat(5_000), false],
])('%s is a time zone: %s', (text, expected) => {
  expect(isTimeZone(text)).toBe(expected);
});
