import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Context } from '../context.js';
import type { ProjectScope } from '../facts/project-scope.js';

/** How long names must be unchanged before answers are analysed with them: three aliases typed in a row are one run. */
const QUIET_MS = 3_000;
/** The longest wait for names to be unchanged; the project is then analysed, and readers switched, all the same. */
export const WAIT_MAX_MS = 60_000;

/**
 * Makes the task due at $3; $4 is the present. A task that was requested before $5 is due no later than it was. A
 * worker that runs the task began before this change, so the new fence keeps it from ending the task.
 */
const QUEUE_NAMES = statement<object>(
  'queue-names-of-project',
  `insert into project_task as t (account_id, project_id, task, due_at, asked_at)
   values ($1, $2, 'names', $3, $4)
   on conflict (account_id, project_id, task) do update
   set due_at = greatest(
       case when t.asked_at <= $5::timestamptz then least(t.due_at, excluded.due_at) else excluded.due_at end,
       t.not_before
     ),
     asked_at = coalesce(t.asked_at, excluded.asked_at),
     fence = t.fence + 1`,
);

/**
 * Does nothing for a project without automatic discovery. A task that is running or ended just now is due again at
 * `not_before`.
 */
const QUEUE_DISCOVERY = statement<object>(
  'queue-discovery-of-project',
  `insert into project_task as t (account_id, project_id, task, due_at, asked_at)
   select p.account_id, p.id, 'discovery', now(), now()
   from project p
   where p.account_id = $1 and p.id = $2 and p.auto_discover_competitors and p.archived_at is null
   on conflict (account_id, project_id, task) do update
   set due_at = case
       when t.due_at <= excluded.due_at then t.due_at
       else greatest(excluded.due_at, t.not_before)
     end,
     asked_at = coalesce(t.asked_at, excluded.asked_at),
     fence = t.fence + 1`,
);

/** The worker that begins the task compares its own judge with that of the analysis. */
const QUEUE_JUDGE = statement<object>(
  'queue-judge-of-project',
  `insert into project_task as t (account_id, project_id, task, due_at, asked_at)
   select p.account_id, p.id, 'judge', now(), now()
   from project p
   where p.account_id = $1 and p.id = $2 and p.archived_at is null
   on conflict (account_id, project_id, task) do update
   set due_at = greatest(excluded.due_at, t.not_before), asked_at = excluded.asked_at, fence = t.fence + 1
   where t.due_at is null`,
);

const DELETE_TASKS = statement<object>(
  'delete-tasks-of-project',
  `delete from project_task
   where account_id = $1 and project_id = $2`,
);

/**
 * Queues a re-analysis with a project's names, in the transaction that changes these and locks the project: both hold
 * or neither. Due once the names have been unchanged for `QUIET_MS`, but no later than `WAIT_MAX_MS` after the first
 * change that no worker has begun with.
 */
export async function queueNames(tx: Context, projectId: string): Promise<void> {
  const nowMs = tx.clock.now().getTime();
  const instants = [nowMs + QUIET_MS, nowMs, nowMs + QUIET_MS - WAIT_MAX_MS].map((ms) => new Date(ms));
  await tx.db.rows(QUEUE_NAMES, [tx.caller.accountId, projectId, ...instants]);
}

/** Queues a check whether a project's analysis has the workers' judge: for one made by a process without a choice. */
export async function queueJudge(tx: DatabaseSession, { accountId, projectId }: ProjectScope): Promise<void> {
  await tx.rows(QUEUE_JUDGE, [accountId, projectId]);
}

/** Queues a look through a project's candidates, if it discovers competitors automatically. */
export async function queueDiscovery(tx: DatabaseSession, { accountId, projectId }: ProjectScope): Promise<void> {
  await tx.rows(QUEUE_DISCOVERY, [accountId, projectId]);
}

/** For a project that is being archived: its answers stay as they were analysed. */
export async function deleteTasks(tx: Context, projectId: string): Promise<void> {
  await tx.db.rows(DELETE_TASKS, [tx.caller.accountId, projectId]);
}
