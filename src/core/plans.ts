import { PLATFORMS, type Platform, type Tier } from '../entities/vocabulary.js';
import { ServiceError } from './errors.js';

interface Plan {
  /** Null where the tier has no API access. */
  requests: { perMinute: number; perDay: number } | null;
  /** Unarchived projects of the account: as many as prompts, without which a project measures nothing. */
  projectCapacity: number;
  promptCapacity: number;
  /** Tracked competitors of one project at a time. */
  competitorCapacity: number;
  /** Unarchived markets of one project. */
  marketCapacity: number;
  /** Schedules of reports of the account. */
  reportScheduleCapacity: number;
  /** How often a week a project's weekly prompts may be asked. */
  repeatsMax: number;
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
    marketCapacity: 3,
    reportScheduleCapacity: 2,
    repeatsMax: 2,
    platforms: ['chatgpt', 'perplexity'],
    creditsPerMonth: 1_000,
    dailySlots: 5,
  },
  professional: {
    requests: { perMinute: 60, perDay: 500 },
    projectCapacity: 100,
    promptCapacity: 100,
    competitorCapacity: 100,
    marketCapacity: 10,
    reportScheduleCapacity: 10,
    repeatsMax: 4,
    platforms: PLATFORMS,
    creditsPerMonth: 5_000,
    dailySlots: 20,
  },
  agency: {
    requests: { perMinute: 200, perDay: 5_000 },
    projectCapacity: 200,
    promptCapacity: 200,
    competitorCapacity: 100,
    marketCapacity: 30,
    reportScheduleCapacity: 50,
    repeatsMax: 4,
    platforms: PLATFORMS,
    creditsPerMonth: 15_000,
    dailySlots: 60,
  },
};

/** Prompts that a project has at most, in any tier. */
export const PROMPTS_MAX = Math.max(...Object.values(PLANS).map(({ promptCapacity }) => promptCapacity));

/** How often a week a project's weekly prompts are asked at most, in any tier. */
export const REPEATS_MAX = Math.max(...Object.values(PLANS).map(({ repeatsMax }) => repeatsMax));

/** Cells of prompts and platforms that a project has at most: one more a platform for other questions. */
export const CELLS_MAX = (PROMPTS_MAX + 1) * PLATFORMS.length;

/** Competitors that a project tracks at most, in any tier. */
export const COMPETITORS_MAX = Math.max(...Object.values(PLANS).map(({ competitorCapacity }) => competitorCapacity));

/** The windows of a tier's keys. @throws ServiceError FORBIDDEN for a tier without API access. */
export function keyLimits(tier: Tier): { perMinute: number; perDay: number } {
  const { requests } = PLANS[tier];
  if (!requests) throw new ServiceError('FORBIDDEN', `The ${tier} subscription tier has no API access`);
  return requests;
}

/**
 * What the holders of an account may ask in a minute together, and each of them of that, whatever the tier
 * (specification of the dashboard); days are not counted. One operation may cost as much as all of them may ask: beyond
 * `perHolder` it takes the whole minute of who asks.
 */
export const HOLDER_REQUESTS = { perMinute: 200, perHolder: 120 } as const;

/** What GraphQL and the exports are priced in: ten points are one request of the budget. */
export const POINTS_PER_REQUEST = 10;

/** Rows of a flat table that cost a point, however few of them are wanted of the last hundred. */
export const ROWS_PER_POINT = 100;

/** Rows that one request of the budget pays for. */
export const ROWS_PER_REQUEST = ROWS_PER_POINT * POINTS_PER_REQUEST;

/** Requests that so many rows cost; at least one. */
export function requestsForRows(rows: number): number {
  return Math.max(1, Math.ceil(rows / ROWS_PER_REQUEST));
}
