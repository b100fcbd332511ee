import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import type { Context } from '../context.js';

/**
 * How long names have to be left alone before answers are read with them: whoever types three aliases has them read
 * once.
 */
export const QUIET_MS = 3_000;
/**
 * How long a project waits at most for its names to be left alone; it is then read, and readers switched, all the same.
 */
export const WAIT_MAX_MS = 60_000;

/**
 * Makes the task due at $3; $4 is the present, and what was asked for before $5 is due no later than it was. A worker
 * that is at it has begun before this change, so the fence takes the end of the task out of its hands.
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
 * Nothing for a project without automatic discovery. One that a worker is at, or whose last look was just now, is due
 * again at `not_before`.
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

/** Whoever has a judge of its own finds out whether it is another than that of the analysis. */
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
 * Has a worker read a project's answers again with its names, in the transaction that changes these and holds the
 * project: both hold or neither. Due once the names were left alone for `QUIET_MS`, but no later than `WAIT_MAX_MS`
 * after the first change that no worker has begun with.
 */
export async function queueNames(tx: Context, projectId: string): Promise<void> {
  const nowMs = tx.clock.now().getTime();
  const instants = [nowMs + QUIET_MS, nowMs, nowMs + QUIET_MS - WAIT_MAX_MS].map((ms) => new Date(ms));
  await rows(tx.em, QUEUE_NAMES, [tx.caller.accountId, projectId, ...instants]);
}

/** A project as workers know it. */
interface Scope {
  accountId: string;
  projectId: string;
}

/** Has workers look whether the judge of a project's analysis is theirs, where one without a say in it has made it. */
export async function queueJudge(tx: EntityManager, { accountId, projectId }: Scope): Promise<void> {
  await rows(tx, QUEUE_JUDGE, [accountId, projectId]);
}

/** Has a worker look through a project's candidates, where it discovers competitors by itself. */
export async function queueDiscovery(tx: EntityManager, { accountId, projectId }: Scope): Promise<void> {
  await rows(tx, QUEUE_DISCOVERY, [accountId, projectId]);
}

/** For a project that is being archived: its answers stay as they were read. */
export async function deleteTasks(tx: Context, projectId: string): Promise<void> {
  await rows(tx.em, DELETE_TASKS, [tx.caller.accountId, projectId]);
}
