import type { Timer } from '../../clock.js';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import { WAIT_MAX_MS } from '../../core/tasks/project-tasks.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/rows.js';
import { PROJECT_TASKS, type ProjectTaskName } from '../../entities/vocabulary.js';

export interface DueTaskRow {
  account_id: string;
  project_id: string;
  task: ProjectTaskName;
  fence: number;
  due_ms: number;
  asked_ms: number;
}

const dueOf = (task: ProjectTaskName) =>
  `(select account_id, project_id, task, fence, due_at, asked_at
      from project_task
      where task = '${task}' and due_at <= $1
      order by due_at, project_id
      limit $2)`;

/**
 * Tasks due at $1, across accounts: of each kind a page of $3, chosen from the $2 that are due longest. In a page
 * accounts take turns, so that none fills it.
 */
export const FIND_DUE = statement<DueTaskRow>(
  'find-due-tasks',
  `with due as (
     select t.*, row_number() over (
       partition by t.task, t.account_id
       order by t.due_at, t.project_id
     ) as place
     from (
     ${PROJECT_TASKS.map(dueOf).join('\n     union all\n     ')}
     ) t
   ), page as (
     select due.*, row_number() over (
       partition by task
       order by place, due_at, project_id
     ) as turn
     from due
   )
   select g.account_id, g.project_id, g.task, g.fence, (extract(epoch from g.due_at) * 1000)::float8 as due_ms,
     (extract(epoch from g.asked_at) * 1000)::float8 as asked_ms
   from page g
   where g.turn <= $3
   order by g.task, g.turn`,
);

/**
 * Those of an account's projects ($2) with at most $3 retained answers. No more rollup rows than that are read to find
 * out, as each counts an answer at least.
 */
export const FIND_SMALL = statement<{ project_id: string }>(
  'find-small-projects',
  `select w.id as project_id
   from unnest($2::uuid[]) as w (id)
   cross join lateral (
     select coalesce(sum(d.response_count), 0) as answers
     from (
       select c.response_count
       from analysis_selection s
       join daily_response c on c.account_id = $1 and c.project_id = s.project_id and c.analysis_id = s.analysis_id
       where s.account_id = $1 and s.project_id = w.id
       limit $3::int + 1
     ) d
   ) r
   where r.answers <= $3::int`,
);

/** Begins a task as it was found, with the fence $4: it is due again at $5 unless the worker renews its lease. */
const CLAIM_TASK = statement<{ fence: number }>(
  'claim-task',
  `update project_task
   set due_at = $5, asked_at = $6, not_before = coalesce($7, not_before), fence = fence + 1
   where account_id = $1 and project_id = $2 and task = $3 and fence = $4 and due_at is not null
   returning fence`,
);

/** No row if the task was requested, or begun by another, since it was begun with the fence $4. */
const LOCK_TASK = statement<{ fence: number }>(
  'hold-task',
  `update project_task
   set due_at = $5
   where account_id = $1 and project_id = $2 and task = $3 and fence = $4
   returning fence`,
);

/** As {@link LOCK_TASK}; no demand makes it due earlier. */
const REST_TASK = statement<object>(
  'rest-task',
  `update project_task
   set due_at = $5, not_before = $5
   where account_id = $1 and project_id = $2 and task = $3 and fence = $4`,
);

/** Marks the task as done, unless it was requested since. */
const FINISH_TASK = statement<object>(
  'finish-task',
  `update project_task
   set due_at = null, asked_at = null
   where account_id = $1 and project_id = $2 and task = $3 and fence = $4`,
);

/**
 * Makes tasks of one account's unarchived projects due at $3. Names that are queued stay as they are. A task that
 * another worker has begun for its own rules or judge is due once more: its result may not be the one wanted here.
 */
export const QUEUE_FOUND = statement<object>(
  'queue-tasks-found',
  `insert into project_task as t (account_id, project_id, task, due_at, asked_at)
   select $1, p.id, r.task, $3, $3
   from json_to_recordset($2::json) as r (project_id uuid, task text)
   join project p on p.account_id = $1 and p.id = r.project_id and p.archived_at is null
   on conflict (account_id, project_id, task) do update
   set due_at = greatest(excluded.due_at, t.not_before), asked_at = coalesce(t.asked_at, excluded.asked_at),
     fence = t.fence + 1
   where t.due_at is null or (t.task <> 'names' and t.due_at > excluded.due_at)`,
);

/** A task of a project as it was found or begun: writes about it hold only while the fence is the same. */
export interface FencedTask extends ProjectScope {
  task: ProjectTaskName;
  fence: number;
}

