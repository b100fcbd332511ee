import { Migration } from '@mikro-orm/migrations';

/**
 * Null: all answers of the analysis were read with its judge, as those of before were. Else a list, oldest first, of
 * judges that it had before, each with the instant up to which answers are its own. Of the analysis that readers see
 * the selection's counts: a process of an earlier release, which selects another one, leaves it as it is.
 */
const FORMER_JUDGES = [
  'alter table analysis add column former_judges jsonb',
  'alter table analysis_selection add column former_judges jsonb',
];

/** When people last asked that the judge of new answers reads the earlier ones too. */
const APPLIED = 'alter table project add column judge_applied_at timestamptz(3)';

const CHECK = 'project_change_kind_check';

const KINDS = [
  `alter table project_change drop constraint ${CHECK}`,
  `alter table project_change add constraint ${CHECK} check (kind in (
    'prompt_added', 'prompt_archived', 'prompt_reworded', 'prompt_activated', 'prompt_deactivated',
    'competitor_tracked', 'competitor_removed', 'competitor_renamed', 'names_changed', 'platforms_changed',
    'monitoring_paused', 'monitoring_resumed', 'answers_read_again', 'wording_changed', 'market_changed',
    'note', 'repeats_changed', 'judge_changed'
  )) not valid`,
  `alter table project_change validate constraint ${CHECK}`,
];

/** Validating reads every change; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** A judge may decide in new answers alone, until people have it applied to the earlier ones. */
export class JudgesOfNewAnswers extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, ...FORMER_JUDGES, APPLIED, ...KINDS]) this.addSql(sql);
  }
}
