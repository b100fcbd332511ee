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
export const CLAIM_TASK = statement<{ fence: number }>(
  'claim-task',
  `update project_task
   set due_at = $5, asked_at = $6, not_before = coalesce($7, not_before), fence = fence + 1
   where account_id = $1 and project_id = $2 and task = $3 and fence = $4 and due_at is not null
   returning fence`,
);

/** No row if the task was requested, or begun by another, since it was begun with the fence $4. */
export const HOLD_TASK = statement<{ fence: number }>(
  'hold-task',
  `update project_task
   set due_at = $5
   where account_id = $1 and project_id = $2 and task = $3 and fence = $4
   returning fence`,
);

/** As {@link HOLD_TASK}; no demand makes it due earlier. */
export const REST_TASK = statement<object>(
  'rest-task',
  `update project_task
   set due_at = $5, not_before = $5
   where account_id = $1 and project_id = $2 and task = $3 and fence = $4`,
);

/** Marks the task as done, unless it was requested since. */
export const FINISH_TASK = statement<object>(
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
