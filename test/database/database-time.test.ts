import { DatabaseTime } from '../../src/database/database-time.js';

test('an account that used up its time waits until its minute is over; others do not', () => {
  let nowMs = 1_000;
  const time = new DatabaseTime(500, () => nowMs);
  time.add('a', 300);
  expect(time.secondsUntilFree('a')).toBe(0);
  nowMs += 20_000;
  time.add('a', 200);
  expect(time.secondsUntilFree('a')).toBe(40);
  expect(time.secondsUntilFree('b')).toBe(0);
  nowMs += 40_000;
  expect(time.secondsUntilFree('a')).toBe(0);
  time.add('a', 499);
  expect(time.secondsUntilFree('a')).toBe(0);
});
