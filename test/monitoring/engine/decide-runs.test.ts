import fc from 'fast-check';
import { PLANS } from '../../../src/core/plans.js';
import { periodOf, repeatsOf } from '../../../src/core/schedule/periods.js';
import { FREQUENCIES, PLATFORMS, TIERS, type Tier } from '../../../src/entities/vocabulary.js';
import { cellOf, type DuePrompt, decideRuns, type Situation } from '../../../src/monitoring/engine/decide-runs.js';

const NOW = new Date('2026-11-25T10:00:00.000Z');
const HOUR_MS = 3_600_000;

/** Due within the hour: the period that it became due in; else the present one. */
const periodFor = (prompt: DuePrompt, now: Date, tier: Tier) => {
  const { frequency, dueAt } = prompt;
  return periodOf(frequency, now.getTime() - dueAt.getTime() <= HOUR_MS ? dueAt : now, repeatsOf(prompt, tier));
};

/** The cells of a prompt in the period that it is planned for. */
function cellsOf(prompt: DuePrompt, now: Date, tier: Tier): string[] {
  const { date: periodDate, occasion } = periodFor(prompt, now, tier);
  return prompt.platforms.map((platform) => cellOf({ ...prompt, platform, periodDate, occasion }));
}

const prompts = fc
  .array(
    fc.record({
      promptId: fc.uuid({ version: 4 }),
      projectId: fc.uuid({ version: 4 }),
      frequency: fc.constantFrom(...FREQUENCIES),
      repeats: fc.integer({ min: 1, max: 4 }),
      platforms: fc.uniqueArray(fc.constantFrom(...PLATFORMS), { minLength: 1 }),
      overdueMs: fc.oneof(fc.integer({ min: 0, max: 2 * HOUR_MS }), fc.integer({ min: 0, max: 30 * 24 * HOUR_MS })),
      isArchived: fc.boolean(),
      isWanted: fc.boolean(),
    }),
    { maxLength: 70 },
  )
  .map((found) => {
    const places = { daily: 0, weekly: 0 };
    return found.map(({ overdueMs, ...prompt }, at) => {
      places[prompt.frequency] += 1;
      return { ...prompt, overdueMs, place: at + 1, placeOfFrequency: places[prompt.frequency] };
    });
  });

