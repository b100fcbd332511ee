import type { Context } from '../core/context.js';
import { daysBefore, toDay } from '../core/time.js';
import { checkProject } from '../monitoring/alerts/check-project.js';

/** As many as show what is new and what has ended, and few enough for a load of seconds. */
const DAYS = 16;
/** When a worker would have checked a day, on the morning after it. */
const MORNING = 'T04:00:00Z';

/**
 * Checks the last days of a project for alerts, each as a worker would have done on the morning after it: what is found
 * is what the check finds in the answers. Nobody is mailed. A day that was checked stays as it is.
 */
export async function checkDays(ctx: Context, projectId: string): Promise<void> {
  const { accountId } = ctx.caller;
  const now = ctx.clock.now();
  for (let daysAgo = DAYS; daysAgo >= 1; daysAgo -= 1) {
    const day = daysBefore(toDay(now), daysAgo);
    const morning = new Date(`${daysBefore(day, -1)}${MORNING}`);
    const clock = { now: () => (morning < now ? morning : now) };
    await checkProject(ctx.db, { accountId, projectId }, day, { clock, mail: { mayMail: null }, publicUrl: null });
  }
}
