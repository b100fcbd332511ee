import { Migration } from '@mikro-orm/migrations';

/** A statement each: Citus takes a column and its constraint apart. A constant default rewrites no row. */
const REPEATS = [
  'alter table project add column repeats smallint not null default 1',
  'alter table project add constraint project_repeats_check check (repeats between 1 and 4) not valid',
  'alter table project validate constraint project_repeats_check',
];

const CHECK = 'project_change_kind_check';

const KINDS = [
  `alter table project_change drop constraint ${CHECK}`,
  `alter table project_change add constraint ${CHECK} check (kind in (
    'prompt_added', 'prompt_archived', 'prompt_reworded', 'prompt_activated', 'prompt_deactivated',
    'competitor_tracked', 'competitor_removed', 'competitor_renamed', 'names_changed', 'platforms_changed',
    'monitoring_paused', 'monitoring_resumed', 'answers_read_again', 'wording_changed', 'market_changed',
    'note', 'repeats_changed'
  )) not valid`,
  `alter table project_change validate constraint ${CHECK}`,
];

/** Validating reads every change; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** How often a week the weekly prompts of a project are asked. */
export class Repeats extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, ...REPEATS, ...KINDS]) this.addSql(sql);
  }
}
