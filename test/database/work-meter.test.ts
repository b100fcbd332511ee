import { type Ending, WORK, WorkMeter } from '../../src/database/work-meter.js';

const ANSWERED: Ending = { waitedMs: 0, isAnswered: true, isRead: true };

let clock: { now: number; busy: number };
let meter: WorkMeter;
beforeEach(() => {
  clock = { now: 1_000, busy: 500 };
  meter = new WorkMeter({ nowMs: () => clock.now, busyMs: () => clock.busy });
});

/** What counts of work that took so long, of which the process's loop ran for `busyMs`. */
function workOf(tookMs: number, { busyMs = 0, ...ending }: Partial<Ending> & { busyMs?: number } = {}): number {
  const end = meter.begin();
  clock.now += tookMs;
  clock.busy += busyMs;
  return end({ ...ANSWERED, ...ending });
}

test('the time from asking to the reply counts', () => {
  expect(workOf(700)).toBe(700);
});

test('waiting for others does not count', () => {
  expect(workOf(700, { waitedMs: 650 })).toBe(50);
  expect(workOf(700, { waitedMs: 701 })).toBe(0);
});

test("waiting for the process's turn does not count, up to one round of its loop", () => {
  expect(workOf(80, { busyMs: 60 })).toBe(20);
  expect(workOf(2_000, { busyMs: 1_900 })).toBe(2_000 - WORK.turnMsMax);
});

test('waiting for a locked row does not count: a write counts as what it may work at most', () => {
  expect(workOf(8, { isRead: false })).toBe(8);
  expect(workOf(4_900, { isRead: false })).toBe(WORK.writeMsMax);
});

test('waiting for a silent server does not count: work that failed counts up to its last reply to anybody', () => {
  expect(workOf(5_000, { isAnswered: false })).toBe(0);
  const end = meter.begin();
  clock.now += 3_000;
  meter.begin()(ANSWERED);
  clock.now += 2_000;
  expect(end({ ...ANSWERED, isAnswered: false })).toBe(3_000);
});
