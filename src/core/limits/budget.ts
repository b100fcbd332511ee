import type { ChargeRow } from './door.statement.js';

/** One request window as shown to a caller; `reset` is Unix time in seconds (specification, section 8.1). */
export interface Budget {
  limit: number;
  remaining: number;
  reset: number;
}

/** The windows of a caller; `perDay` null where its days are not counted. */
export interface RequestLimits {
  perMinute: number;
  perDay: number | null;
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
export function reportedBudget(row: ChargeRow, limits: RequestLimits): { budget: Budget; secondsLeft: number } {
  const minute = windowOf(limits.perMinute, row.minute_count, row.minute_resets_at);
  const { limit, remaining, resetsAt } = windowToReport(row, minute, limits.perDay);
  // A request may have asked just before the one that began the minute in which it is refused.
  const askedAt = Math.max(row.asked_at, minute.resetsAt - MINUTE_SECONDS);
  return { budget: { limit, remaining, reset: Math.ceil(resetsAt) }, secondsLeft: resetsAt - askedAt };
}

function windowToReport(row: ChargeRow, minute: Window, perDay: number | null): Window {
  if (perDay === null) return minute;
  const day = windowOf(perDay, row.day_count, row.day_resets_at);
  return row.admitted ? tighter(minute, day) : exhausted(row.charge, minute, day);
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
