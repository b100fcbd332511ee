import { Migration } from '@mikro-orm/migrations';

/** Null for all projects, as everybody has had. No project is ever deleted, so none is named here. */
const LIMIT = [
  'alter table holder add column project_ids uuid[]',
  `alter table holder add constraint holder_project_ids_check check (cardinality(project_ids) <= 200) not valid`,
  'alter table holder validate constraint holder_project_ids_check',
];

/** One kind more than there are, whichever these are: every row has passed the list of before. */
const EVENTS = [
  `do $$
   declare
     known text := (
       select pg_get_constraintdef(oid)
       from pg_constraint
       where conrelid = 'security_event'::regclass and conname = 'security_event_kind_check'
     );
   begin
     alter table security_event drop constraint security_event_kind_check;
     execute format(
       'alter table security_event add constraint security_event_kind_check %s not valid',
       replace(known, 'ARRAY[', 'ARRAY[''projects_limited''::text, ')
     );
   end $$`,
  'alter table security_event validate constraint security_event_kind_check',
];

/** Validating reads every event and person; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** People who see some projects of their account alone. */
export class PeopleLimitedToProjects extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, ...LIMIT, ...EVENTS]) this.addSql(sql);
  }
}
