import { isSetAside, NAMES_DIGEST, UNFINISHED_MAX } from '../../core/analysis-state/set-aside.js';
import { SELECTED_AND_WANTED } from '../../core/analysis-state/wanted-names.js';
import { statement } from '../../database/rows.js';

/** Counts an attempt ($3) as unfinished, with those before it under the same names and rules ($4). */
export const BEGIN_ATTEMPT = statement<object>(
  'begin-attempt-at-analysis',
  `insert into analysis_attempt as t (account_id, project_id, id, names, version, unfinished)
   select p.account_id, p.id, $3, ${NAMES_DIGEST}, $4, 1
   ${SELECTED_AND_WANTED}
   where p.account_id = $1 and p.id = $2
   on conflict (account_id, project_id) do update
   set id = excluded.id, names = excluded.names, version = excluded.version, begun_at = excluded.begun_at,
     told_at = null,
     unfinished = case
       when t.names = excluded.names and t.version = excluded.version then t.unfinished + 1
       else 1
     end`,
);

/** Deletes an attempt and those before it; nothing if another has begun since. */
export const END_ATTEMPT = statement<object>(
  'end-attempt-at-analysis',
  `delete from analysis_attempt
   where account_id = $1 and project_id = $2 and id = $3`,
);

export const DELETE_ATTEMPTS = statement<object>(
  'delete-attempts-at-analysis',
  `delete from analysis_attempt
   where account_id = $1 and project_id = $2`,
);

/** A row if the project is set aside under the rules $3. */
export const FIND_SET_ASIDE = statement<{ project_id: string }>(
  'find-project-set-aside',
  `select p.id as project_id
   ${SELECTED_AND_WANTED}
   join analysis_attempt t on t.account_id = $1 and t.project_id = p.id
   where p.account_id = $1 and p.id = $2 and t.version = $3 and ${isSetAside('t')}`,
);

export interface UnfinishedRow {
  account_id: string;
  project_id: string;
  id: string;
  unfinished: number;
}

/** Of all accounts, at most $1: not yet reported, and set aside unless the last attempt is still under way. */
export const LIST_UNFINISHED = statement<UnfinishedRow>(
  'list-unfinished-attempts',
  `select account_id, project_id, id, unfinished
   from analysis_attempt
   where unfinished >= ${UNFINISHED_MAX} and told_at is null
   order by account_id, project_id
   limit $1`,
);

/** A row for one process; none where another reported it, or where the attempt $3 has ended since. */
export const REPORT_SET_ASIDE = statement<{ unfinished: number }>(
  'report-project-set-aside',
  `update analysis_attempt
   set told_at = now()
   where account_id = $1 and project_id = $2 and id = $3 and told_at is null
   returning unfinished`,
);
