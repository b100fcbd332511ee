import { FREQUENCIES, type Frequency, type Platform, type RunReason, type Tier } from '../../entities/vocabulary.js';
import { PLANS } from '../plans.js';
import { toDay } from '../time.js';

/**
 * A UTC day, or a part of an ISO week from Monday on: the whole week, or one of its parts of equal length where weekly
 * prompts are asked several times a week. A prompt is asked once a period on each of its platforms.
 */
interface Period {
  /** The first day of the day or week, `YYYY-MM-DD`. */
  date: string;
  /** With the date the key of a run: 0 for a day and the first part of a week, 11 to 13 for the further parts. */
  occasion: number;
  /** Which of the week's days or parts it is, from 1. */
  ordinal: number;
  startsAt: Date;
  /** The first instant after it. */
  endsAt: Date;
}

const DAY_MS = 86_400_000;
const LENGTH_MS: Readonly<Record<Frequency, number>> = { daily: DAY_MS, weekly: 7 * DAY_MS };
/** The Monday before the epoch, which was a Thursday. */
const FIRST_MONDAY_MS = -3 * DAY_MS;
const ID_PARTS = 2 ** 32;
/** Before the occasions of requested runs end and those of further parts begin. */
const FURTHER_PARTS = 10;

/** A period's length; each number of repeats divides a week without a rest. */
function lengthOf(frequency: Frequency, repeats: number): number {
  return frequency === 'daily' ? DAY_MS : LENGTH_MS.weekly / repeats;
}

/**
 * The period of a frequency that contains an instant.
 * @param repeats how often a week a weekly prompt is asked, from 1 to 4; means nothing for a daily one.
 */
export function periodOf(frequency: Frequency, at: Date, repeats = 1): Period {
  const mondayMs = FIRST_MONDAY_MS + Math.floor((at.getTime() - FIRST_MONDAY_MS) / LENGTH_MS.weekly) * LENGTH_MS.weekly;
  const length = lengthOf(frequency, repeats);
  const part = Math.floor((at.getTime() - mondayMs) / length);
  const startMs = mondayMs + part * length;
  return {
    date: toDay(new Date(frequency === 'daily' ? startMs : mondayMs)),
    occasion: frequency === 'daily' || part === 0 ? 0 : FURTHER_PARTS + part,
    ordinal: part + 1,
    startsAt: new Date(startMs),
    endsAt: new Date(startMs + length),
  };
}

/** The Monday of the week of a day or week, by its first day. */
export function weekOf(date: string): string {
  return periodOf('weekly', new Date(`${date}T00:00:00Z`)).date;
}

/**
 * When within a period a prompt is asked: the same place in each, spread evenly over the prompts by the first 32 bits
 * of their ids (decisions, "Slots").
 */
export function slotIn(period: Period, promptId: string): Date {
  const lengthMs = period.endsAt.getTime() - period.startsAt.getTime();
  const part = Number.parseInt(promptId.slice(0, 8), 16) / ID_PARTS;
  return new Date(period.startsAt.getTime() + Math.floor(part * lengthMs));
}

/** The first slot of a prompt after an instant. */
export function nextSlot(promptId: string, frequency: Frequency, after: Date, repeats = 1): Date {
  const period = periodOf(frequency, after, repeats);
  const slot = slotIn(period, promptId);
  return slot > after ? slot : slotIn(periodOf(frequency, period.endsAt, repeats), promptId);
}

/** The slot in the period after the one that contains an instant: for a prompt already planned in the present one. */
export function slotOfNextPeriod(promptId: string, frequency: Frequency, at: Date, repeats = 1): Date {
  return slotIn(periodOf(frequency, periodOf(frequency, at, repeats).endsAt, repeats), promptId);
}

/** How many periods after that of `from` the period of `to` begins; 0 if both are in one period. */
export function periodsBetween(frequency: Frequency, from: Date, to: Date, repeats = 1): number {
  const [first, last] = [periodOf(frequency, from, repeats), periodOf(frequency, to, repeats)];
  return (last.startsAt.getTime() - first.startsAt.getTime()) / lengthOf(frequency, repeats);
}

/** The places of an account's prompts, by which its tier decides, among those that count for capacity. */
export interface PlacedPrompt {
  frequency: Frequency;
  /** How often a week its project has weekly prompts asked; the tier may allow fewer. */
  repeats: number;
  /** Its place among the account's unarchived prompts, the oldest first, from 1. */
  place: number;
  /** Its place among those of its frequency. */
  placeOfFrequency: number;
}

/** How often a week a prompt is asked in parts of the week: 1 for a daily one, and no more than the tier allows. */
export function repeatsOf({ frequency, repeats }: PlacedPrompt, tier: Tier): number {
  return frequency === 'daily' ? 1 : Math.min(repeats, PLANS[tier].repeatsMax);
}

/**
 * A prompt that became due shortly before its period ended is still asked for that period. Otherwise a slot in the last
 * second of a day would miss every second day, and a restart at midnight the prompts that became due meanwhile.
 */
const LATE_MS = 3_600_000;

/** The instant whose period a due prompt is asked for: now, or when it became due if that was just before. */
export function askedAt(dueAt: Date, now: Date): Date {
  return now.getTime() - dueAt.getTime() <= LATE_MS ? dueAt : now;
}

/** The days from the Monday on of all weeks in which something is planned at an instant, the last one included. */
export function weekDatesAt(now: Date): { from: string; to: string } {
  return { from: periodOf('weekly', new Date(now.getTime() - LATE_MS)).date, to: toDay(now) };
}

/** The first days of the periods that are planned at an instant. */
export function periodDatesAt(now: Date): string[] {
  const instants = [now, new Date(now.getTime() - LATE_MS)];
  return [...new Set(instants.flatMap((at) => FREQUENCIES.map((frequency) => periodOf(frequency, at).date)))];
}

/**
 * Why a run of a prompt that is due is not asked, whatever credits are left; null where it is.
 * @param configured the platforms for which a worker has a key.
 */
export function reasonToSkip(
  { frequency, place, placeOfFrequency }: PlacedPrompt,
  platform: Platform,
  { tier, configured }: { tier: Tier; configured: ReadonlySet<Platform> },
): RunReason | null {
  const plan = PLANS[tier];
  if (place > plan.promptCapacity) return 'beyond_capacity';
  if (frequency === 'daily' && placeOfFrequency > plan.dailySlots) return 'no_daily_slot';
  if (!plan.platforms.includes(platform)) return 'platform_not_in_tier';
  return configured.has(platform) ? null : 'platform_not_configured';
}
