import { lineUp, type NewRun } from '../../core/runs/add-runs.js';
import {
  askedAt,
  nextSlot,
  type PlacedPrompt,
  periodOf,
  periodsBetween,
  reasonToSkip,
  repeatsOf,
  slotOfNextPeriod,
  weekOf,
} from '../../core/schedule/periods.js';
import { PLATFORMS, type Platform, type Tier } from '../../entities/vocabulary.js';

/** A prompt that is due, in its present state. */
export interface DuePrompt extends PlacedPrompt {
  promptId: string;
  projectId: string;
  platforms: readonly Platform[];
  /** When it became due. */
  dueAt: Date;
  /** Itself or its project. */
  isArchived: boolean;
  /** Whether it is to be asked: it, its project and the subscription are active, and the project is not paused. */
  isWanted: boolean;
}

/** All that planning an account depends on. */
export interface Situation {
  now: Date;
  tier: Tier;
  /** Of the month. */
  creditsLeft: number;
  tailAt: Date;
  due: readonly DuePrompt[];
  /** Cells of the present periods that have a run, as {@link cellOf} writes them. */
  planned: ReadonlySet<string>;
  /** Scheduled runs of the present weeks, by {@link weekCellOf}; none where a cell is not in it. */
  ofWeek: ReadonlyMap<string, number>;
  /** Platforms for which a worker has a key. */
  configured: ReadonlySet<Platform>;
}

/** When a prompt is due next. `dueAt` is the value read: a prompt that was woken meanwhile is left as it is. */
export interface NextLook {
  promptId: string;
  dueAt: Date;
  /** Null for an archived prompt, which leaves the schedule. */
  nextAt: Date | null;
}

interface Decision {
  runs: NewRun[];
  looks: NextLook[];
  tailAt: Date;
  /** Periods of wanted prompts that ended before they were planned; their runs are not asked later. */
  missedPeriods: number;
}

/** The least time that a run has, also if its slot is in the last minutes of its period. */
const MIN_TIME_MS = 6 * 3_600_000;

/** The key of a run of a period, as a text. */
export function cellOf({
  promptId,
  platform,
  periodDate,
  occasion,
}: Pick<NewRun, 'promptId' | 'platform' | 'periodDate' | 'occasion'>): string {
  return `${promptId} ${platform} ${periodDate} ${occasion}`;
}

/** A prompt, a platform and the week of a period, as a text. */
export function weekCellOf({
  promptId,
  platform,
  periodDate,
}: Pick<NewRun, 'promptId' | 'platform' | 'periodDate'>): string {
  return `${promptId} ${platform} ${weekOf(periodDate)}`;
}

/**
 * Decides the runs of an account's due prompts: one for each platform of a wanted prompt in its present period, queued
 * while credits last or skipped with a reason, the oldest prompts first. A cell that has as many scheduled runs in the
 * week as days or parts of it have begun has none more: so changes of how often a prompt is asked never add up. The
 * order of `due` does not matter.
 */
export function decideRuns(situation: Situation): Decision {
  const { now, due } = situation;
  const decision: Decision = { runs: [], looks: [], tailAt: situation.tailAt, missedPeriods: 0 };
  let credits = situation.creditsLeft;
  for (const prompt of due.toSorted((one, other) => one.place - other.place)) {
    const repeats = repeatsOf(prompt, situation.tier);
    decision.looks.push({ promptId: prompt.promptId, dueAt: prompt.dueAt, nextAt: nextLookAt(prompt, repeats, now) });
    if (!isAsked(prompt)) continue;
    decision.missedPeriods += periodsBetween(prompt.frequency, prompt.dueAt, askedAt(prompt.dueAt, now), repeats);
    const place = lineUp(decision.tailAt, now);
    const runs = runsOf(prompt, situation, credits, place.queueAt);
    const queued = runs.filter(({ reason }) => reason === null).length;
    if (queued > 0) decision.tailAt = place.tailAt;
    credits -= queued;
    decision.runs.push(...runs);
  }
  return decision;
}

function isAsked({ isArchived, isWanted }: DuePrompt): boolean {
  return isWanted && !isArchived;
}

/** A prompt with runs in a period is due in the next period; one without, at its next slot. */
function nextLookAt(prompt: DuePrompt, repeats: number, now: Date): Date | null {
  const { promptId, frequency, isArchived } = prompt;
  if (isArchived) return null;
  if (!isAsked(prompt)) return nextSlot(promptId, frequency, now, repeats);
  const slot = slotOfNextPeriod(promptId, frequency, askedAt(prompt.dueAt, now), repeats);
  return slot > now ? slot : new Date(now.getTime() + 1);
}

function runsOf(prompt: DuePrompt, situation: Situation, credits: number, queueAt: Date): NewRun[] {
  const { promptId, projectId, frequency } = prompt;
  const period = periodOf(frequency, askedAt(prompt.dueAt, situation.now), repeatsOf(prompt, situation.tier));
  const expiresAt = new Date(Math.max(period.endsAt.getTime(), situation.now.getTime() + MIN_TIME_MS));
  const run = { promptId, projectId, periodDate: period.date, occasion: period.occasion, queueAt, expiresAt };
  const open = PLATFORMS.filter((platform) => prompt.platforms.includes(platform))
    .map((platform) => ({ ...run, platform }))
    .filter((cell) => !situation.planned.has(cellOf(cell)))
    .filter((cell) => (situation.ofWeek.get(weekCellOf(cell)) ?? 0) < period.ordinal);
  let left = credits;
  return open.map((cell) => {
    const reason = reasonToSkip(prompt, cell.platform, situation) ?? (left > 0 ? null : 'no_credits');
    if (reason === null) left -= 1;
    return { ...cell, reason };
  });
}