const situations: fc.Arbitrary<Situation> = fc
  .record({
    due: prompts,
    // Half of them within the hour after a midnight.
    nowMs: fc.oneof(
      fc.integer({ min: 0, max: 40 * 24 * HOUR_MS }),
      fc.integer({ min: 14 * HOUR_MS, max: 15 * HOUR_MS }),
    ),
    tier: fc.constantFrom(...TIERS),
    left: fc.integer({ min: -5, max: 150 }),
    tailMs: fc.integer({ min: -24 * HOUR_MS, max: 24 * HOUR_MS }),
    configured: fc.subarray([...PLATFORMS]),
    planned: fc.float({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ due: overdue, nowMs, tier, left, tailMs, configured, planned }) => {
    const now = new Date(NOW.getTime() + nowMs);
    const due = overdue.map(({ overdueMs, ...prompt }) => ({ ...prompt, dueAt: new Date(now.getTime() - overdueMs) }));
    const cells = due.flatMap((prompt) => cellsOf(prompt, now, tier));
    return {
      now,
      due,
      tier,
      creditsLeft: left,
      tailAt: new Date(now.getTime() + tailMs),
      configured: new Set(configured),
      planned: new Set(cells.slice(0, Math.floor(cells.length * planned))),
      ofWeek: new Map(),
    };
  });

const holds = (property: (situation: Situation) => void) => fc.assert(fc.property(situations, property));

describe('the decision about due prompts', () => {
  test('never spends more credits than the tier has left', () => {
    holds((situation) => {
      const queued = decideRuns(situation).runs.filter(({ reason }) => reason === null);
      expect(queued.length).toBeLessThanOrEqual(Math.max(0, situation.creditsLeft));
    });
  });

  test('leaves no credit unused while it skips a run as there are none', () => {
    holds((situation) => {
      const { runs } = decideRuns(situation);
      if (!runs.some(({ reason }) => reason === 'no_credits')) return;
      expect(runs.filter(({ reason }) => reason === null)).toHaveLength(Math.max(0, situation.creditsLeft));
    });
  });

  test("never queues beyond the tier's daily slots, capacity and platforms, nor where no worker serves", () => {
    holds((situation) => {
      const { dailySlots, promptCapacity, platforms } = PLANS[situation.tier];
      const isWithin = ({ place, frequency, placeOfFrequency }: DuePrompt) =>
        place <= promptCapacity && (frequency === 'weekly' || placeOfFrequency <= dailySlots);
      const within = new Set(situation.due.filter(isWithin).map(({ promptId }) => promptId));
      const queued = decideRuns(situation).runs.filter(({ reason }) => reason === null);
      expect(queued.filter(({ promptId }) => !within.has(promptId))).toEqual([]);
      expect(queued.filter(({ platform }) => !platforms.includes(platform))).toEqual([]);
      expect(queued.filter(({ platform }) => !situation.configured.has(platform))).toEqual([]);
    });
  });

  test('has one run for each cell that has none, and no other', () => {
    holds((situation) => {
      const { now, due, planned, tier } = situation;
      const cells = decideRuns(situation).runs.map(cellOf);
      const wanted = due
        .filter(({ isArchived, isWanted }) => isWanted && !isArchived)
        .flatMap((prompt) => cellsOf(prompt, now, tier));
      expect(cells.toSorted()).toEqual(wanted.filter((cell) => !planned.has(cell)).toSorted());
    });
  });

  test('makes each prompt due later, within two periods, and an archived one never', () => {
    holds((situation) => {
      const { now, due, tier } = situation;
      const looks = new Map(decideRuns(situation).looks.map((look) => [look.promptId, look]));
      expect(looks.size).toBe(due.length);
      for (const prompt of due) {
        const { promptId, isArchived, frequency, dueAt } = prompt;
        const look = looks.get(promptId);
        expect(look?.dueAt).toEqual(dueAt);
        if (isArchived) expect(look?.nextAt).toBeNull();
        else {
          const { startsAt, endsAt } = periodOf(frequency, now, repeatsOf(prompt, tier));
          const ms = Number(look?.nextAt);
          expect(ms).toBeGreaterThan(now.getTime());
          expect(ms).toBeLessThan(endsAt.getTime() + (endsAt.getTime() - startsAt.getTime()));
        }
      }
    });
  });

  test('does not depend on the order in which prompts are read', () => {
    fc.assert(
      fc.property(situations, fc.infiniteStream(fc.nat()), (situation, numbers) => {
        const shuffled = situation.due
          .map((prompt) => ({ prompt, at: numbers.next().value }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ prompt }) => prompt);
        expect(decideRuns({ ...situation, due: shuffled })).toEqual(decideRuns(situation));
      }),
    );
  });

  test('lets a run live to the end of its period, and six hours at least', () => {
    holds((situation) => {
      const ends = new Map(
        situation.due.map((prompt) => [prompt.promptId, periodFor(prompt, situation.now, situation.tier).endsAt]),
      );
      for (const { promptId, expiresAt } of decideRuns(situation).runs) {
        const end = Number(ends.get(promptId));
        expect(expiresAt.getTime()).toBe(Math.max(end, situation.now.getTime() + 6 * HOUR_MS));
      }
    });
  });

  test('queues an account’s prompts a minute behind each other', () => {
    const prompt = (place: number, frequency: 'daily' | 'weekly'): DuePrompt => ({
      promptId: `${place}0000000-0000-4000-8000-000000000000`,
      projectId: '00000000-0000-4000-8000-000000000000',
      frequency,
      repeats: 1,
      platforms: ['chatgpt', 'claude'],
      dueAt: NOW,
      isArchived: false,
      isWanted: true,
      place,
      placeOfFrequency: 1,
    });
    const situation: Situation = {
      now: NOW,
      tier: 'agency',
      creditsLeft: 15_000,
      tailAt: new Date(0),
      due: [prompt(1, 'weekly'), prompt(2, 'daily'), prompt(3, 'weekly')],
      planned: new Set(),
      ofWeek: new Map(),
      configured: new Set(PLATFORMS),
    };
    const { runs, tailAt } = decideRuns(situation);
    const minutes = runs.map(({ queueAt }) => (queueAt.getTime() - NOW.getTime()) / 60_000);
    expect(minutes).toEqual([0, 0, 1, 1, 2, 2]);
    expect(tailAt).toEqual(new Date(NOW.getTime() + 3 * 60_000));
    const waiting = decideRuns({ ...situation, tailAt, due: [prompt(4, 'weekly')] });
    expect(waiting.runs[0]?.queueAt).toEqual(tailAt);
    const unserved = decideRuns({ ...situation, configured: new Set() });
    expect(unserved.tailAt).toEqual(situation.tailAt);
  });
});
