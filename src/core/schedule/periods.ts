import { FREQUENCIES, type Frequency, type Platform, type RunReason, type Tier } from '../../entities/vocabulary.js';
import { PLANS } from '../plans.js';
import { toDay } from '../time.js';

/** A UTC day, or an ISO week from Monday on. A prompt is asked once a period on each of its platforms. */
interface Period {
  /** Its first day, `YYYY-MM-DD`. */
  date: string;
  startsAt: Date;
  /** The first instant after it. */
  endsAt: Date;
}

const DAY_MS = 86_400_000;
const LENGTH_MS: Readonly<Record<Frequency, number>> = { daily: DAY_MS, weekly: 7 * DAY_MS };
/** The Monday before the epoch, which was a Thursday. */
const FIRST_MONDAY_MS = -3 * DAY_MS;
const ID_PARTS = 2 ** 32;

/** The period of a frequency that contains an instant. */
export function periodOf(frequency: Frequency, at: Date): Period {
  const length = LENGTH_MS[frequency];
  const first = frequency === 'weekly' ? FIRST_MONDAY_MS : 0;
  const startMs = first + Math.floor((at.getTime() - first) / length) * length;
  return { date: toDay(new Date(startMs)), startsAt: new Date(startMs), endsAt: new Date(startMs + length) };
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
export function nextSlot(promptId: string, frequency: Frequency, after: Date): Date {
  const period = periodOf(frequency, after);
  const slot = slotIn(period, promptId);
  return slot > after ? slot : slotIn(periodOf(frequency, period.endsAt), promptId);
}

/** The slot in the period after the one that contains an instant: for a prompt already planned in the present one. */
export function slotOfNextPeriod(promptId: string, frequency: Frequency, at: Date): Date {
  return slotIn(periodOf(frequency, periodOf(frequency, at).endsAt), promptId);
}

/** How many periods after that of `from` the period of `to` begins; 0 if both are in one period. */
export function periodsBetween(frequency: Frequency, from: Date, to: Date): number {
  const betweenMs = periodOf(frequency, to).startsAt.getTime() - periodOf(frequency, from).startsAt.getTime();
  return betweenMs / LENGTH_MS[frequency];
}

/** The places of an account's prompts, by which its tier decides, among those that count for capacity. */
export interface PlacedPrompt {
  frequency: Frequency;
  /** Its place among the account's unarchived prompts, the oldest first, from 1. */
  place: number;
  /** Its place among those of its frequency. */
  placeOfFrequency: number;
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
