import type { DatabaseSession } from '../database/database-session.js';
import { FairSemaphore } from '../database/fair-semaphore.js';
import { statement } from '../database/rows.js';
import { refuseUnlessMayWrite } from './access/access.js';
import type { Context } from './context.js';
import { ServiceError } from './errors.js';

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
    ctx.db.transaction(async (db) => {
      const [killSwitch] = await db.rows(READ_KILL_SWITCH, []);
      if (killSwitch?.is_active) throw readOnly();
      return verb({ ...ctx, db });
    }),
  );
}

function readOnly(): ServiceError {
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

/** By account; as many as come may wait, and the statements of each are bounded in time. */
const queues = new FairSemaphore({ permitsPerKey: 1 });

/**
 * Runs an account's transactions one after the other within this process. They would wait for one another in the
 * database anyhow, but there each that waits holds a connection: a burst of one account took the whole pool, and
 * requests of others failed for want of one. In a transaction already, work runs at once.
 */
export async function inAccountQueue<Result>(ctx: Context, work: () => Promise<Result>): Promise<Result> {
  return ctx.db.isInTransaction ? work() : queues.run(ctx.caller.accountId, work);
}

const READ = statement<{ active: boolean }>(
  'kill-switch-status',
  `select is_active as active
   from service_switch
   where name = 'kill_switch'`,
);

const SET = statement<{ active: boolean }>(
  'set-kill-switch',
  `with instant as (
     select now() as at
   )
   update service_switch s
   set is_active = $1, changed_at = case when s.is_active = $1 then s.changed_at else i.at end
   from instant i
   where s.name = 'kill_switch'
   returning s.is_active as active`,
);

/** Whether writes to projects, prompts and competitors are switched off. */
export async function getKillSwitch(db: DatabaseSession): Promise<{ active: boolean }> {
  return known((await db.rows(READ, []))[0]);
}

/**
 * Refuses who wants to write while writes are switched off, before the rest of the request is looked at; the write
 * itself decides.
 * @throws ServiceError SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function refuseWhileReadOnly(db: DatabaseSession): Promise<void> {
  if ((await getKillSwitch(db)).active) throw readOnly();
}

/** Switches writes off or on for the whole service; waits for writes under way, so none lands after it returned. */
export async function setKillSwitch(db: DatabaseSession, active: boolean): Promise<{ active: boolean }> {
  return known((await db.rows(SET, [active]))[0]);
}

function known(row: { active: boolean } | undefined): { active: boolean } {
  if (!row) throw new Error('the kill switch has no row');
  return row;
}
