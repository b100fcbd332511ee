import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  nextSlot,
  periodOf,
  periodsBetween,
  repeatsOf,
  slotIn,
  slotOfNextPeriod,
} from '../../../src/core/schedule/periods.js';
import { FREQUENCIES } from '../../../src/entities/vocabulary.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';

const DAY_MS = 86_400_000;
const LENGTH_MS = { daily: DAY_MS, weekly: 7 * DAY_MS };

const cases = {
  id: fc.uuid({ version: 4 }),
  frequency: fc.constantFrom(...FREQUENCIES),
  at: fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true }),
};

describe('a period', () => {
  test('holds its instant, and is a UTC day or seven of them from a Monday', () => {
    fc.assert(
      fc.property(cases.frequency, cases.at, (frequency, at) => {
        const { date, startsAt, endsAt } = periodOf(frequency, at);
        expect(startsAt <= at && at < endsAt).toBe(true);
        expect(endsAt.getTime() - startsAt.getTime()).toBe(LENGTH_MS[frequency]);
        expect(startsAt.toISOString()).toBe(`${date}T00:00:00.000Z`);
        if (frequency === 'weekly') expect(startsAt.getUTCDay()).toBe(1);
      }),
    );
  });

  test('is counted by its beginning', () => {
    const [from, to] = [new Date('2026-11-22T23:59:59.999Z'), new Date('2026-11-25T00:00:00.000Z')];
    expect([periodsBetween('daily', from, to), periodsBetween('weekly', from, to)]).toEqual([3, 1]);
    expect([periodsBetween('daily', to, to), periodsBetween('weekly', to, to)]).toEqual([0, 0]);
  });
});

describe('the parts of a week', () => {
  const repeats = fc.integer({ min: 1, max: 4 });

  test('tile it without a gap, each with a key of its own', () => {
    fc.assert(
      fc.property(cases.at, repeats, (at, count) => {
        const week = periodOf('weekly', at);
        const parts = [periodOf('weekly', week.startsAt, count)];
        for (let next = parts[0]; next && next.endsAt < week.endsAt; parts.push(next)) {
          next = periodOf('weekly', next.endsAt, count);
        }
        expect(parts).toHaveLength(count);
        expect(parts.map(({ startsAt }) => startsAt)).toEqual([
          week.startsAt,
          ...parts.slice(0, -1).map(({ endsAt }) => endsAt),
        ]);
        expect(parts.at(-1)?.endsAt).toEqual(week.endsAt);
        expect(parts.map(({ date, occasion, ordinal }) => [date, occasion, ordinal])).toEqual(
          [0, 11, 12, 13].slice(0, count).map((occasion, part) => [week.date, occasion, part + 1]),
        );
      }),
    );
  });

  test('have one slot each, at the same place of each, and the next slot is the next of them', () => {
    fc.assert(
      fc.property(cases.id, cases.at, repeats, (id, at, count) => {
        const next = nextSlot(id, 'weekly', at, count);
        const part = periodOf('weekly', next, count);
        expect(slotIn(part, id)).toEqual(next);
        expect(next > at && next >= part.startsAt && next < part.endsAt).toBe(true);
        const lengthMs = part.endsAt.getTime() - part.startsAt.getTime();
        expect(next.getTime() - at.getTime()).toBeLessThanOrEqual(lengthMs);
        expect(slotOfNextPeriod(id, 'weekly', next, count).getTime() - next.getTime()).toBe(lengthMs);
        expect(periodsBetween('weekly', at, new Date(at.getTime() + 3 * lengthMs), count)).toBe(3);
      }),
    );
  });

  test('mean nothing for a daily prompt, and no more than its tier allows for a weekly one', () => {
    fc.assert(
      fc.property(cases.at, repeats, (at, count) => {
        expect(periodOf('daily', at, count)).toEqual(periodOf('daily', at));
        const placed = { repeats: count, place: 1, placeOfFrequency: 1 };
        expect(repeatsOf({ ...placed, frequency: 'daily' }, 'agency')).toBe(1);
        expect(repeatsOf({ ...placed, frequency: 'weekly' }, 'agency')).toBe(count);
        expect(repeatsOf({ ...placed, frequency: 'weekly' }, 'starter')).toBe(Math.min(2, count));
      }),
    );
  });
});

