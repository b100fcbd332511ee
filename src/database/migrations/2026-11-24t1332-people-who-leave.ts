import { Migration } from '@mikro-orm/migrations';

/** The list holds what former releases write, so the rows that are there need no writer to wait for their check. */
const EVENTS = [
  'alter table security_event drop constraint security_event_kind_check',
  `alter table security_event add constraint security_event_kind_check check (kind in ('sign_in', 'sign_in_failed',
  'sign_out', 'session_ended', 'password_changed', 'reset_requested', 'link_used', 'invited', 'role_changed',
  'holder_disabled', 'key_created', 'key_revoked', 'limits_hit', 'factor_added', 'factor_removed', 'factor_failed',
  'recovery_code_used', 'recovery_codes_renewed', 'stepped_up', 'step_up_failed', 'second_factor_required',
  'second_factor_optional', 'account_exported', 'own_data_exported', 'deletion_requested', 'deletion_taken_back',
  'platform_key_set', 'platform_key_removed', 'platform_paused', 'platform_resumed', 'holder_left')) not valid`,
  'alter table security_event validate constraint security_event_kind_check',
];

/** A person leaves an account, and is told of as a former member. */
export class PeopleWhoLeave extends Migration {
  override up(): void {
    for (const sql of EVENTS) this.addSql(sql);
  }
}
