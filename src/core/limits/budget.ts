import type { Tier } from '../../entities/vocabulary.js';
import { PLANS } from '../plans.js';
import type { ChargeRow } from './door.statement.js';

/** One request window as a caller is told of it; `reset` is Unix time in seconds (specification, section 8.1). */
export interface Budget {
  limit: number;
  remaining: number;
  reset: number;
}

interface Window {
  limit: number;
  remaining: number;
  /** Unix time in seconds, unrounded. */
  resetsAt: number;
}

const MINUTE_SECONDS = 60;

/**
 * The window to report: of an admitted request the one with fewer requests remaining, of a refused one the exhausted
 * window, the later reset where both are (decisions, "which window"); and the seconds until it ends, unrounded.
 */
export function reportedBudget(row: ChargeRow, tier: Tier): { budget: Budget; secondsLeft: number } {
  const { requests } = PLANS[tier];
  if (!requests) throw new Error(`the ${tier} tier has no request windows`);
  const minute = windowOf(requests.perMinute, row.minute_count, row.minute_resets_at);
  const day = windowOf(requests.perDay, row.day_count, row.day_resets_at);
  const { limit, remaining, resetsAt } = row.admitted ? tighter(minute, day) : exhausted(row.charge, minute, day);
  // A request may have asked just before the one that began the minute in which it is refused.
  const askedAt = Math.max(row.asked_at, minute.resetsAt - MINUTE_SECONDS);
  return { budget: { limit, remaining, reset: Math.ceil(resetsAt) }, secondsLeft: resetsAt - askedAt };
}

function tighter(minute: Window, day: Window): Window {
  return day.remaining < minute.remaining ? day : minute;
}

function exhausted(charge: number, minute: Window, day: Window): Window {
  const isOver = ({ remaining }: Window) => remaining < charge;
  if (isOver(minute) && isOver(day)) return day.resetsAt > minute.resetsAt ? day : minute;
  return isOver(day) ? day : minute;
}

function windowOf(limit: number, count: number | null, resetsAt: number | null): Window {
  return { limit, remaining: Math.max(0, limit - (count ?? 0)), resetsAt: resetsAt ?? 0 };
}
