import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { toTimestamp } from '../timestamp.js';

/** Whether a platform is asked now, or what keeps it from being asked. */
export const PLATFORM_STATES = [
  'ready',
  'paused',
  'rate_limited',
  'failing',
  'denied',
  'misconfigured',
  'over_budget',
  'not_configured',
] as const;
export type PlatformState = (typeof PLATFORM_STATES)[number];

/** The state of a platform, the same for every account. */
export interface PlatformStatusView {
  platform: Platform;
  /** Whether a worker with the platform's key ran within the last three minutes. */
  isConfigured: boolean;
  state: PlatformState;
  /** A sentence for people; null where the platform is ready. */
  reason: string | null;
  /** When it is asked or tried again; null where it is ready or that is unknown. */
  pausedUntil: string | null;
}

/** As the operator sees it: with what was spent on the UTC day, in US dollars. */
export interface GateView extends PlatformStatusView {
  spentTodayUsd: number;
  /** Null: no bound. */
  budgetUsd: number | null;
}

export interface GateRow {
  platform: Platform;
  state: PlatformState;
  /** Null also where only the operator ends the pause. */
  opens_at: string | null;
  opens_in_ms: number | null;
  spent_microusd: string;
  cap_microusd: string | null;
}

export const MICRO_USD = 1_000_000;

const REASONS: Readonly<Record<PlatformState, string | null>> = {
  ready: null,
  paused: 'The operator paused it.',
  rate_limited: 'It asks for pauses between requests.',
  failing: 'It failed several times in a row and is retried from time to time.',
  denied: "It does not accept the service's key, or the service's credit with it is used up.",
  misconfigured: "It did not accept the service's requests several times in a row.",
  over_budget: 'Its daily budget is used up. It is asked again tomorrow (UTC).',
  not_configured: 'The service has no key for it, or no worker is running.',
};

/** One view for each platform, in their usual order. */
export function toGateViews(rows: readonly GateRow[]): GateView[] {
  return PLATFORMS.flatMap((platform) => rows.filter((row) => row.platform === platform)).map((row) => ({
    platform: row.platform,
    isConfigured: row.state !== 'not_configured',
    state: row.state,
    reason: REASONS[row.state],
    pausedUntil: row.opens_at === null ? null : toTimestamp(row.opens_at),
    spentTodayUsd: Number(row.spent_microusd) / MICRO_USD,
    budgetUsd: row.cap_microusd === null ? null : Number(row.cap_microusd) / MICRO_USD,
  }));
}
