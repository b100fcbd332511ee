import { Migration } from '@mikro-orm/migrations';

/** What the day before cost, and what came of the last trial by hand. Constant defaults rewrite no row. */
const GATES = [
  'add column previous_date date',
  'add column previous_microusd bigint not null default 0',
  'add column tried_at timestamptz(3)',
  'add column trial_fault text',
].map((change) => `alter table platform_gate ${change}`);

/** Each list holds what former releases write, so the rows that are there need no writer to wait for their check. */
const EVENTS = [
  'alter table security_event drop constraint security_event_kind_check',
  `alter table security_event add constraint security_event_kind_check check (kind in ('sign_in', 'sign_in_failed',
  'sign_out', 'session_ended', 'password_changed', 'reset_requested', 'link_used', 'invited', 'role_changed',
  'holder_disabled', 'key_created', 'key_revoked', 'limits_hit', 'factor_added', 'factor_removed', 'factor_failed',
  'recovery_code_used', 'recovery_codes_renewed', 'stepped_up', 'step_up_failed', 'second_factor_required',
  'second_factor_optional', 'account_exported', 'own_data_exported', 'deletion_requested', 'deletion_taken_back',
  'platform_key_set', 'platform_key_removed', 'platform_paused', 'platform_resumed')) not valid`,
  'alter table security_event validate constraint security_event_kind_check',
];

/** The operator sees and changes platforms in the browser. */
export class PlatformsOfTheOperator extends Migration {
  override up(): void {
    for (const sql of [...GATES, ...EVENTS]) this.addSql(sql);
  }
}