/** How long a task stays with a worker that began it and no longer renews its lease. */
export const LEASE_MS = 10_000;
/** The interval of renewals, well within the lease. */
const BEAT_MS = 3_000;
/** How long a failed task waits until it is due again, so that other projects do not wait for it. */
export const REST_MS = 60_000;

/** How a task ended: it is done, or due again in so many milliseconds. */
export type Ended = 'done' | { againInMs: number };

/** Where failed statements about tasks are logged; pino's shape. */
interface ClaimLog {
  error(details: object, message: string): void;
}

const keyOf = ({ accountId, projectId, task, fence }: FencedTask) => [accountId, projectId, task, fence];

/** The tasks of projects as one worker begins, holds and ends them. */
export class Claims {
  constructor(
    private readonly database: Database,
    private readonly clock: Timer,
    private readonly log: ClaimLog,
  ) {}

  /** Whether it has waited for as long as a task may wait. */
  isOverdue({ askedMs }: { askedMs: number }): boolean {
    return this.at(-WAIT_MAX_MS).getTime() >= askedMs;
  }

  /**
   * Does the work of a task that was found due, renews its lease meanwhile, and writes how it ended. Does nothing if
   * another worker has begun the task or it was requested again. Failed work is due again after {@link REST_MS}; that
   * of a worker that stops is due at once.
   * @param restMs how long, from the beginning on, no demand makes it due again. @throws what the work throws.
   */
  async perform<Task extends FencedTask & { askedMs: number }>(
    due: Task,
    { restMs, signal }: { restMs?: number; signal: AbortSignal },
    work: (task: Task) => Promise<Ended>,
  ): Promise<void> {
    const task = await this.claim(due, restMs);
    if (!task) return;
    const beats = new AbortController();
    const beating = this.beat(task, beats.signal);
    const endBeats = () => {
      beats.abort();
      return beating;
    };
    let ended: Ended;
    try {
      ended = await work(task).finally(endBeats);
    } catch (error) {
      await this.attempt(task, () => (signal.aborted ? this.hold(task, 0) : this.rest(task)));
      throw error;
    }
    if (ended === 'done') await this.finish(task);
    else await this.hold(task, ended.againInMs);
  }

  /** Marks the task as done, unless it was requested since. */
  async finish(task: FencedTask): Promise<void> {
    await this.database.openForJob().rows(FINISH_TASK, keyOf(task));
  }

  /** If names that were overdue change meanwhile, their waiting time begins again now. */
  private async claim<Task extends FencedTask & { askedMs: number }>(due: Task, restMs?: number): Promise<Task | null> {
    const askedAt = due.task === 'names' && this.isOverdue(due) ? this.at(0) : new Date(due.askedMs);
    const values = [this.at(LEASE_MS), askedAt, restMs === undefined ? null : this.at(restMs)];
    const [claimed] = await this.database.openForJob().rows(CLAIM_TASK, [...keyOf(due), ...values]);
    return claimed ? { ...due, fence: claimed.fence } : null;
  }

  /** Renewals may fail: a lapsed lease lets another worker begin, but the project lock keeps it from the same work. */
  private async beat(task: FencedTask, ended: AbortSignal): Promise<void> {
    for (let isOurs = true; isOurs; ) {
      await this.clock.wait(BEAT_MS, ended).catch(() => {});
      if (ended.aborted) return;
      await this.attempt(task, async () => {
        isOurs = await this.hold(task, LEASE_MS);
      });
    }
  }

  /**
   * Makes the task due again in so many milliseconds. @returns false if it was requested since, or begun by another.
   */
  private async hold(task: FencedTask, forMs: number): Promise<boolean> {
    return (await this.database.openForJob().rows(LOCK_TASK, [...keyOf(task), this.at(forMs)])).length > 0;
  }

  private async rest(task: FencedTask): Promise<void> {
    await this.database.openForJob().rows(REST_TASK, [...keyOf(task), this.at(REST_MS)]);
  }

  /** If this fails, the task is found due once its lease is over. */
  private async attempt(task: FencedTask, step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.log.error({ project_id: task.projectId, err: error }, 'holding a task failed');
    }
  }

  private at(inMs: number): Date {
    return new Date(this.clock.now().getTime() + inMs);
  }
}

/** A task that is due, as it was found. */
export interface DueTask extends FencedTask {
  /** When it became due, and when its waiting began, its quiet time included. */
  dueMs: number;
  askedMs: number;
  /** At most {@link SMALL_ANSWERS} answers are retained. */
  isSmall: boolean;
}
