import { rows, statement } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { refuseUnlessMayWrite } from '../access/may-write.js';
import type { Context } from '../context.js';
import { ServiceError } from '../errors.js';
import { inAccountQueue } from './account-queue.js';

const READ_KILL_SWITCH = statement<{ is_active: boolean }>(
  'read-kill-switch',
  `select is_active
   from service_switch
   where name = 'kill_switch'
   for share`,
);

/**
 * Runs a write in one transaction, or in a savepoint of the one that `ctx` is in: all of it holds or none of it.
 * The share lock makes turning the kill switch on wait for writes under way, so that none lands after it answered.
 * @throws ServiceError SERVICE_KILL_SWITCH_ACTIVE while writes are switched off (specification, section 7); FORBIDDEN
 *   for a holder who only reads.
 */
export async function write<Result>(ctx: Context, verb: (tx: Context) => Promise<Result>): Promise<Result> {
  refuseUnlessMayWrite(ctx.caller);
  return inAccountQueue(ctx, () =>
    transaction(ctx.em, async (em) => {
      const [killSwitch] = await rows(em, READ_KILL_SWITCH, []);
      if (killSwitch?.is_active) throw readOnly();
      return verb({ ...ctx, em });
    }),
  );
}

export function readOnly(): ServiceError {
  return new ServiceError(
    'SERVICE_KILL_SWITCH_ACTIVE',
    'Writes to projects, prompts and competitors are temporarily read-only. Try again later.',
  );
}

/**
 * The instant of a change: always later than that of the change before, also where both are in one millisecond.
 */
export function changedAt(ctx: Context, previous: Date): Date {
  return new Date(Math.max(ctx.clock.now().getTime(), previous.getTime() + 1));
}

/** The entries of `patch` that differ from what `stored` holds; entries left undefined change nothing. */
export function changesOf<Stored extends object>(
  stored: Stored,
  patch: { [Key in keyof Stored]?: Stored[Key] | undefined },
) {
  const changed = Object.entries(patch).filter(
    ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(stored[key as keyof Stored]),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}
