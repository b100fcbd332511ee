import fc from 'fast-check';
import { weekOf } from '../../../src/core/schedule/periods.js';
import { toDay } from '../../../src/core/time.js';
import type { Frequency } from '../../../src/entities/vocabulary.js';
import { cellOf, type DuePrompt, decideRuns, weekCellOf } from '../../../src/monitoring/engine/decide-runs.js';

/** How often a prompt is asked in a week, whatever is changed of it meanwhile. */

const HOUR_MS = 3_600_000;
/** A Monday. */
const START_MS = Date.parse('2026-11-02T00:00:00Z');
const DAYS_OF_WEEK = 7;

/** What happens after some hours: another number of repeats, another frequency, a pause, or no worker until then. */
interface Step {
  hours: number;
  repeats: number | null;
  frequency: Frequency | null;
  isPaused: boolean | null;
  isOutage: boolean;
}

const steps = fc.array(
  fc.record<Step>({
    hours: fc.integer({ min: 1, max: 60 }),
    repeats: fc.option(fc.integer({ min: 1, max: 4 })),
    frequency: fc.option(fc.constantFrom<Frequency>('daily', 'weekly'), { freq: 2 }),
    isPaused: fc.option(fc.boolean(), { freq: 2 }),
    isOutage: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

interface State extends Pick<DuePrompt, 'frequency' | 'repeats'> {
  isPaused: boolean;
  nextAt: Date;
}

const perWeek = ({ frequency, repeats }: State) => (frequency === 'daily' ? DAYS_OF_WEEK : repeats);

/** Changes what an event says, and makes the prompt due where that is more or otherwise asked, as the verbs do. */
function change(state: State, { repeats, frequency, isPaused }: Step, now: Date): void {
  const before = { ...state };
  state.repeats = repeats ?? before.repeats;
  state.frequency = frequency ?? before.frequency;
  state.isPaused = isPaused ?? before.isPaused;
  const isChanged = state.repeats !== before.repeats || state.frequency !== before.frequency;
  const isWoken = isChanged || (before.isPaused && !state.isPaused);
  if (isWoken) state.nextAt = new Date(Math.min(state.nextAt.getTime(), now.getTime()));
}

/** Asks a prompt hour by hour. @returns its scheduled runs and the largest number of repeats, by week. */
function simulate(promptId: string, events: readonly Step[]) {
  const state: State = { frequency: 'weekly', repeats: 1, isPaused: false, nextAt: new Date(START_MS) };
  const planned = new Set<string>();
  const ofWeek = new Map<string, number>();
  const most = new Map<string, number>();
  let missed = 0;
  const note = (at: Date) => {
    const week = weekOf(toDay(at));
    most.set(week, Math.max(most.get(week) ?? 0, perWeek(state)));
  };
  const plan = (now: Date) => {
    if (state.nextAt > now) return;
    const { isPaused, nextAt, ...cadence } = state;
    const prompt: DuePrompt = {
      ...cadence,
      promptId,
      projectId: promptId,
      platforms: ['chatgpt'],
      dueAt: nextAt,
      isArchived: false,
      isWanted: !isPaused,
      place: 1,
      placeOfFrequency: 1,
    };
    const { runs, looks, missedPeriods } = decideRuns({
      now,
      tier: 'agency',
      creditsLeft: 10_000,
      tailAt: now,
      due: [prompt],
      planned,
      ofWeek,
      configured: new Set(['chatgpt']),
    });
    missed += missedPeriods;
    for (const run of runs) {
      expect(planned.has(cellOf(run))).toBe(false);
      planned.add(cellOf(run));
      ofWeek.set(weekCellOf(run), (ofWeek.get(weekCellOf(run)) ?? 0) + 1);
    }
    state.nextAt = looks[0]?.nextAt ?? state.nextAt;
  };
  let hour = 0;
  for (const event of events) {
    for (const end = hour + event.hours; hour < end; hour += 1) {
      const now = new Date(START_MS + hour * HOUR_MS);
      note(now);
      if (!event.isOutage) plan(now);
    }
    const now = new Date(START_MS + hour * HOUR_MS);
    change(state, event, now);
    note(now);
  }
  return { ofWeek, most, missed, promptId };
}

test('in no week a cell has more scheduled runs than the largest number of repeats of that week', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), steps, (promptId, events) => {
      const { ofWeek, most } = simulate(promptId, events);
      for (const [cell, runs] of ofWeek) expect(runs).toBeLessThanOrEqual(most.get(cell.split(' ')[2] ?? '') ?? 0);
    }),
    { numRuns: 1_000 },
  );
});

test('in a week without changes and outages a cell has as many runs as repeats, and none is missed', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), fc.integer({ min: 1, max: 4 }), (promptId, repeats) => {
      const quiet = { frequency: null, isPaused: null, isOutage: false };
      const { ofWeek, missed } = simulate(promptId, [
        { ...quiet, hours: 1, repeats },
        { ...quiet, hours: 4 * 168, repeats: null },
      ]);
      const counts = [...ofWeek].toSorted().map(([, runs]) => runs);
      expect(counts.slice(1, 4)).toEqual([repeats, repeats, repeats]);
      expect(missed).toBe(0);
    }),
  );
});

test('parts that end while no worker runs are missed, and only the present one is asked', () => {
  const quiet = { frequency: null, isPaused: null, repeats: null };
  const { ofWeek, missed } = simulate('00000000-0000-4000-8000-000000000000', [
    { ...quiet, hours: 1, repeats: 4, isOutage: false },
    { ...quiet, hours: 1, isOutage: false },
    { ...quiet, hours: 129, isOutage: true },
    { ...quiet, hours: 30, isOutage: false },
  ]);
  expect([...ofWeek.values()]).toEqual([2]);
  expect(missed).toBe(2);
});
