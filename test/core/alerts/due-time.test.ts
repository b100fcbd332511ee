import fc from 'fast-check';
import { dueAfterQuiet, nextDigest, type QuietTime } from '../../../src/core/alerts/due-time.js';

const quiet = (fields: Partial<QuietTime> = {}): QuietTime => ({ timeZone: 'UTC', hours: null, days: [], ...fields });
const due = (at: string, time: QuietTime) => dueAfterQuiet(new Date(at), time).toISOString();
const digest = (at: string, timeZone: string) => nextDigest(new Date(at), timeZone).toISOString();

describe('quiet hours', () => {
  const nights = quiet({ timeZone: 'Europe/Berlin', hours: { from: 22, to: 7 } });

  test('over midnight end in the morning of the person, and what comes outside of them is due at once', () => {
    expect(due('2026-06-10T21:30:00Z', nights)).toBe('2026-06-11T05:00:00.000Z');
    expect(due('2026-06-10T02:15:00Z', nights)).toBe('2026-06-10T05:00:00.000Z');
    expect(due('2026-06-10T05:00:00Z', nights)).toBe('2026-06-10T05:00:00.000Z');
    expect(due('2026-06-10T19:59:59Z', nights)).toBe('2026-06-10T19:59:59.000Z');
  });

  test('go by the clock of the person in the nights that it is changed', () => {
    expect(due('2026-03-28T23:30:00Z', nights)).toBe('2026-03-29T05:00:00.000Z');
    expect(due('2026-10-24T23:30:00Z', nights)).toBe('2026-10-25T06:00:00.000Z');
  });

  test('and days come one after the other', () => {
    const time = { ...nights, days: [6, 7] };
    expect(due('2026-06-12T21:00:00Z', time)).toBe('2026-06-15T05:00:00.000Z');
    expect(due('2026-06-13T12:00:00Z', quiet({ days: [6, 7] }))).toBe('2026-06-15T00:00:00.000Z');
  });

  test('of zones with parts of an hour end to the hour there', () => {
    expect(due('2026-06-10T18:00:00Z', { ...nights, timeZone: 'Asia/Kolkata' })).toBe('2026-06-11T01:30:00.000Z');
  });

  test('end within eight days, whatever they are, and never before now', () => {
    const hour = fc.integer({ min: 0, max: 23 });
    const times = fc.record({
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Chatham', 'America/St_Johns'),
      hours: fc.option(fc.record({ from: hour, to: hour })),
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 }),
    });
    const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, times, (now, time) => {
        const waits = dueAfterQuiet(now, time).getTime() - now.getTime();
        expect(waits).toBeGreaterThanOrEqual(0);
        expect(waits).toBeLessThanOrEqual(8 * 86_400_000);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a digest', () => {
  test('comes on Monday at 08:00 of the person, the next one from that moment on', () => {
    expect(digest('2026-06-10T12:00:00Z', 'Europe/Berlin')).toBe('2026-06-15T06:00:00.000Z');
    expect(digest('2026-06-15T05:59:59Z', 'Europe/Berlin')).toBe('2026-06-15T06:00:00.000Z');
    expect(digest('2026-06-15T06:00:00Z', 'Europe/Berlin')).toBe('2026-06-22T06:00:00.000Z');
    expect(digest('2026-06-14T23:30:00Z', 'Pacific/Auckland')).toBe('2026-06-21T20:00:00.000Z');
  });

  test('comes at that hour also after the clock is changed', () => {
    expect(digest('2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-26T07:00:00.000Z');
    expect(digest('2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-30T06:00:00.000Z');
  });
});
