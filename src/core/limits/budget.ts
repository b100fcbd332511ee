import type { Tier } from '../../entities/vocabulary.js';
import { PLANS } from '../plans.js';
import type { DoorRow } from './door.statement.js';

/** One request window as a caller is told of it; `reset` is Unix time in seconds (specification, section 8.1). */
export interface Budget {
  limit: number;
  remaining: number;
  reset: number;
}

/**
 * The window to report: of an admitted request the one with fewer requests remaining, of a refused one the exhausted
 * window, the later reset where both are (decisions, "which window").
 */
export function reportedBudget(row: DoorRow, tier: Tier): Budget {
  const { requests } = PLANS[tier];
  if (!requests) throw new Error(`the ${tier} tier has no request windows`);
  const minute = window(requests.perMinute, row.minute_count, row.minute_resets_at);
  const day = window(requests.perDay, row.day_count, row.day_resets_at);
  if (row.admitted) return day.remaining < minute.remaining ? day : minute;
  const exhausted = [minute, day].filter(({ remaining }) => remaining < row.charge);
  return exhausted.reduce((later, other) => (other.reset > later.reset ? other : later), exhausted[0] ?? minute);
}

function window(limit: number, count: number | null, resetsAt: number | null): Budget {
  return { limit, remaining: Math.max(0, limit - (count ?? 0)), reset: Math.ceil(resetsAt ?? 0) };
}
