import type { Context } from '../context.js';

/** The last queued write of each account that has one. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Runs an account's transactions one after the other within this process. They would wait for one another in the
 * database anyhow, but there each that waits holds a connection: a burst of one account took the whole pool, and
 * requests of others failed for want of one. In a transaction already, work runs at once.
 */
export async function inAccountQueue<Result>(ctx: Context, work: () => Promise<Result>): Promise<Result> {
  if (ctx.em.isInTransaction()) return work();
  const { accountId } = ctx.caller;
  const mine = (lines.get(accountId) ?? Promise.resolve()).then(work, work);
  lines.set(accountId, mine);
  try {
    return await mine;
  } finally {
    if (lines.get(accountId) === mine) lines.delete(accountId);
  }
}
