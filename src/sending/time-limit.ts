/** The time that something may take was over. */
export class TimeIsOver extends Error {}

/**
 * Does `work` with a signal that is aborted as `outer` is, or with {@link TimeIsOver} once it has taken `ms`. Timer and
 * listener are gone as it ends: `AbortSignal.timeout` keeps both, and what hangs on them, for the whole time, and at a
 * hundred attempts a second so of 2,000.
 */
export async function withinTime<Result>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const inner = new AbortController();
  const follow = () => inner.abort(outer.reason);
  if (outer.aborted) follow();
  outer.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(() => inner.abort(new TimeIsOver()), ms);
  try {
    return await work(inner.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', follow);
  }
}

/** Whether a signal of {@link withinTime} was aborted as its time was over. */
export function isOver({ reason }: AbortSignal): boolean {
  return reason instanceof TimeIsOver;
}
