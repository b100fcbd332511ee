import { UsedTime } from '../../src/database/work-meter.js';

test('who has used its share goes on as its minute is over; others are not concerned', () => {
  let nowMs = 1_000;
  const time = new UsedTime(500, () => nowMs);
  time.add('a', 300);
  expect([time.usedMs('a'), time.secondsUntilFree('a')]).toEqual([300, 0]);
  nowMs += 20_000;
  time.add('a', 200);
  expect([time.usedMs('a'), time.secondsUntilFree('a')]).toEqual([500, 40]);
  expect([time.usedMs('b'), time.secondsUntilFree('b')]).toEqual([0, 0]);
  nowMs += 40_000;
  expect([time.usedMs('a'), time.secondsUntilFree('a')]).toEqual([0, 0]);
  time.add('a', 499);
  expect(time.secondsUntilFree('a')).toBe(0);
});

test('no crowd of others makes a key forget what it has used in its minute', () => {
  const time = new UsedTime(500, () => 1_000);
  time.add('a', 400);
  for (let at = 0; at < 3_000; at += 1) time.add(`other ${at}`, 1);
  expect(time.usedMs('a')).toBe(400);
});
