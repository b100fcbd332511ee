import type { Tier } from '../../entities/vocabulary.js';
import { PLANS } from '../plans.js';

/** What an account's runs have taken of a month. */
export interface UsedOfMonth {
  /** Credits of runs that are queued, running or accepted. */
  used: number;
  /** Attempts that may have been paid for, of runs that ended without an answer and returned their credit. */
  unanswered: number;
}

/**
 * The credits of a month that are left to runs; never negative. As many attempts without an answer as the tier has
 * credits are free, and each further one takes a credit: prompts that are made to be refused have a bound too.
 */
export function creditsLeft(tier: Tier, { used, unanswered }: UsedOfMonth): number {
  const granted = PLANS[tier].creditsPerMonth;
  return Math.max(0, granted - used - Math.max(0, unanswered - granted));
}
