import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';

/** Changes that are kept of a project, the newest: whoever turns prompts on and off writes one for each, each time. */
export const CHANGES_KEPT = 5_000;

/** Projects of one look; those beyond come with the next. */
const PROJECTS_MAX = 1_000;

/** Of all accounts, a read alone. */
const PROJECTS_OF_OLD_CHANGES = statement<{ account_id: string; project_id: string }>(
  'projects-of-old-changes',
  `select h.account_id, h.project_id
   from project_change h
   group by h.account_id, h.project_id
   having count(*) > $1 or min(h.at) < $2::date::timestamp at time zone 'UTC'
   order by h.account_id, h.project_id
   limit ${PROJECTS_MAX}`,
);

/** Those before a day, and those that are as old as the first beyond the newest $4. */
const DELETE_OLD_CHANGES = statement<object>(
  'delete-old-changes-of-project',
  `delete from project_change h
   where h.account_id = $1 and h.project_id = $2
     and (
       h.at < $3::date::timestamp at time zone 'UTC'
       or h.at <= (
         select n.at
         from project_change n
         where n.account_id = $1 and n.project_id = $2
         order by n.at desc
         limit 1
         offset $4
       )
     )`,
);

/** Deletes what is told of projects beyond the newest {@link CHANGES_KEPT} of each, and of before the day. */
export async function forgetOldChanges(em: EntityManager, day: string): Promise<void> {
  for (const { account_id, project_id } of await rows(em, PROJECTS_OF_OLD_CHANGES, [CHANGES_KEPT, day])) {
    await rows(em, DELETE_OLD_CHANGES, [account_id, project_id, day, CHANGES_KEPT]);
  }
}
