import { Migration } from '@mikro-orm/migrations';

const CHECK = 'project_change_kind_check';

const KINDS = [
  `alter table project_change drop constraint ${CHECK}`,
  `alter table project_change add constraint ${CHECK} check (kind in (
    'prompt_added', 'prompt_archived', 'prompt_reworded', 'prompt_activated', 'prompt_deactivated',
    'competitor_tracked', 'competitor_removed', 'competitor_renamed', 'names_changed', 'platforms_changed',
    'monitoring_paused', 'monitoring_resumed', 'answers_read_again', 'wording_changed'
  )) not valid`,
  `alter table project_change validate constraint ${CHECK}`,
];

/** Validating reads every change; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** What may change beside a project's numbers is told of wordings as well. */
export class ChangesOfWordings extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, ...KINDS]) this.addSql(sql);
  }
}
