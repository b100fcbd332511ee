import { Migration } from '@mikro-orm/migrations';

const TASKS = `
create table project_task (
  account_id uuid not null,
  project_id uuid not null,
  task text not null check (task in ('names', 'rules', 'judge', 'discovery')),
  due_at timestamptz(3),
  asked_at timestamptz(3),
  not_before timestamptz(3),
  fence integer not null default 0,
  primary key (account_id, project_id, task),
  foreign key (account_id, project_id) references project (account_id, id),
  check ((due_at is null) = (asked_at is null))
) with (fillfactor = 70);
create index project_task_due on project_task (task, due_at, project_id) where due_at is not null;

insert into project_task (account_id, project_id, task, due_at, asked_at)
select account_id, id, 'discovery', now(), now()
from project
where auto_discover_competitors and archived_at is null;
`;

/**
 * What workers are to do for single projects, found by when it is due. What is out of date now each worker queues as it
 * starts, as it does for processes of the release before, which queue nothing.
 */
export class TasksOfProjects extends Migration {
  override up(): void {
    this.addSql(TASKS);
  }
}
