import { Migration } from '@mikro-orm/migrations';

const CHECK = 'project_change_kind_check';

const KINDS = [
  `alter table project_change drop constraint ${CHECK}`,
  `alter table project_change add constraint ${CHECK} check (kind in (
    'prompt_added', 'prompt_archived', 'prompt_reworded', 'prompt_activated', 'prompt_deactivated',
    'competitor_tracked', 'competitor_removed', 'competitor_renamed', 'names_changed', 'platforms_changed',
    'monitoring_paused', 'monitoring_resumed', 'answers_read_again', 'wording_changed', 'market_changed',
    'note'
  )) not valid`,
  `alter table project_change validate constraint ${CHECK}`,
];

/** A note is removed by its id, and an id of another account is refused as such. */
const BY_ID = `create index project_change_note_id on project_change (id) where kind = 'note'`;
/** Notes of a project are counted and listed without its other changes, of which there are many more. */
const BY_PROJECT = `
create index project_change_note on project_change (account_id, project_id, at) where kind = 'note'
`;

/** Validating reads every change; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** What people did is told beside a project's numbers as well. */
export class NotesOfProjects extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, ...KINDS, BY_ID, BY_PROJECT]) this.addSql(sql);
  }
}