describe('a slot', () => {
  test('lies in its period, at the same place of each', () => {
    fc.assert(
      fc.property(cases.id, cases.frequency, cases.at, fc.integer({ min: 1, max: 60 }), (id, frequency, at, later) => {
        const period = periodOf(frequency, at);
        const slot = slotIn(period, id);
        expect(slot >= period.startsAt && slot < period.endsAt).toBe(true);
        const further = periodOf(frequency, new Date(at.getTime() + later * LENGTH_MS[frequency]));
        expect(slotIn(further, id).getTime() - slot.getTime()).toBe(later * LENGTH_MS[frequency]);
      }),
    );
  });

  test('that is next comes after the instant, at most one length later', () => {
    fc.assert(
      fc.property(cases.id, cases.frequency, cases.at, (id, frequency, at) => {
        const aheadMs = nextSlot(id, frequency, at).getTime() - at.getTime();
        expect(aheadMs).toBeGreaterThan(0);
        expect(aheadMs).toBeLessThanOrEqual(LENGTH_MS[frequency]);
        expect(nextSlot(id, frequency, nextSlot(id, frequency, at))).toEqual(
          new Date(at.getTime() + aheadMs + LENGTH_MS[frequency]),
        );
      }),
    );
  });

  test('of the next period lies in the period that follows', () => {
    fc.assert(
      fc.property(cases.id, cases.frequency, cases.at, (id, frequency, at) => {
        const slot = slotOfNextPeriod(id, frequency, at);
        expect(periodOf(frequency, slot).startsAt).toEqual(periodOf(frequency, at).endsAt);
      }),
    );
  });

  test('of prompts that were there before the schedule is the one that the migration computes', async () => {
    const database = await createTestDatabase();
    try {
      const { ctx } = await openAccount(database.db);
      await queryDatabase(
        database,
        `with p as (
           insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
             platforms, monitoring_frequency, auto_discover_competitors)
           values ($1, gen_random_uuid(), 'A', 'A', 'https://a.example', '', 'US', '', '{chatgpt}', 'weekly', false)
           returning id
         )
         insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency)
         select $1, gen_random_uuid(), id, 'Tea ' || n, sha256(convert_to(n::text, 'UTF8')), '{chatgpt}',
           case when n % 2 = 0 then 'daily' else 'weekly' end
         from p, generate_series(1, 200) n`,
        [ctx.caller.accountId],
      );
      for (const now of ['2026-11-22T10:36:00.123Z', '2026-11-23T00:00:00.000Z', '2026-12-31T23:59:59.999Z']) {
        const rows = await queryDatabase<{ prompt_id: string; monitoring_frequency: 'daily'; next_at: Date }>(
          database,
          `with s as (${backFill(now)} returning prompt_id, next_at)
           select s.prompt_id, s.next_at, q.monitoring_frequency from s join prompt q on q.id = s.prompt_id`,
        );
        expect(rows).toHaveLength(200);
        for (const { prompt_id, monitoring_frequency, next_at } of rows) {
          const apartMs = next_at.getTime() - nextSlot(prompt_id, monitoring_frequency, new Date(now)).getTime();
          expect([0, 1]).toContain(apartMs);
        }
        await queryDatabase(database, 'delete from prompt_schedule');
      }
    } finally {
      await database.close();
    }
  });
});

/** The statement of the migration at an instant; it rounds to milliseconds where the schedule cuts. */
function backFill(now: string): string {
  const path = 'src/database/migrations/2026-11-22t1036-monitoring-engine.ts';
  const found = /insert into prompt_schedule[\s\S]+?where q\.archived_at is null(?=;)/.exec(readFileSync(path, 'utf8'));
  if (!found) throw new Error('the migration fills no schedule');
  return found[0].replaceAll('now()', `'${now}'::timestamptz`);
}
