import { FREQUENCIES, type Frequency, type Platform, type RunReason, type Tier } from '../../entities/vocabulary.js';
import { PLANS } from '../plans.js';
import { periodOf } from './periods.js';

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
export const LATE_MS = 3_600_000;

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
