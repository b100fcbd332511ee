/** One request window as shown to a caller; `reset` is Unix time in seconds (specification, section 8.1). */
export interface Budget {
  limit: number;
  remaining: number;
  reset: number;
}

/** A window that the door has counted a request in, or refused it for. */
export interface CountedWindow {
  limit: number;
  /** After the request; null where there is no row for it. */
  count: number | null;
  /** What was to be charged to it. */
  charge: number;
  /** Unix time in seconds, unrounded. */
  resetsAt: number | null;
  /** What a request is told that it has no room for. */
  refusal: string;
}

/** When the door decided, and how. */
export interface Decision {
  /** Null where nothing was charged. */
  admitted: boolean | null;
  /** Unix time in seconds, by the clock that the windows run on. */
  asked_at: number;
}

interface Window extends Budget {
  resetsAt: number;
  isExhausted: boolean;
  refusal: string;
}

const MINUTE_SECONDS = 60;

/**
 * The window to report: of an admitted request the one with the fewest requests remaining, of a refused one the
 * exhausted window, the latest reset where several are (decisions, "which window"); and the seconds until it ends,
 * unrounded. Of equal ones it is the first.
 * @param minute of the windows, all of which count a request at once; the first begins with its first request.
 */
export function reportedBudget({ admitted, asked_at: askedAt }: Decision, windows: readonly CountedWindow[]) {
  const [minute, ...others] = windows.map(windowOf);
  if (!minute) throw new Error('a request was counted in no window');
  const { limit, remaining, reset, resetsAt, refusal } = admitted
    ? others.reduce((first, next) => (next.remaining < first.remaining ? next : first), minute)
    : latestExhausted(minute, others);
  // A request may have asked just before the one that began the minute in which it is refused.
  const secondsLeft = resetsAt - Math.max(askedAt, minute.resetsAt - MINUTE_SECONDS);
  return { budget: { limit, remaining, reset }, secondsLeft, refusal };
}

function latestExhausted(minute: Window, others: readonly Window[]): Window {
  const [first = minute, ...further] = [minute, ...others].filter(({ isExhausted }) => isExhausted);
  return further.reduce((latest, next) => (next.resetsAt > latest.resetsAt ? next : latest), first);
}

function windowOf({ limit, count, charge, resetsAt, refusal }: CountedWindow): Window {
  const remaining = Math.max(0, limit - (count ?? 0));
  const endsAt = resetsAt ?? 0;
  return { limit, remaining, reset: Math.ceil(endsAt), resetsAt: endsAt, isExhausted: remaining < charge, refusal };
}
