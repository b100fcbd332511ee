import fc from 'fast-check';
import type { Context } from '../../src/core/context.js';
import { ServiceError } from '../../src/core/errors.js';
import { toPeriod, WINDOWS } from '../../src/core/metrics/metric-query.js';
import { daysBefore, daysBetween, toDay, toTimestamp } from '../../src/core/time.js';
import type { DatabaseSession } from '../../src/database/database-session.js';

const DAY_MS = 86_400_000;

const instant = fc.date({
  min: new Date('1970-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const day = instant.map(toDay);
const span = fc.integer({ min: -100, max: 3_000 });

/** A period asks nothing of a context but its clock. */
function at(now: Date): Context {
  return {
    db: {} as DatabaseSession,
    clock: { now: () => now },
    caller: { kind: 'worker', accountId: '', tier: 'agency' },
  };
}

test('days before and days between undo each other over months, leap years and centuries', () => {
  fc.assert(
    fc.property(day, span, (to, days) => {
      const from = daysBefore(to, days);
      fc.pre(/^\d{4}-/.test(from));
      expect(daysBetween(from, to)).toBe(days);
      expect(daysBefore(from, -days)).toBe(to);
    }),
  );
});

test('a period of a window is as many days long as the window says and ends today', () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...WINDOWS), (now, window) => {
      const { from, to } = toPeriod(at(now), { window });
      expect(to).toBe(toDay(now));
      expect(daysBetween(from, to)).toBe(Number.parseInt(window, 10));
    }),
  );
});

test('today is the UTC day, whatever the hour', () => {
  expect(toPeriod(at(new Date('2026-06-15T23:59:59.999Z')), { window: '1d' })).toEqual({
    from: '2026-06-14',
    to: '2026-06-15',
  });
  expect(toPeriod(at(new Date('2026-06-16T00:00:00.000Z')), { window: '1d' })).toEqual({
    from: '2026-06-15',
    to: '2026-06-16',
  });
});

test('exactly the ranges of 0 to 90 days are taken, and then as they were sent', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -5, max: 95 }), (to, days) => {
      const from = daysBefore(to, days);
      const ask = () => toPeriod(at(new Date()), { from, to, window: '1d' });
      if (days < 0 || days > 90) expect(ask).toThrow(ServiceError);
      else expect(ask()).toEqual({ from, to });
    }),
  );
});

/** As PostgreSQL writes a timestamptz(3): no trailing zeros, the zone's hours, its minutes only where it has some. */
function written(ms: number, zone: string): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d)(?::(\d\d))?$/.exec(zone) ?? [];
  const offset = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return `${new Date(ms + offset)
    .toISOString()
    .slice(0, -1)
    .replace('T', ' ')
    .replace(/\.?0*$/, trailing)}${zone}`;
}

/** Keeps the zeros of a full second: only those behind the point go. */
const trailing = (zeros: string) => (zeros.startsWith('.') ? '' : zeros.replace(/0+$/, ''));

test('an instant comes out in UTC with milliseconds, from a server of any zone', () => {
  const zones = fc.constantFrom('+00', '+02', '-05', '+05:30', '-03:30', '+14');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 32_503_680_000_000 }), zones, (ms, zone) => {
      expect(toTimestamp(written(ms, zone))).toBe(new Date(ms).toISOString());
    }),
  );
});

test.each([
  ['2026-11-02 09:30:00+00', '2026-11-02T09:30:00.000Z'],
  ['2026-11-02 09:30:00.1+00', '2026-11-02T09:30:00.100Z'],
  ['2026-11-02 09:30:00.012+00', '2026-11-02T09:30:00.012Z'],
  ['2026-11-02 09:30:00.5+05:30', '2026-11-02T04:00:00.500Z'],
  ['2026-11-02 00:30:00+02', '2026-11-01T22:30:00.000Z'],
])('%s is %s', (text, timestamp) => {
  expect(toTimestamp(text)).toBe(timestamp);
});

test('a day has 24 hours of UTC, also where clocks change', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(Date.parse('2026-03-30') - Date.parse('2026-03-28')).toBe(2 * DAY_MS);
});
