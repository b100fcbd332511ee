import { changesSince, type HistoryEntry, hasFallen } from '../../bench/ci/history.js';

const entry = (ratio: number, machine = 'two cores', isBusy = false): HistoryEntry => ({
  ...{ commit: 'c', date: '2026-06-10T00:00:00.000Z', machine, load: 0, isBusy },
  ratios: { list: ratio },
});

test('a ratio is compared with the median of the last ten runs on such a machine', () => {
  const older = Array.from({ length: 5 }, () => entry(9));
  const last = [0.5, 0.4, 0.6, 0.5, 0.4, 0.6, 0.5, 0.4, 0.6, 0.5].map((ratio) => entry(ratio));
  const history = [...older, ...last, entry(7, 'eight cores'), entry(0.1, 'two cores', true)];
  expect(changesSince(history, entry(0.45))).toEqual([{ name: 'list', now: 0.45, before: 0.5 }]);
});

test('what was never measured on such a machine is compared with nothing', () => {
  expect(changesSince([entry(1, 'eight cores')], entry(0.1))).toEqual([{ name: 'list', now: 0.1, before: null }]);
  expect(hasFallen({ name: 'list', now: 0.1, before: null })).toBe(false);
});

test.each([
  [0.84, true],
  [0.86, false],
  [2, false],
])('%d of what it was has fallen: %s', (now, expected) => {
  expect(hasFallen({ name: 'list', now, before: 1 })).toBe(expected);
});
