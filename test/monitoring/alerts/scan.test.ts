import fc from 'fast-check';
import { lostPrompts } from '../../../src/monitoring/alerts/lost-prompts.js';
import { DAYS_READ, scanSeries, scanWithin, WEEKS, type WeeklyCell } from '../../../src/monitoring/alerts/scan.js';

const ALL_DAYS = Array.from({ length: DAYS_READ }, () => true);

/** Cells of `intents` intents, all alike: so many answers a week, and of them so many that name the brand. */
function cellsOf(intents: number, answers: number, naming: (week: number, intent: number) => number): WeeklyCell[] {
  return Array.from({ length: intents }, (_, intent) => ({
    intent,
    answers: Array.from({ length: WEEKS }, () => answers),
    sums: Array.from({ length: WEEKS }, (_unused, week) => naming(week, intent)),
  }));
}

describe('a scan', () => {
  test('has no evidence where every week is like the others', () => {
    const { evidence, windows } = scanSeries(
      cellsOf(20, 8, () => 4),
      ALL_DAYS,
    );
    expect(windows.map(({ days, change }) => ({ days, change }))).toEqual([
      { days: 7, change: 0 },
      { days: 14, change: 0 },
      { days: 28, change: 0 },
    ]);
    expect(evidence).toBeLessThan(1);
  });

  test('tells the numbers of each window: means of cells, answers, and an interval around the change', () => {
    const fallen = cellsOf(10, 8, (week, intent) => (week === 0 ? 2 : 6) + (intent % 2));
    const { windows, direction, evidence } = scanSeries(fallen, ALL_DAYS);
    const [week] = windows;
    expect(week).toMatchObject({ days: 7, answers: 80, answersBefore: 320, intents: 10, cells: 10 });
    expect(week?.now).toBeCloseTo(2.5 / 8, 10);
    expect(week?.before).toBeCloseTo(6.5 / 8, 10);
    expect(week?.change).toBeCloseTo(-0.5, 10);
    // No intent differs from another: the error is one answer each way, w = 8 × 32 / 40; H is mostly its prior.
    const error = 0.5 / (6.4 * 10) ** 2;
    const own = (4 * 0.02 ** 2 - 6 * (0.5 / (4 * 10) ** 2)) / 10;
    const reach = 2.262 * Math.sqrt(error + Math.max(0, own));
    expect(week?.interval.low).toBeCloseTo(-0.5 - reach, 2);
    expect(week?.interval.high).toBeCloseTo(-0.5 + reach, 2);
    expect(direction).toBe('down');
    expect(evidence).toBeGreaterThan(10);
  });

  test('turns with its numbers: a rise is as strong as the same fall', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(8), { minLength: WEEKS, maxLength: WEEKS }), { minLength: 6 }), (all) => {
        const cells = all.map((sums, intent) => ({ intent, answers: Array.from({ length: WEEKS }, () => 8), sums }));
        const turned = cells.map((cell) => ({ ...cell, sums: cell.sums.map((naming) => 8 - naming) }));
        const [one, other] = [scanSeries(cells, ALL_DAYS), scanSeries(turned, ALL_DAYS)];
        expect(one.evidence).toBeCloseTo(other.evidence, 6);
        expect(Number.isFinite(one.evidence)).toBe(true);
        for (const [at, window] of one.windows.entries()) {
          expect(window.change).toBeCloseTo(-(other.windows[at]?.change ?? 0), 9);
          expect(window.interval.low).toBeLessThanOrEqual(window.change);
          expect(window.interval.high).toBeGreaterThanOrEqual(window.change);
        }
      }),
    );
  });

  test('says nothing with fewer than five intents, twenty answers or fourteen days before', () => {
    expect(
      scanSeries(
        cellsOf(4, 50, () => 1),
        ALL_DAYS,
      ),
    ).toMatchObject({ windows: [], evidence: 0, direction: null });
    expect(
      scanSeries(
        cellsOf(5, 3, () => 1),
        ALL_DAYS,
      ).windows.map(({ days }) => days),
    ).toEqual([14, 28]);
    const young = ALL_DAYS.map((_, day) => day < 21);
    expect(
      scanSeries(
        cellsOf(20, 8, () => 1),
        young,
      ).windows.map(({ days }) => days),
    ).toEqual([7]);
  });

  test('leaves out windows that reach back beyond what was told', () => {
    const scan = scanSeries(
      cellsOf(10, 8, (week) => (week === 0 ? 1 : 6)),
      ALL_DAYS,
    );
    expect(scanWithin(scan, 34).windows).toEqual([]);
    expect(scanWithin(scan, 42).windows.map(({ days }) => days)).toEqual([7, 14]);
    expect(scanWithin(scan, 56)).toEqual(scan);
  });
});

describe('a prompt is lost', () => {
  test('once enough answers in a row do not name the brand that named it', () => {
    const cells = cellsOf(5, 8, (week, intent) => (intent === 3 && week === 0 ? 0 : 6));
    const before = { answers: 8, answersBefore: 64, namingBefore: 48 };
    let chance = 1;
    for (let at = 0; at < 8; at++) chance *= (16.5 + at) / (48.5 + 16.5 + at);
    expect(lostPrompts(cells)).toEqual([{ intent: 3, days: 7, ...before, chance: expect.closeTo(chance, 12) }]);
  });

  test('not where it was named in less than 40 %, where answers are few, or where one still names it', () => {
    expect(lostPrompts(cellsOf(5, 8, (week) => (week === 0 ? 0 : 3)))).toEqual([]);
    expect(lostPrompts(cellsOf(5, 1, (week) => (week < 3 ? 0 : 1)))).toEqual([]);
    expect(lostPrompts(cellsOf(5, 8, (week) => (week === 0 ? 1 : 8)))).toEqual([]);
  });
});
