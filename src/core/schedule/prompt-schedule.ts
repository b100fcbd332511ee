import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Context } from '../context.js';

/**
 * Due now, or since when it was due before. Each such change differs from the value, if only by a millisecond. A
 * planner that read the prompt before the wake therefore finds another value than it read, and leaves the prompt due.
 * Counted in UTC: in the session's zone the difference would be no value that a shard may take from its column.
 */
const dueBy = (instant: string) =>
  `least((s.next_at at time zone 'UTC' - interval '1 millisecond') at time zone 'UTC', ${instant})`;

const SCHEDULE_PROMPTS = statement<object>(
  'schedule-prompts',
  `insert into prompt_schedule (account_id, prompt_id, next_at)
   select $1, id, $3
   from unnest($2::uuid[]) as created (id)`,
);

const MARK_DUE = statement<object>(
  'wake-prompts',
  `update prompt_schedule s
   set next_at = ${dueBy('$3::timestamptz')}
   where s.account_id = $1 and s.prompt_id = any ($2::uuid[])`,
);

const MARK_PROJECT_DUE = statement<object>(
  'wake-prompts-of-project',
  `update prompt_schedule s
   set next_at = ${dueBy('$3::timestamptz')}
   from prompt q
   where s.account_id = $1 and q.account_id = $1 and q.id = s.prompt_id and q.project_id = $2`,
);

const MARK_ACCOUNT_DUE = statement<object>(
  'wake-prompts-of-account',
  `update prompt_schedule s
   set next_at = ${dueBy('$2::timestamptz')}
   where s.account_id = $1`,
);

const MARK_REPEATED_DUE = statement<object>(
  'wake-repeated-prompts-of-account',
  `update prompt_schedule s
   set next_at = ${dueBy('$3::timestamptz')}
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id
   where s.account_id = $1 and q.account_id = $1 and q.id = s.prompt_id and p.repeats > $2`,
);

const UNSCHEDULE_PROMPTS = statement<object>(
  'unschedule-prompts',
  `delete from prompt_schedule
   where account_id = $1 and prompt_id = any ($2::uuid[])`,
);

const UNSCHEDULE_PROJECT = statement<object>(
  'unschedule-prompts-of-project',
  `delete from prompt_schedule s
   using prompt q
   where s.account_id = $1 and q.account_id = $1 and q.id = s.prompt_id and q.project_id = $2`,
);

/** Makes prompts that were just created due at once; in later periods they are asked at their slots. */
export async function schedulePrompts(tx: Context, promptIds: readonly string[]): Promise<void> {
  await tx.db.rows(SCHEDULE_PROMPTS, [tx.caller.accountId, promptIds, tx.clock.now()]);
}

/** Makes prompts due now, so that they are asked in the present period unless they were already. */
export async function markDue(tx: Context, promptIds: readonly string[]): Promise<void> {
  await tx.db.rows(MARK_DUE, [tx.caller.accountId, promptIds, tx.clock.now()]);
}

/** {@link markDue} for all prompts of a project. */
export async function markProjectDue(tx: Context, projectId: string): Promise<void> {
  await tx.db.rows(MARK_PROJECT_DUE, [tx.caller.accountId, projectId, tx.clock.now()]);
}

/** {@link markDue} for all prompts of an account. */
export async function markAccountDue(tx: DatabaseSession, accountId: string, now: Date): Promise<void> {
  await tx.rows(MARK_ACCOUNT_DUE, [accountId, now]);
}

/** {@link markDue} for all prompts of an account's projects that are to be asked more than `repeats` times a week. */
export async function markRepeatedDue(
  tx: DatabaseSession,
  accountId: string,
  repeats: number,
  now: Date,
): Promise<void> {
  await tx.rows(MARK_REPEATED_DUE, [accountId, repeats, now]);
}

/** Ends the schedules of prompts that are being archived. */
export async function unschedulePrompts(tx: Context, promptIds: readonly string[]): Promise<void> {
  await tx.db.rows(UNSCHEDULE_PROMPTS, [tx.caller.accountId, promptIds]);
}

/** Ends the schedules of the prompts of a project that is being archived. */
export async function unschedulePromptsOfProject(tx: Context, projectId: string): Promise<void> {
  await tx.db.rows(UNSCHEDULE_PROJECT, [tx.caller.accountId, projectId]);
}
