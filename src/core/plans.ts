import { PLATFORMS, type Platform, type Tier } from '../entities/vocabulary.js';

export interface Plan {
  /** Null where the tier has no API access. */
  requests: { perMinute: number; perDay: number } | null;
  /** Unarchived projects of the account: as many as prompts, without which a project measures nothing. */
  projectCapacity: number;
  promptCapacity: number;
  /** Tracked competitors of one project at a time. */
  competitorCapacity: number;
  platforms: readonly Platform[];
  creditsPerMonth: number;
  dailySlots: number;
}

/** The one table of what each tier may do (specification, section 8; decisions, "Plans"). */
export const PLANS: Readonly<Record<Tier, Plan>> = {
  starter: {
    requests: null,
    projectCapacity: 50,
    promptCapacity: 50,
    competitorCapacity: 100,
    platforms: ['chatgpt', 'perplexity'],
    creditsPerMonth: 1_000,
    dailySlots: 5,
  },
  professional: {
    requests: { perMinute: 60, perDay: 500 },
    projectCapacity: 100,
    promptCapacity: 100,
    competitorCapacity: 100,
    platforms: PLATFORMS,
    creditsPerMonth: 5_000,
    dailySlots: 20,
  },
  agency: {
    requests: { perMinute: 200, perDay: 5_000 },
    projectCapacity: 200,
    promptCapacity: 200,
    competitorCapacity: 100,
    platforms: PLATFORMS,
    creditsPerMonth: 15_000,
    dailySlots: 60,
  },
};

/** Prompts that a project has at most, in any tier. */
export const PROMPTS_MAX = Math.max(...Object.values(PLANS).map(({ promptCapacity }) => promptCapacity));

/** Cells of prompts and platforms that a project has at most: one more a platform for other questions. */
export const CELLS_MAX = (PROMPTS_MAX + 1) * PLATFORMS.length;

/** Competitors that a project tracks at most, in any tier. */
export const COMPETITORS_MAX = Math.max(...Object.values(PLANS).map(({ competitorCapacity }) => competitorCapacity));
